"""Weights put where compiled rules find them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.players.learning.weights import Weights

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance


def table_of(weights: Weights, start: int, room: int) -> tuple[bytes, int]:
    """The bytes that belong in memory from `start` on, where there is so much room, and the address of the weights,
    which come right behind them."""
    table, at = weights.features.table(start)
    if weights.features.squares(at) + 4 * weights.features.weights > start + room:
        raise PlayerError(f"{weights.name} has more to be learnt from than there is room for")
    return table, at


def place(instance: Instance, weights: Weights) -> tuple[int, int]:
    """Lay out weights in a module: where they are, and where what belongs to learning is."""
    start = instance.call("weights_at")
    table, at = table_of(weights, start, instance.call("weights_room"))
    instance.write(start, table)
    instance.write(at, weights.values.tobytes())
    instance.call("weights_ready", 1)
    return at, weights.features.squares(at)
