"""Values that count pieces, in place of learnt ones: for tests of searches that ask for values."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from pathlib import Path

from interpreter import Game
from interpreter.native.compiled import Plan
from interpreter.players.learning.features import NONE
from interpreter.players.learning.finding_features import features
from interpreter.players.learning.weights import Weights, own_file
from interpreter.players.symmetries import apparent


def by_pieces(game: Game, worths: Mapping[str, float]) -> Weights:
    """Weights by which one's own pieces are worth so much each, and others' count against it."""
    symmetries = tuple(apparent(game))
    plan = Plan(game.model)
    found = features(plan, symmetries)
    values = array("f", bytes(4 * found.weights))
    for slot, reading in zip(plan.layout.piece_slots, found.sets, strict=False):
        kind, owner, _ = game.model.piece_parts[plan.layout.pieces_of_slot(slot)[0]]
        worth = worths.get(game.model.kinds[kind].name, 0.0)
        for number in reading.numbers[0]:
            if number != NONE and owner >= 0:
                values[number] = worth if owner == 0 else -worth
    return Weights(game.hash, game.name, found, symmetries, values)


def kept(weights: Weights, game: Game) -> Path:
    """The weights where they are found for the game: in the user's folder, which tests choose by GDL_DATA."""
    file = own_file(game.model)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(weights.encoded())
    return file
