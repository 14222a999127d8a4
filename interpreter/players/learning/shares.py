"""A share of a round of learning: games of its own, played and learnt from with the weights that all shares begin with.

What comes of a share depends on these weights, on the seed and on the numbers of its games, never on who plays it: a
thread here or a machine elsewhere. What a share brings are sums that are added up in the order of the shares.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.graph.abi import FULL, NO_ZERO_SUM
from interpreter.graph.backend import Halted
from interpreter.graph.chance import seed_key, signed
from interpreter.graph.graph import Graph
from interpreter.native.compiled import Plan
from interpreter.native.record.record import learnt_plies
from interpreter.players.learning.features import MANY_UNITS, PLAIN, Features, Manner
from interpreter.players.learning.finding_features import features
from interpreter.players.learning.placing import lay_out
from interpreter.players.learning.weights import SHARE
from interpreter.players.symmetries import Symmetry
from interpreter.work.engine import Engine, shared

if TYPE_CHECKING:
    from interpreter.native.compiled import Compiled
    from interpreter.native.host.code_cache import Ready
    from interpreter.native.host.instance import Instance

RATE, EXPLORING, NOISE = 1.0, 0.03, 50_000.0
JOB = "training"
MEMORY, LARGEST = 512 * 1024 * 1024, 3 * 1024**3
"""Bytes that a thread may take: the first beside the positions of a game, the second in all. Memory that a game doesn't
need is never touched."""
SMALLEST = 100
"""Positions of a share, at least: many a game has as many."""
LEAST_ERROR = 0.001
"""Values are never thought to be nearer to results, on the average and squared."""
FLOAT = 4
"""Bytes of a weight while it is learnt."""


@dataclass(frozen=True)
class Recipe:
    """How a game is learnt. `trace`: how far values follow the result, rather than what comes next; `layer_rate`: how
    far the weights of hidden units go; `is_averaged`: whether the mean over the last rounds counts; `manner`: what is
    learnt, if nothing was learnt before."""

    trace: float = 0.9
    layer_rate: float = RATE
    is_averaged: bool = False
    manner: Manner = PLAIN


CERTAIN, CHANCY = Recipe(), Recipe(trace=0.6, layer_rate=3 * RATE, is_averaged=True, manner=Manner(True, MANY_UNITS))
"""Where chance decides, a result says little of the positions before it: weights go back and forth."""
SEVERAL = replace(CHANCY, manner=PLAIN)
"""The same for more than two players: who isn't to move has a value of each state, too, not of ends of turns alone."""


def recipe(game: Rules) -> Recipe:
    """How this game is learnt."""
    if not Graph(game.model).rolls:
        return CERTAIN
    return CHANCY if len(game.model.players) <= 2 else SEVERAL


@dataclass(frozen=True)
class Held:
    """All weights in the middle of learning, and how much each has been moved: floats of `FLOAT` bytes."""

    values: bytes
    squares: bytes

    def __reduce__(self) -> tuple[Any, ...]:  # it travels packed
        return unpacked, self._once_packed

    @cached_property
    def _once_packed(self) -> tuple[bytes, bytes]:
        """What travels: all shares of a round begin with the same."""
        return _packed(self.values), _packed(self.squares)


def unpacked(values: bytes, squares: bytes) -> Held:
    """Weights that have travelled."""
    return Held(_unpacked(values), _unpacked(squares))


def _packed(floats: bytes) -> bytes:
    """Bytes that are alike side by side: the first of each float, then the second of each, and so on."""
    return zlib.compress(b"".join(floats[i::FLOAT] for i in range(FLOAT)), 1)


def _unpacked(content: bytes) -> bytes:
    rows = zlib.decompress(content)
    floats, count = bytearray(len(rows)), len(rows) // FLOAT
    for i in range(FLOAT):
        floats[i::FLOAT] = rows[i * count : (i + 1) * count]
    return bytes(floats)


@dataclass(frozen=True)
class Share:
    """What is to be played: from which weights, from which game of the seed on, and how many positions at least."""

    symmetries: tuple[Symmetry, ...]
    held: Held
    seed: int
    first: int
    size: int = SHARE
    manner: Manner = PLAIN
    trace: float | None = None
    """How far values follow the result; None: as the recipe says."""
    depth: int = 1
    """How many plies games look ahead."""
    by_wins: bool = False
    """Whether games that nobody wins say nothing."""


@dataclass(frozen=True)
class Learnt:
    """What a share has come to. `errors`: how far values were off results, squared and added up; `cut`: games that
    were too long to be played to their end."""

    held: Held
    games: int
    positions: int
    errors: float
    cut: int


def play(game: Game, share: Share) -> Learnt:
    """Play a share and learn from it; raises PlayerError."""
    engine = _engine(game, share)
    instance = engine.take_room()
    engine.write(instance, share.held)
    try:
        key, counted = signed(seed_key(share.seed)), (share.trace, share.depth, share.by_wins)
        games = engine.train(instance, key, share.first, share.size, *counted)
    except Halted:
        if share.size <= SMALLEST:
            raise PlayerError(f"a game of {game.title} takes more work than anybody could wait for") from None
        advice = f"ask for smaller shares, as with --share {max(share.size // 10, SMALLEST)}"
        raise PlayerError(f"{share.size:,} positions of {game.title} are too much work at once: {advice}") from None
    if games == NO_ZERO_SUM:
        raise PlayerError(f"values are learnt where one gains what the other loses; in {game.title} that isn't so")
    if games == FULL:
        why = "takes so much memory that no whole game can be kept to learn from"
        raise PlayerError(f"a position of {game.title} {why}")
    if games < 0:
        raise PlayerError(f"the rules of {game.title} break in a game that is learnt from (status {games})")
    positions, _, cut = instance.report(3)
    errors = instance.floats(instance.call("report") + 8, 1)[0]
    learnt = Learnt(engine.read(instance), games, positions, errors, cut)
    engine.give_back(instance)
    return learnt


def together(game: Game, begun: Share, learnt: Sequence[Learnt]) -> Held:
    """The weights that shares come to together, in their order, which all began with those of `begun`."""
    if len(learnt) == 1:
        return learnt[0].held
    error = max(sum(one.errors for one in learnt) / max(sum(one.positions for one in learnt), 1), LEAST_ERROR)
    engine = _engine(game, begun)
    instance = engine.take_room()
    engine.write(instance, begun.held)
    engine.put_together(instance, begun.held, [one.held for one in learnt], error)
    found = engine.read(instance)
    engine.give_back(instance)
    return found


def nearer(game: Game, begun: Share, mean: bytes, values: bytes, part: float) -> bytes:
    """The mean of weights, taken a part of the way to others."""
    engine = _engine(game, begun)
    instance = engine.take_room()
    to = instance.call("room_for", 2 * len(mean))
    instance.write(to, mean + values)
    instance.call("draw_near", to, to + len(mean), len(mean), part)
    found = instance.read(to, len(mean))
    engine.give_back(instance)
    return found


def _engine(game: Rules, share: Share) -> LearningEngine:
    known = (JOB, repr((share.symmetries, share.manner)))
    return shared(game, known, lambda: LearningEngine(game, share.symmetries, share.manner))


class LearningEngine(Engine):
    """The rules compiled with what learns. Its instances have room for weights laid out."""

    def __init__(self, game: Rules, symmetries: tuple[Symmetry, ...], manner: Manner = PLAIN) -> None:
        super().__init__(game, (JOB,))
        self.symmetries, self.manner, self.recipe = symmetries, manner, recipe(game)
        self._values = self._squares = 0

    @cached_property
    def features(self) -> Features:
        """What is learnt from."""
        return features(Plan(self.model), self.symmetries, self.manner)

    def _made(self, code: Compiled | Ready | None = None) -> Instance:
        instance = super()._made(code)
        self._values, self._squares = lay_out(instance, self.title, self.features)
        return instance

    def sample(self, instance: Instance, amount: int) -> Any:
        """Learning from some positions, from nothing."""
        moved = array("f", [0.5]) * self.features.weights
        self.write(instance, Held(bytes(FLOAT * self.features.weights), moved.tobytes()))
        return self.train(instance, 0, 0, 100 * amount), self.read(instance)

    def train(
        self, instance: Instance, key: int, first: int, size: int, trace: float | None = None, depth: int = 1,
        by_wins: bool = False,
    ) -> int:  # fmt: skip
        """Let an instance learn from so many positions, in games of a seed from the first on; gives how many games."""
        trace = self.recipe.trace if trace is None else trace
        rates = (RATE, self.recipe.layer_rate, EXPLORING, NOISE, trace)
        games: int = instance.call("train", key, first, size, *rates, depth, int(by_wins))
        return games

    def take_room(self) -> Instance:
        """An instance that may keep a whole game."""
        needed = MEMORY + learnt_plies(len(self.model.players)) * Plan(self.model).record.learnt_size
        return self.take(min(needed, LARGEST))

    def write(self, instance: Instance, held: Held) -> None:
        """Let an instance go on from these weights."""
        instance.write(self._values, held.values)
        instance.write(self._squares, held.squares)

    def read(self, instance: Instance) -> Held:
        """The weights as an instance has moved them."""
        size = FLOAT * self.features.weights
        return Held(instance.read(self._values, size), instance.read(self._squares, size))

    def put_together(self, instance: Instance, begun: Held, learnt: Sequence[Held], error: float) -> None:
        """Move an instance's weights, those that shares began with, as these have moved them. `error`: how far values
        were off, squared."""
        size = len(begun.values)
        before = instance.call("room_for", 4 * size)
        after = before + 2 * size
        instance.write(before, begun.values + begun.squares)
        for one in learnt:
            instance.write(after, one.squares)
            instance.call("add_squares", self._squares, before + size, after, size)
        for one in learnt:
            instance.write(after, one.values + one.squares)
            instance.call("add_changes", self._values, self._squares, before, after, size, error)
