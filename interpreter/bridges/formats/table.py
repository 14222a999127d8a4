"""The formats of the world outside that are known: a new one is a class, and its name here."""

from __future__ import annotations

from pathlib import Path

from interpreter.bridges.formats.form import Format
from interpreter.bridges.formats.pdn_games import Pdn
from interpreter.bridges.formats.pgn_games import Pgn
from interpreter.bridges.formats.position_lists import Epd, Fen
from interpreter.bridges.formats.sgf_games import Sgf

OURS = "gdl"
"""Our own records."""
KNOWN: dict[str, type[Format]] = {one.kind: one for one in (Pgn, Sgf, Pdn, Fen, Epd)}
NAMES = (OURS, *KNOWN)
_RECORDS = (".yaml", ".yml", ".json")


def of_file(path: Path) -> str | None:
    """The format that a file's name says; None if it says none."""
    ending = path.suffix.lower()
    if ending in _RECORDS:
        return OURS
    return next((kind for kind, one in KNOWN.items() if ending in one.endings), None)
