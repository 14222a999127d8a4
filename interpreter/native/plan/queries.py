"""How queries are worked out: at once, a few things one by one, lines by shifts, by halving, or in loops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gdl.model.build import conjunction, conjuncts, everything
from gdl.model.nodes import After, Const, Expr, Get, Op, Query, Repeats, Standing, Stuck, Table, Var, node, within
from gdl.model.types import Range, Size
from interpreter.native.plan.lifting import MAX_SMALL, Lifted, lift_all
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.runs import is_counted_out
from interpreter.native.plan.through import MIN_WORDS, Through, through

MAX_UNROLLED = 4
"""A loop over so few known things is written out: its body four times at most, and each is a constant there. Measured
with two, four and eight, chess, Lines of Action and Nine Men's Morris differ by less than repeated runs do, but for
Lines of Action with eight (a fifth faster, and a seventh less code)."""
MAX_SHORT = 12
"""So many things that are known are looked at without a branch, where the conditions are cheap. Without it Oware, with
six pits a side, takes nearly twice as long; more than twelve changes nothing that ships."""
MAX_TABLED = 12
"""Positions of a set of which every value may have an entry in a table: 4,096 bytes, a part of the fastest cache."""
MAX_LINE_SHIFTS = 64
"""Lines of forms that take more shifts than this together are tried one by one."""


@dataclass(frozen=True)
class AtOnce:
    """The elements are a set: counted, asked whether there is one, or taken as they are."""

    how: str
    source: Expr
    variable: Var
    conditions: tuple[Lifted, ...]


@dataclass(frozen=True)
class WrittenOut:
    """A union over a few known things: each is worked out, and counts if its condition holds."""

    variable: Var
    source: Const
    conditions: tuple[Expr, ...]
    body: Expr


@dataclass(frozen=True)
class OneByOne:
    """A few known things, each looked at without a branch."""

    how: str
    variable: Var
    source: Const
    conditions: tuple[Expr, ...]


@dataclass(frozen=True)
class LinesByTable:
    """Whether one of many sets lies within a small one: a table with an entry for every set that there may be."""

    lines: Const
    around: Expr


@dataclass(frozen=True)
class LinesByShifts:
    """The same for a large one: lines of the same form are tried together. `forms`: for each form (a mask that begins
    at position 0) where it may begin. `through`: how those are found that go through the site that was added last."""

    lines: Const
    forms: tuple[tuple[int, int], ...]
    around: Expr
    through: Through | None


@dataclass(frozen=True)
class LinesJoined:
    """The union of those of many sets that lie within a set, without a loop. `forms` as above; `lone`: sets that are
    the only ones of their form."""

    forms: tuple[tuple[int, int], ...]
    lone: tuple[int, ...]
    around: Expr


@dataclass(frozen=True)
class Always:
    """One of the sets is empty, and so lies within any."""


@dataclass(frozen=True)
class Halved:
    """How high a pile is, or whether anything lies there. Nothing lies above a place where nothing lies, so the top is
    found by halving. `filled`: whether a thing lies at a place. `steps`: so much higher it may be, each time."""

    how: str
    place: Var
    filled: Expr
    steps: tuple[int, ...]


@dataclass(frozen=True)
class Looped:
    """One tuple after another. `before`: what is worked out before any condition is tested."""

    binders: tuple[tuple[Var, Expr], ...]
    where: Expr
    before: Expr | None = None


QueryPlan = AtOnce | WrittenOut | OneByOne | LinesByTable | LinesByShifts | LinesJoined | Always | Halved | Looped

STRAIGHT = LinesByTable | OneByOne | Always | AtOnce
"""Plans that need neither a loop over the elements nor a branch."""


def query_plan(planner: Planner, e: Query) -> QueryPlan:
    """How a query is worked out."""
    return planner.once((e, "query"), lambda: _query_plan(planner, e))


def _query_plan(planner: Planner, e: Query) -> QueryPlan:
    looped = Looped(e.binders, e.where)
    if (halved := _height_of_a_pile(e)) is not None:
        return halved
    if any(is_counted_out(source) for _, source in e.binders):
        return looped
    if len(e.binders) != 1:
        if e.how != "some":
            return looped
        looped = _by_sets(planner, e) or looped
        first, *rest = e.binders
        inner = node(Query, e.type, "some", tuple(rest), e.where, ())
        e = node(Query, e.type, "some", (first,), inner, ())
    variable, source = e.binders[0]
    if source.type.size == Size.FAMILY:
        return _lines(planner, e, variable, source) or looped
    conditions = conjuncts(e.where)
    whole = e.how in ("some", "count") or (e.how == "union" and e.body[0] is variable)
    lifted = lift_all(planner, conditions, variable) if whole else None
    if isinstance(source, Const):
        if lifted is None and e.how == "union" and _is_written_out(planner, e, source, conditions):
            return WrittenOut(variable, source, tuple(conditions), e.body[0])
        if whole and lifted is None and is_short(planner, source) and all(is_straight(planner, c) for c in conditions):
            return OneByOne(e.how, variable, source, tuple(conditions))
        if source.value.bit_count() <= planner.at_most(MAX_SMALL) and is_helped(variable, conditions):
            return looped
    if lifted is None:
        return Looped(looped.binders, looped.where, source) if whole and not source.may_break else looped
    return AtOnce(e.how, source, variable, lifted)


def _by_sets(planner: Planner, e: Query) -> Looped | None:
    """A loop over all names but the last, whose elements are found at once; None if they aren't."""
    *outer, last = e.binders
    conditions = conjuncts(e.where)
    about = [c for c in conditions if last[0] in c.free]
    inner = node(Query, e.type, "some", (last,), conjunction(about), ())
    if not isinstance(query_plan(planner, inner), AtOnce):
        return None
    others = [c for c in conditions if last[0] not in c.free]
    return Looped(tuple(outer), conjunction([*others, inner]))


def _height_of_a_pile(e: Query) -> Halved | None:
    """The plan of a query that goes through all places of one pile and asks at which something lies."""
    match e:
        case Query(how="count" | "some" as how, binders=((place, source),), where=Op(name="there") as filled):
            (lying,) = filled.operands
        case _:
            return None
    if not isinstance(lying, Get) or lying.variable.collection != "pile" or lying.indices[-1] is not place:
        return None
    base = place.type.base
    if source is not everything(place.type.values) or any(place in index.free for index in lying.indices[:-1]):
        return None
    assert isinstance(base, Range) and base.low == 1
    return Halved(how, place, filled, _halves(base.high))


def _halves(most: int) -> tuple[int, ...]:
    """Steps by some of which each number up to the greatest is reached, the larger ones first."""
    steps = []
    while most > 0:
        steps.append((most + 1) // 2)
        most -= steps[-1]
    return tuple(steps)


def is_short(planner: Planner, source: Expr) -> bool:
    """Whether a name ranges over a few things that are known."""
    if not isinstance(source, Const) or source.type.size != Size.MANY:
        return False
    return bool(source.value.bit_count() <= planner.at_most(MAX_SHORT))


def is_straight(planner: Planner, condition: Expr) -> bool:
    """Whether a condition costs little enough to be worked out for things, too, that another one leaves out."""
    if not condition.heavy:
        return True
    looping = [e for e in within(condition) if e.loops or isinstance(e, Stuck | After | Repeats)]
    return all(isinstance(e, Query) and isinstance(query_plan(planner, e), STRAIGHT) for e in looping)


def is_helped(variable: Var, conditions: list[Expr]) -> bool:
    """Whether a loop is better written out: a table within has the name as one of several arguments."""
    todo, seen = list(conditions), set[Expr]()
    while todo:
        e = todo.pop()
        if e in seen or variable not in e.free:
            continue
        seen.add(e)
        if isinstance(e, Table) and len(e.arguments) > 1 and variable in e.arguments:
            return True
        todo += e.parts
    return False


def _is_written_out(planner: Planner, e: Query, source: Const, conditions: list[Expr]) -> bool:
    """Whether a union over a few things has a body that costs little more than its condition."""
    if source.value.bit_count() > planner.at_most(MAX_SMALL) or e.body[0].type.size != Size.MANY or e.may_break:
        return False
    costly = set(_costly(e.body[0]))
    return sum(c.heavy for c in conditions) <= 1 and costly <= {x for c in conditions for x in _costly(c)}


def _costly(e: Expr) -> Iterator[Expr]:
    """The loops in an expression."""
    if e.loops:
        yield e
    for part in e.parts:
        yield from _costly(part)


def _is_one_set(e: Expr) -> bool:
    """Whether it is one set of pieces: those of a kind and of a player that is known."""
    return isinstance(e, Standing) and len(e.kinds) == 1 and (e.owner is None or isinstance(e.owner, Const))


def _lines(
    planner: Planner, e: Query, variable: Var, source: Expr
) -> LinesByTable | LinesByShifts | LinesJoined | Always | None:
    """“Some line lies within a set”, or all that do: sets of the same form are tried together."""
    c, domains = e.where, planner.domains
    joins = e.how == "union" and e.body[0] is variable
    if ((e.how != "some" and not joins) or not isinstance(source, Const) or not isinstance(c, Op)
            or c.name != "within" or c.operands[0] is not variable or variable in c.operands[1].free):  # fmt: skip
        return None
    around, base = c.operands[1], source.type.base
    if e.how == "some" and domains.size(base) <= MAX_TABLED:
        return LinesByTable(source, around)
    forms: dict[int, int] = {}
    for held in source.value:
        mask = domains.mask(base, held)
        first = mask & -mask
        if first:
            forms[mask // first] = forms.get(mask // first, 0) | first
        elif e.how == "some":
            return Always()
    if sum(form.bit_count() for form in forms) > MAX_LINE_SHIFTS:
        return None
    if e.how == "some":
        size = domains.size(base)
        added = (
            through(tuple(forms.items()), size) if domains.words(base) >= MIN_WORDS and _is_one_set(around) else None
        )
        return LinesByShifts(source, tuple(forms.items()), around, added)
    lone = tuple(form * firsts for form, firsts in forms.items() if firsts.bit_count() == 1)
    return LinesJoined(tuple(x for x in forms.items() if x[1].bit_count() > 1), lone, around)
