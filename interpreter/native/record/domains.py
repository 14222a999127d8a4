"""Where the elements of each base lie among the bits of a set, and how values are held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from gdl.model.primitives import bits
from gdl.model.types import TRUTHS, Base, Plain, Range, Size, Type
from interpreter.native.module.emitter import NONE, Unsupported
from interpreter.native.module.multiword import split

T = TypeVar("T")

MAX_WORDS = 64
"""Sets of up to 4,096 elements, as many as a board has sites. Each operation is written once for each word."""

PARTS = "keep a member of a type, a site, a piece, a player or a number, or a set of these"
"""What else can be a part of the state."""

MAX_HELD = 4
"""Arrays of so many values are held in locals, too: reading one whose index isn't known takes a select for each value,
against one load, but writing to the record and reading again what may have changed is spared."""


class Domains:
    """The positions of elements: an element is held as its position, a set as bits at the positions."""

    def __init__(self) -> None:
        self._positions: dict[Base, tuple[int, ...]] = {}
        self._indices: dict[Base, dict[int, int]] = {}
        self._masks: dict[tuple[Base, int], int] = {}

    def embed(self, base: Base, positions: tuple[int, ...]) -> None:
        """Elements of a base get other positions than their indices; they must rise."""
        self._positions[base] = positions
        self._indices.pop(base, None)

    def positions(self, base: Base) -> tuple[int, ...]:
        """The position of each element."""
        found = self._positions.get(base)
        if found is None:
            found = self._positions[base] = tuple(range(self.count(base)))
        return found

    def plain(self, base: Base) -> bool:
        """Whether every element's position is its index."""
        positions = self.positions(base)
        return not positions or positions[-1] == len(positions) - 1

    def index(self, base: Base, position: int) -> int:
        """The index of the element at a position."""
        found = self._indices.get(base)
        if found is None:
            found = self._indices[base] = {p: i for i, p in enumerate(self.positions(base))}
        return found[position] if found else position

    def spread(self, base: Base, values: Sequence[T]) -> Sequence[T]:
        """The values of all elements, by position: where none lies, which is never asked, that of the next one."""
        if self.plain(base):
            return values[: self.count(base)]
        gaps = pairwise((-1, *self.positions(base)))  # and there may be one value more, that of nothing
        return [value for value, (last, here) in zip(values, gaps, strict=False) for _ in range(last, here)]

    def count(self, base: Base) -> int:
        """How many elements there are."""
        if isinstance(base, Plain):
            raise Unsupported(f"a {base.name} as a part of the state", PARTS)
        return len(base)

    def size(self, base: Base) -> int:
        """How many positions there are."""
        positions = self.positions(base)
        return positions[-1] + 1 if positions else 0

    def words(self, base: Base) -> int:
        """How many words a set takes."""
        n = max((self.size(base) + 63) // 64, 1)
        if n > MAX_WORDS:
            raise Unsupported(f"sets of more than {64 * MAX_WORDS:,} elements ({base.name})", "let the type be smaller")
        return n

    def mask(self, base: Base, value: int) -> int:
        """A set by its positions."""
        if not value:
            return 0
        found = self._masks.get((base, value))
        if found is None:
            positions = self.positions(base)
            found = value if self.plain(base) else sum(1 << positions[i] for i in bits(value))
            self._masks[base, value] = found
        return found

    def unmask(self, base: Base, mask: int) -> int:
        """A set from its positions."""
        positions = self.positions(base)
        if self.plain(base):
            return mask
        return sum(1 << i for i, position in enumerate(positions) if mask >> position & 1)

    def set(self, base: Base, value: int) -> tuple[int, ...]:
        """A set as words."""
        return split(self.mask(base, value), self.words(base))  # type: ignore[return-value]

    def element(self, base: Base, value: int | None) -> int:
        """An element (or nothing) as it is held."""
        if isinstance(base, Range):
            return NONE if value is None else value
        if isinstance(base, Plain):
            return int(value or 0)
        assert value is not None
        if value < 0 or not self.positions(base):  # of an empty base there is no element to be held
            return value
        return self.positions(base)[value]


@dataclass(frozen=True)
class Cell:
    """How a value is held in memory: as `size` bytes; `sort` is truth, number, element or set (of `words`).

    A number is stored less `low`; one that is not there as all ones.
    """

    sort: str
    size: int
    words: int = 0
    low: int = 0
    maybe: bool = False

    @property
    def nothing(self) -> int:
        """What is stored for nothing."""
        return (1 << 8 * self.size) - 1

    @property
    def loading(self) -> str:
        """The instruction that loads it."""
        if self.size == 8:
            return "i64.load"
        type_ = "i32" if self.sort == "truth" else "i64"
        return f"{type_}.load{8 * self.size}_{'s' if self.sort == 'element' and self.maybe else 'u'}"

    @property
    def storing(self) -> str:
        """The instruction that stores it."""
        return "i64.store" if self.size == 8 else f"{'i32' if self.sort == 'truth' else 'i64'}.store{8 * self.size}"

    def encode(self, value: object) -> bytes:
        """A value as it is held as an atom, or as words."""
        if isinstance(value, tuple):
            return b"".join((w & (1 << 64) - 1).to_bytes(8, "little") for w in value)
        assert isinstance(value, int)
        stored = self.nothing if value == NONE else value - self.low
        return (stored & self.nothing).to_bytes(self.size, "little")

    def decode(self, held: bytes) -> int | tuple[int, ...]:
        """The atom, or the words, that bytes hold."""
        if self.words:
            return tuple(int.from_bytes(held[8 * j : 8 * j + 8], "little") for j in range(self.words))
        stored = int.from_bytes(held, "little")
        if self.maybe and stored == self.nothing:
            return -1 if self.sort == "element" else NONE
        return stored + self.low


def cell(domains: Domains, type_: Type) -> Cell:
    """How values of a type are held."""
    base = type_.base
    if base is TRUTHS:
        return Cell("truth", 1)
    if type_.size == Size.FAMILY or isinstance(base, Plain):
        raise Unsupported(f"{type_} as a part of the state", PARTS)
    if type_.size == Size.MANY:
        words = domains.words(base)
        return Cell("set", 8 * words, words)
    maybe = type_.size == Size.MAYBE
    if isinstance(base, Range):
        count = base.high - base.low + 2
        size = next((n for n in (1, 2, 4) if count <= 1 << 8 * n), 8)
        return Cell("number", size, 0, base.low if size < 8 else 0, maybe)
    count = domains.size(base) * (2 if maybe else 1)
    return Cell("element", next(n for n in (1, 2, 4) if count <= 1 << 8 * n), 0, 0, maybe)
