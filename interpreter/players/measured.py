"""Opponents of the rulesets that ship, found by measuring: a table, written by benchmarks/default_opponents.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from gdl import library
from gdl.text.source import Source
from interpreter.errors import GameError, PlayerError
from interpreter.game.game import Game
from interpreter.game.yaml_files import read
from interpreter.players.alphabeta import unfit

TABLE = library.FOLDER / "opponents.yaml"


def measured(game: Game) -> str | None:
    """The opponent of a ruleset that ships, as it ships, or else of the nearest such that it extends.

    None if that can't play it, and for all others: those of strangers may have any name.

    Raises PlayerError if the table can't be read.
    """
    table = _table(TABLE)
    for source in game.given.sources if game.given is not None else ():
        name = Path(source.name).stem
        if name in table and _ships(name, source):
            return table[name] if _can_play(table[name], game) else None
    return None


def _can_play(spec: str, game: Game) -> bool:
    """Whether a player fits a variant, or these options: alphabeta would fail in the middle of a game whose players may
    gain together."""
    return not spec.startswith("alphabeta") or not (game.model.pays or game.model.unites or unfit(game))


@cache
def _table(path: Path) -> Mapping[str, str]:
    if not path.exists():
        return {}
    try:
        return {name: str(spec) for name, spec in read(path).data.items()}
    except GameError as problem:
        raise PlayerError(f"the table of opponents can't be read: {problem}") from None


def _ships(name: str, source: Source) -> bool:
    path = library.paths().get(name)
    return path is not None and path.read_text(encoding="utf-8") == source.text
