"""Which tuples of a decision the form of its rules allows at all: no state has options beside these.

What depends on the state is taken for whatever it may be; what a table, a step or a ray says of one site is taken as it
is said. So `a in mine, b in a.ahead` has for each `a` the two or three sites ahead of it, for any player, instead of
the whole board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from typing import Any

from gdl.model.nodes import Cond, Const, Expr, Fill, Given, Image, Op, Query, Table, Var
from gdl.model.operators import Inside, laws
from gdl.model.primitives import bits
from gdl.model.statements import Choose
from gdl.model.types import Domain, Plain, Range, Size

Known = Mapping[Var, int]
"""For names the values that they may have: a set, bit i of which is element i (of numbers: low + i)."""


def possible(choose: Choose, count: int) -> Iterator[tuple[int, ...]]:
    """The tuples of the first `count` names, in order."""

    def follow(known: dict[Var, int], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == count:
            yield chosen
            return
        variable, source = choose.binders[len(chosen)]
        low = source.type.values.low
        for i in bits(at_most(source, known)):
            yield from follow(known | {variable: 1 << i}, (*chosen, i + low))

    yield from follow({}, ())


def at_most(e: Expr, known: Known) -> int:
    """What may be in a set, or what a single thing may be, whatever the state."""
    base = e.type.base
    if isinstance(base, Plain):
        return 0
    everything = (1 << len(base)) - 1
    return _found(e, known, everything, base) & everything


def _found(e: Expr, known: Known, everything: int, base: Range | Domain) -> int:
    low = base.low
    match e:
        case Const(value=value) if e.type.size == Size.MANY:
            return int(value)
        case Const(value=value) if e.type.size < Size.MANY:
            return 0 if value is None or value < low else 1 << value - low
        case Var():
            return known.get(e, everything)
        case Table(values=values, arguments=arguments):
            return _of_table(values, arguments, known, e)
        case Image(masks=masks, of=of):
            return _union(masks[i] for i in bits(at_most(of, known)) if i < len(masks))
        case Cond(then=then, other=other):
            return at_most(then, known) | at_most(other, known)
        case Given(variable=variable, value=value, body=body):
            return at_most(body, {**known, variable: at_most(value, known)})
        case Query(how="union", binders=binders, body=(body,)):
            inner = dict(known)
            for variable, source in binders:
                inner[variable] = at_most(source, inner)
            return at_most(body, inner)
        case Fill(variable=variable, step=step, start=start):
            return _reached(variable, step, at_most(start, known), known)
        case Op(name="power"):
            return _stepped(e, known)
        case Op(name="minus", operands=(first, Const(value=int() as taken))):
            return at_most(first, known) & ~taken
        case Op(operands=operands) if all(o.type.base is base for o in operands):
            return _of_operands(e, known, everything)
    return everything


def _of_operands(e: Op, known: Known, everything: int) -> int:
    """What may be in the result of an operator whose operands are of the same type."""
    match laws(e).inside:
        case Inside.ONE:
            return _union(at_most(o, known) for o in e.operands)
        case Inside.EACH:
            return reduce(and_, (at_most(o, known) for o in e.operands), everything)
        case Inside.FIRST:
            return at_most(e.operands[0], known)
    return everything


def _of_table(values: Any, arguments: tuple[Expr, ...], known: Known, table: Table) -> int:
    if not arguments:
        return _value(values, table)
    first, rest = arguments[0], arguments[1:]
    if isinstance(first.type.base, Plain):
        return _union(_of_table(value, rest, known, table) for value in values)
    found = _union(_of_table(values[i], rest, known, table) for i in bits(at_most(first, known)))
    if first.type.size == Size.MAYBE and not isinstance(first.type.base, Range):  # the entry for nothing
        found |= _of_table(values[-1], rest, known, table)
    return found


def _value(value: Any, table: Table) -> int:
    if value is None:
        return 0
    if table.type.size == Size.MANY:
        return int(value)
    low = table.type.values.low
    return 0 if value < low else 1 << value - low


def _stepped(power: Op, known: Known) -> int:
    """The sites that may be come to from a site, so many steps in a direction."""
    direction, _, site = power.operands
    reached = new = at_most(site, known)
    steps = [power.type.base.steps[d] for d in bits(at_most(direction, known))]  # type: ignore[union-attr]
    while new:
        new = _union(1 << row[i] for row in steps for i in bits(new) if row[i] >= 0) & ~reached
        reached |= new
    return reached


def _reached(variable: Var, step: Expr, start: int, known: Known) -> int:
    reached, new = start, start
    while new:
        new = at_most(step, {**known, variable: new}) & ~reached
        reached |= new
    return reached


def _union(sets: Iterator[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found
