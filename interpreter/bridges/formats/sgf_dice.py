"""SGF's moves with dice, `61mghg`: what was rolled, then from where to where each man went. Points are a to x, `y` is
the bar and `z` off the board. A ruleset says so by `sgf 6, "dice"`: its sites 1 to 24 are these points, and it writes
its moves as `13/7`, with the points as they lie for the first player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.text.visible import brief
from interpreter.bridges.formats.opening import FormatError
from interpreter.errors import NotLegal
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State

POINTS = {letter: str(number) for number, letter in enumerate("abcdefghijklmnopqrstuvwx", 1)}
_LETTERS = {number: letter for letter, number in POINTS.items()}
BAR, OFF = "y", "z"
_TURN = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")


def read(state: State, text: str) -> list[Move]:
    """The roll and the moves of a turn. Raises MoveError."""
    found = _TURN.fullmatch(text)
    if found is None:
        return [state.parse(text)]
    rolled = [state.parse(f"{found[1]}-{found[2]}")] if state.is_chance else []
    then = state.play(rolled[0]) if rolled else state
    pairs = [found[3][i : i + 2] for i in range(0, len(found[3]), 2)]
    steps = _steps(then, pairs, state.mover)
    if steps is None:
        raise NotLegal(f"{brief(text)} is not legal now")
    return [*rolled, *steps]


def _steps(state: State, pairs: Sequence[str], mover: str | None) -> list[Move] | None:
    """The moves that go so, one after the other, up to the turn's end; None if there are none."""
    ends = state.is_over or state.is_chance or state.mover != mover
    if not pairs or ends:
        return [] if ends and not pairs else None
    for move in state.moves:
        if pair(move.text) == pairs[0] and (rest := _steps(state.play(move), pairs[1:], mover)) is not None:
            return [move, *rest]
    return None


def pair(text: str) -> str:
    """A man's move in letters; "" for another move."""
    start, slash, end = text.partition("/")
    if not slash:
        return ""
    return _LETTERS.get(start, BAR) + (OFF if end.startswith("off") else _LETTERS.get(end, ""))


def written(turn: Sequence[Step]) -> str:
    """A turn of the rules in one text. Raises FormatError."""
    text = ""
    for step in turn:
        part = step.move.text.replace("-", "") if step.before.is_chance else pair(step.move.text)
        if not part:
            raise FormatError(f"SGF has no move `{step.move.text}`")
        text += part
    if not _TURN.fullmatch(text):
        raise FormatError(f"SGF can't hold the turn `{text}`: dice stand first in it")
    return text
