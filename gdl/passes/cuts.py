"""Conditions on a name as sets, so that the name need only range over the elements for which they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from gdl.model.build import conjuncts, const, difference, everything, intersection, union
from gdl.model.nodes import Expr, Op, Table, Var, node
from gdl.model.types import TRUTHS, Domain, Size, Type


@dataclass(frozen=True)
class Cut:
    """What a condition lets a name be: one of `elements`, or with `keep` false none of them. If not `is_all`, the
    condition wants more than that, and must still be asked."""

    elements: Expr
    keep: bool = True
    is_all: bool = True


def cut(c: Expr, name: Var, later: frozenset[Var]) -> Cut | None:
    """The condition on a name as a set, if it is one. `later`: the name itself, and those that are bound after it."""
    if c.may_break:
        return None
    match c:
        case Op(name="not"):
            inner = cut(c.operands[0], name, later)
            return Cut(inner.elements, not inner.keep) if inner is not None and inner.is_all else None
        case Op(name="and"):
            return _all_of(c.operands, name, later)
        case Op(name="or"):
            ways = [_all_of(conjuncts(way), name, later) for way in c.operands]
            known = [way for way in ways if way is not None]
            if len(known) < len(ways):
                return None
            return Cut(reduce(union, (way.elements for way in known)), is_all=all(way.is_all for way in known))
        case Op(name="member", operands=(one, many)) if one is name and not many.free & later:
            return Cut(many)
        case Op(name="=") if name in c.operands:
            other = c.operands[1] if c.operands[0] is name else c.operands[0]
            if not other.free & later and other.type.size == Size.ONE and other.type.base == name.type.base:
                return Cut(node(Op, Type(name.type.base, Size.MANY), "single", (other,)))
        case Table() if c.type.base is TRUTHS and c.arguments.count(name) == 1:
            return _looked_up(c, name, later)
        case Op(name="member", operands=(one, Table() as table)):
            return _turned(one, table, name, later)
    return None


def _all_of(conditions: Iterable[Expr], name: Var, later: frozenset[Var]) -> Cut | None:
    """Several conditions together: the elements in all sets that there are; None if there is no set to begin with."""
    cuts = [cut(c, name, later) if name in c.free else None for c in conditions]
    kept = [c for c in cuts if c is not None and c.keep]
    left_out = [c for c in cuts if c is not None and not c.keep]
    if not kept and None in cuts:
        return None
    if not kept and not isinstance(name.type.base, Domain):
        return None
    elements = reduce(intersection, (c.elements for c in kept)) if kept else everything(name.type.base)  # type: ignore[arg-type]
    elements = reduce(difference, (c.elements for c in left_out), elements)
    return Cut(elements, is_all=all(c is not None and c.is_all for c in cuts))


def _looked_up(c: Table, name: Var, later: frozenset[Var]) -> Cut | None:
    """A table of truths as one of sets."""
    others = tuple(a for a in c.arguments if a is not name)
    if any(a.free & later for a in others):
        return None
    at = c.arguments.index(name)
    rows = _rows_of(c.values, at, len(c.arguments), len(name.type.values))
    many = Type(name.type.base, Size.MANY)
    return Cut(node(Table, many, rows, others) if others else const(many, rows))


def _turned(one: Expr, table: Table, name: Var, later: frozenset[Var]) -> Cut | None:
    """That one belongs to the set that a table has for a name, the other way round: the name's elements whose sets
    have it, from a table for the one."""
    others = [a for a in table.arguments if a is not name]
    base, of = name.type.base, one.type.base
    if (
        len(others) + 1 != len(table.arguments)
        or one.type.size != Size.ONE
        or not (isinstance(base, Domain) and isinstance(of, Domain))
        or any(e.free & later for e in (one, *others))
    ):
        return None
    values = _rows_turned(table.values, table.arguments.index(name), len(base), len(of))
    arguments = tuple(one if a is name else a for a in table.arguments)
    return Cut(node(Table, Type(base, Size.MANY), values, arguments))


def _rows_of(values: Any, at: int, depth: int, size: int) -> Any:
    """A table of truths with one argument turned into the set of its values for which the truth holds."""
    if depth == 1:
        return sum(1 << i for i in range(size) if values[i])
    if at > 0:
        return tuple(_rows_of(v, at - 1, depth - 1, size) for v in values)
    return _pivot([values[i] for i in range(size)])


def _pivot(layers: list[Any]) -> Any:
    if not isinstance(layers[0], tuple):
        return sum(1 << i for i, v in enumerate(layers) if v)
    return tuple(_pivot([layer[j] for layer in layers]) for j in range(len(layers[0])))


def _rows_turned(values: Any, at: int, size: int, elements: int) -> Any:
    """A table of sets with one argument, of a domain of `size`, exchanged for what is in the sets, of a domain of
    `elements`; nothing, its last entry, is in none."""
    if at > 0:
        return tuple(_rows_turned(v, at - 1, size, elements) for v in values)
    return tuple(_having(values[:size], element) for element in range(elements + 1))


def _having(layers: Any, element: int) -> Any:
    """Where sets side by side have an element, as the set of these places."""
    if isinstance(layers[0], tuple):
        return tuple(_having([layer[j] for layer in layers], element) for j in range(len(layers[0])))
    return sum(1 << i for i, v in enumerate(layers) if v >> element & 1)
