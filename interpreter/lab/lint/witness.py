"""Witnesses: records of games that show what a finding says, for `gdl replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gdl.library import paths
from interpreter.errors import GameError, RuleError
from interpreter.game import records
from interpreter.lab.lint.evidence import SEED, Evidence
from interpreter.lab.lint.games import Played

if TYPE_CHECKING:
    from interpreter.game.record_model import Record


def write(evidence: Evidence, played: Played, folder: Path, name: str) -> Path | None:
    """Write the record of a game into a folder; gives its path, or None if it can't be written."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shipped = Path(evidence.source.name).stem
        source = shipped if _ships(evidence) else str(Path(evidence.source.name))
        records.write(_record(evidence, played, records.source_name(source, path)), path)
    except (GameError, OSError):
        return None
    return path


def _record(evidence: Evidence, played: Played, source: str) -> Record:
    game = evidence.game
    seats = dict(zip(game.players, played.players, strict=True))
    record = records.new(game, source, SEED, played.number, seats)
    state = game.start(SEED, played.number)
    for choice in played.choices:
        move = state.ways[choice]
        if not record.turns or not state.in_turn:
            record.turns.append([])
        record.turns[-1].append(move.text)
        try:
            state = state.play(move)
        except RuleError:  # it is what the game shows
            return record
    record.result = state.outcomes
    return record


def _ships(evidence: Evidence) -> bool:
    return Path(evidence.source.name).resolve() in {path.resolve() for path in paths().values()}
