"""When people only watch: nobody asks them any more, and computers then take less time for their turns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from interpreter.game.plies import Step
from interpreter.players.levels import LEVELS
from interpreter.players.specs import LEVEL, Spec

TURNS = 2
OTHERS = 2
"""People only watch when this number of others have had this number of turns each. A player who is left out for a turn
or two still plays."""
PART = 0.1
"""The part of a turn's time that computers then take."""
_TIME = re.compile(r"\d+(\.\d+)?[smh]\b")


def only_watch(steps: Iterable[Step], people: Collection[str]) -> bool:
    """Whether people only watch: two others have had two turns each since one of them decided. `steps`: the whole game.

    This holds in every game that goes on without its losers, however its rules say so.
    """
    turns: dict[str, set[int]] = {}
    for step in reversed(list(steps)) if people else ():
        player = step.before.to_move
        if player in people:
            return False
        if player is not None:
            turns.setdefault(player, set()).add(step.before.turns)
        if sum(len(found) >= TURNS for found in turns.values()) >= OTHERS:
            return True
    return False


def is_timed(kind: str) -> bool:
    """Whether a player of this kind thinks for a given time. The others do a given amount of work, with people at the
    table or without, so the same seed gives the same game."""
    spec = Spec.of(kind)
    if spec.kind == LEVEL:
        return spec.argument == str(LEVELS)  # the game's opponent
    return spec.searches and (not spec.argument or _TIME.match(spec.argument) is not None)
