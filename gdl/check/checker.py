"""The check of a ruleset: its text, options and number of players give a model, or findings that say why there is none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gdl.check.alternatives import report_useless
from gdl.check.changes import Restart
from gdl.check.declarations import declare
from gdl.check.declared import Declared
from gdl.check.endings import declared_score
from gdl.check.forms import FORMS
from gdl.check.hiding import declare_all_hidden
from gdl.check.links import link
from gdl.check.looks import declare_look
from gdl.check.memo import Boards, Memo
from gdl.check.misnamed import at_their_declaration
from gdl.check.missing import check_needed
from gdl.check.named_colours import colour_players
from gdl.check.names import define_value
from gdl.check.options import fit, option_of
from gdl.check.outgrown import advised
from gdl.check.partners import partners
from gdl.check.parts import Check, Findings, Locals
from gdl.check.player_letters import letters_told
from gdl.check.prelude import prelude
from gdl.check.rules_hash import hash_of_rules
from gdl.check.ruleset import Part, Ruleset, Ways, merge
from gdl.check.scope import END, ROOT, SETUP, TURN, Scope, Silent
from gdl.check.statements import check_block, check_way
from gdl.check.trace import Trace
from gdl.check.written_types import type_of
from gdl.library import NotFound, base_of
from gdl.model import statements as m
from gdl.model.build import begin
from gdl.model.cost import MAX_COST, MAX_DEPTH, MAX_OPTIONS, MAX_SURE, block_work, sure_rounds, surely_listed
from gdl.model.model import Hidden, Model, Option
from gdl.model.nodes import Const, Expr, Var
from gdl.model.types import TRUTHS, Domain, Range, Size
from gdl.syntax import tree as t
from gdl.syntax.kept import recall
from gdl.syntax.parser import parse, parse_value
from gdl.text.findings import Fault, Finding, error, has_errors
from gdl.text.fixes import Hint
from gdl.text.source import Source, Span
from gdl.text.suggest import did_you_mean

FRAMES = 16_000
"""Nested Python calls while rules are checked. A chain of defines needs some twenty for each (`names.MAX_TRAIL`)."""

ReadBase = Callable[[str, Source], Source]
"""Gives the text for the name in a ruleset's `extends`; raises NotFound."""


@dataclass(frozen=True)
class Checked:
    """The result of a check: a model, if there are no errors; all findings; and the parts of the check.

    Nothing was declared if the text could not be read.
    """

    model: Model | None
    findings: tuple[Finding, ...]
    rules: Ruleset
    declared: Declared | None = None
    trace: Trace = field(default_factory=Trace)
    boards: Boards = field(default_factory=Boards)


@dataclass(frozen=True)
class _Done:
    """What the statements of a ruleset have become."""

    blocks: Mapping[str, m.Block]
    score: tuple[Var, Expr] | None
    hidden: tuple[Hidden, ...]


def run(check: Check) -> _Done:
    """Check everything. Errors go into the findings."""
    begin()
    declare(check)
    rules, attempt = check.declared.rules, check.findings.attempt
    for look in rules.looks:
        attempt(declare_look, check, look)
    colour_players(check.declared)
    check.declared.freeze()
    hidden, secret = declare_all_hidden(check)
    sections = (SETUP, replace(TURN, secret=secret), END)
    blocks = {s.name: check_parts(check, rules.sections.get(s.name, ()), ROOT.within(s)) for s in sections}
    in_end = ROOT.within(replace(END, stuck=False))
    score = None if rules.score is None else attempt(declared_score, check, rules.score, in_end)
    _check_needed(check, blocks.values())
    check_whole(check, blocks)
    for define in rules.defines.values():
        bare = define.subject is None and not define.parameters and not define.is_block
        if bare and define.name not in check.trace.used:
            attempt(define_value, check, define, Scope({}, trail=(define,)))
    report_useless(check)
    return _Done(blocks, score, hidden)


def _check_needed(check: Check, blocks: Iterable[m.Block]) -> None:
    """Report values that may be missing where a statement needs them.

    The walk through the sections doesn't meet some assignments. For those, nothing counts as tested.
    """
    notes = check.trace.notes
    met = check_needed(notes, blocks, check.findings.report)
    if not has_errors(check.findings.collected()):  # else statements may be left out of the blocks
        for statement, needed in notes.needed.items():
            if isinstance(statement, m.Assign) and statement not in met:
                check.findings.report(needed[0].refusal())


def check_parts(check: Check, parts: Iterable[Part], scope: Scope) -> m.Block:
    """The statements of several files in a row; those of a variant come before those of its base."""
    done: list[m.Statement] = []
    for part in parts:
        done += check_ways(check, part, scope) if isinstance(part, Ways) else check_part(check, part, scope)
    return tuple(done)


def check_part(check: Check, item: t.Section, scope: Scope) -> m.Block:
    """The statements of one file. If an attempt has to begin again, nothing of it is kept."""
    widened: dict[t.Let, Size] = {}
    while True:
        attempt = check.fork(widened)
        block: m.Block = ()
        try:
            block = check_block(attempt, item.body, scope)
        except Restart as again:  # a local turned out to need a larger size: check again with that
            widened[again.let] = again.size
            continue
        except Fault as stop:
            attempt.findings.report(stop.finding)
        check.take(attempt)
        return block


def check_ways(check: Check, ways: Ways, scope: Scope) -> m.Block:
    """An `either` of the base's turn and the ways that variants add. If that turn is one `either` itself, it gets more
    branches."""
    first, failures = ways.others[0].name.span, check.findings.failures
    turn = check_parts(check, ways.turn, scope)
    others = tuple(check_part(check, other, scope) for other in ways.others)
    is_whole = failures == check.findings.failures and not check.declared.unsure("turn")
    check.findings.attempt(check_way, check.declared, turn, first, "the turn that this `or` adds to", is_whole)
    for body, other in zip(others, ways.others, strict=True):
        check.findings.attempt(check_way, check.declared, body, other.name.span, "this `or`", is_whole)
    match turn:
        case (m.Either(branches=branches, otherwise=None),):
            return (m.Either(first, branches + others, None),)
    return (m.Either(first, (turn, *others), None),)


def check_whole(check: Check, blocks: Mapping[str, m.Block]) -> None:
    """Report sections and statements that every ruleset needs, and statements that would take for ever."""
    declared = check.declared
    where = declared.head
    misread = any(f.code == "S101" for f in declared.rules.findings)  # one of these may have been meant for it
    if "turn" not in declared.rules.sections and not misread and not declared.unsure("turn"):
        hint = "add `turn` and a block that says what a player does"
        check.findings.report(error("R609", where, "the ruleset has no `turn`", hint))
    if has_errors([*check.findings.collected(), *declared.rules.findings]) or check.findings.failures:
        return
    if not any(isinstance(s, m.Choose) for s in m.walk(blocks["turn"])):
        part = declared.rules.sections["turn"][0]
        span = (part.others[0] if isinstance(part, Ways) else part).name.span
        message = "this turn has no decision and no roll"
        check.findings.report(error("R610", span, message, "let the player `choose` something"))
    every = [*blocks["turn"], *blocks["end"]]
    if not any(isinstance(s, m.Finish | m.Rank) for s in m.walk(tuple(every))):
        sections = declared.rules.sections.get("end", ())
        own = next((s.name.span for s in sections if not isinstance(s, Ways)), None)
        hint = f"{'say in' if own else 'add an'} `end`: `win me if …`, `lose next if stuck`, `draw if …`"
        check.findings.report(error("E704", own or where, "the game never ends: nobody wins, loses or draws", hint))
    for block in blocks.values():
        for statement in block:
            check_work(check.findings, statement)


def check_work(findings: Findings, statement: m.Statement) -> None:
    """Refuse a statement that nobody could wait for."""
    for part in m.walk((statement,)):
        listed = surely_listed(part) if isinstance(part, m.Choose | m.Loop) else 0
        if listed > MAX_OPTIONS:
            message = f"this has {listed:,} combinations; the limit is {MAX_OPTIONS:,}"
            hint = "use smaller sets, or loops within loops, each with its own limit"
            findings.report(error("R613", part.span, message, hint if isinstance(part, m.Loop) else "offer less"))
            return
    steps, depth = block_work((statement,))
    if (sure := sure_rounds((statement,))) > MAX_SURE:
        message = f"this takes at least {sure:,} rounds of loops, which would take too long"
        findings.report(error("R613", statement.span, message, "use smaller sets, or fewer loops"))
    elif steps > MAX_COST:
        message = f"this may take up to {steps:,} steps, which would take too long"
        findings.report(error("R613", statement.span, message, "use smaller sets, or fewer loops"))
    elif depth > MAX_DEPTH:
        message = f"{depth} loops within each other; the limit is {MAX_DEPTH}"
        findings.report(error("R613", statement.span, message, "use fewer loops"))


# ---- the model


def model_of(check: Check, name: str, done: _Done) -> Model:
    """The model, if there were no errors."""
    declared, blocks = check.declared, done.blocks
    boards = (*check.memo.boards.made.values(), *check.memo.boards.borders.values())
    for shape in boards:
        link(check, shape)
    found: dict[m.Variable, None] = {}
    for block in blocks.values():
        found |= dict.fromkeys(m.variables_of(block))
    local = [v for v in found if v.local]
    rules, pieces, looks = declared.rules, declared.pieces, declared.looks
    title = rules.game.title.span.text[1:-1] if rules.game else name
    return Model(
        name, title, tuple(rules.facts.items()), tuple(shown_options(check)), declared.player,
        boards, declared.board, declared.stacks, pieces.kinds, pieces.things, pieces.parts, dict(looks.things),
        (declared.me, declared.next, *declared.state.variables, *local),
        m.repeats_of(tuple(blocks.values())), blocks["setup"], blocks["turn"], blocks["end"],
        hash_of_rules(check, blocks), done.score, looks.board, tuple(looks.sites), dict(looks.variables),
        dict(looks.set_colours), dict(looks.turned), rules.score.unit if rules.score is not None else "", done.hidden,
        partners(check, (*blocks["turn"], *blocks["end"])),
    )  # fmt: skip


def shown_options(check: Check) -> list[Option]:
    """The options with their values, for people."""
    shown = []
    for name, decl in check.declared.rules.options.items():
        value = option_of(check, name, decl.name.span)
        type_, base = type_of(check, decl.type), value.type.base
        number = isinstance(base, Range) and type_.size == Size.ONE
        choices: tuple[str, ...] = ()
        if base is TRUTHS:
            choices = ("false", "true")
        elif isinstance(base, Domain) and type_.size == Size.ONE:
            choices = base.labels
        setting = check.declared.rules.settings.get(name)
        default: Any = setting.value if setting else decl.default
        fitted = (
            fit(check.static(default, ROOT, "a default"), type_) if default is not None else value
        )
        shown.append(Option(
            name, decl.type.span.text, plain(fitted if isinstance(fitted, Const) else value), plain(value),
            decl.help, base.low if number else None,
            base.high if isinstance(base, Range) and number else None, choices,
        ))  # fmt: skip
    return shown


def plain(value: Const) -> Any:
    """A value as Python data: numbers, truths, labels, lists of labels, None."""
    base = value.type.base
    if base is TRUTHS or value.type.size < Size.MANY:
        if isinstance(base, Domain):
            return base.labels[value.value] if value.value >= 0 else None
        return value.value
    return [label for i, label in enumerate(value.type.values.labels) if value.value >> i & 1]


def check(
    source: Source, options: Mapping[str, object] | None = None, players: int | None = None,
    read_base: ReadBase = base_of, origins: bool = False,
) -> Checked:  # fmt: skip
    """Check a ruleset with these options (numbers, truths, text in the language) and so many players. Never raises.

    `read_base` reads what a ruleset extends, by its name there; an editor has texts that aren't saved yet.
    `origins`: the trace keeps where in the text each expression comes from.
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
                                    "write that in the first line, with your own title"))
    if not rules.trees or (rules.game is None and has_errors(rules.findings)):
        return Checked(None, tuple(rules.findings), rules)
    findings = list(rules.findings)
    declared = Declared(rules, prelude(), parsed_options(options or {}, rules, findings), players)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))  # never lowered: other threads may be checking, too
    checking = Check(declared, Locals(), Findings(), Trace(origins={} if origins else None), Memo(), FORMS)
    model: Model | None = None
    try:
        done = run(checking)
        if not has_errors([*findings, *checking.findings.collected()]):
            model = model_of(checking, Path(source.name).stem, done)
    except Fault as stop:
        checking.findings.report(stop.finding)
    except Silent:
        pass
    except RecursionError:
        where = rules.game.span if rules.game else Span(source, 0, 1)
        message = "the rules are nested too deep to be checked"
        checking.findings.report(error("S106", where, message, "name parts with `define`"))
    told = (letters_told(advised(one, checking.trace.outgrown), declared) for one in checking.findings.collected())
    found = (*findings, *at_their_declaration([*told]))
    return Checked(model, found, rules, declared, checking.trace, checking.memo.boards)


def parsed_options(
    options: Mapping[str, object], rules: Ruleset, findings: list[Finding]
) -> dict[str, t.Expression]:
    """Options from outside, as expressions. Those that don't exist or can't be read become findings."""
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
