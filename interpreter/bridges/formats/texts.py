"""A game as a text that people paste: in which formats these rules have it, written and read.

A text is what it looks like: a record or a position of ours, PGN, SGF, PDN, or a position in a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.bridges.formats import naming, playing, table, writing
from interpreter.bridges.formats.ending import source_of
from interpreter.bridges.formats.form import Format
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import MOST_PLIES
from interpreter.errors import PositionError
from interpreter.game import positions, records
from interpreter.game import yaml_files as yamlio
from interpreter.game.game import Game
from interpreter.game.record_model import Record

LONGEST = 1_000_000
"""Characters of a text that are read."""
_LOOKS = {
    "sgf": re.compile(r"\s*\(\s*;"),
    "pdn": re.compile(r'\s*(?:\[[^\]]*\]\s*)*\[\s*GameType\s+"'),
    "pgn": re.compile(r'\s*(?:\[\s*\w+\s+"|1\.)'),
}
_OURS = re.compile(r'^\s*"?gdl record"?\s*:|^\s*\{\s*"gdl record"', re.M)
_BY_NOTATION = ("pgn", "fen", "epd")
"""Formats for all rules that say how a position is written."""


def kinds(game: Game) -> list[str]:
    """The formats in which games of these rules are written: those that the rules say something of."""
    noted = game.notation is not None
    named = [kind for kind in table.KNOWN if (noted if kind in _BY_NOTATION else naming.own(game, kind))]
    return [kind for kind in named if _form(game, kind) is not None]


def written(game: Game, record: Record, kind: str) -> str:
    """The game as a text of this format. Raises FormatError or ReplayError."""
    if kind not in kinds(game):
        raise FormatError(f"{game.title} has no games in {kind[:20].upper()}")
    return writing.text(game, source_of(game), record, kind)


def read(game: Game, text: str, changed: bool = False, most: int = MOST_PLIES) -> tuple[Record, list[str]]:
    """The first game of a text as a record of these rules, and what else is to be said. Raises GameError, whose words
    name line and game. `changed`: a record of ours may be of other rules and options. `most`: moves that are played."""
    if len(text) > LONGEST:
        raise FormatError(f"a game's record isn't longer than {LONGEST:,} characters")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise FormatError("there is nothing in it")
    if _OURS.search(text):
        return _ours(game, text, changed), []
    if (kind := _kind(game, text)) is None:
        return _position(game, text), []
    form = _form(game, kind)
    if form is None:
        raise FormatError(f"it looks like {kind.upper()}, and {game.title} has no games in it")
    told = next(iter(form.read(_pieces(text))), None)
    if told is None:
        raise FormatError(f"it looks like {kind.upper()}, and there is no {form.holds} in it")
    if told.trouble:
        raise FormatError(f"{form.holds} 1, {told.trouble}")
    if form.options(told.tags) and any(game.options[name] != value for name, value in form.options(told.tags).items()):
        wanted = ", ".join(f"{name}={value}" for name, value in form.options(told.tags).items())
        raise FormatError(f"line {told.line}: the game was played with {wanted}; choose these options first")
    if told.told > most:
        raise FormatError(f"the game and its variations have more than {most:,} moves")
    try:
        made = playing.played(form, told)
    except FormatError as error:
        raise FormatError(f"{form.holds} 1, {error}") from None
    return made.record, made.remarks


def _kind(game: Game, text: str) -> str | None:
    """The format that a text looks like; None for data of ours."""
    for kind, looks in _LOOKS.items():
        if looks.match(text):
            return "pdn" if kind == "pgn" and "pdn" in kinds(game) else kind
    first = text.strip().partition("\n")[0]
    return "epd" if game.notation is not None and "/" in first.split(" ")[0] else None


def _ours(game: Game, text: str, changed: bool) -> Record:
    record = records.parsed(text)
    if record.rules != game.hash and not changed:
        raise records.RecordError(f"it is a game of {record.title or record.game} by other rules or options than these")
    return record


def _position(game: Game, text: str) -> Record:
    """A game that begins in a position of ours."""
    try:
        data = yamlio.parse(text).data
    except yamlio.YamlError as error:
        raise FormatError(f"it is no game and no position that can be read: {error}") from None
    if not isinstance(data, dict):
        raise FormatError("it is no game and no position that can be read")
    try:
        start = positions.written(game.position(data))
    except PositionError as error:
        raise FormatError("; ".join(error.reasons)) from None
    return records.new(game, source_of(game), 0, 0, dict.fromkeys(game.players, "human"), start)


def _form(game: Game, kind: str) -> Format | None:
    try:
        return writing.form(game, source_of(game), kind)
    except FormatError:
        return None


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    yield from enumerate(text.splitlines(keepends=True), 1)
