"""The message to people about a mistake in the rules of their game."""

from __future__ import annotations

from cli.languages.saying import later, tr
from interpreter import Game, GameError

UNTOLD = later(
    "the rules can't go on, and more would tell what is hidden; their author finds the mistake with `gdl lint`, "
    "or replays the record"
)


def mistake(game: Game, error: GameError) -> str:
    """The mistake with its position; without the position if something is hidden."""
    return tr(UNTOLD) if game.model.hides else str(error)
