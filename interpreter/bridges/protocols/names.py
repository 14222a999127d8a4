"""What programs call moves: from square to square without signs between (`e2e4`, `e7e8q`), drops with the piece before
the square (`P@e4`, `P*5e`). It follows from how the rules write their moves; what is written otherwise keeps its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from interpreter.game.moves import Move
from interpreter.game.state import State

NOWHERE = "0000"
"""A move without a text."""


def named(
    state: State, drop: str = "@", squares: Mapping[str, str] | None = None, passing: str = ""
) -> Mapping[str, Move]:  # fmt: skip
    """The moves of a state by what programs call them.

    `drop`: what stands before the site of a piece that is set down; `squares`: what sites are called, if not as the
    rules call them; `passing`: what a move is called that names no site, if it is the only such.
    Two moves that would be called alike keep their texts, all but the first.
    """
    found: dict[str, Move] = {}
    speller = _Speller(state, drop, squares or {})
    silent = [move for move in state.moves if not move.sites] if passing else []
    for move in state.moves:
        name = passing if silent == [move] else speller.name(move)
        found[name if name not in found else _plain(move.text)] = move
    return found


def name_of(
    state: State, move: Move, drop: str = "@", squares: Mapping[str, str] | None = None, passing: str = ""
) -> str:  # fmt: skip
    """What programs call a move of a state."""
    return next(name for name, one in named(state, drop, squares, passing).items() if one == move)


class _Speller:
    """Writes moves on a board."""

    def __init__(self, state: State, drop: str, squares: Mapping[str, str]) -> None:
        board = state.game.model.board
        labels: Sequence[str] = board.labels if board is not None else ()
        site = "|".join(sorted(map(re.escape, labels), key=len, reverse=True)) or r"(?!)"
        self._steps = re.compile(rf"({site})[-x:]?({site})(?:=?([A-Za-z]|\+))?")
        self._drops = re.compile(rf"([A-Za-z])[@*]({site})")
        self._drop, self._squares = drop, squares

    def name(self, move: Move) -> str:
        for text in (move.text, *move.others):
            if found := self._steps.fullmatch(text):
                start, end, piece = found.groups()
                return self._called(start) + self._called(end) + (piece or "").lower()
            if found := self._drops.fullmatch(text):
                return found[1].upper() + self._drop + self._called(found[2])
        return self._called(move.text) if move.text in self._squares else _plain(move.text)

    def _called(self, label: str) -> str:
        return self._squares.get(label, label)


def _plain(text: str) -> str:
    return "".join(text.split()) or NOWHERE
