"""Time for a whole game: `mcts:5m+3s` has five minutes, and three seconds more after each of its turns.

What is left is shared over the turns that the game may still take: as many as random games from here have, within
bounds, for games that are meant to be won are often shorter, and nobody knows when they end. Of what is left never
more than a part is spent at once, so that there is always something left for what comes.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from interpreter.errors import PlayerError, RuleError
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.players.turn_time import TurnTime

LONGEST = 86_400.0
UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
FORM = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s)(?:\+(\d+(?:\.\d+)?)(m|ms|s))?", re.ASCII)
PROBES = 3
"""Random games that are played to see how long one takes …"""
PROBING = 0.02
"""… in so great a part of the time that is left, at most."""
FEWEST, MOST = 6.0, 40.0
"""Turns over which time is shared."""
PART = 0.4
"""Of what is left, a turn gets no more than this part …"""
SPARED = 0.03
"""… less these seconds, as a search doesn't stop to the millisecond."""
OF_INCREMENT = 0.9
"""A part of each turn's further time is kept for later."""
LEAST = 0.001


@dataclass(frozen=True)
class Clock:
    """Seconds for the game, and further ones after each turn."""

    seconds: float
    increment: float = 0.0


def clock(text: str) -> Clock:
    """What `5m+3s` says; raises PlayerError."""
    found = FORM.fullmatch(text) if len(text) <= 24 else None
    if not found:
        raise PlayerError(
            f"`{text[:40]}` is no clock: it is the time for a game, and perhaps what is added after each turn: "
            "5m+3s, 90s, 1h+30s"
        )
    made = Clock(float(found[1]) * UNITS[found[2]], float(found[3]) * UNITS[found[4]] if found[3] else 0.0)
    if not (0.1 <= made.seconds <= LONGEST and made.increment <= LONGEST):
        raise PlayerError(f"`{text}`: a clock has a tenth of a second at least and 24 hours at most")
    return made


class GameTime(TurnTime):
    """Deals out the seconds of one player's game."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(0.0)
        self.clock, self.left = clock, clock.seconds

    def share(self, state: State, chance: Chance) -> float:
        """The seconds for the decision of this state; what it took is told to `took`."""
        if self._is_new(state):
            if self._turn[0] >= 0:
                self.left += self.clock.increment
            self.seconds = self._for_turn(turns_left(state, chance, self.left * PROBING))
        return super().share(state, chance)

    def _is_new(self, state: State) -> bool:
        return (state.turns, state.mover) != self._turn or state.ply <= self._ply

    def _for_turn(self, turns: float) -> float:
        share = self.left / min(max(turns, FEWEST), MOST) + OF_INCREMENT * self.clock.increment
        return max(min(share, PART * self.left - SPARED), LEAST)

    def took(self, seconds: float) -> None:
        """So much time has gone by since."""
        super().took(seconds)
        self.left -= seconds


def turns_left(state: State, chance: Chance, seconds: float) -> float:
    """How many turns its player has from here on, this one included, in the mean of some random games: as far as they
    can be played in so many seconds, and to `MOST` of them."""
    until, found = time.perf_counter() + seconds, []
    for probe in range(PROBES):
        counted = _probe(state, Chance(chance.seed, chance.number + probe, chance.lane), until)
        if counted is None:
            break
        found.append(counted)
    return sum(found) / len(found) if found else MOST


def _probe(state: State, chance: Chance, until: float) -> float | None:
    """The turns that one random game has; None if there was no time to play it."""
    me, turns, last = state.mover, 0, -1
    try:
        while not state.is_over and turns < MOST:
            if state.mover == me and state.turns != last:
                turns, last = turns + 1, state.turns
            if time.perf_counter() > until:
                return None
            state = state.play(state.draw(chance, state.ply))
    except RuleError:  # the search will see
        return float(turns)
    return float(turns)
