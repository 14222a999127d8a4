"""Policies learnt from random games: options that raise a player's lead are to look better than others.

A lead is what greedy games go by (`kernels/greedy.py`). Where no option raises it, those look good that change nothing
on the board. A policy is a softmax regression (a linear model of the logarithms of chances) on what stands around
sites. It is learnt in rounds; from the second one on, games follow the policy of the round before.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.graph.backend import Halted
from interpreter.graph.chance import mix, seed_key, signed
from interpreter.graph.standing import standing
from interpreter.native.record.policy_tables import OWN, PROSPECTS, SURROUNDINGS, Decision, PolicyTables
from interpreter.players.learning.policy import BIAS, Lesson, Policy, tables_of
from interpreter.players.learning.policy_sight import Ids, Position, Sample, Sight
from interpreter.players.symmetries import apparent
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

JOBS = ("mcts", "policy", "policy_games")
BY_LEAD, BY_SEARCH = 2, 2
ROUNDS = BY_LEAD + BY_SEARCH
"""So many rounds go by leads; then so many by searches."""
EVERY = 8
"""In random games options are looked at on every eighth ply."""
ITERATIONS = 400
"""Of a search."""
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

def learn(
    game: Game, seed: int, games: int, threads: int = 1,
    tell: Callable[[int, Policy | None], None] = lambda games, policy: None,
) -> Policy:  # fmt: skip
    """Learn a policy from ROUNDS rounds of `games` games. The number of threads changes nothing. `tell` is told after
    each game how many there were, and the policy of the last round. Raises PlayerError: the rules aren't for this, or
    are broken."""
    sight = Sight(_tables(game), apparent(game))
    samples: list[Sample] = []
    policy = made(game, sight, array("d"), [])
    for round_ in range(ROUNDS):
        one = partial(played, game, policy, round_, seed)
        if round_ == BY_LEAD:
            samples = []
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


def played(game: Game, policy: Policy, round_: int, seed: int, number: int) -> list[Position]:
    """The game of this number, in which what moves follows the policy from the second round on: some of its
    positions."""
    own = engine(game, *JOBS)
    instance = own.take()
    try:
        policy.place(instance)
        instance.call("policy_ready", int(round_ > 0))
        positions = _positions if round_ < BY_LEAD else _searched
        return list(positions(game, instance, signed(seed_key(seed)), number))
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
            rows = _rows(instance, at, seen)
            for sort in (GAINS, IDLE):
                good = tuple(int(row[5] & sort != 0) for row in rows)
                if any(good):
                    yield Position(player, tuple(row[:5] for row in rows), good)
                    break
        if options < 0:
            raise PlayerError(f"the rules of {game.title} break in a game that is learnt from (status {options})")
        if options == 0:
            return
        options = instance.call("policy_step", signed(mix(key + number * LONGEST + ply)))


def _searched(game: Game, instance: Instance, key: int, number: int) -> Iterator[Position]:
    """Positions of a game in which a search is asked for one move in two, and the policy for the others."""
    options = instance.call("policy_begin", key, number)
    for ply in range(LONGEST):
        if options < 0:
            raise PlayerError(f"the rules of {game.title} break in a game that is learnt from (status {options})")
        if options == 0:
            return
        drawn = mix(key + number * LONGEST + ply)
        if options > 1 and drawn & 1:
            seen = instance.call("policy_judge", signed(drawn), ITERATIONS)
            if seen > 0:
                at, player = instance.report(2)
                rows = _rows(instance, at, seen)
                visits = tuple(row[5] for row in rows)
                yield Position(player, tuple(row[:5] for row in rows), visits)
                options = instance.call("policy_take", _drawn(visits, mix(drawn)))
                continue
        options = instance.call("policy_step", signed(drawn))


def _drawn(visits: Sequence[int], bits: int) -> int:
    """An option, drawn as often as it was visited."""
    left = bits % sum(visits)
    for k, count in enumerate(visits):
        left -= count
        if left < 0:
            return k
    raise AssertionError("fewer than all")


def _rows(instance: Instance, at: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(struct.iter_unpack("<8I", instance.read(at, 32 * max(count, 0))))


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
    held += bytes(score(sight.chains(player, number, p) if decision.to >= 0 else ()) for p in range(PROSPECTS))
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
