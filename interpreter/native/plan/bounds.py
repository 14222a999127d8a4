"""The most that the values of a `most` block can come to, where the rules tell: each gain uses up something.

`used += 1` and `pips += n` beside `n.left -= 1`: however a turn goes on, no more is gained than what is left allows, so
`used` ends at most at `used + sum(left)`, `pips` at most at `pips + sum(n * n.left)`. Who has reached that needn't look
for more.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.model import statements as m
from gdl.model.build import TRUE, everything, op, query
from gdl.model.nodes import Const, Expr, Get, Op, Table, Var, node, within
from gdl.model.types import Range, Size, Type
from gdl.passes.substitution import substitute

LARGEST = 1 << 40
"""Bounds beyond this are none."""


def bound(most: m.Most) -> tuple[Expr, ...] | None:
    """For each value of a block the most that it can be at its end, as an expression; None if that isn't known."""
    found = [_bound_of(most, value) for value in most.values]
    return tuple(e for e in found if e is not None) if None not in found else None


def _bound_of(most: m.Most, value: Expr) -> Expr | None:
    if not isinstance(value, Get) or value.indices or not isinstance(value.variable.type.base, Range):
        return None
    gains = [(row, s) for row, s in _assignments(most.body) if s.variable is value.variable]
    chosen = {v for s in m.walk(most.body) if isinstance(s, m.Choose | m.Loop) for v in s.variables}
    if len(gains) != 1 or value.variable in chosen:
        return None
    row, gain = gains[0]
    amount = _added(gain)
    if amount is None:
        return None
    for use in row[: row.index(gain)]:
        between = row[row.index(use) : row.index(gain)]
        if isinstance(use, m.Assign) and _uses_up(most, use) and _fits(amount, use, between):
            return _sum(value, amount, use)
    return None


def _assignments(block: m.Block) -> Iterator[tuple[m.Block, m.Assign]]:
    """Each assignment in a block, with the row of statements that it stands in."""
    for s in block:
        if isinstance(s, m.Assign):
            yield block, s
        for inner in m.inner_blocks(s):
            yield from _assignments(inner)


def _added(s: m.Assign) -> Expr | None:
    """What is added to a variable, if that is what happens and it is never less than nothing."""
    e = s.value
    if s.indices or not isinstance(e, Op) or e.name != "+" or not _holds(e.operands[0], s):
        return None
    amount = e.operands[1]
    base = amount.type.base
    return amount if isinstance(base, Range) and base.low >= 0 and amount.type.size == Size.ONE else None


def _uses_up(most: m.Most, s: m.Assign) -> bool:
    """Whether a value becomes less by one or more here, can't be less than nothing, and changes nowhere else."""
    if len(s.indices) != 1 or not isinstance(s.variable.type.base, Range) or s.variable.type.base.low < 0:
        return False
    e = s.value
    if not isinstance(e, Op) or e.name != "-" or not _holds(e.operands[0], s):
        return False
    less = e.operands[1]
    alone = sum(other.variable is s.variable for _, other in _assignments(most.body)) == 1
    return alone and isinstance(less, Const) and less.value >= 1


def _holds(e: Expr, s: m.Assign) -> bool:
    """Whether an expression is what stood before in the place that is assigned to."""
    return isinstance(e, Get) and e.variable is s.variable and e.indices == s.indices


def _fits(amount: Expr, use: m.Assign, between: m.Block) -> bool:
    """Whether what is gained depends on nothing but what is used up, which is one thing all the while."""
    (index,) = use.indices
    if not isinstance(index, Get) or index.indices:
        return False
    reads = {e.variable for e in within(amount) if isinstance(e, Get)}
    changed = {s.variable for s in m.walk(between) if isinstance(s, m.Assign)}
    decided = any(isinstance(s, m.Choose | m.Either | m.Loop | m.Repeat) for s in m.walk(between))
    simple = all(isinstance(e, Get | Const | Op | Table) for e in within(amount))
    return simple and reads <= {index.variable} and index.variable not in changed and not decided


def _sum(value: Get, amount: Expr, use: m.Assign) -> Expr | None:
    (index,) = use.indices
    dimension = use.variable.dimensions[0]
    assert isinstance(use.variable.type.base, Range) and isinstance(value.variable.type.base, Range)
    assert isinstance(amount.type.base, Range)
    most = amount.type.base.high * use.variable.type.base.high
    if most * len(dimension) > LARGEST:
        return None
    each = Var(index.type, "each")
    left = node(Get, use.variable.type, use.variable, (each,))
    gained = op("*", Type(Range(0, most)), substitute(amount, {index: each}), left)
    in_all = query("sum", Type(Range(0, most * len(dimension))), [(each, everything(dimension))], TRUE, gained)
    high = value.variable.type.base.high + most * len(dimension)
    return op("+", Type(Range(value.variable.type.base.low, high)), value, in_all)
