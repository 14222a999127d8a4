"""What was learnt for a ruleset as the beginning for one that extends it: a knight is worth much in most of chess.

Features of both are compared by what they mean. One that both have begins with the weights of the base's; one that is
new begins with nothing. Learning goes on from there, by the variant's own rules.
"""

from __future__ import annotations

from array import array
from dataclasses import replace

from interpreter.game.game import Game
from interpreter.players.learning.features import MOST_OPTIONS, Features
from interpreter.players.learning.training import fresh
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
            begun = fresh(game, seed)
            values = carried_over(known.features, known.values, begun.features, begun.values)
            return None if values is None else replace(begun, values=values, training=Training(base=base.name))
    return None


def carried_over(
    base: Features, learnt: array[float], features: Features, unlearnt: array[float]
) -> array[float] | None:
    """The weights of one set of features for another, where both mean the same; None if they share none."""
    shared = {number: base.named[name] for name, number in features.named.items() if name in base.named}
    if not shared or base.mirrored != features.mirrored:
        return None
    shared |= {features.size - i: base.size - i for i in range(1, MOST_OPTIONS + 2)}
    values = array("f", bytes(4 * features.linear)) + unlearnt[features.linear :]
    for number, other in shared.items():
        values[number] = learnt[other]
    if (base.patterns, base.pieces) == (features.patterns, features.pieces):  # the last behind them is the constant one
        count = features.pattern_weights + 1
        values[features.size : features.size + count] = learnt[base.size : base.size + count]
    if base.hidden == features.hidden:
        units = features.hidden
        values[features.linear :] = array("f", bytes(4 * units * features.size)) + learnt[len(learnt) - 2 * units :]
        for number, other in shared.items():
            row, known = features.linear + units * number, base.linear + units * other
            values[row : row + units] = learnt[known : known + units]
    return values
