"""Opponents of the rulesets that ship, found by measuring: a table, written by benchmarks/default_opponents.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from gdl import library
from interpreter.errors import GameError, PlayerError
from interpreter.game.game import Game
from interpreter.game.yaml_files import read

TABLE = library.FOLDER / "opponents.yaml"


def measured(game: Game) -> str | None:
    """The opponent of a ruleset that ships, as it ships; None for all others, for those of strangers may have any name.

    Raises PlayerError if the table can't be read.
    """
    spec = _table(TABLE).get(game.name)
    return spec if spec is not None and _ships(game) else None


@cache
def _table(path: Path) -> Mapping[str, str]:
    if not path.exists():
        return {}
    try:
        return {name: str(spec) for name, spec in read(path).data.items()}
    except GameError as problem:
        raise PlayerError(f"the table of opponents can't be read: {problem}") from None


def _ships(game: Game) -> bool:
    path = library.paths().get(game.name)
    if path is None or game.given is None:
        return False
    text = path.read_text(encoding="utf-8")
    return any(source.text == text for source in game.given.sources)
