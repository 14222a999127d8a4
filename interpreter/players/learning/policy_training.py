"""Policies learnt from random games: options that raise a player's lead are to look better than others.

A lead is what greedy games go by (`kernels/greedy.py`). Where no option raises it, those look good that change nothing
on the board. A policy is a softmax regression (a linear model of the logarithms of chances) on what stands around
sites. It is learnt in rounds; from the second one on, games follow the policy of the round before.

What surroundings come to is a sum of three things: the surroundings themselves, those in the nearest directions alone,
and how much of what is there; so that something is known of those, too, that were seldom seen. What the board's
symmetries take to each other is the same.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import dist, exp, log, sqrt
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.graph.backend import Halted
from interpreter.graph.chance import mix, seed_key, signed
from interpreter.graph.standing import standing
from interpreter.native.record.policy_tables import OWN, SIDES, SURROUNDINGS, Decision, PolicyTables
from interpreter.players.learning.policy import BIAS, Lesson, Policy, tables_of
from interpreter.players.symmetries import apparent
from interpreter.players.symmetries.symmetry import Symmetry, directions_of
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

JOBS = ("mcts", "policy", "policy_games")
ROUNDS = 3
EVERY = 8
"""Options are looked at on one ply of so many."""
GAINS, IDLE = 1, 2
"""What options come to, as of `kernels/policy_games.py`."""
LONGEST = 400
EPOCHS = 8
RATE = 0.3
SHRINKING = 0.00002
"""How much weights are drawn towards 0, each time they are moved."""
EIGHTHS = 8 / log(2)
DRAWS = 3.0
"""So many options are drawn on the average where a random game follows the policy, until one is taken."""
GREATEST = 127

Ids = tuple[int, ...]


@dataclass(frozen=True)
class Sample:
    """A position: for each option the weights that it adds up, and how often it should be chosen."""

    options: tuple[Ids, ...]
    chosen: tuple[float, ...]


@dataclass(frozen=True)
class Position:
    """A position of a game: who moves, for each option what a policy sees of it, and whether it is good."""

    player: int
    options: tuple[tuple[int, ...], ...]
    good: tuple[bool, ...]


@dataclass
class Sight:
    """Which weights what is seen adds up. Each gets a number when it is first seen."""

    tables: PolicyTables
    symmetries: Sequence[Symmetry]
    ids: dict[tuple[object, ...], int] = field(default_factory=dict)
    known: dict[tuple[int, ...], Ids] = field(default_factory=dict)
    is_open: bool = True
    """Whether what was never seen gets a weight."""

    @cached_property
    def turns(self) -> list[tuple[int, ...]]:
        """For each symmetry that leaves the players where they are, where each direction goes."""
        found = [self._ways(s) for s in self.symmetries if not s.exchanges]
        return list(dict.fromkeys([tuple(range(len(self.tables.directions))), *filter(None, found)]))

    @cached_property
    def turned(self) -> tuple[int, ...]:
        """The same for one that exchanges two players; empty if there is none."""
        if self.tables.players != 2:
            return ()
        return next(filter(None, (self._ways(s) for s in self.symmetries if s.exchanges)), ())

    @cached_property
    def nearest(self) -> tuple[int, ...]:
        """The directions with the shortest steps."""
        board = self.tables.board
        lengths = [
            min((dist(board.places[a], board.places[b]) for a, b in enumerate(board.steps[d]) if b >= 0), default=9e9)
            for d in self.tables.directions
        ]
        return tuple(i for i, length in enumerate(lengths) if length <= min(lengths) * 1.01)

    @cached_property
    def likes(self) -> tuple[list[int], list[int], list[int]]:
        """For each surroundings what they are like: the same up to symmetries, the same in the nearest directions, and
        as much of everything."""
        near = sum(3 << 2 * i for i in self.nearest)
        halves = [[[_turned(half << shift, turn) for half in range(256)] for shift in (0, 8)] for turn in self.turns]
        whole = [min([low[s & 255] | high[s >> 8] for low, high in halves]) for s in range(SURROUNDINGS)]
        close = [min([(low[s & 255] | high[s >> 8]) & near for low, high in halves]) for s in range(SURROUNDINGS)]
        counts = [sum(1 << 4 * (half >> 2 * i & 3) for i in range(SIDES // 2)) for half in range(256)]
        return whole, close, [counts[s & 255] + counts[s >> 8] for s in range(SURROUNDINGS)]

    def _ways(self, symmetry: Symmetry) -> tuple[int, ...]:
        board, directions = self.tables.board, self.tables.directions
        sites = next(sites for sites in symmetry.sites if len(sites) == len(board))
        ways = directions_of(board, sites)
        if ways is None or any(ways[d] not in directions for d in directions):
            return ()
        return tuple(directions.index(ways[d]) for d in directions)

    def sample(self, position: Position) -> Sample:
        """A position as weights."""
        decisions, count = {one.node: i for i, one in enumerate(self.tables.decisions)}, sum(position.good)
        options = [self.option(position.player, decisions[node], *row) for node, *row in position.options]
        return Sample(tuple(options), tuple(good / count for good in position.good))

    def option(self, player: int, decision: int, there: int, to: int, origin: int) -> Ids:
        """The weights of an option."""
        key = (player, decision, there, to, origin)
        found = self.known.get(key)
        if found is None:
            one = self.tables.decisions[decision]
            found = self.own(player, decision, there)
            found += self.around(player, decision, "to", to) if one.to >= 0 else ()
            found += self.around(player, decision, "from", origin) if one.origin >= 0 else ()
            self.known[key] = found
        return found

    def own(self, player: int, decision: int, there: int) -> Ids:
        """Those of what stands there."""
        return self._both(player, (decision, "own", there))

    def around(self, player: int, decision: int, which: str, surroundings: int) -> Ids:
        """Those of what stands around a site."""
        return tuple(
            number for level, like in enumerate(self.likes)
            for number in self._both(player, (decision, which, level, like[surroundings]))
        )  # fmt: skip

    def _both(self, player: int, what: tuple[object, ...]) -> Ids:
        """A weight for everybody, and if players see different things, one for this player."""
        names = (what,) if self.turned else (what, (player, *what))
        if self.is_open:
            return tuple(self.ids.setdefault(name, len(self.ids)) for name in names)
        return tuple(self.ids[name] for name in names if name in self.ids)


def _turned(surroundings: int, turn: Sequence[int]) -> int:
    """Surroundings, of which those in the i-th direction go to the direction `turn[i]`."""
    kept = surroundings >> 2 * len(turn) << 2 * len(turn)
    return kept | sum((surroundings >> 2 * i & 3) << 2 * to for i, to in enumerate(turn))


def learn(
    game: Game, seed: int, games: int, threads: int = 1,
    tell: Callable[[int, Policy | None], None] = lambda games, policy: None,
) -> Policy:  # fmt: skip
    """Learn a policy from ROUNDS of so many games. However many threads play, it is the same. `tell` is told after each
    game how many there were, and the policy of the last round. Raises PlayerError: the rules aren't for this, or are
    broken."""
    sight = Sight(_tables(game), apparent(game))
    samples: list[Sample] = []
    policy = made(game, sight, array("d"), [])
    for round_ in range(ROUNDS):
        one = partial(played, game, policy, round_ > 0, seed)
        with ThreadPoolExecutor(threads) as pool:
            for number, found in enumerate(pool.map(one, range(round_ * games, (round_ + 1) * games))):
                samples += [sight.sample(position) for position in found]
                tell(round_ * games + number + 1, policy if round_ else None)
        if not samples:
            raise PlayerError(f"in {game.title} no option raised anybody's lead, or left the board as it is")
        policy = made(game, sight, fitted(samples, len(sight.ids)), samples)
        policy = replace(policy, lesson=Lesson(seed, round_ + 1, games, len(samples)))
    return policy


def _tables(game: Game) -> PolicyTables:
    """What a policy sees; raises PlayerError if there can be none."""
    if game.model.hides:
        raise PlayerError(f"policies are of positions that are seen; in {game.title} players don't see everything")
    if standing(game.model) is None:
        raise PlayerError(f"policies are learnt from leads; the rules of {game.title} rank nobody by numbers")
    tables = tables_of(game.model)
    if tables is None:
        raise PlayerError(f"policies see what stands around sites; {game.title} has no board with directions, or one "
                          "that is too large")  # fmt: skip
    return tables


def played(game: Game, policy: Policy, is_followed: bool, seed: int, number: int) -> list[Position]:
    """The game of this number, which follows a policy or not: some of its positions."""
    own = engine(game, *JOBS)
    instance = own.take()
    try:
        policy.place(instance)
        instance.call("policy_ready", int(is_followed))
        return list(_positions(game, instance, signed(seed_key(seed)), number))
    except Halted:
        raise PlayerError(f"a game of {game.title} takes more work than anybody could wait for") from None
    finally:
        own.give_back(instance)


def _positions(game: Game, instance: Instance, key: int, number: int) -> Iterator[Position]:
    options = instance.call("policy_begin", key, number)
    for ply in range(LONGEST):
        if options > 1 and (ply + number) % EVERY == 0:
            seen = instance.call("policy_rows", options)
            options = seen if seen < 0 else options
            at, player = instance.report(2)
            rows = tuple(struct.iter_unpack("<6I", instance.read(at, 24 * max(seen, 0))))
            for sort in (GAINS, IDLE):
                good = tuple(bool(row[4] & sort) for row in rows)
                if any(good):
                    yield Position(player, tuple(row[:4] for row in rows), good)
                    break
        if options < 0:
            raise PlayerError(f"the rules of {game.title} break in a game that is learnt from (status {options})")
        if options == 0:
            return
        options = instance.call("policy_step", signed(mix(key + number * LONGEST + ply)))


def fitted(samples: Sequence[Sample], count: int) -> array[float]:
    """The weights by which options look as they should be chosen (Adagrad; Duchi, Hazan and Singer 2011)."""
    weights, squares = array("d", bytes(8 * count)), array("d", [1e-3]) * count
    for _ in range(EPOCHS):
        for sample in samples:
            scores = [sum([weights[i] for i in ids]) for ids in sample.options]
            most = max(scores)
            likes = [exp(score - most) for score in scores]
            total = sum(likes)
            for ids, like, chosen in zip(sample.options, likes, sample.chosen, strict=True):
                slope = chosen - like / total
                for i in ids:
                    pull = slope - SHRINKING * weights[i]
                    squares[i] += pull * pull
                    weights[i] += RATE * pull / sqrt(squares[i])
    return weights


def made(game: Game, sight: Sight, weights: array[float], samples: Sequence[Sample]) -> Policy:
    """The policy of these weights: a score for all that can be seen."""
    sight = replace(sight, known={}, is_open=False)
    players = range(1 if sight.turned else sight.tables.players)
    decisions = enumerate(sight.tables.decisions)
    blocks = tuple(block(sight, player, d, one, weights) for d, one in decisions for player in players)
    return Policy(game.hash, game.name, blocks, sight.turned, always(samples, weights))


def block(sight: Sight, player: int, number: int, decision: Decision, weights: Sequence[float]) -> bytes:
    """A player's block of a decision."""

    def score(ids: Ids) -> int:
        worth = sum([weights[i] for i in ids]) * EIGHTHS
        return BIAS + max(-GREATEST, min(GREATEST, round(worth)))

    held = bytearray(score(sight.own(player, number, there)) for there in range(OWN))
    for which, is_there in (("to", decision.to >= 0), ("from", decision.origin >= 0)):
        if is_there:
            held += bytes(score(sight.around(player, number, which, s)) for s in range(SURROUNDINGS))
    return bytes(held)


def always(samples: Sequence[Sample], weights: Sequence[float]) -> int:
    """From which score on options are taken at once: the greatest with which DRAWS options are drawn on the average."""
    seen = samples[:: max(len(samples) // 300, 1)]
    if not samples:
        return 0
    scores = [[sum([weights[i] for i in ids]) * EIGHTHS for ids in sample.options] for sample in seen]

    def draws(limit: int) -> float:
        taken = [sum(2 ** (min(s - limit, 0) / 8) for s in row) / len(row) for row in scores]
        return sum(1 / share for share in taken) / len(taken)

    limit = -BIAS
    while limit < 3 * GREATEST and draws(limit + 1) <= DRAWS:
        limit += 1
    return limit
