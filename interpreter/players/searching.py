"""The tree search that fits a game: of positions where all see everything, else of information states."""

from __future__ import annotations

from interpreter.errors import PlayerError
from interpreter.graph.standing import standing
from interpreter.players.asking import hides
from interpreter.players.knowing import InformationSearch
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.mcts import Budget, Manner, MonteCarlo
from interpreter.players.player import Seat


def tree_search(seat: Seat, budget: Budget, *, manner: Manner = Manner.RANDOM) -> MonteCarlo | InformationSearch:
    """The search for a seat's game; raises PlayerError if it is to go by values or by leads, and there can be
    none."""
    if manner is Manner.GREEDY and standing(seat.game.model) is None:
        why = "the rules rank nobody by numbers, so nobody has a lead to raise; take mcts:1s"
        raise PlayerError(f"{seat.game.title}: {why}")
    if not hides(seat.game):
        return MonteCarlo(seat, budget, manner=manner)
    if seat.weights not in ("", UNTAUGHT):
        raise PlayerError(f"{seat.game.title}: players don't see everything, so no learnt values can help them")
    return InformationSearch(seat, budget)
