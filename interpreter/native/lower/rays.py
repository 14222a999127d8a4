"""Rays: what is reached from one site straight on, until something is in the way.

Where each step leads to a higher position, or each to a lower one, the whole ray is looked up and cut at the lowest, or
the highest, bit of what is in the way: some instructions without a branch. Any other ray is walked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gdl.model.nodes import Fill, Table
from gdl.model.types import TRUTHS, Plain, Range, Size, Type
from interpreter.native.lower.lifting import Lifting
from interpreter.native.module.emitter import Atom, Words

MAX_BYTES = 1 << 16
"""Tables of rays are no larger."""
HIGHEST = -1 << 63


class Rays(Lifting):
    """Writes rays."""

    def ray(self, e: Fill) -> Words:
        """From one site step by step, until something outside the area, or the beginning, is met."""
        key = (e.start, e.step, "ray")
        if key not in self.memory.cut:
            self.memory.cut[key] = self._tables(e), None
        tables: tuple[Table, Table] | None = self.memory.cut[key][0]
        if tables is None:
            return self._walked(e)
        whole, rises = tables
        area = self.words(e.area)  # the tables are read here: before a condition it may be in vain
        return self._cut_short(self._table(whole), area, self._table(rises))

    def _tables(self, e: Fill) -> tuple[Table, Table] | None:
        """Whole rays, and whether their steps rise; None if there are no such tables."""
        assert isinstance(e.step, Table)
        *outer, _ = e.step.arguments
        if isinstance(e.type.base, Range | Plain):
            return None
        found = _deep(_whole, len(outer), e.step.values)
        if None in _leaves(found, len(outer)):
            return None
        masks, start = _deep(lambda row: row[0], len(outer), found), e.start
        if isinstance(start, Table) and start.arguments[:-1] == (*outer,):  # a step, and straight on from there
            masks = _deep(_from, len(outer), masks, start.values)
            start = start.arguments[-1]
        if self.width(e) * 8 * sum(map(len, _leaves(masks, len(outer)))) > MAX_BYTES:
            return None
        rises = _deep(lambda row: row[1], len(outer), found)
        return Table(e.type, masks, (*outer, start)), Table(Type(TRUTHS, Size.ONE), rises, (*outer,))

    def _cut_short(self, whole: Words, area: Words, rises: Atom) -> Words:
        """Of rays that rise or fall, what comes before anything outside the area, and the first of that."""
        ends = self.minus(whole, area)
        if isinstance(rises, int):
            return self.each("and", whole, self._up_to_lowest(ends) if rises else self._down_to_highest(ends))
        up, down = self._up_to_lowest(ends), self._down_to_highest(ends)
        return self.each("and", whole, tuple(self.select(rises, a, b) for a, b in zip(up, down, strict=True)))

    def _up_to_lowest(self, ends: Words) -> Words:
        """The lowest bit and all below; everything if there is none."""
        seen = [self.op("xor", end, self.op("sub", end, 1)) for end in ends]
        for j in range(1, len(ends)):
            seen[j] = self.select(self.some(ends[:j]), 0, seen[j])
        return tuple(seen)

    def _down_to_highest(self, ends: Words) -> Words:
        """The highest bit and all above; everything if there is none."""
        highest = [self.op("shr_u", HIGHEST, self.op("clz", self.op("or", end, 1))) for end in ends]
        seen = [self.op("sub", 0, bit) for bit in highest]
        for j in range(len(ends) - 1):
            seen[j] = self.select(self.some(ends[j + 1 :]), 0, seen[j])
        return tuple(seen)

    def _walked(self, e: Fill) -> Words:
        """Step by step."""
        assert isinstance(e.step, Table)
        at, area = self.copy(self.atom(e.start)), self.words(e.area)
        result = tuple(self.copy(0) for _ in area)
        for argument in e.step.arguments[:-1]:
            self.code(argument)
        with self.block() as done, self.block("loop", frozenset((e.variable,))) as again:
            self.leave(done, self.op("lt_s", at, 0))
            self.leave(done, self.test(result, at))
            for word, more in zip(result, self.bit(at, len(area)), strict=True):
                self.set(word, self.op("or", word, more))
            self.leave(done, self.negated(self.test(area, at)))
            self.scopes[-1].values[e.variable] = at
            self.set(at, self._table(e.step))
            self.leave(again)
        return result


@lru_cache
def _whole(steps: tuple[int, ...]) -> tuple[tuple[int, ...], bool] | None:
    """What is reached from each element by these steps, and from nothing; and whether all steps rise. None if some rise
    and some fall. (Positions are in the order of the elements.)"""
    rises = all(to > at for at, to in enumerate(steps[:-1]) if to >= 0)
    if not rises and any(to >= at for at, to in enumerate(steps[:-1])):
        return None
    masks = [0] * len(steps)
    for at in sorted(range(len(steps) - 1), reverse=rises):
        masks[at] = 1 << at | masks[steps[at]]
    return tuple(masks), rises


def _from(masks: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(masks[at] for at in first)


def _deep(of: Callable[..., Any], depth: int, *nested: Any) -> Any:
    """A function of what nested tuples hold at a depth."""
    return of(*nested) if depth == 0 else tuple(_deep(of, depth - 1, *parts) for parts in zip(*nested, strict=True))


def _leaves(nested: Any, depth: int) -> list[Any]:
    """What nested tuples hold at a depth."""
    return [nested] if depth == 0 else [leaf for part in nested for leaf in _leaves(part, depth - 1)]
