"""Pieces of rules in the making: text with what the generator knows of it, and what is in sight where it will stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

ONE, MAYBE, MANY, FAMILY = range(4)

# How loosely the parts of an expression hang together, as in the grammar. An OPEN one reaches as far right as it can.
OPEN, OTHERWISE, WHEN, OR, AND, NOT, TEST, RANGE, ADD, MUL, UNARY, STEP, OWN, POSTFIX, ATOM = range(15)

WIDE = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Sort:
    """What a value is made of. `size`: how many there are; `members`: texts that stand for one of them each."""

    name: str
    size: int
    stems: Sequence[str] = "kh"
    members: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    """Of a named range: its bounds."""

    @property
    def is_number(self) -> bool:
        return self.stems == "nmk"


def numbers(name: str, low: int, high: int) -> Sort:
    """A range of numbers with a name."""
    return Sort(name, high - low + 1, "nmk", (), low, high)


NUMBER = numbers("number", 0, 0)
"""All numbers: which ones is said by the bounds of a piece of code."""
TRUTH = Sort("truth", 2, "o")
PLAYERS = "pq"


@dataclass(frozen=True, eq=False)
class Board(Sort):
    """A type with sites. What belongs to one of its sites, or to the board itself, by the names of the rules."""

    coordinates: tuple[tuple[str, Sort], ...] = ()
    directions: tuple[str, ...] = ()
    total: frozenset[str] = frozenset()
    """Directions in which there is always a site."""
    ways: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    calls: tuple[tuple[str, int, int], ...] = ()
    """Regions with a number, and from which to which it makes sense."""
    spots: tuple[str, ...] = ()
    """Single sites that might not be there, as `apex`."""
    families: tuple[str, ...] = ()
    way: Sort = field(default_factory=lambda: Sort("direction", 0))
    """The sort of its directions."""


@dataclass(frozen=True)
class Code:
    """The text of an expression, with its type as far as it is known.

    `low`, `high`: bounds of the number, or the numbers in a set. `most`: how many elements a set may have. `firm`:
    what may be missing is known to be of that size for the checker, too, whatever else it works out.
    """

    text: str
    sort: Sort
    size: int = ONE
    level: int = ATOM
    low: int = 0
    high: int = 0
    most: int = WIDE
    firm: bool = False

    def at(self, level: int) -> str:
        """The text, in parentheses if it hangs together more loosely than its place asks for."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def condition(self) -> str:
        """The text where a condition stands, with nothing behind it that could be taken for a part of it."""
        return self.text if self.level == OPEN or self.level >= OR else f"({self.text})"

    @property
    def elements(self) -> int:
        """How many elements a set may have."""
        whole = self.high - self.low + 1 if self.sort.is_number else self.sort.size
        return min(self.most, whole) if self.size == MANY else 1


@dataclass(frozen=True)
class Name:
    """Something that a name stands for: a local, or something that the game has."""

    code: Code
    changes: bool = False
    fixed: bool = False
    """Bound by a query within an expression."""

    @property
    def text(self) -> str:
        return self.code.text


@dataclass(frozen=True)
class Variable:
    """What something has: `subject` None for the game. `value` is what reading it gives, its text left empty."""

    name: str
    subject: Sort | None
    parameters: tuple[Sort, ...]
    value: Code

    @property
    def dimensions(self) -> tuple[Sort, ...]:
        return (*((self.subject,) if self.subject else ()), *self.parameters)


@dataclass(frozen=True)
class Define:
    """A define: `value` is what it gives, its text left empty; None for a block of statements.

    `cost`: how many steps it may take. `decides`: a block holds a decision on every way. `changes`: it may stand behind
    `after`.
    """

    name: str
    subject: Code | None
    parameters: tuple[Code, ...]
    value: Code | None
    cost: int
    decides: bool = False
    changes: bool = False

    def relates(self, sort: Sort) -> bool:
        """Whether it gives for one thing of a sort others of it, so that one can go from thing to thing."""
        alone = self.subject is not None and self.subject.sort is sort and not self.parameters
        return alone and self.value is not None and self.value.sort is sort


@dataclass(frozen=True)
class Kind:
    """A kind of piece."""

    name: str
    owned: bool
    number: tuple[int, int] | None


@dataclass
class World:
    """What a ruleset has introduced so far."""

    players: tuple[str, ...] = ("A", "B")
    player: Sort = field(default_factory=lambda: Sort("player", 2, PLAYERS, ("A", "B")))
    board: Board | None = None
    boards: list[Board] = field(default_factory=list)
    """All types with sites, the board among them."""
    stacks: bool = False
    kinds: list[Kind] = field(default_factory=list)
    kind: Sort = field(default_factory=lambda: Sort("kind", 0, "z"))
    piece: Sort = field(default_factory=lambda: Sort("piece", 0, "z"))
    sorts: list[Sort] = field(default_factory=list)
    """Enumerations."""
    ranges: list[Sort] = field(default_factory=list)
    options: list[Name] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    defines: list[Define] = field(default_factory=list)
    families: list[Code] = field(default_factory=list)

    @property
    def domains(self) -> list[Sort]:
        """All sorts of things that there are finitely many of, but numbers."""
        found = [self.player, *self.sorts, *self.boards]
        return [*found, self.kind, self.piece] if self.kinds else found


@dataclass(frozen=True)
class Env:
    """Where an expression or a statement will stand.

    `room`: how many steps it may take if every set were full. `depth`: how deep it may be nested.
    """

    names: tuple[Name, ...] = ()
    room: int = 3_000
    depth: int = 4
    section: str = "define"
    ahead: bool = False
    """Within `after`."""
    taken: frozenset[str] = frozenset()

    def bind(self, *names: Name) -> Env:
        """The same place, with more names in sight."""
        return replace(self, names=(*self.names, *names))

    def within(self, times: int) -> Env:
        """A place that is come to so many times."""
        return replace(self, room=self.room // max(times, 1), depth=self.depth - 1)

    @property
    def deeper(self) -> Env:
        """A place further in."""
        return replace(self, depth=self.depth - 1)

    @property
    def bare(self) -> Env:
        """The same place without the names that are bound there, which can't be given to anything else."""
        return replace(self, names=(), taken=self.taken | {name.text for name in self.names})

    def fresh(self, sort: Sort) -> str:
        """A name that isn't in use there."""
        taken = self.taken | {name.text for name in self.names}
        for round_ in range(1, 100):
            for stem in sort.stems:
                name = stem if round_ == 1 else f"{stem}_{round_}"
                if name not in taken:
                    return name
        raise AssertionError("too many names")
