"""“Does anything of S reach T?”, asked from T: what may reach this one site?

A king is in check if it is among what the other pieces attack. What all of them attack takes a loop over them. From the
king's own site a look along each line is enough: what stands there, and does it move like that? So each part of a
relation is turned round: tables are transposed, and rays go the other way through the same area. Parts that can't be
turned round are asked of the pieces that they are about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from gdl.model.build import (
    SET_OPERATIONS,
    TRUE,
    as_masks,
    as_set,
    cond,
    const,
    difference,
    empty,
    everything,
    intersection,
    member,
    present,
    union,
)
from gdl.model.nodes import After, Cond, Const, Expr, Fill, Given, Image, Op, Query, Standing, Table, Var, node
from gdl.model.nodes import within as all_within
from gdl.model.types import TRUTH, TRUTHS, Domain, Plain, Range, Size, Type
from interpreter.native.plan.length import length
from interpreter.native.plan.lifting import united
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.usual_names import with_usual_names

LONG = 256
"""From this length on, times the words of a set, a question becomes a function of its own, which is written once for
all places that ask. A shorter one is as quick where it stands: in chess it has 132, in Minishogi 159, in Shogi 426."""


@dataclass(frozen=True)
class Backwards:
    """Whether something of a set reaches one of `targets`: `where` says it of one `target`, and `rest` of all of them
    as far as it can't be asked in this way (None if there is no such part). `apart`: by a function of its own."""

    target: Var
    targets: Expr
    where: Expr
    rest: Expr | None
    apart: bool = False


def backwards(planner: Planner, e: Op) -> Backwards | None:
    """How it is asked from the other side whether a set has elements (`some`); None if it isn't."""
    return planner.once((e, "backwards"), lambda: _decided(planner, e))


def _decided(planner: Planner, e: Op) -> Backwards | None:
    plan = _backwards(e)
    return plan if plan is None or e.free or _length(planner, plan) < LONG else _apart(planner, e)


def _length(planner: Planner, plan: Backwards) -> int:
    parts = [plan.where] if plan.rest is None else [plan.where, plan.rest]
    words = planner.domains.words(plan.target.type.base)
    return words * sum(length(planner, part) for part in parts)


def _apart(planner: Planner, e: Op) -> Backwards | None:
    """The same plan for questions that differ in names alone, as one player's own and what the other one asks of it."""
    usual = with_usual_names(planner, e)
    assert isinstance(usual, Op)

    def decide() -> Backwards | None:
        plan = _backwards(usual)
        return plan and replace(plan, apart=True)

    return planner.once((usual, "apart"), decide)


def _backwards(e: Op) -> Backwards | None:
    (met,) = e.operands
    if not isinstance(met, Op) or met.name != "both":
        return None
    for targets, reached in (met.operands, met.operands[::-1]):
        if isinstance(reached, Query) and reached.how == "union" and reached.where is TRUE and not e.may_break:
            (variable, source), *others = reached.binders
            if not others and variable not in targets.free and _are_few(targets, source):
                return _turned(targets, variable, source, reached.body[0])
    return None


def _are_few(targets: Expr, source: Expr) -> bool:
    """Whether a set has, as far as can be told, far fewer elements than another one: pieces of one kind among all."""
    return (isinstance(targets, Standing) and isinstance(source, Standing) and len(targets.kinds) == 1
            and len(source.kinds) > 1 and targets.type.base == source.type.base)  # fmt: skip


def _turned(targets: Expr, variable: Var, source: Expr, reached: Expr) -> Backwards | None:
    if any(isinstance(part, After) for part in all_within(reached)):
        return None
    target = Var(variable.type, "target")
    found: Expr = empty(source.type)
    forwards: list[Expr] = []
    for part in united(reached):
        turned = _turn(part, variable, target)
        if turned is None:
            forwards.append(part)
        else:
            found = union(found, turned)
    if isinstance(found, Const):
        return None
    rest = _forwards(targets, variable, source, forwards) if forwards else None
    return Backwards(target, targets, present(intersection(source, found)), rest)


def _forwards(targets: Expr, variable: Var, source: Expr, parts: list[Expr]) -> Expr:
    """Whether by one of these parts something of `source` reaches a target; asked of those alone that it is about."""
    reached: Expr = empty(source.type)
    about: Expr = empty(source.type)
    for part in parts:
        reached = union(reached, part)
        bounds = isinstance(part, Cond) and isinstance(part.other, Const) and part.other.value == 0
        those = _where(part.condition, variable) if isinstance(part, Cond) and bounds else None
        about = union(about, _all(source) if those is None else those)
    binders = ((variable, intersection(source, about)),)
    return node(Query, TRUTH, "some", binders, present(intersection(targets, reached)), ())


# ---- from which elements a target is reached


def _turn(e: Expr, v: Var, target: Var) -> Expr | None:
    """All `v` for which `e` is, or holds, the target; None if that can't be said as a set."""
    if isinstance(e.type.base, Range | Plain) or isinstance(v.type.base, Range | Plain):
        return None
    if v not in e.free:
        if isinstance(e, Const) and e.value == e.type.nothing:
            return _none(v)
        return cond(member(target, as_set(e)), _all(v), _none(v))
    match e:
        case Var():
            return as_set(target)
        case Op(name="single" | "same"):
            return _turn(e.operands[0], v, target)
        case Op(name="union" | "both" | "minus"):
            return _turned_operator(e, v, target)
        case Cond():
            return _turned_condition(e, v, target)
        case Table():
            return _transposed(e, v, target)
        case Image():
            masks = as_masks(e.masks, e.type)
            between = Var(Type(e.of.type.base, Size.ONE), "between")
            table = node(Table, e.type, (*masks, 0), (between,))
            return _through(table, between, e.of, v, target)
        case Given() if v not in e.body.free:
            return _through(e.body, e.variable, e.value, v, target)
        case Query(how="union") if len(e.binders) == 1 and e.where is TRUE and v not in e.body[0].free:
            return _through(e.body[0], e.binders[0][0], e.binders[0][1], v, target)
        case Query(how="union") if v not in e.where.free and all(v not in source.free for _, source in e.binders):
            body = _turn(e.body[0], v, target)
            return None if body is None else node(Query, body.type, "union", e.binders, e.where, (body,))
        case Fill():
            return _turned_ray(e, v, target)
    return None


def _all(of: Expr) -> Expr:
    base = of.type.base
    assert isinstance(base, Range | Domain)
    return everything(base)


def _none(v: Var) -> Expr:
    return const(Type(v.type.base, Size.MANY), 0)


def _turned_operator(e: Op, v: Var, target: Var) -> Expr | None:
    a, b = e.operands
    if e.name == "both" and v not in a.free:
        a, b = b, a
    first = _turn(a, v, target)
    if e.name != "union" and v not in b.free and first is not None:
        asked = member(target, b)
        return cond(asked, first, _none(v)) if e.name == "both" else cond(asked, _none(v), first)
    second = _turn(b, v, target)
    if first is None or second is None:
        return None
    return SET_OPERATIONS[e.name](first, second)


def _turned_condition(e: Cond, v: Var, target: Var) -> Expr | None:
    then, other = _turn(e.then, v, target), _turn(e.other, v, target)
    if then is None or other is None:
        return None
    if v not in e.condition.free:
        return cond(e.condition, then, other)
    those = _where(e.condition, v)
    return None if those is None else union(intersection(then, those), difference(other, those))


def _where(c: Expr, v: Var) -> Expr | None:
    """All `v` for which a condition holds."""
    if v not in c.free:
        return cond(c, _all(v), _none(v))
    match c:
        case Op(name="member") if c.operands[0] is v and v not in c.operands[1].free:
            return c.operands[1] if c.operands[1].type.base == v.type.base else None
        case Op(name="not"):
            those = _where(c.operands[0], v)
            return None if those is None else difference(_all(v), those)
        case Op(name="and" | "or"):
            parts = [_where(o, v) for o in c.operands]
            result: Expr | None = parts[0]
            for part in parts[1:]:
                if result is None or part is None:
                    return None
                result = intersection(result, part) if c.name == "and" else union(result, part)
            return result
        case Table() if c.type.base is TRUTHS and c.arguments == (v,):
            held = sum(1 << i for i in range(len(v.type.values)) if c.values[i])
            return const(Type(v.type.base, Size.MANY), held)
    return None


def _through(then: Expr, between: Var, first: Expr, v: Var, target: Var) -> Expr | None:
    """A relation by way of something between, in two steps: `first` leads from `v` to it, and `then` on from there."""
    last = _turn(then, between, target)
    before = _turn(first, v, between)
    if last is None or before is None:
        return None
    return node(Query, before.type, "union", ((between, last),), TRUE, (before,))


def _transposed(e: Table, v: Var, target: Var) -> Expr | None:
    *outer, last = e.arguments
    if last is not v or any(v in o.free for o in outer):
        return None
    values = _turned_rows(e.values, len(outer), e.type.size, len(e.type.values))
    return node(Table, Type(v.type.base, Size.MANY), values, (*outer, target))


@lru_cache(maxsize=64)
def _turned_rows(values: Any, depth: int, size: Size, count: int) -> tuple[Any, ...]:
    """A table's values the other way round: for each thing a set of those that lead to it, and that of nothing last."""
    if depth:
        return tuple(_turned_rows(row, depth - 1, size, count) for row in values)
    found = [0] * count
    for i, held in enumerate(values[:-1]):
        mask = held if size == Size.MANY else 0 if held < 0 else 1 << held
        while mask:
            found[(mask & -mask).bit_length() - 1] |= 1 << i
            mask &= mask - 1
    return (*found, 0)


def _turned_ray(e: Fill, v: Var, target: Var) -> Expr | None:
    """A ray whose first step is like all others, each of which leads to another element: it goes back by the same
    steps, and through the same area."""
    step, start = e.step, e.start
    if start.type.size == Size.MANY or not isinstance(step, Table) or not isinstance(start, Table):
        return None
    *outer, last = start.arguments
    if last is not v or step.arguments != (*outer, e.variable) or start.values != step.values:
        return None
    if any(v in x.free or e.variable in x.free for x in outer) or {v, e.variable} & e.area.free:
        return None
    turned = _single_rows(_turned_rows(step.values, len(outer), step.type.size, len(step.type.values)), len(outer))
    if turned is None:
        return None
    at = Var(e.variable.type, "back")
    back = node(Table, step.type, turned, (*outer, at))
    return node(Fill, e.type, at, back, node(Table, start.type, turned, (*outer, target)), e.area)


def _single_rows(rows: Any, depth: int) -> Any:
    """Sets of one element at most as these elements, -1 for nothing; None if one has more."""
    if depth:
        found = tuple(_single_rows(row, depth - 1) for row in rows)
        return None if None in found else found
    return None if any(mask & (mask - 1) for mask in rows) else tuple(mask.bit_length() - 1 for mask in rows)
