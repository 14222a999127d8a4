"""A record of ours as a game of another program's format."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from interpreter.bridges.formats.form import Format
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.table import KNOWN
from interpreter.game import variations
from interpreter.game.game import Game
from interpreter.game.record_model import Record
from interpreter.game.variations import Branch


@lru_cache(maxsize=8)
def form(game: Game, source: str, kind: str) -> Format:
    """The format for games by these rules. Raises FormatError."""
    return KNOWN[kind](game, source)


def text(game: Game, source: str, record: Record, kind: str, told: Sequence[Branch] = ()) -> str:
    """The game as a file of this format has it; `told`: its lines, if it has been played. Raises FormatError, or
    ReplayError."""
    to = form(game, source, kind)
    told = told or variations.of(game, record)
    dice = next((step for line in told for step in line.steps if step.before.is_chance), None)
    if dice is not None and not to.rolls:
        raise FormatError(f"{kind.upper()} can't hold what chance decides (`{dice.move.text}`)")
    return to.text(record, told)
