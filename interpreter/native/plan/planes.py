"""Decisions on two things as planes: for each distance between two sites, or for each second thing where there are few,
the set of first sites.

The second site's source is taken apart once: relations that are shifts of the board, sets, and how these are joined.
"""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model.build import FALSE, TRUE
from gdl.model.nodes import Cond, Const, Expr, Op, Var
from gdl.model.types import Range, Size
from gdl.passes.specialise import Specialiser, inside
from interpreter.native.plan.lifting import MAX_SMALL, Lifted, lift_all
from interpreter.native.plan.planner import Planner, Shifts, shifts_of

MAX_PLANES = 12
"""Each plane is worked out whenever options are counted, and each step down to the k-th of them looks at all. The eight
steps of a king, or a knight's jumps, fit; nothing that ships has more. Breakthrough, with three, takes two and a half
times as long with rows."""
MAX_WORDS = 6
"""Boards of more words (384 sites) take so many instructions for each plane that listing wins."""


@dataclass(frozen=True)
class Anywhere:
    """A set that is the same wherever the first site is."""

    many: Expr


@dataclass(frozen=True)
class Related:
    """What is related to the first site."""

    relation: Shifts


@dataclass(frozen=True)
class Combined:
    """What is in all (`both`), in one (`union`), or in the first alone (`minus`)."""

    how: str
    parts: tuple[Target, ...]


@dataclass(frozen=True)
class Picked:
    """One of two, by a condition that is the same wherever the first site is."""

    condition: Expr
    then: Target
    other: Target


Target = Anywhere | Related | Combined | Picked
"""Where the second site may be, seen from the first."""


@dataclass(frozen=True)
class PlanesByDistance:
    """For each distance the first sites (of `origin`, meeting the conditions) from which a site so far away may be
    chosen."""

    first: Var
    origin: Expr
    conditions: tuple[Lifted, ...]
    target: Target
    distances: tuple[int, ...]


@dataclass(frozen=True)
class PlanesByValue:
    """For each second thing that may be chosen at all the first sites with which it may be."""

    first: Var
    origin: Expr
    values: tuple[int, ...]
    conditions: tuple[tuple[Lifted, ...], ...]
    """For each of the values."""


Planes = PlanesByDistance | PlanesByValue


def planes(planner: Planner, first: tuple[Var, Expr], second: tuple[Var, Expr], where: list[Expr]) -> Planes | None:
    """How a decision is seen as planes; None if that is no good way to look at it."""
    (a, origin), (_, target) = first, second
    if origin.type.size != Size.MANY or target.type.size != Size.MANY or isinstance(a.type.base, Range):
        return None
    if planner.domains.words(origin.type.base) > MAX_WORDS:
        return None
    few = len(target.type.values) <= MAX_SMALL and not isinstance(target.type.base, Range)
    return (_by_value if few else _by_distance)(planner, first, second, where)


def _by_value(
    planner: Planner, first: tuple[Var, Expr], second: tuple[Var, Expr], where: list[Expr]
) -> PlanesByValue | None:
    (a, origin), (b, target) = first, second
    values, conditions = [], []
    for i in range(len(target.type.values)):
        known = Specialiser({}, {b: i})
        parts = [inside(target, i), *(known(c) for c in where)]
        if FALSE in parts:
            continue
        lifted = lift_all(planner, [c for c in parts if c is not TRUE], a)
        if lifted is None:
            return None
        values.append(planner.domains.element(b.type.base, i))
        conditions.append(lifted)
    return PlanesByValue(a, origin, tuple(values), tuple(conditions)) if values else None


def _by_distance(
    planner: Planner, first: tuple[Var, Expr], second: tuple[Var, Expr], where: list[Expr]
) -> PlanesByDistance | None:
    (a, origin), (b, source) = first, second
    if origin.type.base is not source.type.base or any(b in c.free for c in where):
        return None
    target = _seen(planner, source, a)
    away = None if target is None else _distances(target)
    lifted = lift_all(planner, where, a)
    if target is None or not away or len(away) > MAX_PLANES or lifted is None:
        return None
    return PlanesByDistance(a, origin, lifted, target, tuple(sorted(away)))


def _seen(planner: Planner, e: Expr, a: Var) -> Target | None:
    """A set as it is seen from the first site; None if it is of another kind."""
    if e.may_break:
        return None
    if a not in e.free:
        return Anywhere(e)
    relation = shifts_of(planner, e, a)
    if relation is not None:
        return Related(relation)
    match e:
        case Op(name="both" | "union" | "minus"):
            parts = [_seen(planner, o, a) for o in e.operands]
            return None if None in parts else Combined(e.name, tuple(p for p in parts if p is not None))
        case Cond() if a not in e.condition.free:
            then, other = _seen(planner, e.then, a), _seen(planner, e.other, a)
            return None if then is None or other is None else Picked(e.condition, then, other)
    return None


def _distances(target: Target) -> frozenset[int] | None:
    """How far the second site may lie from the first; None for anywhere."""
    match target:
        case Anywhere(many):
            return frozenset() if isinstance(many, Const) and not many.value else None
        case Related():
            return target.relation.distances
        case Combined(how="minus"):
            return _distances(target.parts[0])
        case Picked():
            parts = [_distances(target.then), _distances(target.other)]
        case Combined():
            parts = [_distances(part) for part in target.parts]
            if target.how == "both":
                known = [part for part in parts if part is not None]
                return frozenset.intersection(*known) if known else None
    return None if None in parts else frozenset[int]().union(*(part for part in parts if part is not None))
