"""Players whose names are colours have them, if no look says otherwise."""

from __future__ import annotations

from dataclasses import replace

from gdl.check.declared import Declared
from gdl.colours import COLOURS
from gdl.model.looks import Look


def colour_players(declared: Declared) -> None:
    """Give each player whose name is a colour that colour, and their pieces: if neither has one by a look."""
    things, pieces = declared.looks.things, declared.pieces
    for number, name in enumerate(declared.player.labels):
        colour = name.lower()
        own = [label for label, part in zip(pieces.things.labels, pieces.parts, strict=True) if part[1] == number]
        keys = [f"{declared.player.name}.{name}", *own]
        if colour in COLOURS and not any(key in things and things[key].colour for key in keys):
            things.update((key, replace(things.get(key, Look("")), colour=colour)) for key in keys)
