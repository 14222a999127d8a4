"""What is said where nothing can be learnt because players don't see everything: what plays such a game instead."""

from __future__ import annotations

from cli.options.arguments import stop
from interpreter import Game


def refuse_hidden(game: Game) -> None:
    """Stop if players don't see everything; whole positions, of which things are learnt, would tell secrets."""
    model = game.model
    if not model.hides:
        return
    solve = ""
    if len(game.players) == 2 and not model.is_common:
        solve = ". If the game is small, `gdl solve --strategy FILE` finds a strategy that can hardly be exploited"
    stop(f"in {game.title} players don't see everything, and only whole positions can be learnt from. "
         f"`mcts` needs no learning: it goes by what a player knows{solve}")  # fmt: skip
