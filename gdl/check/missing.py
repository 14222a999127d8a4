"""Values that may be missing: the site of a move, the value of a variable. They are refused unless the rules have
tested that they are there.

Facts flow through the statements. A test adds facts. A change takes away the facts that depend on what it changes.
Where two ways meet, the facts that hold on both remain. A loop is repeated until no more facts fall away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial

from gdl.check.facts import NONE, Facts, member, substituted_in, sure, told
from gdl.model import statements as m
from gdl.model.build import FALSE, conjuncts
from gdl.model.nodes import (
    After,
    Cond,
    Content,
    Expr,
    Get,
    Given,
    Height,
    Layer,
    Op,
    Query,
    Repeats,
    Standing,
    Stuck,
    Var,
    node,
)
from gdl.model.types import Size
from gdl.syntax import tree as t
from gdl.text.findings import Finding
from gdl.text.source import Span

Binders = tuple[tuple[Var, Expr], ...]


@dataclass(frozen=True)
class Needed:
    """A value that must be there, and the finding if it may be missing."""

    value: Expr
    refusal: Callable[[], Finding]


@dataclass
class Notes:
    """Expressions of statements as the author wrote them, before folding made them cheap."""

    queries: dict[m.Statement, tuple[Binders, Expr]] = field(default_factory=dict)
    values: dict[m.Statement, Expr] = field(default_factory=dict)
    """Conditions of branches and of `repeat`, and assigned values."""
    needed: dict[m.Statement, tuple[Needed, ...]] = field(default_factory=dict)
    """For each statement the values that it needs and that may be missing."""
    ahead: dict[Expr, Expr] = field(default_factory=dict)
    """Conditions in the state that would follow a change."""

    def blame(self, block: m.Block, blamed: Callable[[Finding], Finding]) -> None:
        """Pass the findings about a block's needed values through `blamed`."""
        for s in m.walk(block):
            if s in self.needed:
                self.needed[s] = tuple(Needed(one.value, partial(_then, one.refusal, blamed)) for one in self.needed[s])

    def take(self, other: Notes) -> None:
        """Add the notes of others."""
        self.queries |= other.queries
        self.values |= other.values
        self.needed |= other.needed
        self.ahead |= other.ahead


def _then(refusal: Callable[[], Finding], blamed: Callable[[Finding], Finding]) -> Finding:
    return blamed(refusal())


@lru_cache(maxsize=20_000)
def _looks_ahead(e: Expr) -> bool:
    return isinstance(e, After) or any(_looks_ahead(part) for part in e.parts)


@lru_cache(maxsize=20_000)
def _reads(e: Expr) -> frozenset[object]:
    """The variables that an expression reads; "piece" stands for the board, and "" for everything."""
    found: frozenset[object] = frozenset().union(*(_reads(part) for part in e.parts))
    match e:
        case Get():
            found |= {e.variable}
        case Standing() | Content() | Height() | Layer():
            found |= {"piece"}
        case After() | Repeats() | Stuck():
            found |= {""}
    return found


def without(facts: Facts, changed: Iterable[object]) -> Facts:
    """The facts that are left after a change."""
    changes = {*changed, ""}
    return frozenset(fact for fact in facts if not _reads(fact) & changes)


class Flow:
    """The walk through the statements.

    `complain` is called with each value that may be missing. `met` collects the statements that need something.
    """

    def __init__(self, notes: Notes, complain: Callable[[Needed], None]) -> None:
        self.notes, self.complain = notes, complain
        self.met: set[m.Statement] = set()

    def block(self, block: m.Block, facts: Facts = NONE) -> Facts:
        """The facts after a row of statements."""
        for statement in block:
            facts = self.statement(statement, facts)
        return facts

    def statement(self, s: m.Statement, facts: Facts) -> Facts:
        """The facts after a statement."""
        match s:
            case m.Choose():
                return self._tuple(s, facts)
            case m.Loop():
                return self._rounds(facts, lambda before: self.block(s.body, self._tuple(s, before)))
            case m.Repeat():
                until = self.notes.values.get(s, s.until)

                def round_(before: Facts) -> Facts:
                    behind = self.block(s.body, before)
                    self.within(until, behind)
                    return behind

                return self._rounds(facts, round_, at_least_one=True) | told(until)
            case m.Branch():
                condition = self.notes.values.get(s, s.condition)
                self.within(condition, facts)
                if s.condition is FALSE:  # it never runs with these options, or with so many players
                    with self._silently():
                        self.block(s.then, facts)
                    return self.block(s.other, facts)
                then = self.block(s.then, facts | told(condition))
                return self._met(s.then, then, s.other, self.block(s.other, facts | told(condition, False)))
            case m.Either():
                blocks = [*s.branches, *([] if s.otherwise is None else [s.otherwise])]
                ends = [self.block(b, facts) for b in blocks]
                return ends[0].intersection(*ends[1:])
            case m.Most():
                for value in s.values:
                    self.within(value, facts)
                return self.block(s.body, facts)
        for e in m.expressions(s):
            self.within(e, facts)
        if (needed := self.notes.needed.get(s)) is not None:
            self.met.add(s)
            for one in needed:
                if not sure(one.value, facts):
                    self.complain(one)
        if isinstance(s, m.Assign):
            value = self.notes.values.get(s, s.value)
            is_there = not s.indices and s.variable.type.size == Size.MAYBE and sure(value, facts)
            left = without(facts, (s.variable,))
            return left | {node(Get, s.variable.type, s.variable, ())} if is_there else left
        return without(facts, ("piece",)) if isinstance(s, m.OnBoard) else facts

    @staticmethod
    def _met(one: m.Block, a: Facts, other: m.Block, b: Facts) -> Facts:
        """The facts after two ways. Either may end the game; then only the other counts."""
        if one and isinstance(one[-1], m.Finish) and one[-1].result == "draw":
            return b
        if other and isinstance(other[-1], m.Finish) and other[-1].result == "draw":
            return a
        return a & b

    def _rounds(self, facts: Facts, round_: Callable[[Facts], Facts], at_least_one: bool = False) -> Facts:
        """The facts after a loop: those that are left after each round."""
        with self._silently():
            while (behind := facts & round_(facts)) != facts:
                facts = behind
        behind = round_(facts)
        return behind if at_least_one else facts

    @contextmanager
    def _silently(self) -> Iterator[None]:
        """Within this, nothing is complained of."""
        complain, self.complain = self.complain, lambda needed: None
        try:
            yield
        finally:
            self.complain = complain

    def _tuple(self, s: m.Choose | m.Loop, facts: Facts) -> Facts:
        """The facts after the choice of a tuple."""
        binders, where = self.notes.queries.get(s, (s.binders, s.where))
        known = facts
        self._query(binders, where, facts)
        if isinstance(s, m.Choose):
            for text in (s.text, *s.others):
                self.within(text, facts)
            if s.told is not None:
                self.within(s.told, facts)
            if s.asking is not None:
                self.within(s.asking, known)
        facts = without(facts, s.variables)
        names: dict[Expr, Expr] = {
            v: node(Get, x.type, x, ()) for (v, _), x in zip(binders, s.variables, strict=True)
        }
        facts |= told(substituted_in(where, names))
        for v, source in binders:
            facts |= member(names[v], substituted_in(source, names))
        return facts

    # ---- changes that are looked at

    def _query(self, binders: Binders, where: Expr, facts: Facts) -> Facts:
        for v, source in binders:
            self.within(source, facts)
            facts |= member(v, source)
        self.within(where, facts)
        return facts | told(where)

    def within(self, e: Expr, facts: Facts) -> None:
        """Go through the changes that an expression looks ahead at."""
        if not _looks_ahead(e):
            return
        match e:
            case After():
                self.within(e.value, self.block(e.change, facts))
            case Op(name="and"):
                for part in conjuncts(e):
                    self.within(part, facts.union(*(told(other) for other in conjuncts(e) if other is not part)))
            case Op(name="or"):
                for part in e.operands:
                    self.within(part, facts.union(*(told(o, False) for o in e.operands if o is not part)))
            case Cond():
                self.within(e.condition, facts)
                self.within(e.then, facts | told(e.condition))
                self.within(e.other, facts | told(e.condition, False))
            case Query():
                inner = self._query(e.binders, e.where, facts)
                for part in e.body:
                    self.within(part, inner)
            case Given():
                self.within(e.value, facts)
                self.within(e.body, facts)
            case _:
                for part in e.parts:
                    self.within(part, facts)


def check_needed(notes: Notes, blocks: Iterable[m.Block], report: Callable[[Finding], None]) -> set[m.Statement]:
    """Report all values that may be missing where a statement needs them. Gives the statements that the walk met."""
    if not notes.needed:
        return set()
    flow = Flow(notes, lambda needed: report(needed.refusal()))
    for block in blocks:
        flow.block(block)
    return flow.met


def place_of(e: t.Expression, given: Mapping[str, Span]) -> Span:
    """The place of an expression; for a block's parameter, the place of the argument."""
    return given.get(e.text, e.span) if isinstance(e, t.Name) else e.span
