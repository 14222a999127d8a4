"""What a page that stands alone must know to write and read games of other programs: tags, seats, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.bridges.formats import texts, writing
from interpreter.bridges.formats.ending import source_of
from interpreter.bridges.formats.sgf_games import Sgf

if TYPE_CHECKING:
    from interpreter import Game

BY_TEXTS = ("pgn", "fen")
"""Formats that pages write from the texts of moves and the rules' notation."""


def formats(game: Game) -> dict[str, dict[str, Any]]:
    """The formats that a page writes, each with what it needs. Turns that formats write as one move (draughts), and
    dice, are for who has the rules: servers, the studio, `gdl convert`."""
    found: dict[str, dict[str, Any]] = {}
    for kind in texts.kinds(game):
        form = writing.form(game, source_of(game), kind)
        if isinstance(form, Sgf) and not form.dice and form.points:
            found[kind] = {"tags": form.of_game(), "seated": form.seated, "points": form.points}
        elif kind in BY_TEXTS:
            found[kind] = {"tags": form.of_game(), "seated": form.seated}
    return found
