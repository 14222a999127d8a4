"""What a backend keeps: single moves as stops and entries, whole jobs as single calls, and how each of them fails.

The reference interpreter (`reference`) and the compiled rules (`native`) both keep it; games, states and tools know
nothing else of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from gdl.model.model import Model
from gdl.text.source import Span
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout

Values = list[Any]
"""The state: a value for each slot of the layout."""
Unit = Literal["turns", "plies"]

MAX_PLIES_IN_TURN = 100_000
"""Decisions and rolls of one turn, at most."""


# ---- single moves --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list of moves: what is chosen where, and the values of the state in which it is chosen."""

    ask: int
    chosen: tuple[int, ...]
    values: tuple[Any, ...]

    def same(self, other: Entry) -> bool:
        """Whether this is the same entry as one of another sort."""
        return (self.ask, self.chosen, self.values) == (other.ask, other.chosen, other.values)


@dataclass(frozen=True, slots=True)
class BranchEntry(Entry):
    """An entry of an `either` that knows where that is and the state there: its branch may have changed the values
    before it asked."""

    place: int
    before: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the rules wait: at a decision, at chance, or at the end.

    `turns`: boundaries between turns passed on the way. `origin`: the values at the turn's beginning, if nothing has
    been decided or rolled since.
    """

    place: int
    values: tuple[Any, ...]
    entries: tuple[Entry, ...]
    turns: int
    origin: tuple[Any, ...] | None


class Stuck(Exception):
    """No option, with nothing said about it: at a turn's first decision, or in the middle of it."""

    def __init__(self, span: Span, values: tuple[Any, ...], first: bool) -> None:
        super().__init__("stuck")
        self.span, self.values, self.first = span, values, first


class Endless(Exception):
    """The rules go on without a decision, or a `most` has too many ways."""

    def __init__(self, span: Span | None, message: str) -> None:
        super().__init__(message)
        self.span = span


class TooLong(Endless):
    """What is worked out between two decisions takes the reference interpreter too long; compiled rules may do it."""


class Broken(Exception):
    """A rule gave a value outside its range; becomes a RuleError that says where and how it came to that."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span


class Stepper(Protocol):
    """Plays single moves, from decision to decision. Every method may raise Stuck, Endless or Broken; none keeps
    anything of a game."""

    model: Model
    graph: Graph
    layout: Layout

    def start(self) -> Stop:
        """Up to the first decision or roll, the set-up included."""

    def play(self, entry: Entry) -> Stop:
        """What follows an entry of a stop that this machine gave."""

    def begin_turn(self, values: Values) -> Stop:
        """From a position between turns, whose `next` moves."""

    def go_on(self, values: Values) -> Stop:
        """From the beginning of a turn of `me`."""

    def after_turn(self, values: Values) -> int:
        """Apply `end` to the values, as after a turn; gives the node that follows: the game's end, or the boundary."""

    def resume(self, values: Values, place: int) -> Stop:
        """From a position in the middle of a turn."""

    def draw(self, stop: Stop, bits: int) -> Entry:
        """The entry that a random game takes, by the 64 bits of a draw; each is as likely as the others."""

    def next_is_stuck(self, values: Values) -> bool:
        """Whether `next` could not make a first decision."""

    def moments(self, values: Values) -> tuple[tuple[Any, ...], ...]:
        """What each use of `repeats` compares, as it is now."""

    def __hash__(self) -> int: ...

    def text(self, entry: Entry) -> str:
        """How an entry is written."""

    def other_texts(self, entry: Entry) -> tuple[str, ...]:
        """How an entry may be written, too."""

    def audience(self, entry: Entry) -> int:
        """Who is told by name how an entry is written: a set of players; none where the rules name nobody."""

    def asking(self, entry: Entry) -> str | None:
        """What who decides is asked there, as the rules have it; None if they don't say."""


# ---- jobs ----------------------------------------------------------------------------------------


class Halted(Exception):
    """A compiled module came to a halt where it shouldn't, or ran out of the machine's stack."""


class GivenUp(Exception):
    """A backend can't do this job. The reference interpreter does it, or says what is wrong."""


class TooManyError(Exception):
    """There are more states than may be held in memory."""


class NoRoomError(TooManyError):
    """The positions that were to be counted don't fit in memory."""


class TooGreatError(GivenUp):
    """A number is too great for compiled rules to count."""


@dataclass(frozen=True)
class Depth:
    """The numbers of one depth."""

    depth: int
    """In turns or plies, from 1."""
    sequences: int
    """Sequences of decisions and rolls of this length, or to an earlier end of the game."""
    positions: int | None
    """Different states at their ends; None if they weren't counted."""
    ended: int | None
    """The number of sequences that ended the game; None if the last plies weren't played."""


@dataclass(frozen=True)
class Unplayed:
    """A random game that a job could not play to its end. `reached`: where it was when it had taken as many plies as
    it may – the turns so far, its values and its place –, unless something else was the matter."""

    number: int
    reached: tuple[int, Values, int] | None


@dataclass
class Batch:
    """Some random games: how they ended, in sums (see `tools.tally`), and those left to the reference interpreter."""

    totals: list[int]
    unplayed: list[Unplayed] = field(default_factory=list)


class Jobs(Protocol):
    """Does whole jobs, each on the thread that asks, several threads at once; what it can't do, it gives up."""

    def random_games(self, seed: int, first: int, count: int, limit: int, start: Stop | None) -> Batch:
        """Play `count` random games of a seed, from number `first` on, each of at most `limit` plies."""

    def perft(self, start: Stop, depth: int, unit: Unit, limit: int | None, memory: int) -> Iterator[Depth]:
        """Give the numbers for depths 1, 2, …, one after another, while the states fit into `memory` bytes.

        Raises GivenUp or TooManyError.
        """

    def behind(self, start: Stop, option: int, depth: int, unit: Unit, limit: int | None, memory: int) -> Depth:
        """The numbers for that depth after one option; raises GivenUp or TooManyError."""

    def sequences(self, start: Stop, option: int, depth: int, unit: Unit, positions: bool, memory: int) -> Depth:
        """The number of sequences of that depth: of all, or after `option` if it isn't negative. No states are kept.

        Positions are counted only if asked for, by their hashes. Raises GivenUp or NoRoomError.
        """

    def room(self, memory: int) -> int:
        """The number of positions that can be counted by their hashes in so many bytes."""
