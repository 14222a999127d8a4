"""Values learnt from self-play, in rounds: some shares are played with the same weights, what they have learnt is added
up in their order, and the next round begins.

So what comes out depends on the seed, the number of shares and the number of rounds alone, never on the clock, nor on
who plays how many of the shares: threads here, or the workers of a cluster.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.graph.goals import goals_of_all
from interpreter.graph.graph import Graph
from interpreter.native.compiled import Plan
from interpreter.players.learning.features import MANY_WEIGHTS, MOST_UNITS, Features, Manner
from interpreter.players.learning.finding_features import features
from interpreter.players.learning.shares import Held, Share, nearer, play, recipe, together
from interpreter.players.learning.towards_goals import towards_goals
from interpreter.players.learning.turn_lengths import has_long_turns
from interpreter.players.learning.weights import SHARE, Training, Weights, WeightsError, of_rules
from interpreter.players.symmetries import Symmetry, apparent
from interpreter.work.chunks import Threads, Workers
from interpreter.work.processors import processors

FIRST_SQUARES, LATER_SQUARES, FOR_SQUARE = 0.5, 20.0, 2000
"""How much weights are thought to have been moved before; more, where they have been; and at least one for so many
positions that they were learnt from. What was learnt for long would be lost by large steps."""
LATEST = 3.0
"""Where the mean of many rounds counts, it follows their last third (averaging of polynomial decay, Shamir and Zhang
2013)."""
LANE = 1 << 40
"""Games of a share are numbered from here on, times its number."""


@dataclass(frozen=True)
class Progress:
    """How far learning has come. `misjudged`: how far values were off results in the last round, from 0 to 2, squared
    and averaged; `cut`: the share of games that were too long to be played to their end."""

    weights: Weights
    misjudged: float
    cut: float


def learn(
    game: Game, seed: int, shares: int, more: Callable[[Progress], bool], known: Weights | None = None,
    workers: Workers | None = None, size: int = SHARE, trace: float | None = None,
    depth: int = 1,
) -> Weights:  # fmt: skip
    """Learn, from nothing or from what is known, until `more` says no, which is asked after each round.

    Each round has `shares` shares of `size` positions. `workers` play them. Without any, as many threads do as can run
    at once. `trace` says how far values follow the result, rather than what comes next; else the game's recipe does.
    Games look `depth` plies ahead, and values then follow what is found there.

    Raises PlayerError: the rules aren't for this, or are broken. Raises WorkersLostError.
    """
    check(game, depth)
    workers = workers or Threads(game, min(shares, processors()))
    weights = known or fresh(game, seed)
    held = Held(weights.values.tobytes(), _squares(weights).tobytes())
    values, is_averaged, manner = held.values, recipe(game).is_averaged, weights.features.manner
    by_wins = weights.training.by_wins
    firsts = [number * LANE + weights.training.games for number in range(shares)]
    while True:
        begun = [Share(weights.symmetries, held, seed, first, size, manner, trace, depth, by_wins) for first in firsts]
        learnt = list(workers.each(play, begun))
        held = together(game, begun[0], learnt)
        firsts = [first + one.games for first, one in zip(firsts, learnt, strict=True)]
        games, positions = sum(one.games for one in learnt), sum(one.positions for one in learnt)
        before = weights.training
        training = replace(
            before, seed=seed, threads=shares, share=size, games=before.games + games,
            positions=before.positions + positions,
        )  # fmt: skip
        part = min(LATEST * positions / training.positions, 1.0) if is_averaged else 1.0
        values = nearer(game, begun[0], values, held.values, part) if part < 1.0 else held.values
        weights = replace(weights, values=_floats(values), training=training, scales=())
        misjudged = sum(one.errors for one in learnt) / max(positions, 1)
        if not more(Progress(weights, misjudged, sum(one.cut for one in learnt) / games)):
            return weights


def check(game: Game, depth: int = 1) -> None:
    """See that values can be learnt for this game, from games that look so far ahead; raises PlayerError."""
    if game.model.hides:
        raise PlayerError(f"values are of positions that are seen; in {game.title} players don't see everything")
    if game.model.unites:
        why = f"in {game.title} all may win or lose together"
        raise PlayerError(f"values are learnt where one gains what the other loses; {why}")
    if depth > 1 and (len(game.players) != 2 or Graph(game.model).rolls):
        raise PlayerError(f"games look ahead where two players decide everything; {game.title} isn't so")


def fresh(game: Game, seed: int, units: int = 0) -> Weights:
    """Weights that know nothing yet, with so many hidden units, a multiple of eight; 0: as many as is usual.

    Raises PlayerError: there is no room for so many.
    """
    symmetries, manner = tuple(apparent(game)), recipe(game).manner
    if not manner.by_ends and has_long_turns(game):
        manner = replace(manner, long_turns=True)
    found = with_units(game, symmetries, manner, units) if units else features(Plan(game.model), symmetries, manner)
    values = first_values(found, seed)
    aimed = towards_goals(game, found, values)
    return Weights(game.hash, game.name, found, symmetries, aimed or values, Training(by_wins=aimed is not None))


def from_goals(game: Game) -> Weights | None:
    """Values that nobody has learnt: where random games aren't won, and the rules want pieces somewhere, those that
    lead there. None elsewhere, and if something was learnt."""
    try:
        check(game)
        if not goals_of_all(game.model) or of_rules(game.model) is not None:
            return None
        found = fresh(game, 0)
    except (PlayerError, WeightsError):  # who plays is told of a broken file
        return None
    return found if found.training.by_wins else None


def with_units(game: Game, symmetries: tuple[Symmetry, ...], manner: Manner, units: int) -> Features:
    """What is learnt from, with so many hidden units; raises PlayerError if there is no room for them."""
    found = features(Plan(game.model), symmetries, replace(manner, units=units))
    if found.hidden != units:
        most = min(MANY_WEIGHTS // found.size, MOST_UNITS) & ~7
        raise PlayerError(f"with {found.size:,} features up to {most} hidden units are possible, not {units}")
    return found


def _squares(weights: Weights) -> array[float]:
    """How much each weight is thought to have been moved. Hidden units that count nothing yet learn as in the
    beginning: they have come to others."""
    said, shape = weights.training, weights.features
    if not (said.games or said.base):
        return array("f", [FIRST_SQUARES]) * shape.weights
    moved = array("f", [max(LATER_SQUARES, said.positions / FOR_SQUARE)]) * shape.weights
    for unit in range(shape.hidden):
        if weights.values[shape.weights - shape.hidden + unit] == 0.0:
            for at in range(shape.linear + unit, shape.weights, shape.hidden):
                moved[at] = FIRST_SQUARES
    return moved


def first_values(found: Features, seed: int) -> array[float]:
    """Hidden units begin with small weights at random, or all would learn the same; at first they count nothing."""
    draw = random.Random(seed)  # noqa: S311 - no secrets
    values = array("f", bytes(4 * found.linear))
    values.extend(draw.uniform(-0.1, 0.1) for _ in range(found.hidden * found.size))
    values.extend(0.0 for _ in range(2 * found.hidden))
    return values


def _floats(held: bytes) -> array[float]:
    values = array("f")
    values.frombytes(held)
    return values
