"""What checking works with: findings, a trace, what is worked out once, locals – and the carrier of these.

Expressions need one another in a circle, so what checks them takes the whole `Check`; everything else takes the part it
needs. An attempt at a part of a section has parts of its own, which count once it has come to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import ParamSpec, TypeVar

from gdl.check.declared import Declared
from gdl.check.missing import Notes
from gdl.check.outgrown import Outgrown
from gdl.check.scope import Scope, Silent, Thing
from gdl.model.build import const
from gdl.model.nodes import Const, Expr, Value, Var
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import TRUTH, Base, Plain, Range, Size, Type
from gdl.passes.fold import Folder
from gdl.syntax import tree as t
from gdl.text.findings import Fault, Finding, fault
from gdl.text.source import Span

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)

_SHOWN = 40
"""Characters of the rules that a hint repeats at most."""
MAX_STATEMENTS = 20_000
MAX_EXPANSIONS = 10_000
MAX_ROOM = 50_000_000
"""Elements that all sets may have room for together, each by the elements of its type: a bit each, 6 MB in all."""
TRIED = 50
"""A combination that is tried for a set of sets, or a site's step in a direction, counts as so many elements."""
ASKED = 25
"""So does a part of a set that is asked about."""


class Findings:
    """What was found. `failures`: statements that could not be checked; whether they hold a decision is not known."""

    def __init__(self, found: list[Finding] | None = None, failures: int = 0) -> None:
        self._found = found or []
        self.failures = failures

    def report(self, finding: Finding) -> None:
        """Note a finding, once for each place and code."""
        if not any(f.code == finding.code and f.span == finding.span for f in self._found):
            self._found.append(finding)

    def attempt(self, work: Callable[P, R], *arguments: P.args, **more: P.kwargs) -> R | None:
        """The result of `work`, or None if it found a fault, which is reported."""
        try:
            return work(*arguments, **more)
        except Fault as stop:
            self.report(stop.finding)
        except Silent:
            pass
        return None

    def mark(self) -> tuple[int, int]:
        """How far it has come."""
        return len(self._found), self.failures

    def back(self, mark: tuple[int, int]) -> list[Finding]:
        """Forget what was found behind a mark; gives what that was."""
        behind, self._found[mark[0] :] = self._found[mark[0] :], []
        self.failures = mark[1]
        return behind

    def since(self, mark: tuple[int, int]) -> list[Finding]:
        """What was found behind a mark, which is no longer among the findings."""
        behind, self._found[mark[0] :] = self._found[mark[0] :], []
        return behind

    def collected(self) -> tuple[Finding, ...]:
        """All findings, in order."""
        return tuple(self._found)

    def fork(self) -> Findings:
        """Findings that go on from these."""
        return Findings([*self._found], self.failures)

    def take(self, other: Findings) -> None:
        """Go on from a fork."""
        self._found, self.failures = other._found, other.failures


@dataclass
class Trace:
    """What was met on the way, for lint, editors and rules that are watched. Nothing is ever taken away from it.

    `types`: those that an expression has come to, in order; None for a piece that is still a piece. `targets`: the
    types of what statements change. `came_to`: its values, None where it depends on the state. `conditions`: the same
    of conditions of statements, as they go into the model. `off_board`: how often something was met that lies off the
    board. `origins`: where in the text each expression comes from; None where nobody asks; `written`: what each was
    before it was made cheap. `outgrown`: the values that variables can't hold, by their place.
    """

    used: set[t.Node] = field(default_factory=set)
    types: dict[t.Expression, dict[Type | None, None]] = field(default_factory=dict)
    targets: dict[t.Expression, dict[Type | None, None]] = field(default_factory=dict)
    came_to: dict[t.Expression, set[Const | None]] = field(default_factory=dict)
    conditions: dict[t.Expression, set[Value]] = field(default_factory=dict)
    asked: dict[t.Expression, list[tuple[tuple[tuple[Var, Expr], ...], Expr]]] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    off_board: int = 0
    origins: dict[Expr, dict[Span, None]] | None = None
    written: dict[Expr, Expr] = field(default_factory=dict)
    outgrown: dict[Span, Outgrown] = field(default_factory=dict)
    useless: dict[t.Expression, Finding] = field(default_factory=dict)

    def uses(self, *names: t.Name) -> None:
        """Something refers to declarations, which are given by their names."""
        self.used.update(names)

    def value(self, e: t.Expression, value: Expr | Thing, counts: bool) -> None:
        """An expression was checked. `counts`: what it comes to is of interest."""
        if not isinstance(value, Expr):
            self.types.setdefault(e, {})[None] = None
            return
        self.types.setdefault(e, {})[value.type] = None
        known = value if isinstance(value, Const) else None
        if self.origins is not None and known is None:
            self.origins.setdefault(value, {})[e.span] = None
        if counts:
            self.came_to.setdefault(e, set()).add(known)

    def target(self, e: t.Expression, type_: Type) -> None:
        """A statement changes what is kept under an expression."""
        self.targets.setdefault(e, {})[type_] = None

    def part(self, value: Expr) -> None:
        """Something is put into a set: a site, unless it lies off the board."""
        if isinstance(value, Const) and isinstance(value.type.base, Shape) and value.type.size == Size.MAYBE:
            self.off_board += value.value == -1

    def condition(self, e: t.Expression, value: Expr) -> None:
        """A condition of a statement has come to a value."""
        self.conditions.setdefault(e, set()).add(value.value if isinstance(value, Const) else None)

    def settled(self, written: Expr, done: Expr) -> None:
        """An expression was made cheap."""
        if self.origins is not None:
            self.written.setdefault(done, written)

    def fork(self) -> Trace:
        """An empty trace of the same sort."""
        return Trace(origins=None if self.origins is None else {})

    def take(self, other: Trace) -> None:
        """Go on with what an attempt has met."""
        self.used |= other.used
        for mine, others in ((self.types, other.types), (self.targets, other.targets)):
            for e, types in others.items():
                mine.setdefault(e, {}).update(types)
        for e, values in other.came_to.items():
            self.came_to.setdefault(e, set()).update(values)
        for e, known in other.conditions.items():
            self.conditions.setdefault(e, set()).update(known)
        for e, questions in other.asked.items():
            self.asked.setdefault(e, []).extend(questions)
        self.notes.take(other.notes)
        self.outgrown |= other.outgrown
        self.useless |= other.useless
        if self.origins is not None:
            for value, spans in (other.origins or {}).items():
                self.origins.setdefault(value, {}).update(spans)
        for done, written in other.written.items():
            self.written.setdefault(done, written)


@dataclass
class Budget:
    """How large the rules have grown: statements, defines that were written out, room of sets known beforehand.

    Each set has its own limit; but a text of the greatest size may hold thousands of the greatest sets.
    """

    made: int = 0
    expanded: int = 0
    room: int = 0
    kept: set[Const] = field(default_factory=set)

    def block(self, span: Span) -> None:
        """Refuse a block that is written out if that makes too many statements."""
        if self.made > MAX_STATEMENTS:
            raise fault("R612", span, "the rules become too large with every define written out",
                        "use fewer blocks within other blocks")  # fmt: skip

    def expansion(self, span: Span) -> None:
        """Count a define that is written out."""
        self.expanded += 1
        if self.expanded > MAX_EXPANSIONS:
            raise fault("R612", span, "the rules become too large with every define written out",
                        "use fewer values within other values")  # fmt: skip

    def work(self, combinations: int, span: Span) -> None:
        """Count what is to be tried for a set of sets or a direction, before it is."""
        self._spend(TRIED * combinations, span)

    def asked(self, parts: int, span: Span) -> None:
        """Count the parts of a set of which it is asked before the game whether they meet a condition."""
        self._spend(ASKED * parts, span)

    def value(self, value: Const, span: Span) -> None:
        """Count what a value takes, once for each value."""
        if value.type.size < Size.MANY or isinstance(value.type.base, Plain) or value in self.kept:
            return
        self.kept.add(value)
        sets = len(value.value) if value.type.size == Size.FAMILY else 1
        self._spend(sets * len(value.type.base), span)

    def _spend(self, elements: int, span: Span) -> None:
        self.room += elements
        if self.room > MAX_ROOM:
            raise fault(
                "T332", span,
                f"with this one, the fixed sets have room for over {MAX_ROOM:,} elements",
                "make fewer or smaller ones: sets of sets on a smaller board, numbers that lie closer together",
            )  # fmt: skip


@dataclass
class Boards:
    """The boards that were made, by their definition and what it was given; `trees`: the definition, and its scope."""

    made: dict[tuple[t.Shape, tuple[Value, ...]], Shape] = field(default_factory=dict)
    trees: dict[Shape, tuple[t.Shape, Scope]] = field(default_factory=dict)
    borders: dict[tuple[Shape, str], Shape] = field(default_factory=dict)
    """The edges and corners of boards."""


@dataclass
class Memo:
    """What is worked out once. `expansions`: defines, by what they were given; `off_board`: those of which
    a part lies off the board; `lifted`: those for several subjects;
    `contents`: what is in bags; `bags`: which bag such an expression belongs to."""

    options: dict[str, Const] = field(default_factory=dict)
    bases: dict[str, Base] = field(default_factory=dict)
    boards: Boards = field(default_factory=Boards)
    expansions: dict[object, Expr | Thing] = field(default_factory=dict)
    off_board: set[object] = field(default_factory=set)
    lifted: dict[object, Expr] = field(default_factory=dict)
    contents: dict[object, Expr] = field(default_factory=dict)
    bags: dict[Expr, object] = field(default_factory=dict)
    folder: Folder = field(default_factory=Folder)
    budget: Budget = field(default_factory=Budget)
    under_way: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)

    def once(self, done: dict[K, R], key: K, what: str, span: Span, make: Callable[[], R]) -> R:
        """What `make` gives, which is kept in `done`; refuses to work out a thing in terms of itself."""
        if key in done:
            return done[key]
        if what in self.failed:
            raise Silent
        if what in self.under_way:
            ring = " → ".join([*self.under_way[self.under_way.index(what) :], what])
            raise fault("N204", span, f"{what} is defined in terms of itself ({ring})",
                        "a definition can't use itself: write it with other names")  # fmt: skip
        self.under_way.append(what)
        try:
            done[key] = make()
        except (Fault, Silent):
            self.failed.add(what)
            raise
        finally:
            self.under_way.pop()
        return done[key]

    def fork(self) -> Memo:
        """What an attempt goes on from."""
        boards = Boards({**self.boards.made}, {**self.boards.trees}, {**self.boards.borders})
        budget = replace(self.budget, kept={*self.budget.kept})
        return replace(self, bases={**self.bases}, boards=boards, expansions={**self.expansions},
                       lifted={**self.lifted}, budget=budget, failed={*self.failed})  # fmt: skip

    def take(self, other: Memo) -> None:
        """Go on from a fork."""
        self.bases, self.failed = other.bases, other.failed
        self.expansions, self.lifted = other.expansions, other.lifted
        self.boards.made, self.boards.trees = other.boards.made, other.boards.trees
        self.boards.borders = other.boards.borders
        self.budget = other.budget


@dataclass
class Locals:
    """The locals of one attempt at a part of a section.

    `lets`: those that a `let` has introduced. `widened`: sizes that earlier attempts have turned out to need.
    """

    variables: list[Variable] = field(default_factory=list)
    nodes: dict[Variable, t.Name] = field(default_factory=dict)
    lets: dict[Variable, t.Let] = field(default_factory=dict)
    widened: dict[t.Let, Size] = field(default_factory=dict)


@dataclass(frozen=True)
class Forms:
    """What checks expressions and makes boards. They need one another in a circle, so each reaches them by the carrier.

    `functions`: the functions that are built in, by name.
    """

    expr: Callable[[Check, t.Expression, Scope], Expr]
    make_shape: Callable[[Check, t.Shape, tuple[Value, ...], str, str], Shape]
    add_directions: Callable[[Check, Shape, list[t.Direction]], tuple[Shape, frozenset[str]]]
    value: Callable[[Check, t.Expression, Scope], Expr | Thing]
    functions: Mapping[str, Callable[[Check, t.Call, Scope], Expr]]


@dataclass(frozen=True)
class Check:
    """One check of one ruleset: its parts, handed on together."""

    declared: Declared
    locals: Locals
    findings: Findings
    trace: Trace
    memo: Memo
    forms: Forms

    # ---- attempts

    def fork(self, widened: dict[t.Let, Size]) -> Check:
        """An attempt, with parts of its own."""
        return Check(self.declared, Locals(widened=widened), self.findings.fork(), self.trace.fork(),
                     self.memo.fork(), self.forms)  # fmt: skip

    def take(self, attempt: Check) -> None:
        """Go on with what an attempt has come to."""
        self.findings.take(attempt.findings)
        self.trace.take(attempt.trace)
        self.memo.take(attempt.memo)

    # ---- expressions

    def expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression; a kind of piece is the sites where it stands."""
        return self.forms.expr(self, e, scope)

    def value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """The checked expression, in which a piece is still a piece."""
        return self.forms.value(self, e, scope)

    def settled(self, e: Expr) -> Expr:
        """An expression as it goes into the model: what is static worked out, queries planned."""
        done = self.memo.folder.fold(e)
        self.trace.settled(e, done)
        return done

    def static(self, e: t.Expression, scope: Scope, why: str) -> Const:
        """The value of an expression that is the same in every position."""
        value = self.expr(e, scope)
        if not isinstance(value, Const):
            raise fault("T310", e.span, f"{why} must be known before the game starts",
                        "use numbers, options and players only")  # fmt: skip
        return value

    def static_number(self, e: t.Expression, scope: Scope, why: str) -> int:
        """The value of a number that is known before the game starts."""
        value = self.static(e, scope, why)
        if not (value.type.is_number and isinstance(value.value, int)):
            raise fault("T301", e.span, f"{why} must be a number, not {value.type}",
                        "write a number, or a value made of numbers and options")
        return value.value

    def truth(self, e: t.Expression, scope: Scope, what: str = "a condition") -> Expr:
        """A condition."""
        value = self.expr(e, scope)
        if value.type != TRUTH:
            shown, hint = e.span.text if len(e.span.text) < _SHOWN and "\n" not in e.span.text else "…", ""
            if value.type.size >= Size.MAYBE:
                hint = f"write `some {shown}` to ask whether there is one"
                hint += f", `x in {shown}` to ask whether x is one" if value.type.size == Size.MANY else ""
            elif value.type.base is self.declared.player:
                hint = f"ask who it is: `me = {shown}`"
            elif isinstance(value.type.base, Shape):
                hint = f"ask something about it: `{shown} in mine`"
            elif value.type.is_number and isinstance(e, t.Integer):
                hint = f"compare it with a value; for several numbers write `x in {{1, {shown}}}`"
            elif value.type.is_number:
                hint = f"compare it with a number: `{shown} > 0`, for example"
            raise fault("T309", e.span, f"{what} is true or false, not {value.type}", hint)
        return value


def same_base(a: Expr, b: Expr, span: Span, what: str, hint: str = "") -> None:
    """Refuse to bring together what is not of one sort."""
    if a.type.base is b.type.base or (isinstance(a.type.base, Range) and isinstance(b.type.base, Range)):
        return
    raise fault("T311", span, f"{what} must have one type, not {a.type} and {b.type}", hint)


def both_families(a: Expr, b: Expr, span: Span) -> Expr:
    """The sets of two families, each once."""
    if not isinstance(a, Const) or not isinstance(b, Const) or a.type != b.type:
        raise fault("T310", span, "joined families of sets must be known before the game starts",
                    "go through them one by one")  # fmt: skip
    return const(a.type, tuple(dict.fromkeys((*a.value, *b.value))))


_SHORT = 30  # characters of what a hint repeats


def no_family(value: Expr, e: t.Expression) -> Expr:
    """A value that is no family of sets: nearly everywhere one thing or one set is wanted."""
    if value.type.size == Size.FAMILY:
        family = e.span.text if len(e.span.text) < _SHORT else "…"
        raise fault("T313", e.span, f"this must be one thing or one set, not {value.type}",
                    f"go through its sets: `some line in {family} where line within mine`, for example")
    return value
