"""What was learnt for a ruleset as the beginning for one that extends it, or for more hidden units: a knight is worth
much in most of chess.

Features of both are compared by what they mean. One that both have begins with the weights of the base's; one that is
new begins with nothing. Learning goes on from there, by the variant's own rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.players.learning.features import MOST_OPTIONS, Features
from interpreter.players.learning.training import first_values, fresh, with_units
from interpreter.players.learning.weights import Training, Weights, WeightsError, of_rules


def inherited(game: Game, seed: int) -> Weights | None:
    """Weights that begin with what is known of the nearest ruleset which a game extends; None if there is nothing. A
    file of the base's that is broken counts as none: nobody asked for it."""
    for base in game.bases():
        try:
            known = of_rules(base.model)
        except WeightsError:
            continue
        if known is not None:
            begun = _begun(game, known.features.manner.units, seed)
            values = carried_over(known.features, known.values, begun.features, begun.values)
            return None if values is None else replace(begun, values=values, training=Training(base=base.name))
    return None


def _begun(game: Game, units: int, seed: int) -> Weights:
    """Weights that know nothing yet, with as many hidden units as the base has, if there is room."""
    try:
        return fresh(game, seed, units)
    except PlayerError:
        return fresh(game, seed)


def widened(game: Game, known: Weights, units: int, seed: int) -> Weights:
    """The same values with more hidden units, a multiple of eight. Those that come count nothing yet.

    Raises PlayerError: there is no room for so many, or there are more already.
    """
    if units < known.features.hidden:
        raise PlayerError(f"what was learnt has {known.features.hidden} hidden units; there can be more, not fewer")
    found = with_units(game, known.symmetries, known.features.manner, units)
    same = {number: number for number in range(found.size)}
    values = _carried(same, known.features, known.values, found, first_values(found, seed))
    return replace(known, features=found, values=values, scales=())


def carried_over(
    base: Features, learnt: array[float], features: Features, unlearnt: array[float]
) -> array[float] | None:
    """The weights of one set of features for another, where both mean the same; None if they share none."""
    shared = {number: base.named[name] for name, number in features.named.items() if name in base.named}
    if not shared or (base.mirrored, base.eyes) != (features.mirrored, features.eyes):
        return None
    shared |= {features.size - i: base.size - i for i in range(1, MOST_OPTIONS + 2)}
    return _carried(shared, base, learnt, features, unlearnt)


def _carried(
    shared: Mapping[int, int], base: Features, learnt: array[float], features: Features, unlearnt: array[float]
) -> array[float]:
    """The weights of features that know those of others; units that only the former have stay as they are."""
    values = array("f", bytes(4 * features.linear)) + unlearnt[features.linear :]
    for number, other in shared.items():
        values[number] = learnt[other]
    if (base.patterns, base.pieces) == (features.patterns, features.pieces):  # the last behind them is the constant one
        count = features.pattern_weights + 1
        values[features.size : features.size + count] = learnt[base.size : base.size + count]
    old, new = base.hidden, features.hidden
    if old <= new:
        rows = {**shared, features.size: base.size, features.size + 1: base.size + 1}  # with what units have and count
        for number in range(features.size + 2):
            row = features.linear + new * number
            values[row : row + old] = array("f", bytes(4 * old))
            if number in rows:
                known = base.linear + old * rows[number]
                values[row : row + old] = learnt[known : known + old]
    return values
