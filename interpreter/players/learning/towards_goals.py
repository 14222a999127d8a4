"""First values where random games aren't won: pieces count the more, the nearer they are to where the rules want them.

Where all games are drawn, or never end, results teach nothing, and learning can't begin. In Halma and Chinese Checkers
nobody fills a camp by chance. Such values get pieces there, and learning goes on from what comes of it.
"""

from __future__ import annotations

from array import array
from contextlib import suppress

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.graph.chance import Chance
from interpreter.graph.goals import goals_of_all, steps
from interpreter.players.learning.features import Features
from interpreter.players.learning.finding_features import piece_name

GAMES, PLIES = 12, 1_024
"""Random games, and the most plies of each: as many as a game has that values are learnt from."""
MOST = 0.8
"""What a player's pieces come to who has as many as their goal has sites, each as far from it as can be. The value is
the hyperbolic tangent of what the player's own pieces and those of the others come to."""


def towards_goals(game: Game, features: Features, values: array[float]) -> array[float] | None:
    """Values that lead pieces to where the rules want them; None if random games are won, no piece is wanted, or each
    of several players has weights of their own."""
    if not features.named or not is_won_by_aiming(game):
        return None
    wanted = goals_of_all(game.model)
    found, board, others = array("f", values), game.model.board, max(len(game.players) - 1, 1)
    assert board is not None
    for player, sites_of in enumerate(wanted):
        far = {slot: steps(board, sites) for slot, sites in sites_of.items()}
        most = sum(max(far[slot]) * sites.bit_count() for slot, sites in sites_of.items())
        for slot, row in far.items():
            for site, count in enumerate(row):
                number = features.named.get((piece_name(game.model, *slot), (), len(row), (), site))
                if number is not None:
                    found[number] = (-MOST if player == 0 else MOST / others) * count / most
    return found


def is_won_by_aiming(game: Game) -> bool:
    """Whether the rules want pieces somewhere, and nobody wins random games."""
    if not goals_of_all(game.model):
        return False
    with suppress(RuleError):
        return not any(_is_won(game, number) for number in range(GAMES))
    return False  # rules that break tell nothing


def _is_won(game: Game, number: int) -> bool:
    state, chance = game.start(0, number), Chance(0, number)
    while not state.is_over and state.ply < PLIES:
        state = state.play(state.draw(chance, state.ply))
    return "win" in (state.outcomes or {}).values()
