"""What people are told of a mistake in the rules they play by."""

from __future__ import annotations

from cli.languages.saying import later, tr
from interpreter import Game, GameError

UNTOLD = later(
    "the rules can't go on, and more would tell what is hidden; their author finds the mistake with `gdl lint`, "
    "or replays the record"
)


def mistake(game: Game, error: GameError) -> str:
    """The mistake with its position; where something is hidden, nothing of that."""
    return tr(UNTOLD) if game.model.hides else str(error)
