"""Weights put where compiled rules find them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.players.learning import feature_table
from interpreter.players.learning.features import Features
from interpreter.players.learning.weights import Weights

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance


def table_of(name: str, features: Features, start: int, room: int) -> tuple[bytes, int]:
    """The bytes that belong in memory from `start` on, where there is so much room, and the address of the weights,
    which come right behind them. `name`: the ruleset's, for a message."""
    table, at = feature_table.table(features, start)
    if features.squares(at) + 4 * features.weights > start + room:
        raise PlayerError(f"{name} has more to be learnt from than there is room for")
    return table, at


def lay_out(instance: Instance, name: str, features: Features) -> tuple[int, int]:
    """Make room in a module for weights that may change: where they belong, and where what belongs to learning does."""
    start = instance.call("weights_at")
    table, at = table_of(name, features, start, instance.call("weights_room"))
    instance.write(start, table)
    instance.call("weights_ready", 1)
    instance.call("weights_settled", 0)
    return at, features.squares(at)


def place(instance: Instance, weights: Weights) -> None:
    """Put weights into a module, which stay."""
    at, _ = lay_out(instance, weights.name, weights.features)
    instance.write(at, weights.values.tobytes())
    instance.call("weights_settled", 1)
