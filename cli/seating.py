"""Who sits where, as it is said on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from cli.plain import stop
from cli.table.seats import HUMAN
from gdl.suggest import did_you_mean
from interpreter import Game, PlayerError
from interpreter.players.specs import maker, names


def seats_given(game: Game, given: Sequence[str]) -> dict[str, str]:
    """The kind of player for each seat that is named: `White=mcts:1s`. Ends the program where that can't be."""
    taken: dict[str, str] = {}
    for text in given:
        player, equals, kind = text.rpartition("=")
        if not equals:
            stop(f"--seat {text}: should be PLAYER=KIND, as in --seat {game.players[0]}=human")
        if player not in game.players:
            hint = did_you_mean(player, game.players)
            stop(f"--seat {text}: the players are {', '.join(game.players)}{'; ' + hint if hint else ''}")
        if player in taken:
            stop(f"--seat {player} is given twice")
        try:
            kind == HUMAN or maker(kind)
        except PlayerError as error:
            stop(f"--seat {text}: {error}" + f", or {HUMAN}" * str(error).endswith(names()))
        taken[player] = kind
    return taken
