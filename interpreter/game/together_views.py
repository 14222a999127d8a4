"""Views while players decide `together`: of the block's effects, each player sees only those of their own part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.graph.backend import Entry

if TYPE_CHECKING:
    from interpreter.game.situation import Situation


def together_values(state: Situation, player: int | None) -> tuple[Any, ...] | None:
    """The values in the middle of a `together` as a player may see them (None: a spectator), before hidden things are
    left out. None if no `together` goes on. A part changes nothing but variables of its own player."""
    inside = 0
    for event in reversed(state.knowledge.events()):
        if not event.inside:
            break
        inside += 1
    if not inside:
        return None
    game = state.game
    values, before = list(state._stop.values), _before(state, inside)
    for variable, slot in game.machine.layout.slot.items():
        if variable.dimensions and variable.dimensions[0] is game.model.player and not variable.local:
            size = len(values[slot]) // len(game.players)
            own = range(0) if player is None else range(player * size, (player + 1) * size)
            values[slot] = tuple([held if i in own else before[slot][i] for i, held in enumerate(values[slot])])
    return tuple(values)


def _before(state: Situation, plies: int) -> Sequence[Any]:
    """The values at the beginning of the block, `plies` ago. A state from another process doesn't know them. Then
    the values of other players are those before the game."""
    trail, entry = state._trail, None
    for _ in range(plies):
        if trail is None:
            break
        trail, entry, _ = trail
    return entry.values if isinstance(entry, Entry) else state.game.machine.layout.initial
