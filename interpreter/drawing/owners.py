"""What tells players' pieces from each other's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.model.looks import Look
    from gdl.model.model import Model


def look_of_pieces(model: Model, player: str) -> Look | None:
    """How all pieces of a player look, or the player themselves if they have none; None if they don't look alike."""
    number = model.players.index(player)
    own = [label for label, part in zip(model.pieces.labels, model.piece_parts, strict=True) if part[1] == number]
    looks = {model.looks.get(label) for label in own} or {model.looks.get(f"{model.player.name}.{player}")}
    return looks.pop() if len(looks) == 1 else None
