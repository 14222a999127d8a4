"""Conditions as sets: all elements for which a condition holds, worked out at once for the whole board."""

from __future__ import annotations

from functools import lru_cache

from gdl.model.build import FALSE, TRUE, conjuncts
from gdl.model.meaning import shift_groups
from gdl.model.nodes import Const, Expr, Fill, Given, Op, Query, Table, Var, node
from gdl.model.types import TRUTHS, Plain, Range, Size
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.specialise import Specialiser, inside

MAX_SMALL = 8
MAX_GROUPS = 16
MAX_STEPS_AT_ONCE = 8


def liftable(ctx: Context, c: Expr, v: Var) -> bool:
    """Whether `lifted` will do; it writes nothing."""
    key = (c, v)
    if key not in ctx.can_lift:
        ctx.can_lift[key] = _can_lift(ctx, c, v)
    return ctx.can_lift[key]


def _can_lift(ctx: Context, c: Expr, v: Var) -> bool:
    if v not in c.free:
        return not c.heavy
    match c:
        case Op(name="and" | "or" | "not"):
            return all(liftable(ctx, o, v) for o in c.operands)
        case Op(name="member"):
            one, many = c.operands
            return v not in many.free and (one is v or relation_of(ctx, one, v) is not None)
        case Op(name="within"):
            inner, outer = c.operands
            return v not in outer.free and relation_of(ctx, inner, v) is not None
        case Op(name="some"):
            parts = _united(c.operands[0])
            return all(v not in p.free or _meeting(ctx, p, v) is not None for p in parts)
        case Op(name="<" | "<=" | "="):
            return _counted(ctx, c, v) is not None
        case Table():
            return c.type.base is TRUTHS and c.arguments == (v,)
        case Query(how="some"):
            cases = _alternatives(ctx, c, v)
            return cases != [[c]] and all(liftable(ctx, part, v) for parts in cases for part in parts)
        case Given():
            body = c.body
            if not isinstance(body, Op) or body.name != "member" or body.operands[0] is not c.variable:
                return False
            return not body.operands[1].free & {v, c.variable} and relation_of(ctx, c.value, v) is not None
    return False


def lifted_set(ctx: Context, c: Expr, v: Var) -> Words | None:
    """All elements for which a condition holds (and perhaps positions that are no elements)."""
    if not liftable(ctx, c, v):
        return None
    wide = ctx.domains.words(v.type.base)
    if v not in c.free:
        truth = ctx.atom(c)
        return tuple(ctx.select(truth, -1, 0) for _ in range(wide))
    match c:
        case Op(name="and" | "or"):
            parts = [lifted_set(ctx, o, v) for o in c.operands]
            result = parts[0]
            for part in parts[1:]:
                assert result is not None
                assert part is not None
                result = ctx.each(c.name, result, part)
            return result
        case Op(name="not"):
            inner = lifted_set(ctx, c.operands[0], v)
            assert inner is not None
            return tuple(ctx.op("xor", w, -1) for w in inner)
        case Op(name="member"):
            one, many = c.operands
            return ctx.words(many) if one is v else _met(ctx, one, v, ctx.words(many))
        case Op(name="within"):
            inside, outer = c.operands
            rest = ctx.minus(
                ctx.domains.set(outer.type.base, (1 << len(outer.type.values)) - 1), ctx.words(outer)
            )
            return tuple(ctx.op("xor", w, -1) for w in _met(ctx, inside, v, rest))
        case Op(name="some"):
            found: Words = (0,) * wide
            for piece in _united(c.operands[0]):
                if v in piece.free:
                    found = ctx.each("or", found, _meets(ctx, piece, v))
                else:
                    some = ctx.some(ctx.words(piece))
                    found = tuple(ctx.op("or", w, ctx.select(some, -1, 0)) for w in found)
            return found
        case Op():
            return _compared(ctx, c, v)
        case Query():
            total: Words = (0,) * wide
            for conditions in _alternatives(ctx, c, v):
                all_: Words = (-1,) * wide
                for condition in conditions:
                    lifted = lifted_set(ctx, condition, v)
                    assert lifted is not None
                    all_ = ctx.each("and", all_, lifted)
                total = ctx.each("or", total, all_)
            return total
        case Table():
            return ctx.domains.set(v.type.base, sum(1 << i for i in range(len(v.type.values)) if c.values[i]))
        case Given():
            assert isinstance(c.body, Op)
            return _met(ctx, c.value, v, ctx.words(c.body.operands[1]))
    return None


def _alternatives(ctx: Context, c: Query, v: Var) -> list[list[Expr]]:
    """“There is one” over a few things: for each of them the conditions that must hold."""
    key = (c, v)
    if key not in ctx.split_cases:
        ctx.split_cases[key] = _find_cases(ctx, c)
    return ctx.split_cases[key]


def _find_cases(ctx: Context, c: Query) -> list[list[Expr]]:
    (name, source), *rest = c.binders
    base = source.type.base
    if source.type.size == Size.FAMILY or isinstance(base, Plain) or len(base) > MAX_SMALL:
        return [[c]] if c.binders else []  # not liftable: it is its own condition
    where = c.where if not rest else node(Query, c.type, "some", tuple(rest), c.where, ())
    found = []
    for i in range(len(base)):
        known = Specialiser({}, {name: i + base.low})
        parts = [inside(source, i), *(known(x) for x in conjuncts(where))]
        if FALSE not in parts:
            found.append([p for p in parts if p is not TRUE])
    return found


def relation_of(ctx: Context, e: Expr, v: Var) -> tuple[int, ...] | None:
    """A static function of `v` as a mask for each position; None if it isn't, or if it takes too many shifts."""
    while isinstance(e, Op) and e.name in ("single", "same"):
        (e,) = e.operands
    if not (isinstance(e, Table) and e.arguments == (v,)) or isinstance(v.type.base, Range | Plain):
        return None
    if isinstance(e.type.base, Range | Plain):
        return None
    key = (e, "relation")
    if key not in ctx.memory.cut:
        masks = [0] * ctx.domains.size(v.type.base)
        for i, position in enumerate(ctx.domains.positions(v.type.base)):
            held = e.values[i]
            one = held if e.type.size == Size.MANY else 0 if held < 0 else 1 << held
            masks[position] = ctx.domains.mask(e.type.base, one)
        fits = shift_groups(tuple(masks), MAX_GROUPS) is not None
        ctx.memory.cut[key] = (tuple(masks), None) if fits else (None, None)
    found: tuple[int, ...] | None = ctx.memory.cut[key][0]
    return found


def _planes(ctx: Context, e: Expr, v: Var, many: Words) -> list[Words]:
    """For each shift of the relation `e`: those elements of which the one so far away is in a set."""
    masks = relation_of(ctx, e, v)
    assert masks is not None
    groups = shift_groups(masks, MAX_GROUPS)
    assert groups is not None
    wide = ctx.domains.words(v.type.base)
    n = max(wide, len(many))
    planes = []
    for by, mask in groups:
        moved = ctx.shifted(many + (0,) * (n - len(many)), -by)[:wide]
        planes.append(ctx.each("and", moved, split(mask, wide)))
    return planes


def _met(ctx: Context, e: Expr, v: Var, many: Words) -> Words:
    """All elements whose related ones have at least one in a set."""
    result: Words = (0,) * ctx.domains.words(v.type.base)
    for plane in _planes(ctx, e, v, many):
        result = ctx.each("or", result, plane)
    return result


def _meeting(ctx: Context, e: Expr, v: Var) -> tuple[Expr, list[tuple[Expr, bool]]] | None:
    """A set as a relation of `v`, cut with sets that don't depend on it (True), or without them (False)."""
    if v not in e.free:
        return None
    if relation_of(ctx, e, v) is not None:
        return e, []
    if isinstance(e, Fill) and e.start.type.size != Size.MANY and v not in e.area.free | e.step.free:
        going = relation_of(ctx, e.step, e.variable) is not None and relation_of(ctx, e.start, v) is not None
        return (e, []) if going else None
    if isinstance(e, Op) and e.name in ("both", "minus"):
        a, b = e.operands
        for x, y, keep in ((a, b, e.name == "both"), (b, a, True)):
            if v not in y.free and (found := _meeting(ctx, x, v)) and (keep or x is a) and (
                    e.name == "both" or x is a):  # fmt: skip
                return found[0], [*found[1], (y, keep)]
    return None


def _parts(ctx: Context, e: Expr, v: Var) -> tuple[Expr, Words]:
    found = _meeting(ctx, e, v)
    assert found is not None
    relation, cuts = found
    base = e.type.base
    many = ctx.domains.set(base, (1 << len(base)) - 1)  # type: ignore[arg-type]
    result: Words = many
    for cut, keep in cuts:
        words = ctx.words(cut)
        result = ctx.each("and", result, words) if keep else ctx.minus(result, words)
    return relation, result


def _meets(ctx: Context, e: Expr, v: Var) -> Words:
    relation, many = _parts(ctx, e, v)
    if not isinstance(relation, Fill):
        return _met(ctx, relation, v, many)
    return _met(ctx, relation.start, v, _behind(ctx, relation, many))


def _behind(ctx: Context, ray: Fill, many: Words) -> Words:
    """The sites from which a ray, once there, comes to a set."""
    area = ctx.words(ray.area)
    length = longest_ray(ctx, ray)
    if length * len(many) <= MAX_STEPS_AT_ONCE:
        groups = shift_groups(relation_of(ctx, ray.step, ray.variable) or (), 1)
        if groups:
            area = ctx.each("and", area, split(groups[0][1], len(many)))
        for _ in range(length):
            back = ctx.shifted(many, -groups[0][0]) if groups else _met(ctx, ray.step, ray.variable, many)
            many = ctx.each("or", many, ctx.each("and", area, back))
        return many
    reached = tuple(ctx.copy(word) for word in many)
    with ctx.block("loop") as again:
        more = ctx.each("and", area, _met(ctx, ray.step, ray.variable, reached))
        new = ctx.some(ctx.minus(more, reached))
        for word, extra in zip(reached, more, strict=True):
            ctx.set(word, ctx.op("or", word, extra))
        ctx.leave(again, new)
    return reached


def longest_ray(ctx: Context, ray: Fill) -> int:
    """How many steps in a row a ray can make, at most."""
    masks = relation_of(ctx, ray.step, ray.variable)
    assert masks is not None
    return _longest(masks)


def _counted(ctx: Context, c: Op, v: Var) -> tuple[Expr, str, int, bool] | None:
    """A comparison of a number of related elements with a constant: (set, sign, constant, constant first)."""
    a, b = c.operands
    for x, y, first in ((a, b, False), (b, a, True)):
        if (isinstance(y, Const) and isinstance(y.type.base, Range) and isinstance(x, Op) and x.name == "count"
                and y.value is not None and _meeting(ctx, x.operands[0], v)):  # fmt: skip
            return x.operands[0], c.name, y.value, first
    return None


def _compared(ctx: Context, c: Op, v: Var) -> Words:
    """All elements with a number of related ones; the numbers are added up bit by bit, for all at once."""
    found = _counted(ctx, c, v)
    assert found is not None
    many, sign, k, first = found
    relation, around = _parts(ctx, many, v)
    wide = ctx.domains.words(v.type.base)
    digits: list[Words] = []
    planes = _planes(ctx, relation, v, around)
    for plane in planes:
        carry = plane
        for i, digit in enumerate(digits):
            digits[i], carry = ctx.each("xor", digit, carry), ctx.each("and", digit, carry)
        if len(planes) >= 1 << len(digits):
            digits.append(carry)
    everything: Words = (-1,) * wide
    less: Words = (0,) * wide  # number < k, from the highest digit down
    equal = everything
    for i in reversed(range(max(len(digits), k.bit_length() if k > 0 else 0))):
        digit = digits[i] if i < len(digits) else (0,) * wide
        if k > 0 and k >> i & 1:
            less = ctx.each("or", less, ctx.minus(equal, digit))
            equal = ctx.each("and", equal, digit)
        else:
            equal = ctx.minus(equal, digit)
    if k < 0:
        less, equal = (0,) * wide, (0,) * wide
    if sign == "=":
        return equal
    below = less if (sign == "<") != first else ctx.each("or", less, equal)
    return ctx.minus(everything, below) if first else below


def _united(e: Expr) -> list[Expr]:
    """The parts of a union."""
    if isinstance(e, Op) and e.name == "union":
        return [part for o in e.operands for part in _united(o)]
    return [e]


@lru_cache
def _longest(masks: tuple[int, ...]) -> int:
    """How many steps in a row a relation allows, at most."""
    front, steps = (1 << len(masks)) - 1, 0
    while front and steps <= len(masks):
        front, steps = sum(1 << i for i, mask in enumerate(masks) if mask & front), steps + 1
    return steps - 1
