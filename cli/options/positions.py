"""`--position`: the one way in which commands are told where to begin, and how a position is printed.

A position is a text – YAML in braces, or a line in the game's own notation –, a file in YAML or JSON, `-` for standard
input, a record, or a file of games or positions that `gdl convert` reads: `puzzles.epd:12`. Of a game it is where that
ends.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from gdl import files
from gdl.text.near_files import near_file
from gdl.text.visible import brief
from interpreter import Game, PositionError, State
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.eyes import Eyes, is_masked, seen, sight_of

PositionOption = Annotated[
    Path | None,
    typer.Option(
        "--position", metavar="WHERE", show_default=False,
        help="Start from this position: a file, as `gdl show` prints it, a record, or a file that `gdl convert` reads "
        "(puzzles.epd:12, games.pgn:3), or the text itself, in braces or in the game's own notation (FEN in chess).",
    ),
]  # fmt: skip


def read_position(game: Game, where: Path) -> tuple[State, Mapping[str, Any]]:
    """The position that is named so, and its data. Raises PositionError, or another GameError."""
    text, is_there = str(where), files.is_there(where)
    if text.lstrip().startswith("{") and not is_there:
        return _of_document(game, yamlio.parse(text, "--position"))
    listed = re.fullmatch(r"(.+):(\d{1,9})", text)
    path, number = (where, 1) if is_there or listed is None else (Path(listed[1]), int(listed[2]))
    if files.is_there(path) and path.suffix.lower() not in ("", ".yaml", ".yml", ".json"):
        state = _outside(game, path, number)
        if state is not None:
            return state, state.position()
    if game.notation and " " in text.strip() and not is_there:
        try:
            state = _outside(game, text) if ";" in text else game.position(text)
        except PositionError as error:
            raise PositionError([*error.reasons, "nor is there a file of this name"]) from None
        assert state is not None
        return state, state.position()
    if text == "-":
        content = sys.stdin.buffer.read(yamlio.SIZE_LIMIT + 1)
        return _of_document(game, yamlio.parse(yamlio.decode(content, "standard input"), "standard input"))
    if not is_there:
        raise PositionError([_missing(path), _how(game)])
    return _of_document(game, yamlio.read(where))


def _missing(path: Path) -> str:
    """That there is no such file, and which one may be meant."""
    near = near_file(path)
    return f"there is no file `{brief(str(path), 300)}`{f'; did you mean `{near}`?' if near else ''}"


def _how(game: Game) -> str:
    """What a position may be."""
    first = f"{{to move: {game.players[0]}}}"
    own = "; or a line in the game's own notation" if game.notation else ""
    return f"write the name of a file, or the position itself in braces, such as `{first}`{own}"


def _of_document(game: Game, document: yamlio.Document) -> tuple[State, Mapping[str, Any]]:
    """The position that a document describes; of a record, where the game ends, or stands by now."""
    if records.KEY not in document.data:
        return game.position(document.data), document.data
    record = records.of(document)
    state = records.start(game, record)
    for step in records.replay(game, record):
        state = step.after
    return state, state.position()


def _outside(game: Game, where: Path | str, number: int = 1) -> State | None:
    """Where a game of another program's file ends, None if it is no such file; or the position of a line of EPD."""
    from interpreter.bridges.formats import ending

    return ending.of_line(game, where) if isinstance(where, str) else ending.of_file(game, where, number)


def position_text(state: State, eyes: Eyes = None) -> str:
    """A position as YAML, as these eyes see it; above it in the game's notation if it has one and all of it is seen."""
    if is_masked(state.game, eyes):
        return f"# {sight_of(eyes)}\n{yamlio.dump(seen(state, eyes).position())}"
    try:
        line = state.notation
    except PositionError as error:
        line = " ".join(error.reasons)
    return (f"# {line}\n" if line else "") + yamlio.dump(state.position())
