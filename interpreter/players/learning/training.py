"""Values learnt from self-play: compiled rules play and learn (`kernels/training.py`), threads put together what each
has learnt.

Threads go the same number of positions and then add up their changes, so that what comes out depends on the seed, the
number of threads and the number of positions alone, never on the clock.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.graph.abi import FULL, LEARNT_PLIES, NO_ZERO_SUM
from interpreter.graph.backend import Halted
from interpreter.graph.chance import seed_key, signed
from interpreter.native.compiled import Plan
from interpreter.players.learning.features import Features, features
from interpreter.players.learning.placing import place
from interpreter.players.learning.weights import Weights
from interpreter.players.symmetries import apparent
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

ROUND = 5_000
"""Positions that a thread learns from before all put together what they have learnt."""
RATE, EXPLORING, NOISE, TRACE = 1.0, 0.03, 50_000.0, 0.9
FIRST_SQUARES, LATER_SQUARES = 0.5, 20.0
"""How much weights are thought to have been moved before; more, where they have been."""
LANE = 1 << 40
"""Games of a thread are numbered from here on, times its number."""
JOB = "training"
MEMORY, LARGEST = 512 * 1024 * 1024, 3 * 1024**3
"""Bytes that a thread may take: the first beside the positions of a game, the second in all. Memory that a game doesn't
need is never touched."""


@dataclass(frozen=True)
class Progress:
    """How far learning has come. `misjudged`: how far values were off results in the last round, from 0 to 2, squared
    and averaged; `cut`: the share of games that were too long to be played to their end."""

    weights: Weights
    misjudged: float
    cut: float


def learn(
    game: Game, seed: int, threads: int, more: Callable[[Progress], bool], known: Weights | None = None
) -> Weights:
    """Learn, from nothing or from what is known, until `more` says no, which is asked after each round.

    Raises PlayerError: the rules aren't for this, or are broken.
    """
    if len(game.players) > 2:
        raise PlayerError(f"values are learnt for one or two players; {game.title} is for {len(game.players)}")
    if game.model.hides:
        raise PlayerError(f"values are of positions that are seen; in {game.title} players don't see everything")
    if game.model.unites:
        why = f"in {game.title} all may win or lose together"
        raise PlayerError(f"values are learnt where one gains what the other loses; {why}")
    weights = known or fresh(game, seed)
    learners = [Learner(game, weights, seed, number) for number in range(threads)]
    training, start = weights.training, time.perf_counter()
    before = training.seconds
    with ThreadPoolExecutor(threads) as pool:
        while True:
            rounds = list(pool.map(Learner.round, learners))
            for one in learners[1:]:
                learners[0].add_changes(one)
            values, squares = learners[0].values, learners[0].squares
            for one in learners:
                one.begin_with(values, squares)
            training = replace(
                training, seed=seed, threads=threads,
                games=training.games + sum(r.games for r in rounds),
                positions=training.positions + sum(r.positions for r in rounds),
                seconds=round(before + time.perf_counter() - start, 1),
            )  # fmt: skip
            weights = replace(weights, values=_floats(values), training=training, scales=())
            positions, games = sum(r.positions for r in rounds), sum(r.games for r in rounds)
            misjudged = sum(r.errors for r in rounds) / max(positions, 1)
            if not more(Progress(weights, misjudged, sum(r.cut for r in rounds) / games)):
                return weights


def fresh(game: Game, seed: int) -> Weights:
    """Weights that know nothing yet."""
    symmetries = tuple(apparent(game))
    found = features(Plan(game.model), symmetries)
    return Weights(game.hash, game.name, found, symmetries, _first(found, seed))


def _first(found: Features, seed: int) -> array[float]:
    """Hidden units begin with small weights at random, or all would learn the same; at first they count nothing."""
    draw = random.Random(seed)  # noqa: S311 - no secrets
    values = array("f", bytes(4 * found.linear))
    values.extend(draw.uniform(-0.1, 0.1) for _ in range(found.hidden * found.size))
    values.extend(0.0 for _ in range(2 * found.hidden))
    return values


@dataclass(frozen=True)
class Round:
    """What a thread did in a round."""

    games: int
    positions: int
    errors: float
    cut: int


class Learner:
    """A thread's own module, weights and games."""

    def __init__(self, game: Game, weights: Weights, seed: int, number: int) -> None:
        self.title = game.title
        needed = MEMORY + LEARNT_PLIES * Plan(game.model).record.capacity
        self.instance: Instance = engine(game, JOB).take(min(needed, LARGEST))
        self.size = 4 * weights.features.weights
        self.at, self.squares_at = place(self.instance, weights)
        self.next_game = number * LANE + weights.training.games
        self.key = signed(seed_key(seed))
        is_known = weights.training.games or weights.training.base
        squares = LATER_SQUARES if is_known else FIRST_SQUARES
        self.before = weights.values.tobytes(), array("f", [squares]).tobytes() * weights.features.weights
        self.begin_with(*self.before)

    @property
    def values(self) -> bytes:
        """The weights as they are now."""
        return self.instance.read(self.at, self.size)

    @property
    def squares(self) -> bytes:
        """How much each has been moved."""
        return self.instance.read(self.squares_at, self.size)

    def begin_with(self, values: bytes, squares: bytes) -> None:
        """Go on from what all have learnt."""
        self.before = values, squares
        self.instance.write(self.at, values)
        self.instance.write(self.squares_at, squares)

    def round(self) -> Round:
        """Play and learn."""
        try:
            games = self.instance.call("train", self.key, self.next_game, ROUND, RATE, EXPLORING, NOISE, TRACE)
        except Halted:
            raise PlayerError(f"a game of {self.title} takes more work than anybody could wait for") from None
        if games == NO_ZERO_SUM:
            raise PlayerError(f"values are learnt where one gains what the other loses; in {self.title} that isn't so")
        if games == FULL:
            why = "takes so much memory that no whole game can be kept to learn from"
            raise PlayerError(f"a position of {self.title} {why}")
        if games < 0:
            raise PlayerError(f"the rules of {self.title} break in a game that is learnt from (status {games})")
        self.next_game += games
        positions, _, cut = self.instance.report(3)
        errors = self.instance.floats(self.instance.call("report") + 8, 1)[0]
        return Round(games, positions, errors, cut)

    def add_changes(self, other: Learner) -> None:
        """Take over what another has learnt since the last round."""
        rows = zip((self.at, self.squares_at), self.before, (other.values, other.squares), strict=True)
        for at, before, after in rows:
            room = self.instance.call("room_for", 2 * self.size)
            self.instance.write(room, before)
            self.instance.write(room + self.size, after)
            self.instance.call("add_changes", at, room, room + self.size, self.size)


def _floats(held: bytes) -> array[float]:
    values = array("f")
    values.frombytes(held)
    return values
