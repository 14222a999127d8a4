"""The shortest text of a move that stands for it alone."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.errors import GameError, MoveError
from interpreter.game.likely import likely
from interpreter.game.moves import Move
from interpreter.game.state import State

if TYPE_CHECKING:
    from gdl.model.model import Model

FACTS = ("notation", "pgn")
"""Rules with one of these facts have their own way to write games. Lists of moves use it too."""
_TAKES = re.compile(r"(?<=[0-9A-Za-z])([x×:])(?=[0-9A-Za-z])")


def short(state: State, move: Move) -> str:
    """The shortest text that stands for this move alone and tells a capture as the rules' own text does."""
    ways = sorted(_ways(move), key=len)  # of two that are as long, the one that the rules write first
    return next((way for way in ways if _alone(state, way, move) and _means(state, way, move)), move.text)


def has_notation(model: Model) -> bool:
    """Whether lists show moves in short form: the rules say how games are written (`FACTS`).

    A short text may tell of the other moves, so games that hide something have none.
    """
    return not model.hides and any(name in FACTS for name, _ in model.facts)


@lru_cache(maxsize=4096)
def listed(state: State, move: Move) -> str:
    """The move as lists show it: in short form if `has_notation`, else by the rules' own text. Answers are kept."""
    return short(state, move) if has_notation(state.game.model) else move.text


def line_listed(state: State, texts: Iterable[str]) -> list[str]:
    """The moves of a line from a state on, as lists show them. After a move that can't be played, they stay as they
    are."""
    texts = [*texts]
    found = list[str]()
    with contextlib.suppress(GameError):
        for text in texts:
            move = state.parse(text)
            found.append(text if state.is_chance else listed(state, move))
            state = state.play(move)
    return [*found, *texts[len(found) :]]


def _alone(state: State, text: str, move: Move) -> bool:
    """Whether no other move may be written like this."""
    moves = state.moves
    near = (moves[i] for i in likely(state.game.machine, [one.entry for one in moves], text))
    return all(one == move or text not in (one.text, *one.others) for one in near)


def _ways(move: Move) -> list[str]:
    """All ways to write a move: its own text and others. Ways for captures alone come first."""
    others = [way for way in move.others if way]
    said = {move.text, *others}
    # a way with the sign of a capture that has no twin without it is there for captures alone
    alone = [way for way in others if _TAKES.search(way) and _TAKES.sub("", way) not in said]
    takes = _TAKES.search(move.text) or (_TAKES.search(alone[0]) if alone else None)
    found = [move.text, *alone]
    for way in others:
        marked = _TAKES.search(way) is not None
        if marked == bool(takes):
            found.append(way)
        elif takes and move.sites and way.endswith(site := move.sites[-1]) and way != site:
            found.append(f"{way.removesuffix(site)}{takes[1]}{site}")
    return list(dict.fromkeys(found))


def _means(state: State, text: str, move: Move) -> bool:
    try:
        return state.parse(text) == move
    except MoveError:
        return False
