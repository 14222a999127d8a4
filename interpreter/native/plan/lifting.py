"""Conditions that are worked out as sets, for all elements at once: which case a condition is.

Each case is said once, here: it looks at a condition, and either gives the plan that `lower.lifting` writes, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from gdl.model.build import FALSE, TRUE, as_set, conjunction, conjuncts, disjunction, member, negation, present
from gdl.model.nodes import After, Cond, Const, Expr, Fill, Given, Op, Query, Repeats, Stuck, Table, Var, node, within
from gdl.model.types import TRUTHS, Plain, Range, Size, Type
from gdl.passes.cuts import cut
from gdl.passes.specialise import Specialiser, inside
from interpreter.native.plan.cells import Cells, compared_cells, known_elements
from interpreter.native.plan.planner import Planner, Shifts, shifts_of

MAX_SMALL = 8
"""“There is one” over at most so many things is written as so many cases: the eight directions of a compass are the
most that rules name one by one. With four, Reversi takes eleven times as long; sixteen changed nothing that ships. All
that is written is worked out, whichever case it is that holds, and code grows with it."""


@dataclass(frozen=True)
class Uniform:
    """The same for all elements: a truth."""

    condition: Expr


@dataclass(frozen=True)
class Joined:
    """Conditions of which all must hold (`and`), or one (`or`)."""

    how: str
    parts: tuple[Lifted, ...]


@dataclass(frozen=True)
class Not:
    """The opposite."""

    part: Lifted


@dataclass(frozen=True)
class Member:
    """The elements of a set."""

    many: Expr


@dataclass(frozen=True)
class Reaches:
    """Elements that are related to one of a set."""

    relation: Shifts
    many: Expr


@dataclass(frozen=True)
class Within:
    """Elements all of whose related ones are in a set."""

    relation: Shifts
    outer: Expr


@dataclass(frozen=True)
class Ray:
    """A ray from a first step on: its further steps, through where it goes, and how long it may be."""

    variable: Var
    step: Shifts
    area: Expr
    longest: int


@dataclass(frozen=True)
class Around:
    """What is related to an element (straight away, or by a ray from there), cut with sets, or without them.

    `cuts`: sets, and whether it is kept what is in them (True) or what isn't."""

    related: Expr
    relation: Shifts
    ray: Ray | None
    cuts: tuple[tuple[Expr, bool], ...]


@dataclass(frozen=True)
class Apart:
    """A set that is the same for all elements."""

    many: Expr


@dataclass(frozen=True)
class Meets:
    """Elements for which one of these sets has something in it."""

    pieces: tuple[Around | Apart, ...]


@dataclass(frozen=True)
class Compared:
    """Elements with a certain number of others around them, less or equal to a number that is known."""

    around: Around
    sign: str
    number: int
    number_first: bool


@dataclass(frozen=True)
class Under:
    """Numbers below another one; with `or_equal` that one, too."""

    number: Expr
    or_equal: bool


@dataclass(frozen=True)
class Listed:
    """Elements that are known now."""

    value: int


@dataclass(frozen=True)
class Cases:
    """“There is one” of a few things: for each what must hold."""

    alternatives: tuple[tuple[Lifted, ...], ...]


Lifted = Uniform | Joined | Not | Member | Reaches | Within | Meets | Compared | Under | Listed | Cases | Cells


def lift(planner: Planner, c: Expr, v: Var) -> Lifted | None:
    """How all elements `v` are found for which a condition holds; None if it must be asked of each."""
    return planner.once((c, v, "lift"), lambda: _lift(planner, c, v))


def lift_all(planner: Planner, conditions: list[Expr], v: Var) -> tuple[Lifted, ...] | None:
    """The same for several conditions, if it can be done for all of them."""
    found = [lift(planner, c, v) for c in conditions]
    return None if None in found else tuple(one for one in found if one is not None)


def _lift(planner: Planner, c: Expr, v: Var) -> Lifted | None:
    if c.may_break:
        return None
    if v not in c.free:
        return None if _is_dear(planner, c) else Uniform(c)
    known = known_elements(planner, c, v)
    if known is not None:
        return Listed(known)
    return _alone(planner, c, v) or compared_cells(planner, c, v)


def _is_dear(planner: Planner, c: Expr) -> bool:
    """Whether a condition takes a loop."""
    if not c.heavy:
        return False
    for e in within(c):
        if not e.loops and not isinstance(e, Stuck | After | Repeats):
            continue
        if not isinstance(e, Query) or len(e.binders) != 1 or e.how not in ("some", "count", "union"):
            return True
        variable, source = e.binders[0]
        if (e.how == "union" and e.body[0] is not variable) or source.type.size == Size.FAMILY:
            return True
        if lift_all(planner, conjuncts(e.where), variable) is None:
            return True
    return False


def _alone(planner: Planner, c: Expr, v: Var) -> Lifted | None:
    if isinstance(c, Op):
        case = _OPERATORS.get(c.name)
        return case(planner, c, v) if case else None
    if isinstance(c, Table):
        return _listed(planner, c, v)
    if isinstance(c, Query):
        return _cases(planner, c, v)
    return _given(planner, c, v) if isinstance(c, Given) else None


def cells_within(plan: Lifted) -> int:
    """How many cells are compared for a condition."""
    match plan:
        case Cells():
            return len(plan.places)
        case Joined():
            return sum(map(cells_within, plan.parts))
        case Not():
            return cells_within(plan.part)
    return 0


# ---- the cases


def _joined(planner: Planner, c: Op, v: Var) -> Joined | None:
    parts = lift_all(planner, list(c.operands), v)
    return None if parts is None else Joined(c.name, parts)


def _not(planner: Planner, c: Op, v: Var) -> Not | None:
    part = lift(planner, c.operands[0], v)
    return None if part is None else Not(part)


def _member(planner: Planner, c: Op, v: Var) -> Member | Reaches | None:
    one, many = c.operands
    if v in many.free:
        return None
    if one is v and many.type.base == v.type.base:  # a set of another range of numbers counts from elsewhere
        return Member(many)
    relation = shifts_of(planner, one, v)
    return None if relation is None else Reaches(relation, many)


def _within(planner: Planner, c: Op, v: Var) -> Within | None:
    inner, outer = c.operands
    relation = None if v in outer.free else shifts_of(planner, inner, v)
    return None if relation is None else Within(relation, outer)


def _meets(planner: Planner, c: Op, v: Var) -> Lifted | None:
    parts = united(c.operands[0])
    found = [around(planner, part, v) if v in part.free else Apart(part) for part in parts]
    pieces = [_nearest(piece) for piece in found if piece is not None]
    if len(pieces) == len(parts):
        return Meets(tuple(pieces))
    conditions = [_simpler(part, v) for part in parts]
    if None in conditions and len(parts) == 1:
        return None
    return lift(planner, disjunction(c or present(part) for c, part in zip(conditions, parts, strict=True)), v)


def _simpler(many: Expr, v: Var) -> Expr | None:
    """That there is an element, in simpler conditions; None if there are none. If the set, or its one element, is
    chosen by a condition: whether that holds, and there is one. If only one thing can be in it: whether it is.

    What is chosen must be nothing or speak of `v`: else the choice is as soon made for each element (Kriegspiel plays a
    sixth fewer games in wasmtime).
    """
    single = many.operands[0] if isinstance(many, Op) and many.name == "single" else many
    if isinstance(single, Cond):
        ways = [(single.condition, as_set(single.then)), (negation(single.condition), as_set(single.other))]
        if any(v not in way.free and not (isinstance(way, Const) and not way.value) for _, way in ways):
            return None
        return disjunction(conjunction((c, _simpler(way, v) or present(way))) for c, way in ways)
    if isinstance(many, Op) and many.name == "both":
        for one, rest in (many.operands, many.operands[::-1]):
            if isinstance(one, Op) and one.name == "single" and one.operands[0].type.size == Size.ONE:
                return member(one.operands[0], rest)
    return None


def _nearest(piece: Around | Apart) -> Around | Apart:
    """A ray that meets something of the area that it goes through meets it at its first step: no other is made."""
    if isinstance(piece, Around) and piece.ray is not None and piece.cuts == ((piece.ray.area, True),):
        return replace(piece, ray=None)
    return piece


def _compared(planner: Planner, c: Op, v: Var) -> Compared | None:
    """A comparison of a number of related elements with a constant."""
    a, b = c.operands
    for x, y, first in ((a, b, False), (b, a, True)):
        if (isinstance(y, Const) and isinstance(y.type.base, Range) and isinstance(x, Op) and x.name == "count"
                and y.value is not None and (found := around(planner, x.operands[0], v))):  # fmt: skip
            return Compared(found, c.name, y.value, first) if found.ray is None else None
    return None


def _ordered(planner: Planner, c: Op, v: Var) -> Lifted | None:
    """A comparison of a number of related elements with a constant, or of the element with a number."""
    a, b = c.operands
    number = b if a is v else a
    if v not in (a, b) or v in number.free or not isinstance(v.type.base, Range) or not _is_number(planner, number):
        return _compared(planner, c, v)
    or_equal = c.name == "<="
    return Under(number, or_equal) if a is v else Not(Under(number, not or_equal))


def _is_number(planner: Planner, e: Expr) -> bool:
    """Whether an expression is surely a number, which takes no loop."""
    return isinstance(e.type.base, Range) and e.type.size == Size.ONE and not _is_dear(planner, e)


def _listed(planner: Planner, c: Table, v: Var) -> Listed | Member | None:
    """The elements for which a table says so; where it has other arguments as well, it becomes one of sets."""
    if c.type.base is not TRUTHS:
        return None
    if c.arguments == (v,):
        return Listed(sum(1 << i for i in range(len(v.type.values)) if c.values[i]))
    found = cut(c, v, frozenset((v,)))
    return None if found is None or _is_dear(planner, found.elements) else Member(found.elements)


def _cases(planner: Planner, c: Query, v: Var) -> Cases | None:
    if c.how != "some":
        return None
    (name, source), *rest = c.binders
    base = source.type.base
    if source.type.size == Size.FAMILY or isinstance(base, Plain) or len(base) > planner.at_most(MAX_SMALL):
        return None
    where = c.where if not rest else node(Query, c.type, "some", tuple(rest), c.where, ())
    alternatives = []
    for i in range(len(base)):
        known = Specialiser({}, {name: i + base.low})
        parts = [inside(source, i), *(known(x) for x in conjuncts(where))]
        if FALSE in parts:
            continue
        lifted = lift_all(planner, [p for p in parts if p is not TRUE], v)
        if lifted is None:
            return None
        alternatives.append(lifted)
    return Cases(tuple(alternatives))


def _same(planner: Planner, c: Op, v: Var) -> Lifted | None:
    """A comparison with a number that is known, or an element that is the same for all."""
    found = _compared(planner, c, v)
    a, b = c.operands
    return found or _is(planner, v, b if a is v else a) if a is v or b is v else found


def _is(planner: Planner, v: Var, one: Expr) -> Member | None:
    """The element itself is a certain one, if that is there."""
    if v in one.free or one.type.base != v.type.base or one.type.size > Size.MAYBE or _is_dear(planner, one):
        return None
    return Member(node(Op, Type(v.type.base, Size.MANY), "single", (one,)))


def _given(planner: Planner, c: Given, v: Var) -> Reaches | Member | None:
    """What may be missing is in a set, if it is there; or it is the element itself."""
    body = c.body
    if isinstance(body, Op) and body.name == "=" and {*body.operands} == {v, c.variable}:
        return _is(planner, v, c.value)
    if not isinstance(body, Op) or body.name != "member" or body.operands[0] is not c.variable:
        return None
    relation = None if body.operands[1].free & {v, c.variable} else shifts_of(planner, c.value, v)
    return None if relation is None else Reaches(relation, body.operands[1])


_OPERATORS: dict[str, Callable[[Planner, Op, Var], Lifted | None]] = {
    "and": _joined, "or": _joined, "not": _not, "member": _member, "within": _within, "some": _meets,
    "<": _ordered, "<=": _ordered, "=": _same,
}  # fmt: skip


# ---- what is around an element


def around(planner: Planner, e: Expr, v: Var) -> Around | None:
    """A set as a relation of `v`, cut with sets that don't depend on it, or without them."""
    if v not in e.free:
        return None
    relation = shifts_of(planner, e, v)
    if relation is not None:
        return Around(e, relation, None, ())
    if isinstance(e, Fill):
        return _ray(planner, e, v)
    if isinstance(e, Op) and e.name in ("both", "minus"):
        a, b = e.operands
        for x, y, keep in ((a, b, True), (b, a, True)) if e.name == "both" else ((a, b, False),):
            if v not in y.free and (found := around(planner, x, v)):
                return Around(found.related, found.relation, found.ray, (*found.cuts, (y, keep)))
    return None


def _ray(planner: Planner, e: Fill, v: Var) -> Around | None:
    if e.start.type.size == Size.MANY or v in e.area.free | e.step.free:
        return None
    step, start = shifts_of(planner, e.step, e.variable), shifts_of(planner, e.start, v)
    if step is None or start is None:
        return None
    return Around(e, start, Ray(e.variable, step, e.area, longest(step.masks)), ())


def united(e: Expr) -> list[Expr]:
    """The parts of a union."""
    if isinstance(e, Op) and e.name == "union":
        return [part for o in e.operands for part in united(o)]
    return [e]


@lru_cache
def longest(masks: tuple[int, ...]) -> int:
    """How many steps in a row a relation allows, at most."""
    front, steps = (1 << len(masks)) - 1, 0
    while front and steps <= len(masks):
        front, steps = sum(1 << i for i, mask in enumerate(masks) if mask & front), steps + 1
    return steps - 1
