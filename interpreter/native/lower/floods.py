"""Filling: everything that is reached from many sites at once."""

from __future__ import annotations

from functools import reduce

from gdl.model.nodes import Distance, Expr, Fill, Op
from gdl.model.types import Range, Size
from interpreter.native.lower.images import write_image
from interpreter.native.lower.rays import ray
from interpreter.native.lower.sets import each_both, index
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import NONE, Atom, Loc, Words
from interpreter.native.plan.fills import Flood, RayByTable, RayWalked, distance_plan, fill_plan, flood_within
from interpreter.native.plan.rewriting import within_area


def fill(w: Writer, e: Fill) -> Words:
    """Everything that is reached: by steps of whole sets, or along a ray."""
    plan = fill_plan(w.facts.planner, e)
    if isinstance(plan, RayByTable | RayWalked):
        return ray(w, e, plan)
    if isinstance(plan, Flood):
        within = w.words(within_area(e))
        return w.sets.each("or", w.words(e.start), write_image(w, plan.step, e.type.base, within))
    area, v = w.words(e.area), e.variable
    reached = tuple(w.emit.copy(word) for word in w.words(e.start))
    front = tuple(w.emit.copy(word) for word in reached)
    with w.emit.block() as done, w.emit.block("loop", frozenset((v,))) as again:
        for word, allowed in zip(front, area, strict=True):
            w.emit.set(word, w.emit.op("and", word, allowed))
        w.emit.leave(done, w.emit.op("eqz", w.sets.joined(front)))
        total = tuple(w.emit.copy(0) for _ in front)
        with w.sets.elements(front, 0, frozenset((v,))) as (element, _):
            w.emit.bind(v, element)
            unite(w, total, e.step, e)
        for word, new, old in zip(front, total, reached, strict=True):
            w.emit.set(word, w.emit.op("and", new, w.emit.op("xor", old, -1)))
            w.emit.set(old, w.emit.op("or", old, word))
        w.emit.leave(again)
    return reached


def distance(w: Writer, e: Distance) -> Loc:
    """The steps to the goal: front by front, until one meets it."""
    area, goal, origin, v = w.words(e.area), w.words(e.goal), w.words(e.origin), e.variable
    front, reached = tuple(map(w.emit.copy, origin)), tuple(map(w.emit.copy, origin))
    steps, result = w.emit.copy(0), w.emit.copy(NONE)
    plan = distance_plan(w.facts.planner, e)
    with w.emit.block() as done:
        with w.emit.block() as found:
            w.emit.leave(found, _meets(w, front, goal))
            with w.emit.block("loop", frozenset((v,))) as again:
                w.emit.leave(done, w.emit.op("eqz", w.sets.joined(front)))
                if plan is not None:
                    total = write_image(w, plan, v.type.base, front)
                else:
                    united = tuple(w.emit.copy(0) for _ in front)
                    with w.sets.elements(front, 0, frozenset((v,))) as (element, _):
                        w.emit.bind(v, element)
                        unite(w, united, e.step, e.area)
                    total = united
                for word, new, old in zip(front, total, reached, strict=True):
                    w.emit.set(word, w.emit.op("and", new, w.emit.op("xor", old, -1)))
                    w.emit.set(old, w.emit.op("or", old, word))
                w.emit.set(steps, w.emit.op("add", steps, 1))
                w.emit.leave(found, _meets(w, front, goal))
                for word, allowed in zip(front, area, strict=True):
                    w.emit.set(word, w.emit.op("and", word, allowed))
                w.emit.leave(again)
        w.emit.set(result, steps)
    return result


def _meets(w: Writer, some: Words, others: Words) -> Atom:
    """Whether two sets have something in common."""
    return w.emit.negated(w.emit.op("eqz", w.sets.joined(w.sets.each("and", some, others))))


def both_filled(w: Writer, e: Op) -> Words:
    """What is in all sets. Of what is reached within an area, the rest needn't be worked out."""
    found = flood_within(w.facts.planner, e)
    if found is None:
        return each_both(w, e)
    of, plan = found
    if len(e.operands) == 2:
        return _within(w, of, plan)
    within = w.words(within_area(of))
    others = [w.words(o) for o in e.operands if o is not of and o is not of.area]
    return reduce(lambda a, b: w.sets.each("and", a, b), others, within)


def _within(w: Writer, e: Fill, plan: Flood) -> Words:
    """What is reached within the area, front by front.

    What was reached last time is reached again where start and area have only grown since: a stone more on the
    board, and the next filling takes a step or two, or none if the stone doesn't lie beside what was reached.
    """
    start, area = w.words(e.start), w.words(e.area)
    wide = len(area)
    front, reached = tuple(w.emit.copy(word) for word in start), tuple(w.emit.copy(0) for _ in start)
    last = w.facts.memory.reserve(8 * 4 * wide) if w.known.remembers and plan.continues else None
    beside = () if last is None else tuple(w.emit.copy(0) for _ in start)
    if last is not None:
        old = [tuple(_word_at(w, last + 8 * (wide * i + j)) for j in range(wide)) for i in range(4)]
        lost = w.sets.each("or", w.sets.minus(old[0], start), w.sets.minus(old[1], area))
        has_grown = w.emit.op("eqz", w.sets.joined(lost))
        for word, again_there in zip((*reached, *beside), (*old[2], *old[3]), strict=True):
            w.emit.set(word, w.emit.select(has_grown, again_there, 0))
        _add(w, front, beside)
    with w.emit.block() as done, w.emit.block("loop") as again:
        for word, allowed, before in zip(front, area, reached, strict=True):
            w.emit.set(word, w.emit.op("and", word, w.emit.op("and", allowed, w.emit.op("xor", before, -1))))
        w.emit.leave(done, w.emit.op("eqz", w.sets.joined(front)))
        _add(w, reached, front)
        for word, step in zip(front, write_image(w, plan.step, e.type.base, front), strict=True):
            w.emit.set(word, step)
        if last is not None:
            _add(w, beside, front)
        w.emit.leave(again)
    if last is not None:
        for i, held in enumerate((*start, *area, *reached, *beside)):
            w.emit.put(("i32.const", last + 8 * i))
            w.emit.push(held)
            w.emit.put(("i64.store", 0))
    return reached


def _word_at(w: Writer, address: int) -> Loc:
    w.emit.put(("i32.const", address), ("i64.load", 0))
    return w.emit.kept()


def unite(w: Writer, total: tuple[Loc, ...], body: Expr, whole: Expr) -> None:
    """Add a thing, or a set of things, to a set."""
    if body.type.size == Size.MANY:
        more = w.words(body)
    else:
        base = whole.type.base
        more = w.sets.bit(index(w, body, base), len(total))
        if body.type.size == Size.MAYBE:
            there = w.values.there(w.atom(body), isinstance(base, Range))
            more = tuple(w.emit.select(there, word, 0) for word in more)
    _add(w, total, more)


def _add(w: Writer, total: tuple[Loc, ...], more: Words) -> None:
    """Add a set to one that is held in locals."""
    for word, extra in zip(total, more, strict=True):
        w.emit.set(word, w.emit.op("or", word, extra))
