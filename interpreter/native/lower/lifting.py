"""Writing conditions as sets: all elements for which a condition holds, at once for the whole board.

Which condition is written in which way is decided in `plan.lifting`; here is one writer for each of its plans.
"""

from __future__ import annotations

from functools import singledispatch

from gdl.model.nodes import Var
from interpreter.native.lower.cells import cells_between
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.cells import Cells
from interpreter.native.plan.lifting import (
    Apart,
    Around,
    Cases,
    Compared,
    Joined,
    Lifted,
    Listed,
    Meets,
    Member,
    Not,
    Ray,
    Reaches,
    Under,
    Uniform,
    Within,
)
from interpreter.native.plan.planner import Shifts
from interpreter.native.plan.while_writing import by_doubling, step_by_step


@singledispatch
def lifted_set(plan: Lifted, w: Writer, v: Var) -> Words:
    """All elements for which a condition holds (and perhaps positions that are no elements)."""
    raise TypeError(plan)


@lifted_set.register
def _uniform(plan: Uniform, w: Writer, v: Var) -> Words:
    truth = w.atom(plan.condition)
    return tuple(w.emit.select(truth, -1, 0) for _ in range(_width(w, v)))


@lifted_set.register
def _joined(plan: Joined, w: Writer, v: Var) -> Words:
    result, *parts = [lifted_set(part, w, v) for part in plan.parts]
    for part in parts:
        result = w.sets.each(plan.how, result, part)
    return result


@lifted_set.register
def _not(plan: Not, w: Writer, v: Var) -> Words:
    return tuple(w.emit.op("xor", word, -1) for word in lifted_set(plan.part, w, v))


@lifted_set.register
def _member(plan: Member, w: Writer, v: Var) -> Words:
    return w.words(plan.many)


@lifted_set.register
def _reaches(plan: Reaches, w: Writer, v: Var) -> Words:
    return _met(w, plan.relation, v, w.words(plan.many))


@lifted_set.register
def _within(plan: Within, w: Writer, v: Var) -> Words:
    base = plan.outer.type.base
    rest = w.sets.minus(w.facts.domains.set(base, (1 << len(plan.outer.type.values)) - 1), w.words(plan.outer))
    return tuple(w.emit.op("xor", word, -1) for word in _met(w, plan.relation, v, rest))


@lifted_set.register
def _meets(plan: Meets, w: Writer, v: Var) -> Words:
    found: Words = (0,) * _width(w, v)
    for piece in plan.pieces:
        if isinstance(piece, Apart):
            some = w.sets.some(w.words(piece.many))
            found = tuple(w.emit.op("or", word, w.emit.select(some, -1, 0)) for word in found)
            continue
        many = _cut(w, piece)
        if piece.ray is not None:
            many = _behind(w, piece.ray, many)
        found = w.sets.each("or", found, _met(w, piece.relation, v, many))
    return found


@lifted_set.register
def _cells(plan: Cells, w: Writer, v: Var) -> Words:
    return cells_between(w, plan, v)


@lifted_set.register
def _under(plan: Under, w: Writer, v: Var) -> Words:
    base, span = v.type.base, plan.number.type.base
    further = plan.or_equal - base.low
    beyond = w.emit.op("add", w.atom(plan.number), further)
    return w.sets.under(beyond, _width(w, v), range(span.low + further, span.high + further + 1))


@lifted_set.register
def _listed(plan: Listed, w: Writer, v: Var) -> Words:
    return w.facts.domains.set(v.type.base, plan.value)


@lifted_set.register
def _cases(plan: Cases, w: Writer, v: Var) -> Words:
    wide = _width(w, v)
    total: Words = (0,) * wide
    for conditions in plan.alternatives:
        all_: Words = (-1,) * wide
        for condition in conditions:
            all_ = w.sets.each("and", all_, lifted_set(condition, w, v))
        total = w.sets.each("or", total, all_)
    return total


@lifted_set.register
def _compared(plan: Compared, w: Writer, v: Var) -> Words:
    """All elements with a number of related ones; the numbers are added up digit by digit, for all at once (vertical
    counters: word i holds digit i of every element's number)."""
    k, wide = plan.number, _width(w, v)
    digits: list[Words] = []
    planes = _planes(w, plan.around.relation, v, _cut(w, plan.around))
    for plane in planes:
        carry = plane
        for i, digit in enumerate(digits):
            digits[i], carry = w.sets.each("xor", digit, carry), w.sets.each("and", digit, carry)
        if len(planes) >= 1 << len(digits):
            digits.append(carry)
    everything: Words = (-1,) * wide
    less: Words = (0,) * wide  # number < k, from the highest digit down
    equal = everything
    for i in reversed(range(max(len(digits), k.bit_length() if k > 0 else 0))):
        digit = digits[i] if i < len(digits) else (0,) * wide
        if k > 0 and k >> i & 1:
            less = w.sets.each("or", less, w.sets.minus(equal, digit))
            equal = w.sets.each("and", equal, digit)
        else:
            equal = w.sets.minus(equal, digit)
    if k < 0:
        less, equal = (0,) * wide, (0,) * wide
    if plan.sign == "=":
        return equal
    below = less if (plan.sign == "<") != plan.number_first else w.sets.each("or", less, equal)
    return w.sets.minus(everything, below) if plan.number_first else below


# ---- relations


def _width(w: Writer, v: Var) -> int:
    return w.facts.domains.words(v.type.base)


def _planes(w: Writer, relation: Shifts, v: Var, many: Words) -> list[Words]:
    """For each shift of a relation: those elements of which the one so far away is in a set."""
    wide = _width(w, v)
    n = max(wide, len(many))
    planes = []
    for by, mask in relation.groups:
        moved = w.sets.shifted(many + (0,) * (n - len(many)), -by)[:wide]
        planes.append(w.sets.each("and", moved, split(mask, wide)))
    return planes


def _met(w: Writer, relation: Shifts, v: Var, many: Words) -> Words:
    """All elements whose related ones have at least one in a set."""
    result: Words = (0,) * _width(w, v)
    for plane in _planes(w, relation, v, many):
        result = w.sets.each("or", result, plane)
    return result


def _cut(w: Writer, plan: Around) -> Words:
    """What may be met: everything, cut with some sets, or without them."""
    base = plan.related.type.base
    result: Words = w.facts.domains.set(base, (1 << len(base)) - 1)  # type: ignore[arg-type]
    for cut, keep in plan.cuts:
        words = w.words(cut)
        result = w.sets.each("and", result, words) if keep else w.sets.minus(result, words)
    return result


def _behind(w: Writer, ray: Ray, many: Words) -> Words:
    """The sites from which a ray, once there, comes to a set."""
    area = w.words(ray.area)
    if rounds := by_doubling(ray, len(many)):
        return _doubled(w, ray, many, area, rounds)
    if step_by_step(ray, len(many)):
        only = ray.step.only
        if only:
            area = w.sets.each("and", area, split(only[1], len(many)))
        for _ in range(ray.longest):
            back = w.sets.shifted(many, -only[0]) if only else _met(w, ray.step, ray.variable, many)
            many = w.sets.each("or", many, w.sets.each("and", area, back))
        return many
    reached = tuple(w.emit.copy(word) for word in many)
    with w.emit.block("loop") as again:
        more = w.sets.each("and", area, _met(w, ray.step, ray.variable, reached))
        new = w.sets.some(w.sets.minus(more, reached))
        for word, extra in zip(reached, more, strict=True):
            w.emit.set(word, w.emit.op("or", word, extra))
        w.emit.leave(again, new)
    return reached


def _doubled(w: Writer, ray: Ray, many: Words, area: Words, rounds: tuple[int, ...]) -> Words:
    """The same in rounds. `area`: from where so many steps can be gone."""
    assert ray.step.only is not None
    by, mask = ray.step.only
    area = w.sets.each("and", area, split(mask, len(many)))
    for steps in rounds:
        many = w.sets.each("or", many, w.sets.each("and", area, w.sets.shifted(many, -by * steps)))
        if steps != rounds[-1]:
            area = w.sets.each("and", area, w.sets.shifted(area, -by * steps))
    return many
