"""The n-th element of a set, and picking a number at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from interpreter.graph.chance import GAMMA
from interpreter.native.module.emitter import Atom, Emitter, Loc, Words
from interpreter.native.module.memory import Memory
from interpreter.native.module.wasm import i64
from interpreter.native.plan.while_writing import looked_up_whole

_ONES = 0x0101010101010101
_PAIRS = 0x5555555555555555
_FOURS = 0x3333333333333333
_EIGHTS = 0x0F0F0F0F0F0F0F0F
_HIGHS = 0x8080808080808080


WORDS_TOLD_BY_A_BYTE = 4
"""The largest set, in words, for which one byte tells whether an element lies in a word. The element's number, less the
number of elements before the word, is -192 to 255. Only the numbers from 0 to 63 have a lowest byte below 64."""


@cache
def places(size: int) -> bytes:
    """At 2**size k + b: the place of the k-th one of the number b."""
    rows = [[i for i in range(size) if b >> i & 1] for b in range(1 << size)]
    return bytes(row[k] if k < len(row) else 0 for k in range(size) for row in rows)


class Draws:
    """Writes draws with an emitter. `by_c`: the code becomes C (`module/c_runtime.c`), where the k-th one of a word and
    the upper half of a product are an instruction each."""

    def __init__(self, emitter: Emitter, memory: Memory, by_c: bool = False) -> None:
        self.emitter, self.memory, self.by_c = emitter, memory, by_c

    def nth(self, many: Words, k: Atom, size: int) -> Atom:
        """The position of element number `k` (from 0) of a set, of which there are `size` positions."""
        return self.element(many, k, size)[0]

    def element(self, many: Words, k: Atom, size: int) -> tuple[Atom, Callable[[], Words]]:
        """The same, and what works out the set of this element alone: sooner than from the position."""
        if not self.by_c:
            return self._by_sums(many, k, size)
        is_looked_up = len(many) == 1 and looked_up_whole(size)
        table = self.memory.constant(places(size if is_looked_up else 8))  # so all lies where it lies for wasmtime
        place, bits = self.by_deposits(many, k)
        return self._looked_up(table, many[0], k, size) if is_looked_up else place, lambda: bits

    def _by_sums(self, many: Words, k: Atom, size: int) -> tuple[Atom, Callable[[], Words]]:
        e = self.emitter
        word, base, rest = many[0], 0, k  # type: tuple[Atom, Atom, Atom]
        before = e.op("popcnt", many[0]) if len(many) > 1 else 0
        lies_beyond: list[Atom] = []
        for j in range(1, len(many)):
            beyond = e.op("ge_s", k, before)
            lies_beyond.append(beyond)
            word, base = e.select(beyond, many[j], word), e.select(beyond, 64 * j, base)
            rest = e.select(beyond, e.op("sub", k, before), rest)
            before = e.op("add", before, e.op("popcnt", many[j]))
        place = self._in_word(word, rest, size if len(many) == 1 else 64)

        def alone() -> Words:
            bit = e.op("shl", 1, place)
            found: list[Atom] = []
            for beyond in reversed(lies_beyond):
                found.insert(0, e.select(beyond, bit, 0))
                bit = e.select(beyond, 0, bit)
            return (bit, *found)

        return e.op("add", place, base), alone

    def by_deposits(self, many: Words, k: Atom) -> tuple[Atom, Words]:
        """In C alone: the position of element number `k`, and the set of it alone."""
        e = self.emitter
        before: Atom = 0
        bits: list[Atom] = []
        base: Atom = 0
        for j, word in enumerate(many):
            rest = e.op("sub", k, before)
            if len(many) > WORDS_TOLD_BY_A_BYTE:
                rest = e.select(e.op("lt_u", rest, 64), rest, 64)
            bits.append(e.op("nth_bit_or_none" if len(many) > 1 else "nth_bit", word, rest))
            if j < len(many) - 1:
                before = e.op("add", before, e.op("popcnt", word))
                base = e.op("add", base, e.extended(e.op("ge_u", k, before)))
        joined = bits[0]
        for bit in bits[1:]:
            joined = e.op("or", joined, bit)
        return e.op("add", e.op("ctz", joined), e.op("shl", base, 6)), tuple(bits)

    def _in_word(self, word: Atom, k: Atom, size: int) -> Atom:
        """The k-th one of a word: sums of bytes, then a table (Vigna, "Broadword implementation of rank/select
        queries", 2008)."""
        e = self.emitter
        if looked_up_whole(size):
            return self._looked_up(self.memory.constant(places(size)), word, k, size)
        table = self.memory.constant(places(8))
        s = e.op("sub", word, e.op("and", e.op("shr_u", word, 1), _PAIRS))
        s = e.op("add", e.op("and", s, _FOURS), e.op("and", e.op("shr_u", s, 2), _FOURS))
        s = e.op("and", e.op("add", s, e.op("shr_u", s, 4)), _EIGHTS)
        sums = e.op("mul", s, _ONES)
        beyond = e.op("and", e.op("sub", e.op("or", e.op("mul", k, _ONES), i64(_HIGHS)), sums), i64(_HIGHS))
        place = e.op("shl", e.op("popcnt", beyond), 3)
        before = e.op("and", e.op("shr_u", e.op("shl", sums, 8), place), 255)
        byte = e.op("and", e.op("shr_u", word, place), 255)
        e.wrapped(e.op("or", byte, e.op("shl", e.op("sub", k, before), 8)))
        e.put(("i64.load8_u", table))
        return e.op("add", e.kept(), place)

    def _looked_up(self, table: int, word: Atom, k: Atom, size: int) -> Loc:
        """The k-th one of a number of so many bits."""
        self.emitter.wrapped(self.emitter.op("or", word, self.emitter.op("shl", k, size)))
        self.emitter.put(("i64.load8_u", table))
        return self.emitter.kept()

    def pick(self, key: Loc, n: Atom) -> Atom:
        """One of 0 … n - 1, by the next draw of a key; see `interpreter.graph.chance`."""
        bits = self.bits(key, n != 1)
        return 0 if n == 1 else self.scaled(bits, n)

    def bits(self, key: Loc, used: bool = True) -> Atom:
        """The next draw of a key."""
        e = self.emitter
        e.set(key, e.op("add", key, i64(GAMMA)))
        return self._mixed(key) if used else 0

    def another(self, bits: Atom) -> Atom:
        """The value that follows one, where the same draw is made again."""
        return self._mixed(self.emitter.op("add", bits, i64(GAMMA)))

    def _mixed(self, key: Atom) -> Atom:
        e = self.emitter
        z = e.op("xor", key, e.op("shr_u", key, 30))
        z = e.op("mul", z, i64(0xBF58476D1CE4E5B9))
        z = e.op("mul", e.op("xor", z, e.op("shr_u", z, 27)), i64(0x94D049BB133111EB))
        return e.op("xor", z, e.op("shr_u", z, 31))

    def scaled(self, bits: Atom, n: Atom) -> Atom:
        """One of 0 … n - 1, by the bits of a draw: the upper half of their product (Lemire, "Fast random integer
        generation in an interval", 2019, without the rejection: n is far below 2**64)."""
        e = self.emitter
        if self.by_c:
            return e.op("mul_high_u", bits, n)
        high = e.op("mul", e.op("shr_u", bits, 32), n)
        low = e.op("shr_u", e.op("mul", e.op("and", bits, 0xFFFFFFFF), n), 32)
        return e.op("shr_u", e.op("add", high, low), 32)
