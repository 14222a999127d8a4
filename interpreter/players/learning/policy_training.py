"""Policies learnt from random games: options that raise a player's lead, and stand the best reply, are to look better
than others.

A lead is what greedy games go by (`kernels/greedy.py`). On some plies all options are tried, and all replies to them. A
policy is a softmax regression (a linear model of the logarithms of chances) on what stands around sites, and on what
going there means for chains. It is learnt in rounds; from the second one on, games follow the policy of the round
before.
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
from interpreter.graph.abi import GREATEST_SCORE, OWN, PROSPECTS, SCORE_BIAS, SURROUNDINGS
from interpreter.graph.backend import Halted
from interpreter.graph.chance import mix, seed_key, signed
from interpreter.graph.standing import standing
from interpreter.native.record.policy_tables import URGENT, Decision, PolicyTables
from interpreter.players.learning.policy import Lesson, Policy, tables_of
from interpreter.players.learning.policy_sight import Ids, Position, Sample, Sight
from interpreter.players.symmetries import apparent
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

JOBS = ("mcts", "policy", "policy_games")
ROUNDS = 3
EVERY = 4
"""Options are looked at on every fourth ply."""
GAINS, IDLE = 1, 2
WORTH, ANSWERED = 5, 6
"""What options come to, as of `kernels/policy_games.py`, and where that stands in their rows."""
LONGEST = 400
EPOCHS = 8
RATE = 0.3
SHRINKING = 0.00002
"""How much weights are drawn towards 0, each time they are moved."""
EIGHTHS = 8 / log(2)
ANSWERS = (0, 28, 20)
"""So much more options score, in eighths, that go beside what has come to stand last, or else around it: leads don't
tell that a threat wants an answer, and that answers follow each other."""
DRAWS = 3.0
"""So many options are drawn on the average where a random game follows the policy, until one is taken."""
MOST = 127


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
            player, rows = instance.report(2)[1], rows_of(instance, seen)
            if seen > 0:
                yield Position(player, tuple(row[:WORTH] for row in rows), good(rows))
        if options < 0:
            raise PlayerError(f"the rules of {game.title} break in a game that is learnt from (status {options})")
        if options == 0:
            return
        options = instance.call("policy_step", signed(mix(key + number * LONGEST + ply)))


def good(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Which options look good, by what they come to: after the best reply the lead must not be less than before – or,
    if it always is, as little less as possible. Of these, those that raise the lead at once; if none does, those that
    change nothing on the board; or else all."""
    enough = min(max(row[ANSWERED] for row in rows), 0)
    for sort in (GAINS, IDLE, GAINS | IDLE):
        found = tuple(int(row[ANSWERED] >= enough and (row[WORTH] & sort != 0 or sort == GAINS | IDLE)) for row in rows)
        if any(found):
            return found
    raise AssertionError("one of them is best")


def rows_of(instance: Instance, count: int) -> tuple[tuple[int, ...], ...]:
    """The rows of the options that were described last, if there are so many."""
    return tuple(struct.iter_unpack("<6I2i", instance.read(instance.report(2)[0], 32 * max(count, 0))))


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

    def score(ids: Ids, more: int = 0) -> int:
        worth = sum([weights[i] for i in ids]) * EIGHTHS
        return SCORE_BIAS + max(-MOST, min(MOST, round(worth) + more))

    held = bytearray(score(sight.own(player, number, there)) for there in range(OWN))
    chains = (sight.chains(player, number, p) if decision.to >= 0 else () for p in range(PROSPECTS))
    held += bytes(score(ids, ANSWERS[p % 3]) for p, ids in enumerate(chains))
    for which, is_there in (("to", decision.to >= 0), ("from", decision.origin >= 0)):
        if is_there:
            held += bytes(score(sight.around(player, number, which, s)) for s in range(SURROUNDINGS))
    return bytes(held)


def always(samples: Sequence[Sample], weights: Sequence[float]) -> int:
    """From which score on options are taken at once: the greatest with which DRAWS options are drawn on the average."""
    seen = samples[:: max(len(samples) // 300, 1)]
    if not samples:
        return 0
    scores = [
        [sum([weights[i] for i in ids]) * EIGHTHS + ANSWERS[p % 3]
         for ids, p in zip(sample.options, sample.prospects, strict=True)]
        for sample in seen
    ]  # fmt: skip

    def draws(limit: int) -> float:
        total = 0.0
        for row, sample in zip(scores, seen, strict=True):
            urgent, others = 0.0, 0.0
            for score, prospects in zip(row, sample.prospects, strict=True):
                if prospects % URGENT:
                    urgent += 2 ** (min(score - limit, GREATEST_SCORE) / 8)
                else:
                    others += 2 ** (min(score - limit, 0) / 8)
            total += (urgent + len(row)) / (urgent + others)
        return total / len(scores)

    limit = -SCORE_BIAS
    while limit < 3 * MOST and draws(limit + 1) <= DRAWS:
        limit += 1
    return limit
