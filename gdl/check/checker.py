"""Checking a ruleset: from its text, options and number of players to a model, or to what keeps it from being one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.check.changes import Restart, Section
from gdl.check.missing import Notes, check_moves
from gdl.check.prelude import prelude
from gdl.check.ruleset import Part, Ruleset, Ways, merge
from gdl.check.scope import ROOT, Scope, Silent, Thing
from gdl.check.statements import Statements
from gdl.colours import COLOURS
from gdl.findings import Fault, Finding, error, has_errors
from gdl.library import NotFound, base_of
from gdl.model import model as m
from gdl.model.cost import MAX_COST, MAX_DEPTH, block_work
from gdl.model.nodes import Const
from gdl.model.types import TRUTHS, Domain, Range, Size
from gdl.passes.fold import Folder
from gdl.suggest import did_you_mean
from gdl.syntax import tree as t
from gdl.syntax.parser import parse, parse_value
from gdl.syntax.source import Source, Span

SECTIONS = {
    "setup": Section("setup", choices=False, rolls=True),
    "turn": Section("turn", choices=True, rolls=True),
    "end": Section("end", choices=False, rolls=False),
}
UNPLAYED = ("span", "help", "place", "symbol", "colour")
"""What a declaration may say that changes no game: how things are explained and drawn."""


@dataclass(frozen=True)
class Checked:
    """A model, unless there are errors; all findings; and, for lint, the checker with what it has noted."""

    model: m.Model | None
    findings: tuple[Finding, ...]
    rules: Ruleset
    checker: Checker | None


class Checker(Statements):
    """One check of one ruleset."""

    def __init__(self, rules: Ruleset, options: Mapping[str, t.Expression], players: int | None) -> None:
        super().__init__(rules, options, players, prelude())
        self.folder = Folder()
        self.section = SECTIONS["setup"]
        self.widened: dict[t.Let, Size] = {}
        self.let_nodes: dict[m.Variable, t.Let] = {}
        self.expansions = {}
        self.lifted = {}
        self.conditions = {}
        self.notes = Notes()
        self.came_to = {}
        self.asked = {}
        self.looks: dict[str, m.Look] = {}
        self.look_nodes: dict[str, t.Look] = {}
        self.letter_cache: dict[Domain, tuple[str, ...]] = {}
        self.blocks: dict[str, m.Block] = {}

    def run(self) -> None:
        """Check everything; what is wrong goes into `findings`."""
        self.declare()
        for look in self.rules.looks:
            self.attempt(self.declare_look, look)
        for name, section in SECTIONS.items():
            self.blocks[name] = self.checked_section(name, section)
        check_moves(self.notes, self.blocks.values(), self.refuse_missing)
        self.check_whole()
        for define in self.rules.defines.values():
            if (
                define.subject is None
                and not define.parameters
                and not define.is_block
                and define.name not in self.used
            ):
                self.attempt(self.define_value, define, Scope({}, trail=(define.name.text,)))

    def refuse_missing(self, span: Span) -> None:
        """A move from or to a site that may be missing."""
        self.report(error("T342", span, f"`{span.text}` may be missing, and nothing would move then",
                          f"ask for it first: `where some {span.text}` or `if some {span.text}`"))  # fmt: skip

    def checked_section(self, name: str, section: Section) -> m.Block:
        """A section's statements; those of a variant come before those of its base."""
        self.section, self.allow_stuck = section, name == "end"
        done = self.parts(self.rules.sections.get(name, ()))
        self.allow_stuck = False
        return done

    def parts(self, parts: Iterable[Part]) -> m.Block:
        """The statements of one file after another's."""
        return tuple(s for part in parts for s in (self.ways(part) if isinstance(part, Ways) else self.part(part)))

    def part(self, item: t.Section) -> m.Block:
        """The statements of one file."""
        while True:
            before = list(self.findings)
            try:
                return self.block(item.body, ROOT)
            except Restart:  # a local turned out to need a larger size: check again with that
                self.findings = before
                self.expansions.clear()
                self.lifted.clear()
            except Fault as stop:
                self.report(stop.finding)
                return ()

    def ways(self, ways: Ways) -> m.Block:
        """Either the turn as it was, or one of the others: if it is an `either` itself, more branches of that."""
        first, failures = ways.others[0].name.span, self.failures
        turn = self.parts(ways.turn)
        others = tuple(self.part(other) for other in ways.others)
        is_whole = failures == self.failures and not self.unsure("turn")
        self.attempt(self.check_way, turn, first, "the turn that this `or` adds to", is_whole)
        for body, other in zip(others, ways.others, strict=True):
            self.attempt(self.check_way, body, other.name.span, "this `or`", is_whole)
        match turn:
            case (m.Either(branches=branches, otherwise=None),):
                return (m.Either(first, branches + others, None),)
        return (m.Either(first, (turn, *others), None),)

    def check_whole(self) -> None:
        """What must be there at all, and what would take for ever."""
        where = self.rules.game.span if self.rules.game else Span(self.rules.trees[0].source, 0, 1)
        misread = any(f.code == "S101" for f in self.rules.findings)  # one of these may have been meant for it
        if "turn" not in self.rules.sections and not misread and not self.unsure("turn"):
            hint = "say what a player does: `turn`, and a block"
            self.report(error("R609", where, "the ruleset has no `turn`", hint))
        if has_errors([*self.findings, *self.rules.findings]) or self.failures:
            return
        if not any(isinstance(s, m.Choose) for s in m.walk(self.blocks["turn"])):
            part = self.rules.sections["turn"][0]
            span = (part.others[0] if isinstance(part, Ways) else part).name.span
            message = "a turn without a decision or a roll plays itself"
            self.report(error("R610", span, message, "let the player `choose` something"))
        every = [*self.blocks["turn"], *self.blocks["end"]]
        if not any(isinstance(s, m.Finish | m.Rank) for s in m.walk(tuple(every))):
            hint = "add an `end`: `win me if …`, `lose next if stuck`, `draw if …`"
            self.report(error("E704", where, "the game never ends: nobody wins, loses or draws", hint))
        for block in self.blocks.values():
            for statement in block:
                self.check_work(statement)

    def check_work(self, statement: m.Statement) -> None:
        """Refuse a statement that nobody could wait for."""
        steps, depth = block_work((statement,))
        if steps > MAX_COST:
            message = f"this may take up to {steps:,} steps, more than anybody would wait for"
            self.report(error("R613", statement.span, message, "range over smaller sets, or say it in fewer loops"))
        elif depth > MAX_DEPTH:
            message = f"{depth} loops within each other, more than the limit of {MAX_DEPTH}"
            self.report(error("R613", statement.span, message, "say it in fewer steps"))

    # ---- looks

    def declare_look(self, look: t.Look) -> None:
        """How a piece or a member of a type is written and drawn."""
        owner = look.thing.right if isinstance(look.thing, t.Binary) else look.thing
        if isinstance(owner, t.Name) and owner.text in self.absent:
            return
        if look.colour and look.colour.lower() not in COLOURS:
            end = look.span.start + len(look.span.text.rstrip())
            place = Span(look.span.source, end - len(look.colour), end)
            message = f"`{look.colour}` is no colour that is known; there are {', '.join(COLOURS)}"
            self.report(error("P513", place, message, did_you_mean(look.colour.lower(), COLOURS)))
        for key in self._look_keys(look.thing):
            self.looks[key] = m.Look(look.letter, look.symbol, look.colour)
            self.look_nodes[key] = look

    def _look_keys(self, e: t.Expression) -> list[str]:
        value = self.piece_named(e, ROOT)
        if isinstance(value, Thing) and isinstance(value.kind, Const):
            kind, owner = value.kind.value, value.owner
            number = value.number.value if isinstance(value.number, Const) else None
            return [
                label
                for label, (k, p, n) in zip(self.pieces.labels, self.piece_parts, strict=True)
                if k == kind
                and (owner is None or (isinstance(owner, Const) and owner.value == p))
                and number in (None, n)
            ]
        if isinstance(value, Const) and isinstance(value.type.base, Domain) and value.type.size == Size.ONE:
            return [f"{value.type.base.name}.{value.type.base.labels[value.value]}"]
        raise Fault(
            error(
                "P512",
                e.span,
                "only a piece, or a member of a type, has a look",
                'write `stone of White "W"`, say',
            )
        )

    def letters(self, base: Domain | Range) -> tuple[str, ...]:
        """How the elements of a type are written in moves: by their look, if they have one."""
        if isinstance(base, Range):
            return base.labels
        if base not in self.letter_cache:
            if base is self.pieces:
                letters = tuple(self.looks[x].letter if x in self.looks else x for x in base.labels)
            elif base is self.kind_domain:
                letters = tuple(self._kind_letter(i) for i in range(len(base)))
            else:
                keys = [f"{base.name}.{x}" for x in base.labels]
                letters = tuple(
                    self.looks[k].letter if k in self.looks else x
                    for k, x in zip(keys, base.labels, strict=True)
                )
            self.letter_cache[base] = letters
        return self.letter_cache[base]

    def _kind_letter(self, kind: int) -> str:
        """A kind is written by its look if all its pieces are written alike, but for upper and lower case."""
        own = [x for x, (k, _, _) in zip(self.pieces.labels, self.piece_parts, strict=True) if k == kind]
        found = {self.looks[x].letter.upper() for x in own if x in self.looks}
        return (
            found.pop()
            if len(found) == 1 and all(x in self.looks for x in own)
            else self.kind_domain.labels[kind]
        )

    # ---- the model

    def model(self, name: str) -> m.Model:
        """The model, if there were no errors."""
        blocks = self.blocks
        declared = [v for v in self.variables if not v.local]
        found: dict[m.Variable, None] = {}
        for block in blocks.values():
            found |= dict.fromkeys(m.variables_of(block))
        local = [v for v in found if v.local]
        game = self.rules.game
        title = game.title.span.text[1:-1] if game else name
        return m.Model(
            name, title, tuple(self.rules.facts.items()), tuple(self.shown_options()), self.player,
            tuple(self.shapes.values()), self.board, self.stacks, tuple(self.kinds), self.pieces,
            tuple(self.piece_parts), dict(self.looks), (self.me, self.next, *declared, *local),
            m.repeats_of(tuple(blocks.values())), blocks["setup"], blocks["turn"], blocks["end"], self.hash(),
        )  # fmt: skip

    def shown_options(self) -> list[m.Option]:
        """The options with their values, for people."""
        shown = []
        for name, decl in self.rules.options.items():
            value = self.option(name, decl.name.span)
            type_, base = self.type_of(decl.type), value.type.base
            number = isinstance(base, Range) and type_.size == Size.ONE
            choices: tuple[str, ...] = ()
            if base is TRUTHS:
                choices = ("false", "true")
            elif isinstance(base, Domain) and type_.size == Size.ONE:
                choices = base.labels
            setting = self.rules.settings.get(name)
            default: Any = setting.value if setting else decl.default
            fitted = (
                self.fit(self.static(default, ROOT, "a default"), type_) if default is not None else value
            )
            shown.append(m.Option(
                name, decl.type.span.text, plain(fitted if isinstance(fitted, Const) else value), plain(value),
                decl.help, base.low if number else None,
                base.high if isinstance(base, Range) and number else None, choices,
            ))  # fmt: skip
        return shown

    def hash(self) -> str:
        """Of what the rules say, with options and players settled; comments, facts and drawing don't count."""
        items: list[t.Node] = [i for tree in self.rules.trees for i in tree.items if not isinstance(i, t.Game)]
        items += self.prelude.defines.values()
        items += [shape for shape, _ in self.shape_trees.values()]
        text = "\n".join(map(_dump, items))
        text += repr(
            [(name, str(self.option(name, o.name.span).value)) for name, o in self.rules.options.items()]
        )
        return sha256((text + repr(self.player.labels)).encode()).hexdigest()[:16]


def plain(value: Const) -> Any:
    """A value as Python data: numbers, truths, labels, lists of labels, None."""
    base = value.type.base
    if base is TRUTHS or value.type.size < Size.MANY:
        if isinstance(base, Domain):
            return base.labels[value.value] if value.value >= 0 else None
        return value.value
    return [label for i, label in enumerate(value.type.values.labels) if value.value >> i & 1]


def _dump(value: object) -> str:
    """A syntax tree as text, without what doesn't matter to play."""
    if isinstance(value, t.Node):
        inner = ",".join(_dump(v) for k, v in vars(value).items() if k not in UNPLAYED)
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return f"[{','.join(map(_dump, value))}]"
    return repr(value)


def check(source: Source, options: Mapping[str, object] | None = None, players: int | None = None) -> Checked:
    """Check a ruleset with these options (numbers, truths, text in the language) and so many players. Never raises."""
    tree = parse(source)
    missing: list[Finding] = []

    def find_base(name: t.Text) -> t.Tree | None:
        if Path(name.span.source.name).stem == Path(name.span.text[1:-1]).stem:
            return parse(name.span.source)
        try:
            base = parse(base_of(name.span.text[1:-1], name.span.source))
        except NotFound as problem:
            missing.append(error("O807", name.span, str(problem)))
            return None
        if not any(isinstance(item, t.Game) for item in base.items):  # nothing of it is shown: it may be anything
            missing.append(error("O807", name.span, f"{base.source.name} isn't a ruleset: it has no `game`"))
            return None
        return base

    rules = merge(tree, find_base)
    rules.findings += missing
    if rules.game is None and not rules.findings:
        rules.findings.append(error("S110", Span(source, 0, 1), 'a ruleset begins with `game "its name"`'))
    if not rules.trees or (rules.game is None and has_errors(rules.findings)):
        return Checked(None, tuple(rules.findings), rules, None)
    findings = list(rules.findings)
    checker = Checker(rules, parsed_options(options or {}, rules, findings), players)
    model: m.Model | None = None
    try:
        checker.run()
        if not has_errors([*findings, *checker.findings]):
            model = checker.model(Path(source.name).stem)
    except (Fault, Silent, RecursionError) as stop:
        if isinstance(stop, Fault):
            checker.report(stop.finding)
        elif isinstance(stop, RecursionError):
            where = rules.game.span if rules.game else Span(source, 0, 1)
            checker.report(
                error(
                    "S106", where, "the rules are nested too deep to be checked", "name parts with `define`"
                )
            )
    return Checked(model, tuple(findings + checker.findings), rules, checker)


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
