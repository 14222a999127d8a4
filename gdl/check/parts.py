"""The parts of a check: findings, trace, memo and locals; and `Check`, which carries them.

The functions that check expressions need one another, so they take the whole `Check`. All other functions take the part
that they need. An attempt at a part of a section has parts of its own. They count only if the attempt comes to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from gdl.check.declared import Declared
from gdl.check.memo import Memo
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.trace import Trace
from gdl.model.build import const
from gdl.model.nodes import Const, Expr, Value
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import TRUTH, Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import Fault, Finding, fault
from gdl.text.source import Span

P = ParamSpec("P")
R = TypeVar("R")

_SHOWN = 40
"""Characters of the rules that a hint repeats at most."""
class Findings:
    """All findings so far. `failures`: how many statements could not be checked; any of them may hold a decision."""

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
        """A mark, for `back` and `since`."""
        return len(self._found), self.failures

    def back(self, mark: tuple[int, int]) -> None:
        """Forget all findings and failures after a mark."""
        self.since(mark)
        self.failures = mark[1]

    def since(self, mark: tuple[int, int]) -> list[Finding]:
        """Take away the findings after a mark, and give them."""
        behind, self._found[mark[0] :] = self._found[mark[0] :], []
        return behind

    def collected(self) -> tuple[Finding, ...]:
        """All findings, in order."""
        return tuple(self._found)

    def fork(self) -> Findings:
        """A copy, for an attempt."""
        return Findings([*self._found], self.failures)

    def take(self, other: Findings) -> None:
        """Go on with the findings of an attempt."""
        self._found, self.failures = other._found, other.failures


@dataclass
class Locals:
    """The locals of one attempt at a part of a section.

    `lets`: those that a `let` introduces. `widened`: sizes that earlier attempts have found to be needed.
    """

    variables: list[Variable] = field(default_factory=list)
    nodes: dict[Variable, t.Name] = field(default_factory=dict)
    lets: dict[Variable, t.Let] = field(default_factory=dict)
    widened: dict[t.Let, Size] = field(default_factory=dict)


@dataclass(frozen=True)
class Forms:
    """The functions that check expressions and make boards. They need one another, so each reaches the others by
    `Check`.

    `functions`: the built-in functions, by name.
    """

    expr: Callable[[Check, t.Expression, Scope], Expr]
    make_shape: Callable[[Check, t.Shape, tuple[Value, ...], str, str], Shape]
    add_directions: Callable[[Check, Shape, list[t.Direction]], tuple[Shape, frozenset[str]]]
    value: Callable[[Check, t.Expression, Scope], Expr | Thing]
    functions: Mapping[str, Callable[[Check, t.Call, Scope], Expr]]


@dataclass(frozen=True)
class Check:
    """One check of one ruleset: its parts, passed on together."""

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
        """Go on with the results of an attempt."""
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
        """An expression as it goes into the model: folded, with its queries planned."""
        done = self.memo.folder.fold(e)
        self.trace.settled(e, done)
        return done

    def static(self, e: t.Expression, scope: Scope, why: str) -> Const:
        """The value of an expression that is known before the game starts."""
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
    """Refuse to join things of two sorts."""
    if a.type.base is b.type.base or (isinstance(a.type.base, Range) and isinstance(b.type.base, Range)):
        return
    raise fault("T311", span, f"{what} must have one type, not {a.type} and {b.type}", hint)


def both_families(a: Expr, b: Expr, span: Span) -> Expr:
    """The sets of two families, each set once."""
    if not isinstance(a, Const) or not isinstance(b, Const) or a.type != b.type:
        raise fault("T310", span, "joined families of sets must be known before the game starts",
                    "go through them one by one")  # fmt: skip
    return const(a.type, tuple(dict.fromkeys((*a.value, *b.value))))


_SHORT = 30  # characters of what a hint repeats


def no_family(value: Expr, e: t.Expression) -> Expr:
    """Refuse a family of sets: nearly everywhere one thing or one set is needed."""
    if value.type.size == Size.FAMILY:
        family = e.span.text if len(e.span.text) < _SHORT else "…"
        raise fault("T313", e.span, f"this must be one thing or one set, not {value.type}",
                    f"go through its sets: `some line in {family} where line within mine`, for example")
    return value
