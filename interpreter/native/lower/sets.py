"""Operators on sets, word by word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model.nodes import Expr, Op
from gdl.model.types import Base, Range, Size
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.module.multiword import WORD
from interpreter.native.plan.fills import group
from interpreter.native.plan.lines_at import LinesAt, lines_at
from interpreter.native.plan.occupied import known_by, stands_in
from interpreter.native.plan.vacant import is_occupied, is_vacant


def _union(w: Writer, e: Op) -> Words:
    whole = group(w.facts.planner, e)
    return w.sets.each("or", *map(w.words, e.operands)) if whole is None else w.words(whole)


def each_both(w: Writer, e: Op) -> Words:
    """What is in all sets, each worked out whole."""
    return w.sets.each("and", *map(w.words, e.operands))


def _minus(w: Writer, e: Op) -> Words:
    vacant = w.held.vacant
    if vacant is not None and vacant.words and is_vacant(w.facts.layout, e):
        return vacant.set_of(w.emit)
    return w.sets.minus(*map(w.words, e.operands))


def _within(w: Writer, e: Op) -> Atom:
    return w.emit.op("eqz", w.sets.joined(w.sets.minus(*map(w.words, e.operands))))


def _count(w: Writer, e: Op) -> Atom:
    return counted(w, e.operands[0])


def counted(w: Writer, many: Expr, words: Words | None = None) -> Atom:
    """How many elements a set has. `words`: the set, if it is at hand."""
    vacant = w.held.vacant
    if vacant is not None and is_vacant(w.facts.layout, many):
        return vacant.of(w.emit)
    if vacant is not None and is_occupied(w.facts.layout, many):
        return w.emit.op("sub", vacant.sites, vacant.number)
    return w.sets.count(w.words(many) if words is None else words)


def index(w: Writer, one: Expr, base: Base) -> Atom:
    """The position of an element's bit."""
    return w.emit.op("sub", w.atom(one), base.low) if base.low else w.atom(one)


def _member(w: Writer, e: Op) -> Atom:
    one, many = e.operands
    sure = stands_in(w.facts.layout, w.emit.fact(known_by(w.facts.layout, one)), many)
    if sure is not None:
        return int(sure)
    plan = lines_at(w.facts.planner, e)
    if plan is not None:
        return _in_a_line(w, plan)
    return w.sets.test(w.words(many), index(w, one, many.type.base))


def _in_a_line(w: Writer, plan: LinesAt) -> Atom:
    """Whether a line through a site lies within a set of one word."""
    (around,) = w.words(plan.around)
    many = len(plan.masks[0])
    held = b"".join(line.to_bytes(WORD, "little") for lines in plan.masks for line in lines)
    address, at = w.facts.memory.constant(held), w.emit.op("mul", w.atom(plan.site), WORD * many)
    found: Atom = 0
    for i in range(many):
        w.emit.wrapped(at)
        w.emit.put(("i64.load", address + WORD * i))
        line = w.emit.kept()
        found = w.emit.truth("or", found, w.emit.op("eq", w.emit.op("and", around, line), line))
    return found


def _single(w: Writer, e: Op) -> Words:
    (one,) = e.operands
    bit = w.sets.bit(index(w, one, e.type.base), w.values.width(e))
    if one.type.size == Size.ONE:
        return bit
    there = w.values.there(w.atom(one), isinstance(one.type.base, Range))
    return tuple(w.emit.select(there, word, 0) for word in bit)


def _moved(w: Writer, e: Op) -> Words:
    (of,) = e.operands
    words, wide = w.words(of), max(w.values.width(of), w.values.width(e))
    by = of.type.base.low - e.type.base.low
    moved = w.sets.shifted(words + (0,) * (wide - len(words)), by)
    return moved[: w.values.width(e)]


def _narrow(w: Writer, e: Op) -> Words:
    return w.sets.each("and", _moved(w, e), w.facts.domains.set(e.type.base, (1 << len(e.type.values)) - 1))


def _range(w: Writer, e: Op) -> Words:
    low, high = (w.emit.op("sub", w.atom(o), e.type.base.low) for o in e.operands)
    return w.sets.span(low, high, w.values.width(e))


def _one_of(w: Writer, e: Op, found: Any, condition: Any) -> Atom:
    words = w.words(e.operands[0])
    element = w.emit.op("add", found(words), e.operands[0].type.base.low)
    return w.emit.select(condition(words), element, w.values.nothing(e.type))


def _the(w: Writer, e: Op) -> Atom:
    return _one_of(w, e, w.sets.lowest, w.sets.is_single)


def _least(w: Writer, e: Op) -> Atom:
    return _one_of(w, e, w.sets.lowest, w.sets.some)


def _greatest(w: Writer, e: Op) -> Atom:
    return _one_of(w, e, w.sets.highest, w.sets.some)


SET_OPERATORS: dict[str, Callable[[Writer, Op], Any]] = {
    "union": _union,
    "minus": _minus,
    "within": _within,
    "count": _count,
    "member": _member,
    "single": _single,
    "narrow": _narrow,
    "range": _range,
    "the": _the,
    "least": _least,
    "greatest": _greatest,
    "rebase": _moved,
    "both": each_both,
}
"""What writes each operator of the model on sets."""
