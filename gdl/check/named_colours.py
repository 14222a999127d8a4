"""Colours of players without a look: the colour that is a player's name, or else one for each seat."""

from __future__ import annotations

from dataclasses import replace

from gdl.check.declared import Declared
from gdl.colours import COLOURS
from gdl.model.looks import Look

OF_TWO = ("white", "black")
OF_SEVERAL = ("red", "blue", "yellow", "green", "orange", "violet", "brown", "turquoise")


def colour_players(declared: Declared) -> None:
    """Give colours to players, and to their pieces.

    A player whose name is a colour gets that colour, unless a look gives the player or the pieces another one. If no
    player's pieces have a colour, a symbol or a picture, players get colours in the order of their seats; otherwise all
    their pieces would look alike.
    """
    things = declared.looks.things
    named = [name.lower() if name.lower() in COLOURS else "" for name in declared.player.labels]
    keys = [_keys(declared, number) for number in range(len(named))]
    for colour, own in zip(named, keys, strict=True):
        if colour and not any(key in things and things[key].colour for key in own):
            _give(declared, own, colour)
    with_pieces = sum(len(own) > 1 for own in keys) > 1
    looks = [things[key] for own in keys for key in own if key in things]
    if with_pieces and not any(look.colour or look.symbol or look.picture for look in looks):
        for colour, own in zip(OF_TWO if len(keys) == 2 else OF_SEVERAL, keys, strict=False):
            _give(declared, own, colour)


def _keys(declared: Declared, number: int) -> list[str]:
    """What looks call a player, and each piece of theirs."""
    pieces = declared.pieces
    own = [label for label, part in zip(pieces.things.labels, pieces.parts, strict=True) if part[1] == number]
    return [f"{declared.player.name}.{declared.player.labels[number]}", *own]


def _give(declared: Declared, keys: list[str], colour: str) -> None:
    things = declared.looks.things
    things.update((key, replace(things.get(key, Look("")), colour=colour)) for key in keys)
