"""Filling: everything that is reached, from many sites at once or along a ray."""

from __future__ import annotations

from gdl.build import as_masks
from gdl.meaning import shift_groups
from gdl.nodes import Expr, Fill, Table
from gdl.types import Range, Size
from interpreter.native.emitter import Loc, Words
from interpreter.native.lifting import MAX_GROUPS, MAX_STEPS_AT_ONCE, Lifting


class Filling(Lifting):
    """Writes fillings."""

    def fill(self, e: Fill) -> Words:
        """Everything that is reached: by steps of whole sets, or along a ray."""
        if e.start.type.size != Size.MANY:
            return self._ray(e)
        area, v = self.words(e.area), e.variable
        reached = tuple(self.copy(word) for word in self.words(e.start))
        front = tuple(self.copy(word) for word in reached)
        with self.block() as done, self.block("loop", frozenset((v,))) as again:
            for word, allowed in zip(front, area, strict=True):
                self.set(word, self.op("and", word, allowed))
            self.leave(done, self.op("eqz", self.joined(front)))
            if isinstance(e.step, Table) and e.step.arguments == (v,):
                masks = as_masks(e.step.values[:-1], e.step.type)
                step = self.image(masks, v.type.base, e.type.base, front)
            else:
                total = tuple(self.copy(0) for _ in front)
                with self.elements(front, 0, frozenset((v,))) as (element, _):
                    self.scopes[-1].values[v] = element
                    self.unite(total, e.step, e)
                step = total
            for word, new, old in zip(front, step, reached, strict=True):
                self.set(word, self.op("and", new, self.op("xor", old, -1)))
                self.set(old, self.op("or", old, word))
            self.leave(again)
        return reached

    def _straight(self, e: Fill, length: int) -> Words:
        """A ray that is always the same shift: step by step, without asking whether it has ended."""
        assert isinstance(e.step, Table)
        start, area = self.atom(e.start), self.words(e.area)
        there = self.op("ge_s", start, 0)
        front: Words = tuple(self.select(there, word, 0) for word in self.bit(start, len(area)))
        result, masks = front, as_masks(e.step.values[:-1], e.step.type)
        for _ in range(length - 1):
            front = self.image(masks, e.variable.type.base, e.type.base, self.each("and", front, area))
            result = self.each("or", result, front)
        return result

    def _ray(self, e: Fill) -> Words:
        """From one site step by step, until something outside the area, or the beginning, is met."""
        assert isinstance(e.step, Table)
        wide = self.width(e)
        masks = self.relation(e.step, e.variable)
        if masks is not None and len(shift_groups(masks, MAX_GROUPS) or ()) == 1:
            length = self._longest(e)
            if length * wide <= MAX_STEPS_AT_ONCE:
                return self._straight(e, length)
        at, area = self.copy(self.atom(e.start)), self.words(e.area)
        result = tuple(self.copy(0) for _ in range(wide))
        for argument in e.step.arguments[:-1]:
            self.code(argument)
        with self.block() as done, self.block("loop", frozenset((e.variable,))) as again:
            self.leave(done, self.op("lt_s", at, 0))
            self.leave(done, self.test(result, at))
            for word, more in zip(result, self.bit(at, wide), strict=True):
                self.set(word, self.op("or", word, more))
            self.leave(done, self.negated(self.test(area, at)))
            self.scopes[-1].values[e.variable] = at
            self.set(at, self._table(e.step))
            self.leave(again)
        return result

    def unite(self, total: tuple[Loc, ...], body: Expr, whole: Expr) -> None:
        """Add a thing, or a set of things, to a set."""
        if body.type.size == Size.MANY:
            more = self.words(body)
        else:
            base = whole.type.base
            more = self.bit(self.index(body, base), len(total))
            if body.type.size == Size.MAYBE:
                there = self.there(self.atom(body), isinstance(base, Range))
                more = tuple(self.select(there, word, 0) for word in more)
        for word, extra in zip(total, more, strict=True):
            self.set(word, self.op("or", word, extra))
