"""Checking a ruleset: from its text, options and number of players to a model, or to what keeps it from being one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.check.changes import Restart
from gdl.check.context import SECTIONS, Context, Section
from gdl.check.declarations import declare, fit, option_of
from gdl.check.flow import nodes
from gdl.check.forms import FORMS
from gdl.check.hiding import declare_all_hidden
from gdl.check.links import link
from gdl.check.looks import declare_look
from gdl.check.missing import check_moves
from gdl.check.names import define_value
from gdl.check.prelude import prelude
from gdl.check.ruleset import Part, Ruleset, Ways, merge
from gdl.check.scope import ROOT, Scope, Silent
from gdl.check.statements import check_block, check_way, declared_score
from gdl.check.written_types import type_of
from gdl.library import NotFound, base_of
from gdl.model import model as m
from gdl.model.build import begin
from gdl.model.cost import MAX_COST, MAX_DEPTH, MAX_OPTIONS, MAX_SURE, block_work, sure_rounds, surely_listed
from gdl.model.nodes import Const
from gdl.model.types import TRUTHS, Domain, Range, Size
from gdl.syntax import tree as t
from gdl.syntax.kept import recall
from gdl.syntax.parser import parse, parse_value
from gdl.text.findings import Fault, Finding, error, has_errors
from gdl.text.mends import Hint
from gdl.text.source import Source, Span
from gdl.text.suggest import did_you_mean

UNPLAYED = ("span", "help", "place", "symbol", "said", "shades", "degrees", "drawn", "unit", "others")
"""What a declaration may say that changes no game: how things are explained and drawn."""

LEFT_OUT = ("weight", "secret", "pays")
"""What statements need not say."""

ReadBase = Callable[[str, Source], Source]
"""Gives the text that a name stands for in a ruleset's `extends`; raises NotFound."""


@dataclass(frozen=True)
class Checked:
    """A model, unless there are errors; all findings; and, for lint, the context with what was noted."""

    model: m.Model | None
    findings: tuple[Finding, ...]
    rules: Ruleset
    context: Context | None


def run(ctx: Context) -> None:
    """Check everything; what is wrong goes into `findings`."""
    begin()
    declare(ctx)
    for look in ctx.rules.looks:
        ctx.attempt(declare_look, ctx, look)
    declare_all_hidden(ctx)
    for name, section in SECTIONS.items():
        ctx.blocks[name] = checked_section(ctx, name, section)
    if ctx.rules.score is not None:
        ctx.section = SECTIONS["end"]
        ctx.score = ctx.attempt(declared_score, ctx, ctx.rules.score)
        ctx.score_unit = ctx.rules.score.unit
    check_moves(ctx.notes, ctx.blocks.values(), partial(refuse_missing, ctx))
    check_whole(ctx)
    for define in ctx.rules.defines.values():
        if (
            define.subject is None
            and not define.parameters
            and not define.is_block
            and define.name not in ctx.used
        ):
            ctx.attempt(define_value, ctx, define, Scope({}, trail=(define,)))


_WHOLE = {"empty", "mine", "theirs", "occupied", "piece", "site"}


def refuse_missing(ctx: Context, span: Span) -> None:
    """A move from or to a site that may be missing."""
    asked = next((e for e in nodes(ctx.rules.trees[0].items) if isinstance(e, t.Binary) and e.operator == "="
                  and e.left.span.text == span.text and e.right.span.text in _WHOLE), None)  # fmt: skip
    hint = f"ask for it first: `where some {span.text}` or `if some {span.text}`"
    if asked is not None:  # `a.N = empty` holds too where there is neither
        hint = f"`{asked.span.text}` asks whether it is the only one; write `{span.text} in {asked.right.span.text}`"
    ctx.report(error("T342", span, f"`{span.text}` may be missing, and nothing would move then", hint))


def checked_section(ctx: Context, name: str, section: Section) -> m.Block:
    """A section's statements; those of a variant come before those of its base."""
    ctx.section, ctx.allow_stuck = section, name == "end"
    done = check_parts(ctx, ctx.rules.sections.get(name, ()))
    ctx.allow_stuck = False
    return done


def check_parts(ctx: Context, parts: Iterable[Part]) -> m.Block:
    """The statements of one file after another's."""
    return tuple(
        s for part in parts for s in (check_ways(ctx, part) if isinstance(part, Ways) else check_part(ctx, part))
    )


def check_part(ctx: Context, item: t.Section) -> m.Block:
    """The statements of one file."""
    while True:
        before = list(ctx.findings)
        try:
            return check_block(ctx, item.body, ROOT)
        except Restart:  # a local turned out to need a larger size: check again with that
            ctx.findings = before
            ctx.expansions.clear()
            ctx.lifted.clear()
        except Fault as stop:
            ctx.report(stop.finding)
            return ()


def check_ways(ctx: Context, ways: Ways) -> m.Block:
    """Either the turn as it was, or one of the others: if it is an `either` itself, more branches of that."""
    first, failures = ways.others[0].name.span, ctx.failures
    turn = check_parts(ctx, ways.turn)
    others = tuple(check_part(ctx, other) for other in ways.others)
    is_whole = failures == ctx.failures and not ctx.unsure("turn")
    ctx.attempt(check_way, ctx, turn, first, "the turn that this `or` adds to", is_whole)
    for body, other in zip(others, ways.others, strict=True):
        ctx.attempt(check_way, ctx, body, other.name.span, "this `or`", is_whole)
    match turn:
        case (m.Either(branches=branches, otherwise=None),):
            return (m.Either(first, branches + others, None),)
    return (m.Either(first, (turn, *others), None),)


def check_whole(ctx: Context) -> None:
    """What must be there at all, and what would take for ever."""
    where = ctx.rules.game.span if ctx.rules.game else Span(ctx.rules.trees[0].source, 0, 1)
    misread = any(f.code == "S101" for f in ctx.rules.findings)  # one of these may have been meant for it
    if "turn" not in ctx.rules.sections and not misread and not ctx.unsure("turn"):
        hint = "say what a player does: `turn`, and a block"
        ctx.report(error("R609", where, "the ruleset has no `turn`", hint))
    if has_errors([*ctx.findings, *ctx.rules.findings]) or ctx.failures:
        return
    if not any(isinstance(s, m.Choose) for s in m.walk(ctx.blocks["turn"])):
        part = ctx.rules.sections["turn"][0]
        span = (part.others[0] if isinstance(part, Ways) else part).name.span
        message = "a turn without a decision or a roll plays itself"
        ctx.report(error("R610", span, message, "let the player `choose` something"))
    every = [*ctx.blocks["turn"], *ctx.blocks["end"]]
    if not any(isinstance(s, m.Finish | m.Rank) for s in m.walk(tuple(every))):
        hint = "add an `end`: `win me if …`, `lose next if stuck`, `draw if …`"
        ctx.report(error("E704", where, "the game never ends: nobody wins, loses or draws", hint))
    for block in ctx.blocks.values():
        for statement in block:
            check_work(ctx, statement)


def check_work(ctx: Context, statement: m.Statement) -> None:
    """Refuse a statement that nobody could wait for."""
    for part in m.walk((statement,)):
        listed = surely_listed(part) if isinstance(part, m.Choose | m.Loop) else 0
        if listed > MAX_OPTIONS:
            message = f"this has {listed:,} combinations, and {MAX_OPTIONS:,} is the limit"
            hint = "range over smaller sets; or one loop within another, whose combinations are counted each for itself"
            ctx.report(error("R613", part.span, message, hint if isinstance(part, m.Loop) else "offer less"))
            return
    steps, depth = block_work((statement,))
    if (sure := sure_rounds((statement,))) > MAX_SURE:
        message = f"this takes at least {sure:,} rounds of loops, more than anybody would wait for"
        ctx.report(error("R613", statement.span, message, "range over smaller sets, or say it in fewer loops"))
    elif steps > MAX_COST:
        message = f"this may take up to {steps:,} steps, more than anybody would wait for"
        ctx.report(error("R613", statement.span, message, "range over smaller sets, or say it in fewer loops"))
    elif depth > MAX_DEPTH:
        message = f"{depth} loops within each other, more than the limit of {MAX_DEPTH}"
        ctx.report(error("R613", statement.span, message, "say it in fewer steps"))


# ---- the model


def model_of(ctx: Context, name: str) -> m.Model:
    """The model, if there were no errors."""
    for shape in ctx.shapes.values():
        link(ctx, shape)
    blocks = ctx.blocks
    declared = [v for v in ctx.variables if not v.local]
    found: dict[m.Variable, None] = {}
    for block in blocks.values():
        found |= dict.fromkeys(m.variables_of(block))
    local = [v for v in found if v.local]
    game = ctx.rules.game
    title = game.title.span.text[1:-1] if game else name
    return m.Model(
        name, title, tuple(ctx.rules.facts.items()), tuple(shown_options(ctx)), ctx.player,
        tuple(ctx.shapes.values()), ctx.board, ctx.stacks, tuple(ctx.kinds), ctx.pieces,
        tuple(ctx.piece_parts), dict(ctx.looks), (ctx.me, ctx.next, *declared, *local),
        m.repeats_of(tuple(blocks.values())), blocks["setup"], blocks["turn"], blocks["end"], hash_of_rules(ctx),
        ctx.score, ctx.board_look, tuple(ctx.site_looks), dict(ctx.variable_looks), dict(ctx.turned),
        ctx.score_unit, tuple(ctx.hidden),
    )  # fmt: skip


def shown_options(ctx: Context) -> list[m.Option]:
    """The options with their values, for people."""
    shown = []
    for name, decl in ctx.rules.options.items():
        value = option_of(ctx, name, decl.name.span)
        type_, base = type_of(ctx, decl.type), value.type.base
        number = isinstance(base, Range) and type_.size == Size.ONE
        choices: tuple[str, ...] = ()
        if base is TRUTHS:
            choices = ("false", "true")
        elif isinstance(base, Domain) and type_.size == Size.ONE:
            choices = base.labels
        setting = ctx.rules.settings.get(name)
        default: Any = setting.value if setting else decl.default
        fitted = (
            fit(ctx, ctx.static(default, ROOT, "a default"), type_) if default is not None else value
        )
        shown.append(m.Option(
            name, decl.type.span.text, plain(fitted if isinstance(fitted, Const) else value), plain(value),
            decl.help, base.low if number else None,
            base.high if isinstance(base, Range) and number else None, choices,
        ))  # fmt: skip
    return shown


def hash_of_rules(ctx: Context) -> str:
    """Of what the rules say, with options and players settled; comments, facts and drawing don't count."""
    items: list[t.Node] = [i for tree in ctx.rules.trees for i in tree.items if not isinstance(i, t.Game)]
    items += ctx.prelude.defines.values()
    items += [shape for shape, _ in ctx.shape_trees.values()]
    text = "\n".join(filter(None, (_letters(ctx, i) if isinstance(i, t.Looks) else _dumped(i) for i in items)))
    text += repr(
        [(name, str(option_of(ctx, name, o.name.span).value)) for name, o in ctx.rules.options.items()]
    )
    return sha256((text + repr(ctx.player.labels)).encode()).hexdigest()[:16]


def _letters(ctx: Context, item: t.Looks) -> str:
    """What a section of looks says that is written in moves; nothing if that is nothing."""
    played = tuple(look for look in item.looks if look not in ctx.unplayed)
    return _dump(replace(item, looks=played)) if played else ""


def plain(value: Const) -> Any:
    """A value as Python data: numbers, truths, labels, lists of labels, None."""
    base = value.type.base
    if base is TRUTHS or value.type.size < Size.MANY:
        if isinstance(base, Domain):
            return base.labels[value.value] if value.value >= 0 else None
        return value.value
    return [label for i, label in enumerate(value.type.values.labels) if value.value >> i & 1]


@lru_cache(maxsize=2_000)  # a check for each combination of options has the same declarations
def _dumped(item: t.Node) -> str:
    return _dump(item)


def _dump(value: object) -> str:
    """A syntax tree as text, without what doesn't matter to play."""
    if isinstance(value, t.Node):
        inner = ",".join(_dump(v) for k, v in vars(value).items() if _counts(k, v))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return f"[{','.join(map(_dump, value))}]"
    return repr(value)


def _counts(name: str, value: object) -> bool:
    """Whether a field of a node matters to play. What may be left out counts only where it is said, so that rules that
    don't use it keep their hash."""
    return name not in UNPLAYED and not (name in LEFT_OUT and not value)


def check(
    source: Source, options: Mapping[str, object] | None = None, players: int | None = None,
    read_base: ReadBase = base_of, origins: bool = False,
) -> Checked:  # fmt: skip
    """Check a ruleset with these options (numbers, truths, text in the language) and so many players. Never raises.

    `read_base` reads what a ruleset extends, by its name there; an editor has texts that aren't saved yet.
    `origins`: the context keeps where in the text each expression comes from.
    """
    tree = parse(source)
    missing: list[Finding] = []

    def find_base(name: t.Text) -> t.Tree | None:
        if Path(name.span.source.name).stem == Path(name.span.text[1:-1]).stem:
            return parse(name.span.source)
        try:
            source = read_base(name.span.text[1:-1], name.span.source)
            recall(source.name)
            base = parse(source)
        except NotFound as problem:
            near = getattr(problem.hint, "instead", None)
            hint = Hint(problem.hint, None if near is None else f'"{near}"')
            missing.append(error("O807", name.span, problem.message, hint))
            return None
        if not any(isinstance(item, t.Game) for item in base.items):  # nothing of it is shown: it may be anything
            missing.append(error("O807", name.span, f"{base.source.name} isn't a ruleset: it has no `game`",
                                 "write the path of a ruleset, or one of the games that `gdl list` shows"))
            return None
        return base

    rules = merge(tree, find_base)
    rules.findings += missing
    if rules.game is None and not rules.findings:
        rules.findings.append(error("S110", Span(source, 0, 1), 'a ruleset begins with `game "its name"`',
                                    "put that in the first line, with a title of your own"))
    if not rules.trees or (rules.game is None and has_errors(rules.findings)):
        return Checked(None, tuple(rules.findings), rules, None)
    findings = list(rules.findings)
    ctx = Context(rules, parsed_options(options or {}, rules, findings), players, prelude(), FORMS)
    if origins:
        ctx.origins = {}
    model: m.Model | None = None
    try:
        run(ctx)
        if not has_errors([*findings, *ctx.findings]):
            model = model_of(ctx, Path(source.name).stem)
    except (Fault, Silent, RecursionError) as stop:
        if isinstance(stop, Fault):
            ctx.report(stop.finding)
        elif isinstance(stop, RecursionError):
            where = rules.game.span if rules.game else Span(source, 0, 1)
            ctx.report(
                error(
                    "S106", where, "the rules are nested too deep to be checked", "name parts with `define`"
                )
            )
    return Checked(model, tuple(findings + ctx.findings), rules, ctx)


def parsed_options(
    options: Mapping[str, object], rules: Ruleset, findings: list[Finding]
) -> dict[str, t.Expression]:
    """Options given from outside as expressions; those that don't exist or can't be read are findings."""
    parsed: dict[str, t.Expression] = {}
    for name, value in options.items():
        text = ("true" if value else "false") if isinstance(value, bool) else None
        if isinstance(value, list | tuple | set | frozenset):
            text = "{" + ", ".join(map(str, value)) + "}"
        source = Source(f"option {name}", str(value) if text is None else text)
        span = Span(source, 0, max(len(source.text) - 1, 1))
        if name not in rules.options:
            hint = did_you_mean(name, rules.options) or (
                f"it has {', '.join(rules.options)}" if rules.options else "it has none"
            )
            findings.append(error("O801", span, f"this ruleset has no option `{name}`", hint))
            continue
        try:
            parsed[name] = parse_value(source)
        except Fault as stop:
            findings.append(stop.finding)
    return parsed
