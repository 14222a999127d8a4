"""A game looked at afterwards: what each player could expect from ply to ply, and which decisions gave something away.

States are looked at from the last to the first: a search by depth remembers how they went on. What a decision gave away
is the difference between what its player could expect before it and after it, in worth, which goes from -1 to 1. Where
players don't see everything, both are what the player thought by what it knew: no state tells what that was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from interpreter.errors import PlayerError
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.analysis import Analysis
from interpreter.players.asking import hides

LEAST = 0.15
"""Worth that a decision gives away at least, to be named."""
SHOWN = 5
"""So many of them are named, the worst."""
SECONDS, LONGEST, SHORTEST = 20.0, 0.5, 0.05
"""Seconds for a whole game, and for one state of it, at most and at least."""

Expected = Mapping[str, float]
"""What each player may expect, from -1 to 1."""


@dataclass(frozen=True)
class Slip:
    """A decision that gave something away."""

    ply: int
    """Its number in the game, from 1 on."""
    player: str
    text: str
    better: tuple[str, ...]
    """What a search would have played, and how that may have gone on."""
    before: float
    """What the player could expect …"""
    after: float
    """… and what was left of it."""

    @property
    def lost(self) -> float:
        """How much was given away."""
        return self.before - self.after


@dataclass(frozen=True)
class Review:
    """What was found: after each ply, from the beginning on, what players could expect, where anything is known of
    it; and the worst slips first."""

    expected: tuple[Expected | None, ...]
    slips: tuple[Slip, ...]


def seconds_each(count: int) -> float:
    """How long each of so many states is looked at."""
    return min(max(SECONDS / max(count, 1), SHORTEST), LONGEST)


def review(
    steps: Sequence[Step], analysed: Callable[[State], Analysis], goes_on: Callable[[], bool] = lambda: True
) -> Review:
    """Look at the states of a game of one ply at least, as long as it goes on: that is asked before each."""
    states = [steps[0].before, *(step.after for step in steps)]
    expected: list[Expected | None] = [None] * len(states)
    slips: list[Slip] = []
    for at in reversed(range(len(states))):
        state, is_last = states[at], at == len(steps)
        if state.is_over:
            expected[at] = ended(state)
        elif len(state.ways) == 1 and not is_last:
            expected[at] = expected[at + 1]
        elif goes_on() and (found := _found(state, analysed)) is not None:
            expected[at] = {player: found.prospect.share(player) for player in state.game.players}
            slip = None if is_last else _judged(steps[at], at + 1, found, expected)
            if slip is not None and slip.lost >= LEAST:
                slips.append(slip)
    slips.sort(key=lambda slip: (-slip.lost, slip.ply))
    return Review(tuple(expected), tuple(slips[:SHOWN]))


def _found(state: State, analysed: Callable[[State], Analysis]) -> Analysis | None:
    """What a search thinks of a state; None where it finds nothing."""
    try:
        found = analysed(state)
    except PlayerError:
        if not hides(state.game):
            raise
        return None  # no state was found that fits what the player knows
    return found if found.options else None


def ended(state: State) -> Expected:
    """What an end is worth, from -1 to 1."""
    paid = state.game.model.most_paid or 1
    return {player: worth / paid for player, worth in (state.results or {}).items()}


def _judged(step: Step, ply: int, found: Analysis, expected: Sequence[Expected | None]) -> Slip | None:
    """What a decision gave away; None of rolls, where the best was played, and where nobody knows."""
    best, me = found.options[0], step.before.to_move
    if step.before.is_chance or me is None or best.move == step.move:
        return None
    is_hidden = hides(step.before.game)
    after = _played(found, step, me) if is_hidden else (expected[ply] or {}).get(me)
    if after is None:
        return None
    before = best.prospect.share(me) if is_hidden else found.prospect.share(me)
    line = found.line if found.line[:1] == (best.move.text,) else (best.move.text,)
    return Slip(ply, me, step.move.text, line, before, after)


def _played(found: Analysis, step: Step, me: str) -> float | None:
    """What a search thinks of the move that was made, if it has looked at it."""
    played = next((option for option in found.options if option.move == step.move), None)
    return None if played is None or not (played.visits or played.prospect.is_sure) else played.prospect.share(me)
