"""What a search has found, as chess programs say it: hundredths of a pawn, moves to a mate, the expected line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from interpreter.bridges.protocols.thinking import Report
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.analysis import Option

PAWN = 110.0
"""Hundredths of a pawn for each unit of the odds' logarithm: a pawn ahead wins some 71 of 100."""
SURE = 0.9999

Called = Callable[[State, Move], str]
"""What a move of a state is called."""


def mate(state: State, option: Option) -> int | None:
    """In how many moves who moves wins for certain, negative if they lose; None if neither is certain."""
    prospect = option.prospect
    share = prospect.share(_mover(state))
    if not prospect.is_sure or abs(share) <= SURE:
        return None
    return (prospect.plies + 1) // 2 if share > 0 else -(prospect.plies // 2)


def is_lost(state: State, option: Option) -> bool:
    """Whether who moves loses for certain."""
    return option.prospect.is_sure and option.prospect.share(_mover(state)) < -SURE


def hundredths(state: State, option: Option) -> int:
    """What it is worth to who moves, in hundredths of a pawn."""
    share = min(max(option.prospect.share(_mover(state)), -SURE), SURE)
    return round(PAWN * math.log((1 + share) / (1 - share)))


def line(state: State, report: Report, option: Option, called: Called) -> list[str]:
    """The moves that are expected, from this option on."""
    first = called(state, option.move)
    if option.move != report.analysis.options[0].move:
        return [first]
    found = list(_spelled(state, report.analysis.line, called))
    return found if found and found[0] == first else [first]


def _mover(state: State) -> str:
    return state.mover or state.game.players[0]


def _spelled(state: State, texts: Sequence[str], called: Called) -> Iterator[str]:
    """A line as programs write it, as far as it can be followed."""
    for text in texts:
        if state.is_over or state.is_chance:
            return
        move = next((move for move in state.moves if move.text == text), None)
        if move is None:
            return
        yield called(state, move)
        state = state.play(move)
