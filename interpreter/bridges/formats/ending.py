"""Where a game of another program's file ends, as a position of rules that are at hand; and a line of EPD."""

from __future__ import annotations

from pathlib import Path

from interpreter.bridges.formats import converting, playing, table
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Outside
from interpreter.bridges.formats.position_lists import Epd
from interpreter.game.game import Game
from interpreter.game.state import State


def of_file(game: Game, path: Path, number: int) -> State | None:
    """The position in which this game of a file ends; None if its name says no format. Raises FormatError."""
    kind = table.of_file(path)
    if kind in (None, table.OURS):
        return None
    form = table.KNOWN[kind](game, source_of(game))
    told = converting.nth(path, kind, number)
    try:
        if told.trouble:
            raise FormatError(told.trouble)
        line = playing.played(form, told).lines[0]
    except FormatError as error:
        raise FormatError(f"{path}, {form.holds} {number}: {error}") from None
    return line.steps[-1].after if line.steps else line.first


def of_line(game: Game, text: str) -> State:
    """The position of a line of EPD. Raises PositionError or FormatError."""
    state = Epd(game, source_of(game)).start(Outside(1, 1, {"FEN": text}))
    assert state is not None
    return state


def source_of(game: Game) -> str:
    """Where the rules of a game were read, as formats ask for it."""
    return game.given.sources[0].name if game.given is not None else game.name
