"""Counters that rules keep only to draw: how far they may go on within some plies (`forgetting.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.build import const
from gdl.model.model import Model
from gdl.model.nodes import Cond, Const, Expr, Op, within
from gdl.model.types import Range
from interpreter.graph.idle import Known, asked_at_ends, never, reads

FAR = 0xFFFF
"""Plies that the solver counts no further."""


@dataclass(frozen=True)
class Bound:
    """A counter: what one turn adds to it at most, the most that it is ever set to, the least number that may draw."""

    variable: m.Variable
    growth: int
    resets: int
    limit: int

    def holds_for(self, now: int, plies: int) -> bool:
        """Whether the counter stays below its limit for this many plies, if it is at `now`."""
        return plies < FAR and max(now, self.resets) + plies * self.growth < self.limit


def bound_of(model: Model, v: m.Variable) -> Bound | None:
    """How a counter goes on; None if that isn't known, or one turn alone may bring it to its limit."""
    assert isinstance(v.type.base, Range)
    both = [_steps(block, v) for block in (model.turn, model.end)]
    if None in both:
        return None
    resets, growth = max(step[0] for step in both if step), sum(step[1] for step in both if step)
    limit = _least(v.type.base, asked_at_ends(model, lambda e: reads(e, v)), v)
    found = Bound(v, growth, resets, limit)
    return found if found.holds_for(v.type.base.low, 1) else None


def _steps(block: m.Block, v: m.Variable) -> tuple[int, int] | None:
    """What a counter is set to at most while a block is done once, if not from its own number, and what is added to it
    at most; None if that isn't known."""
    assert isinstance(v.type.base, Range)
    resets, growth = v.type.base.low, 0
    for s in block:
        ways = [_steps(inner, v) for inner in m.inner_blocks(s)]
        if isinstance(s, m.Assign) and s.variable is v:
            ways = [_step(s.value, v)]
        if None in ways:
            return None
        found = [way for way in ways if way]
        most = max((added for _, added in found), default=0)
        if most and isinstance(s, m.Loop | m.Repeat):
            return None
        resets, growth = max([resets, *(to for to, _ in found)]), growth + most
    return resets, growth


def _step(e: Expr, v: m.Variable) -> tuple[int, int] | None:
    """The same of one value: what it is set to at most, if not from its own number, and what is added to it."""
    assert isinstance(v.type.base, Range)
    low = v.type.base.low
    if reads(e, v):
        return low, 0
    if not any(reads(part, v) for part in within(e)):
        return (e.type.base.high, 0) if isinstance(e.type.base, Range) else None
    if isinstance(e, Cond) and not any(reads(part, v) for part in within(e.condition)):
        then, other = _step(e.then, v), _step(e.other, v)
        return None if then is None or other is None else (max(then[0], other[0]), max(then[1], other[1]))
    if isinstance(e, Op) and e.name == "+":
        added = [o.value for o in e.operands if isinstance(o, Const)]
        if len(e.operands) == len(added) + 1 and sum(added) >= 0:
            step = next(_step(o, v) for o in e.operands if not isinstance(o, Const))
            return None if step is None else (step[0] + sum(added) * (step[0] > low), step[1] + sum(added))
    return None


def _least(base: Range, asked: list[Expr], v: m.Variable) -> int:
    """The least number for which a condition may hold."""
    for n in range(base.low, base.high + 1):
        known = _known(v, n)
        if not all(never(atom, known) for atom in asked):
            return n
    return base.high + 1


def _known(v: m.Variable, n: int) -> Known:
    number = const(v.type, n)
    return lambda e: number if reads(e, v) else None
