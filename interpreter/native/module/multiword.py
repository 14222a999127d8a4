"""Sets as rows of words: the operations on them, each unrolled over the words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.model.nodes import Var
from interpreter.native.module.emitter import MASK, Atom, Emitter, Loc, Slot, Words
from interpreter.native.module.wasm import i64

WORD = 8
"""Bytes of a word."""


def split(mask: int, words: int) -> Words:
    """A set known now, as words."""
    return tuple(i64(mask >> 64 * j & MASK) for j in range(words))


class Multiword:
    """Operations on sets, written with an emitter."""

    __slots__ = ("emit",)

    def __init__(self, emit: Emitter) -> None:
        self.emit = emit

    def each(self, name: str, a: Words, b: Words) -> Words:
        """An operator, word by word."""
        return tuple([self.emit.op(name, x, y) for x, y in zip(a, b, strict=True)])

    def minus(self, a: Words, b: Words) -> Words:
        """What is in `a` alone."""
        return self.each("and", a, tuple(self.emit.op("xor", x, -1) for x in b))

    def some(self, a: Words) -> Atom:
        """Whether there is an element."""
        return self.emit.op("ne", self.joined(a), 0)

    def joined(self, a: Words) -> Atom:
        """A word that is 0 if all words are."""
        result = a[0]
        for word in a[1:]:
            result = self.emit.op("or", result, word)
        return result

    def equal(self, a: Words, b: Words) -> Atom:
        """Whether both have the same elements."""
        if len(a) == 1:
            return self.emit.op("eq", a[0], b[0])
        return self.emit.op("eqz", self.joined(self.each("xor", a, b)))

    def count(self, a: Words) -> Atom:
        """How many elements."""
        result: Atom = 0
        for word in a:
            result = self.emit.op("add", result, self.emit.op("popcnt", word))
        return result

    def bit(self, index: Atom, words: int) -> Words:
        """The set of one element."""
        if isinstance(index, int):
            return split(1 << index if index >= 0 else 0, words)
        bit = self.emit.op("shl", 1, index)
        if words == 1:
            return (bit,)
        if words == 2:
            low = self.emit.op("lt_s", index, 64)
            return self.emit.select(low, bit, 0), self.emit.select(low, 0, bit)
        word = self.emit.op("shr_u", index, 6)
        return tuple(self.emit.select(self.emit.op("eq", word, j), bit, 0) for j in range(words))

    def test(self, many: Words, index: Atom) -> Atom:
        """Whether an element is in a set, as a truth."""
        if isinstance(index, int):
            word: Atom = many[index >> 6]
        else:
            word = self.word_of(many, index)
        self.emit.push(self.emit.op("and", self.emit.op("shr_u", word, index), 1))
        if isinstance(word, int) and isinstance(index, int):
            self.emit.scopes[-1].code.pop()
            return word >> (index & 63) & 1
        self.emit.put(("i32.wrap_i64",))
        return self.emit.kept("i32")

    def word_of(self, many: Words, index: Atom) -> Atom:
        """The word in which an element lies."""
        if len(many) == 1:
            return many[0]
        if len(many) == 2:
            return self.emit.select(self.emit.op("lt_s", index, 64), many[0], many[1])
        at, word = self.emit.op("shr_u", index, 6), many[-1]
        for j in range(len(many) - 2, -1, -1):
            word = self.emit.select(self.emit.op("eq", at, j), many[j], word)
        return word

    def shifted(self, a: Words, by: int) -> Words:
        """A set moved up (or down, if negative) by a number of elements; what leaves the words is lost."""
        whole, part = divmod(abs(by), 64)
        n = len(a)

        def at(j: int) -> Atom:
            return a[j] if 0 <= j < n else 0

        out: list[Atom] = []
        for j in range(n):
            if by >= 0:
                word = self.emit.op("shl", at(j - whole), part)
                if part:
                    word = self.emit.op("or", word, self.emit.op("shr_u", at(j - whole - 1), 64 - part))
            else:
                word = self.emit.op("shr_u", at(j + whole), part)
                if part:
                    word = self.emit.op("or", word, self.emit.op("shl", at(j + whole + 1), 64 - part))
            out.append(word)
        return tuple(out)

    def lowest(self, a: Words) -> Atom:
        """The least element of a set that has one."""
        result = (
            self.emit.op("ctz", a[-1])
            if len(a) == 1
            else self.emit.op("add", self.emit.op("ctz", a[-1]), 64 * (len(a) - 1))
        )
        for j in range(len(a) - 2, -1, -1):
            here = self.emit.op("ctz", a[j])
            result = self.emit.select(self.emit.op("ne", a[j], 0), self.emit.op("add", here, 64 * j), result)
        return result

    def highest(self, a: Words) -> Atom:
        """The greatest element of a set that has one."""
        result: Atom = 0
        for j in range(len(a)):
            here = self.emit.op("sub", 63 + 64 * j, self.emit.op("clz", a[j]))
            result = here if j == 0 else self.emit.select(self.emit.op("ne", a[j], 0), here, result)
        return result

    def is_single(self, a: Words) -> Atom:
        """Whether a set has exactly one element."""
        return self.emit.op("eq", self.count(a), 1)

    def span(self, low: Atom, high: Atom, words: int) -> Words:
        """The elements from one to another (none if they are in the wrong order)."""
        return self.minus(self.under(self.emit.op("add", high, 1), words), self.under(low, words))

    def under(self, beyond: Atom, words: int, known: range | None = None) -> Words:
        """The elements before a position. `known`: where this position lies, if that is known."""
        found = []
        for j in range(words):
            n = self.emit.op("sub", beyond, 64 * j)
            bits = self.emit.op("sub", self.emit.op("shl", 1, n), 1)
            if known is None or known[0] < 64 * j:
                bits = self.emit.select(self.emit.op("le_s", n, 0), 0, bits)
            if known is None or known[-1] >= 64 * (j + 1):
                bits = self.emit.select(self.emit.op("ge_s", n, 64), -1, bits)
            found.append(bits)
        return tuple(found)

    @contextmanager
    def elements(
        self,
        many: Words,
        low: int = 0,
        variables: frozenset[Var] = frozenset(),
        writes: frozenset[Slot] = frozenset(),
    ) -> Iterator[tuple[Loc, int]]:
        """A loop over a set's elements, in order; gives the element and the label after the loop."""
        left = [self.emit.copy(word) for word in many]
        element = self.emit.new()
        with self.emit.block() as done, self.emit.block("loop", variables, writes) as again:

            def take(j: int) -> None:
                self.emit.set(element, self.emit.op("add", self.emit.op("ctz", left[j]), 64 * j + low))
                self.emit.set(left[j], self.emit.op("and", left[j], self.emit.op("sub", left[j], 1)))

            def find(j: int) -> None:
                if j == len(left):
                    self.emit.leave(done)
                else:
                    self.emit.when(self.emit.op("ne", left[j], 0), lambda: take(j), lambda: find(j + 1))

            if len(left) == 1:
                self.emit.leave(done, self.emit.op("eqz", left[0]))
                take(0)
            else:
                find(0)
            yield element, done
            self.emit.leave(again)
