"""Time for a turn, shared over its decisions: `mcts:1s` thinks for a second about each turn, however it is divided.

How many decisions a turn has left is not known beforehand, and in few games always the same. So a turn is played to its
end at random, some times: what is left of the time is divided by the decisions found then. A lone option takes none.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from interpreter.errors import RuleError
from interpreter.game.state import State
from interpreter.graph.chance import Chance

PROBES = 3
"""Turns that are played to their end to see how many decisions there are …"""
FARTHEST = 200
"""… or up to so many plies."""
PROBING = 0.05
"""Part of a turn's time that may go into that, at most."""
LEAST = 0.02
"""Part of a turn's time that any decision gets, even when all was spent: a turn may go on longer than expected."""


@dataclass
class TurnTime:
    """Deals out the seconds of one player's turns."""

    seconds: float
    _turn: tuple[int, str | None] = (-1, None)
    _ply: int = -1
    _left: float = 0.0

    def share(self, state: State, chance: Chance) -> float:
        """The seconds for the decision of this state; what it took is told to `took`."""
        turn = (state.turns, state.mover)
        if turn != self._turn or state.ply <= self._ply:  # a new turn, or this one again
            self._turn, self._left = turn, self.seconds
        self._ply = state.ply
        share = self._left / decisions_left(state, chance, self.seconds * PROBING)
        return max(share, self.seconds * LEAST)

    def took(self, seconds: float) -> None:
        """So much time has gone by since."""
        self._left = max(self._left - seconds, 0.0)


def decisions_left(state: State, chance: Chance, seconds: float) -> float:
    """How many decisions its player has in this turn from here on, this one included: the mean of some random ends of
    it, as far as they can be played in so many seconds."""
    until = time.perf_counter() + seconds
    found, probes = 0, 0
    for probe in range(PROBES):
        counted = _probe(state, Chance(chance.seed, chance.number + probe, chance.lane), until)
        if counted is None:
            break
        found, probes = found + counted, probes + 1
    return found / probes if probes else 1.0


def _probe(state: State, chance: Chance, until: float) -> int | None:
    """Decisions of one random end of a turn; None if there was no time to play it."""
    mover, turn, found, first = state.mover, state.turns, 0, state.ply
    try:
        while not state.is_over and state.turns == turn and state.ply - first < FARTHEST:
            found += state.to_move == mover and len(state.ways) > 1
            if time.perf_counter() > until:
                return None if state.ply == first else found
            state = state.play(state.draw(chance, state.ply))
    except RuleError:  # the search will see
        return max(found, 1)
    return max(found, 1)
