"""What is known of a game before it is played: how long it may get, what players may win or lose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from gdl.model.statements import Rank, Roll, Statement, walk
from gdl.model.types import Range
from interpreter.bridges.adapters import lengths
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance

LONGEST = 10_000
"""Decisions after which a game is broken off, where rules may go on for longer."""
MOST_STEPS = 20_000
"""Moves that are played to look through all games."""
MOST_GAMES = 1e9
"""Games of more ways than this aren't looked through."""
SAMPLES = 30
"""Random games by which it is told whether payments come to the same sum, where there are too many games."""


@dataclass(frozen=True)
class Bounds:
    """Of one game: decisions and outcomes of chance at most, what a player gets at least and at most, and what all get
    together, if that is always the same. `sure`: the rules see to it that there are no longer games."""

    decisions: int
    chances: int
    sure: bool
    low: float
    high: float
    sum: float | None


_KNOWN: dict[tuple[str, int | None], Bounds] = {}
"""What was found for rules by their hash: games are loaded again whenever one of their states is read back."""


def bounds(game: Game, limit: int | None = None) -> Bounds:
    """The bounds of a game: looked up in all of its games if they are few, else by its types and, if there is one, a
    proof that it ends. Games that go on for longer than `limit` decisions are broken off, with nothing for anybody."""
    key = game.hash, limit
    if key not in _KNOWN:
        _KNOWN[key] = _found(game, limit)
    return _KNOWN[key]


def _found(game: Game, limit: int | None) -> Bounds:
    start, seen = game.beginning(), _Ends()
    longest = _Longest(seen).of(start) if _ways(start) <= MOST_GAMES else None
    if longest is not None and (limit is None or longest[0] <= limit):
        low, high = (min(seen.paid), max(seen.paid)) if game.model.pays else (-1.0, 1.0)
        total = _total(game, lambda: seen.sum)
        return Bounds(*longest, True, low, max(high, low + 1), total)
    low, high = _paid(game)
    total = _total(game, lambda: _sampled(game))
    proven = lengths.longest(game.model)
    if proven is not None and proven[0] <= (limit or LONGEST):
        return Bounds(*proven, True, low, high, total)
    most = limit or LONGEST
    rolls = any(isinstance(s, Roll) for s in _statements(game))
    return Bounds(most, most if rolls else 0, False, low, high, total)


def _total(game: Game, paid: Callable[[], float | None]) -> float | None:
    """What all get together, if that is always the same. Places from 1 to -1 come to nothing, but for who plays alone,
    and where all win or lose together; where all are paid alike, what they get is what one gets, and no sum."""
    if game.model.pays:
        return None if game.model.is_common else paid()
    return None if len(game.players) == 1 or game.model.unites else 0.0


def _statements(game: Game) -> Iterator[Statement]:
    rules = game.model
    for block in (rules.setup, rules.turn, rules.end):
        yield from walk(block)


def _paid(game: Game) -> tuple[float, float]:
    """The least and the most that may be paid, by types; nothing is what a game that is broken off is worth."""
    if not game.model.pays:
        return -1.0, 1.0
    bases = [s.score.type.base for s in _statements(game) if isinstance(s, Rank) and s.pays]
    ranges = [base for base in bases if isinstance(base, Range)]
    return min(-1.0, *(base.low for base in ranges)), max(1.0, *(base.high for base in ranges))


def _sampled(game: Game) -> float | None:
    """What all get together in some random games, if that is the same each time."""
    seen = _Ends()
    for number in range(SAMPLES):
        chance, state = Chance(0, number), game.start(0, number)
        while not state.is_over and state.ply < LONGEST:
            state = state.play(state.draw(chance, state.ply))
        seen.add(state)
    return seen.sum


def _ways(start: State) -> float:
    """Roughly how many games there are, by the number of options in one."""
    chance, state, found = Chance(0), start, 1.0
    while not state.is_over and found <= MOST_GAMES:
        found *= len(state.moves)
        state = state.play(state.draw(chance, state.ply))
        if state.ply > LONGEST:
            return float("inf")
    return found


@dataclass
class _Ends:
    """What ends of games came to."""

    paid: set[float] = field(default_factory=set)
    sums: set[float] = field(default_factory=set)

    def add(self, state: State) -> None:
        """Note the end of a game."""
        results = (state.results or {}).values()
        self.paid.update(results)
        self.sums.add(sum(results))

    @property
    def sum(self) -> float | None:
        """What all got together, if it was the same each time."""
        return next(iter(self.sums)) if len(self.sums) == 1 else None


class _Longest:
    """Looks for the longest game, every state once."""

    def __init__(self, ends: _Ends) -> None:
        self.ends = ends
        self.known: dict[State, tuple[int, int] | None] = {}
        """The most decisions and outcomes of chance from a state on; None while it lies on the way."""
        self.best: dict[State, tuple[int, int]] = {}
        self.way: list[tuple[State, list[State]]] = []
        self.steps = 0

    def of(self, start: State) -> tuple[int, int] | None:
        """The most from a state on; None if there is no end to them (a state leads to itself), or if that takes too
        long to find out."""
        self._begin(start)
        while self.way:
            state, left = self.way[-1]
            if not left:
                self.way.pop()
                self.known[state] = self.best.pop(state)
                continue
            follower = left[-1]
            if follower not in self.known:
                if self.steps > MOST_STEPS:
                    return None
                self._begin(follower)
                continue
            reached = self.known[follower]
            if reached is None:
                return None
            left.pop()
            decisions, chances = self.best[state]
            decisions = max(decisions, reached[0] + (not state.is_chance))
            self.best[state] = decisions, max(chances, reached[1] + state.is_chance)
        return self.known[start]

    def _begin(self, state: State) -> None:
        followers = [state.play(move) for move in state.moves]
        self.steps += len(followers)
        if not followers:
            self.known[state] = 0, 0
            self.ends.add(state)
            return
        self.known[state], self.best[state] = None, (0, 0)
        self.way.append((state, followers))
