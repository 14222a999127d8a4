"""Uniformly random games, and what comes of them: results with standard errors, lengths, speed.

The seed and a game's number name it for good: game 17 of seed 1 is the same game on every machine, whatever
was played before it. Every ply – a decision, or an outcome of chance – is drawn by the same counter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.game.chance import Chance
from interpreter.game.errors import RuleError

if TYPE_CHECKING:
    from interpreter import Game, State

PLIES_LIMIT = 200_000
"""Plies after which a game is taken to have no end."""
OUTCOMES = ("win", "draw", "loss")


class EndlessError(RuleError):
    """A game goes on for too long."""


@dataclass(frozen=True)
class Playout:
    """One random game that came to its end."""

    end: State
    """The state in which it ended."""
    decisions: int
    """Choices of players; rolls don't count."""
    turns: int
    """Turns that it took."""


@dataclass
class Mean:
    """A running mean of numbers, with its standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Take in one more number, or the same number several times."""
        self.count += times
        self.total += times * value
        self.squares += times * value * value

    @property
    def mean(self) -> float:
        """The mean so far."""
        return self.total / self.count if self.count else math.nan

    @property
    def error(self) -> float | None:
        """The standard error of the mean: s/√n, with s² = Σ(x − x̄)²/(n − 1). One number has none."""
        if self.count < 2:
            return None
        spread = max(0.0, self.squares - self.total * self.total / self.count)
        return math.sqrt(spread / (self.count - 1) / self.count)

    @property
    def share_interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for a frequency; unlike mean ± 2 errors, it is honest at 0 and 1."""
        if not self.count:
            return (0.0, 1.0)
        n, p, z = self.count, self.mean, 1.959964
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - reach), min(1.0, centre + reach)


@dataclass
class Summary:
    """What a number of games came to."""

    players: tuple[str, ...]
    results: Mapping[str, Mapping[str, Mean]] = field(init=False)
    """Player → "win", "draw", "loss" or "utility" → its mean."""
    decisions: Mean = field(default_factory=Mean)
    turns: Mean = field(default_factory=Mean)

    def __post_init__(self) -> None:
        self.results = {player: {key: Mean() for key in (*OUTCOMES, "utility")} for player in self.players}

    @property
    def games(self) -> int:
        """How many games were taken in."""
        return self.turns.count

    def add(self, playout: Playout) -> None:
        """Take in one more game."""
        outcomes, utilities = playout.end.outcomes or {}, playout.end.results or {}
        for player, means in self.results.items():
            for outcome in OUTCOMES:
                means[outcome].add(outcomes[player] == outcome)
            means["utility"].add(utilities[player])
        self.decisions.add(playout.decisions)
        self.turns.add(playout.turns)


def playout(
    game: Game, seed: int, number: int, limit: int = PLIES_LIMIT, start: State | None = None
) -> Playout:
    """One game from its start (or from a state) to its end, every ply drawn uniformly.

    `limit` is in plies: decisions and rolls. Raises RuleError, and EndlessError where that is reached.
    """
    chance = Chance(seed, number)
    state = start or game.start(seed=seed, number=number)
    first, decisions = state.turns, 0
    for ply in range(limit):
        if state.is_over:
            return Playout(state, decisions, state.turns - first)
        decisions += not state.is_chance
        state = state.play(state.draw(chance, ply))
    raise endless(state, seed, number, limit)


def endless(state: State, seed: int, number: int, limit: int) -> EndlessError:
    """The error of a game that has come to this state after so many plies."""
    return EndlessError(f"game {number} of seed {seed} hasn't ended after {limit:,} plies\n{state.described('then')}")


def playouts(
    game: Game, games: int, seed: int, first: int = 0, limit: int = PLIES_LIMIT
) -> Iterator[Playout]:
    """The games of this seed from number `first` on, each with its end; one after another."""
    for number in range(first, first + games):
        yield playout(game, seed, number, limit)


def summarize(game: Game, played: Iterable[Playout]) -> Summary:
    """What these games came to."""
    summary = Summary(game.players)
    for one in played:
        summary.add(one)
    return summary


def simulate(
    game: Game, games: int, seed: int = 0, first: int = 0, limit: int = PLIES_LIMIT, jobs: int = 1,
    start: State | None = None,
) -> Iterator[Summary]:  # fmt: skip
    """The same games as `playouts`, as many as possible at a time: what they came to so far, again and again.

    The last summary is of all `games`; `first` is the number of the first one, `limit` the plies of a game at most.
    Compiled rules play in `jobs` threads; the games, and what they come to, are the same for any number of threads.
    Raises RuleError or EndlessError as the first game that goes wrong does.
    """
    native = game.native
    if native is not None:
        yield from native.random_games(games, seed, first, limit, jobs, start)
        return
    summary = Summary(game.players)
    for number in range(first, first + games):
        summary.add(playout(game, seed, number, limit, start))
        yield summary
