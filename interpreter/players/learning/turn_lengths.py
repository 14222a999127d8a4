"""Whether turns may go on and on, as random games tell whose players don't want to end them."""

from __future__ import annotations

from contextlib import suppress

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance

GAMES, PLIES = 10, 400
"""The number of games that are played, and the most plies of each."""
LONG = 32
"""A turn is long if it comes back to its decisions this number of times."""


def has_long_turns(game: Game) -> bool:
    """Whether in one of these games a turn comes back to its decisions LONG times."""
    return any(longest_turn(game, number) >= LONG for number in range(GAMES))


def longest_turn(game: Game, number: int) -> int:
    """How often a turn of such a game comes back to its decisions, up to LONG times."""
    graph, chance = game.machine.graph, Chance(0, number)
    decisions = {graph.stops.index(at) + 1 for at in graph.revisited}
    most = count = turns = 0
    with suppress(RuleError):
        state = game.start(0, number)
        for ply in range(PLIES if decisions else 0):
            if state.is_over or most >= LONG:
                break
            comes_back = state.decision in decisions
            count = count * (state.turns == turns) + comes_back
            most, turns = max(most, count), state.turns
            state = _prolonged(state, chance, ply, decisions) if comes_back else state.play(state.draw(chance, ply))
    return most


def _prolonged(state: State, chance: Chance, ply: int, decisions: set[int]) -> State:
    """Where an option leads with which the turn comes back to such a decision, if there is one; any is drawn."""
    first = chance.pick(len(state.moves), ply)
    for move in (*state.moves[first:], *state.moves[:first]):
        after = state.play(move)
        if after.turns == state.turns and after.mover == state.mover and after.decision in decisions:
            return after
    return state.play(state.moves[first])
