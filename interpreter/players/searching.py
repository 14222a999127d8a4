"""The tree search that fits a game: of positions where all see everything, else of information states."""

from __future__ import annotations

from interpreter.errors import PlayerError
from interpreter.players.asking import hides
from interpreter.players.knowing import InformationSearch
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.player import Seat
from interpreter.players.taught import UNTAUGHT


def tree_search(seat: Seat, budget: Budget, *, careful: bool = False) -> MonteCarlo | InformationSearch:
    """The search for a seat's game; raises PlayerError if it is to go by values, and there can be none."""
    if not hides(seat.game):
        return MonteCarlo(seat, budget, careful=careful)
    if seat.weights not in ("", UNTAUGHT):
        raise PlayerError(f"{seat.game.title}: players don't see everything, so no learnt values can help them")
    return InformationSearch(seat, budget)
