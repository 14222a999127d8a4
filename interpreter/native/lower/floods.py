"""Filling: everything that is reached from many sites at once."""

from __future__ import annotations

from functools import reduce

from gdl.model.build import as_masks
from gdl.model.nodes import Const, Expr, Fill, Image, Op, Standing, Table, node
from gdl.model.types import Range, Size
from interpreter.native.lower.rays import Rays
from interpreter.native.module.emitter import Loc, Words


class Filling(Rays):
    """Writes fillings."""

    remembers = True
    """Whether fillings keep what they came to for the next time; not where changes are only looked at."""

    def fill(self, e: Fill) -> Words:
        """Everything that is reached: by steps of whole sets, or along a ray."""
        if e.start.type.size != Size.MANY:
            return self.ray(e)
        masks = self._steps(e)
        if masks is not None:
            within = self.words(node(Op, e.type, "both", (e, e.area)))
            return self.each("or", self.words(e.start), self.image(masks, e.variable.type.base, e.type.base, within))
        area, v = self.words(e.area), e.variable
        reached = tuple(self.copy(word) for word in self.words(e.start))
        front = tuple(self.copy(word) for word in reached)
        with self.block() as done, self.block("loop", frozenset((v,))) as again:
            for word, allowed in zip(front, area, strict=True):
                self.set(word, self.op("and", word, allowed))
            self.leave(done, self.op("eqz", self.joined(front)))
            total = tuple(self.copy(0) for _ in front)
            with self.elements(front, 0, frozenset((v,))) as (element, _):
                self.scopes[-1].values[v] = element
                self.unite(total, e.step, e)
            for word, new, old in zip(front, total, reached, strict=True):
                self.set(word, self.op("and", new, self.op("xor", old, -1)))
                self.set(old, self.op("or", old, word))
            self.leave(again)
        return reached

    def _op_both(self, e: Op) -> Words:
        """What is in all sets. Of what is reached within an area, the rest needn't be worked out."""
        for of in e.operands:
            if isinstance(of, Fill) and of.area in e.operands and self._steps(of) is not None:
                if len(e.operands) == 2:
                    return self._within(of)
                within = self.words(node(Op, e.type, "both", (of, of.area)))
                others = [self.words(o) for o in e.operands if o is not of and o is not of.area]
                return reduce(lambda a, b: self.each("and", a, b), others, within)
        return super()._op_both(e)

    def _steps(self, e: Fill) -> tuple[int, ...] | None:
        """The step of a filling from site to site, if it is the same wherever and whenever it is made."""
        if e.start.type.size != Size.MANY or not isinstance(e.step, Table) or e.step.arguments != (e.variable,):
            return None
        return as_masks(e.step.values[:-1], e.step.type)

    def _within(self, e: Fill) -> Words:
        """What is reached within the area, front by front.

        What was reached last time is reached again where start and area have only grown since: a stone more on the
        board, and the next filling takes a step or two.
        """
        masks, start, area = self._steps(e), self.words(e.start), self.words(e.area)
        assert masks is not None
        wide, base = len(area), e.variable.type.base
        front, reached = tuple(self.copy(word) for word in start), tuple(self.copy(0) for _ in start)
        last = self.memory.reserve(8 * 3 * wide) if self.remembers and _grows(e.start) and _grows(e.area) else None
        if last is not None:
            old = [tuple(self._word_at(last + 8 * (wide * i + j)) for j in range(wide)) for i in range(3)]
            lost = self.each("or", self.minus(old[0], start), self.minus(old[1], area))
            has_grown = self.op("eqz", self.joined(lost))
            for word, again_reached in zip(front, old[2], strict=True):
                self.set(word, self.op("or", word, self.select(has_grown, again_reached, 0)))
        with self.block() as done, self.block("loop") as again:
            for word, allowed, before in zip(front, area, reached, strict=True):
                self.set(word, self.op("and", word, self.op("and", allowed, self.op("xor", before, -1))))
            self.leave(done, self.op("eqz", self.joined(front)))
            for word, new in zip(reached, front, strict=True):
                self.set(word, self.op("or", word, new))
            for word, step in zip(front, self.image(masks, base, e.type.base, front), strict=True):
                self.set(word, step)
            self.leave(again)
        if last is not None:
            for i, held in enumerate((*start, *area, *reached)):
                self.put(("i32.const", last + 8 * i))
                self.push(held)
                self.put(("i64.store", 0))
        return reached

    def _word_at(self, address: int) -> Loc:
        self.put(("i32.const", address), ("i64.load", 0))
        return self.kept()

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


def _grows(e: Expr) -> bool:
    """Whether a set loses nothing as long as pieces are only added."""
    match e:
        case Const() | Standing():
            return True
        case Op(name="union" | "both"):
            return all(map(_grows, e.operands))
        case Image():
            return _grows(e.of)
    return False
