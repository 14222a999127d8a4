"""Policies learnt from games: options that raise a player's lead, and stand the best reply, are to look better than
others in random games; in searches those that searches visit.

A lead is what greedy games go by (`kernels/greedy.py`). On some plies all options are tried, and all replies to them. A
policy is a softmax regression (a linear model of the logarithms of chances) on what stands around sites, and on what
going there means for chains. It is learnt in rounds; from the second one on, games follow the policy of the round
before. In the last round positions are searched with that policy. Where the rules rank nobody by numbers, there are no
leads: searches alone are learnt from, and go by the policy, not random games.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import exp, log, sqrt

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.graph.abi import GREATEST_SCORE, OWN, PROSPECTS, SCORE_BIAS, SURROUNDINGS
from interpreter.graph.standing import standing
from interpreter.native.record.policy_tables import URGENT, Decision, PolicyTables
from interpreter.players.learning.policy import Lesson, Policy, tables_of
from interpreter.players.learning.policy_sight import Sample, Sight
from interpreter.players.learning.policy_watching import Watch, played, searched, tried
from interpreter.players.symmetries import apparent

EPOCHS = 8
RATE = 0.3
SHRINKING = 0.00002
"""How much weights are drawn towards 0, each time they are moved."""
EIGHTHS = 8 / log(2)
ANSWERS = (0, 28, 20)
"""So much more options score, in eighths, that go beside what has come to stand last, or else around it: leads don't
tell that a threat wants an answer, and that answers follow each other."""
CAUTION = 0.5
"""Until searches were learnt from, differences of scores count less in the tree than in random games, by this factor:
what is urgent there may not be best."""
DRAWS = 3.0
"""So many options are drawn on the average where a random game follows the policy, until one is taken."""
MOST = 127


def learn(
    game: Game, seed: int, games: int, threads: int = 1,
    tell: Callable[[int, Policy | None], None] = lambda games, policy: None,
) -> Policy:  # fmt: skip
    """Learn a policy from some rounds of `games` games each. The number of threads changes nothing. `tell` is told
    after each game how many there were, and the policy of the last round. Raises PlayerError: the rules aren't for
    this, or are broken."""
    sight = Sight(_tables(game), apparent(game))
    samples: list[Sample] = []
    weights, visited, seen = array("d"), None, 0
    policy = made(game, sight, samples, weights, visited)
    for round_, watch in enumerate(rounds(game)):
        one = partial(played, game, policy, watch, round_ > 0, seed)
        found: list[Sample] = []
        with ThreadPoolExecutor(threads) as pool:
            for number, positions in enumerate(pool.map(one, range(round_ * games, (round_ + 1) * games))):
                found += [sight.sample(position) for position in positions]
                tell(round_ * games + number + 1, policy if round_ else None)
        if watch is tried:
            samples += found
            if not samples:
                raise PlayerError(f"in {game.title} no option raised anybody's lead, or left the board as it is")
            weights = fitted(samples, len(sight.ids))
        elif found:
            visited = fitted(found, len(sight.ids))
        seen += len(found)
        policy = replace(made(game, sight, samples, weights, visited), lesson=Lesson(seed, round_ + 1, games, seen))
    if not seen:
        raise PlayerError(f"in {game.title} no position was open in {games:,} games")
    return policy


def rounds(game: Game) -> tuple[Watch, ...]:
    """How positions are looked at in each round."""
    return (searched, searched) if standing(game.model) is None else (tried, tried, tried, searched)


def _tables(game: Game) -> PolicyTables:
    """What a policy sees; raises PlayerError if there can be none."""
    if game.model.hides:
        raise PlayerError(f"policies are of positions that are seen; in {game.title} players don't see everything")
    tables = tables_of(game.model)
    if tables is None:
        raise PlayerError(f"policies see what stands around sites; {game.title} has no board with directions, or one "
                          "that is too large")  # fmt: skip
    return tables


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


def made(
    game: Game, sight: Sight, samples: Sequence[Sample], weights: array[float], visited: array[float] | None
) -> Policy:
    """The policy of these weights: a score for all that can be seen, in random games and, where there are weights for
    them, in searches."""
    sight = replace(sight, known={}, is_open=False)
    weights = weights + array("d", bytes(8 * (len(sight.ids) - len(weights))))
    cautious = [weight * CAUTION for weight in weights], tuple(round(more * CAUTION) for more in ANSWERS)
    halves = ((weights, ANSWERS), cautious if visited is None else (visited, (0, 0, 0)))
    players = range(1 if sight.turned else sight.tables.players)
    decisions = enumerate(sight.tables.decisions)
    blocks = tuple(block(sight, player, d, one, halves) for d, one in decisions for player in players)
    return Policy(game.hash, game.name, blocks, sight.turned, always(samples, weights), bool(samples))


Half = tuple[Sequence[float], tuple[int, ...]]
"""Weights, and how much more answers score."""


def block(sight: Sight, player: int, number: int, decision: Decision, halves: Sequence[Half]) -> bytes:
    """A player's block of a decision."""
    own = [sight.own(player, number, there) for there in range(OWN)]
    chains = [sight.chains(player, number, p) if decision.to >= 0 else () for p in range(PROSPECTS)]
    named = [which for which, is_there in (("to", decision.to >= 0), ("from", decision.origin >= 0)) if is_there]
    around = [sight.around(player, number, which, s) for which in named for s in range(SURROUNDINGS)]
    held = bytearray()
    for weights, answers in halves:
        more = [answers[p % 3] for p in range(PROSPECTS)]
        for ids, added in zip([*own, *chains, *around], [0] * OWN + more + [0] * len(around), strict=True):
            worth = sum([weights[i] for i in ids]) * EIGHTHS
            held.append(SCORE_BIAS + max(-MOST, min(MOST, round(worth) + added)))
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
