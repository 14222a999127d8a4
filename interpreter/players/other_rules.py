"""Why a file that was made from rules doesn't go with those that are played."""

from __future__ import annotations

from gdl.text.visible import brief
from interpreter.game.game import Game


def of_other_rules(theirs: str, is_same_name: bool, game: Game) -> str:
    """The message about a file that belongs to the game `theirs`, whose rules have another hash.

    A game of the same name has changed its text since, or it had other options.
    """
    if not is_same_name:
        return f"is of other rules: those of {brief(theirs)}, not of {game.title}"
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    here = f"; here they are {options}" if options else ""
    why = f"{game.title} has changed since, or had other options or players{here}"
    return f"is of other rules: {why}; solve into another file"
