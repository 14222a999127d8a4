"""Names that range over some sets, of which a condition wants those that hold some element, or that lie within another
set. Each name stands for a set of a family, or for the number of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from gdl.model.nodes import Const, Expr, Op, Table, Var
from gdl.model.primitives import bits
from gdl.model.types import Parts, Plain, Range, Size

MIN_SETS = 8
"""Smaller families are gone through set by set."""
MIN_TREE = 64
"""Smaller families have no tree: a look at each of the sets is as fast."""


@dataclass(frozen=True)
class Holding:
    """The sets of a family that hold `element`: row i of `rows` has those that hold element i, in the family's order,
    the row behind the last one is for nothing. `left`: the conditions that are still to be asked."""

    element: Expr
    rows: tuple[tuple[int, ...], ...]
    left: tuple[Expr, ...]


@dataclass(frozen=True)
class Lying:
    """The sets that lie within `whole`, found by a `tree` (see `tree_of`). `left`: the conditions that are still to be
    asked."""

    whole: Expr
    tree: tuple[tuple[int, int, int], ...]
    left: tuple[Expr, ...]


def helped(
    variable: Var, source: Expr, conditions: Sequence[Expr], pending: frozenset[Var]
) -> Holding | Lying | None:
    """How a name that ranges over a family is bound where a condition says what its sets must hold, or lie within, if
    one does.

    `pending`: names that are bound later. So "some line through s" looks at the lines through s alone, and "three cards
    of my hand" at parts of the hand.
    """
    if not isinstance(source, Const) or source.type.size < Size.MANY:
        return None
    is_family = source.type.size == Size.FAMILY and len(source.value) >= MIN_SETS
    held = _holding(variable, source, conditions, pending) if is_family else None
    return held or _lying(variable, source, conditions, pending)


def _holding(
    variable: Var, source: Const, conditions: Sequence[Expr], pending: frozenset[Var]
) -> Holding | None:
    base = source.type.base
    if isinstance(base, Range | Plain):
        return None
    for c in conditions:
        if isinstance(c, Op) and c.name == "member" and c.operands[1] is variable and not c.may_break:
            element = c.operands[0]
            if variable not in element.free and not element.free & pending and element.type.base is base:
                return Holding(element, _rows(source), _without(c, conditions))
    return None


def _lying(
    variable: Var, source: Const, conditions: Sequence[Expr], pending: frozenset[Var]
) -> Lying | None:
    sets = _sets(source)
    if len(sets) < MIN_TREE:
        return None
    for c in conditions:
        if isinstance(c, Op) and c.name == "within" and _is_set(c.operands[0], variable) and not c.may_break:
            whole = c.operands[1]
            if variable not in whole.free and not whole.free & pending and (tree := tree_of(sets)):
                return Lying(whole, tree, _without(c, conditions))
    return None


def _sets(source: Const) -> tuple[int, ...]:
    """The sets of a family, or all those that have a number in a type of their own; none if it's neither."""
    if source.type.size == Size.FAMILY:
        return tuple(source.value)
    base = source.type.base
    whole = isinstance(base, Parts) and source.value == (1 << len(base.held)) - 1
    return base.held if isinstance(base, Parts) and whole else ()


def _is_set(e: Expr, variable: Var) -> bool:
    """Whether it is the set that a name stands for."""
    is_number = isinstance(variable.type.base, Parts)
    return e is variable or (is_number and isinstance(e, Table) and e.arguments == (variable,))


def _without(known: Expr, conditions: Sequence[Expr]) -> tuple[Expr, ...]:
    return tuple(c for c in conditions if c is not known)


@lru_cache(64)
def tree_of(family: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """The sets of a family, in its order, each behind what it shares with those that follow: its first elements. With
    each stands the place behind all that hold it, where a search goes on if it doesn't lie within the whole, and how
    many sets of the family come before. Nothing if that isn't worth while: if the sets share so little that half of
    them are looked at anyway.
    """
    beginnings = _beginnings(family)
    places = [0, *accumulate(len(some) + 1 for some in beginnings)]
    tree: list[tuple[int, int, int]] = []
    for number, (held, some) in enumerate(zip(family, beginnings, strict=True)):
        tree += ((shared, places[last + 1], number) for shared, last in reversed(some))
        tree.append((held, places[number + 1], number))
    at = roots = 0
    while at < len(tree):
        at, roots = tree[at][1], roots + 1
    return tuple(tree) if 2 * roots <= len(family) else ()


def _beginnings(family: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """For each set the beginnings that it is the first to have and shares with those behind it, up to which number:
    the longest one first."""
    found: list[list[tuple[int, int]]] = [[] for _ in family]
    begun: list[tuple[int, int, int]] = []  # how long each is, what it holds, and the first set that has it
    for number, (one, following) in enumerate(zip(family, (*family[1:], 0), strict=True)):
        other = one ^ following if number + 1 < len(family) else 1
        shared = one & (other & -other) - 1  # what is below the first element that only one has
        size, first = shared.bit_count(), number
        while begun and begun[-1][0] > size:
            _, held, first = begun.pop()
            found[first].append((held, number))
        if size > (begun[-1][0] if begun else 0):
            begun.append((size, shared, first))
    return found


def _rows(source: Const) -> tuple[tuple[int, ...], ...]:
    rows: list[list[int]] = [[] for _ in range(len(source.type.base) + 1)]  # type: ignore[arg-type]
    for held in source.value:
        for i in bits(held):
            rows[i].append(held)
    return tuple(map(tuple, rows))
