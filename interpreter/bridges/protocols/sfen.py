"""Positions as USI writes them: the board as in FEN, `b` for who begins, the pieces in hand, the number of the move.

    lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b 2Pp 3
"""

from __future__ import annotations

import re

SIDES = {"b": "w", "w": "b"}
"""USI's Black begins; in lines like FEN that is `w`."""
MOST = 99
"""Of one kind in a hand."""


def to_fen(line: str) -> str:
    """The same as FEN has it: `board[hand] side`, or without brackets if nothing says what is in hand."""
    board, side, hand = (*line.split(), "", "", "")[:3]
    held = "".join(letter * min(int(number or 1), MOST) for number, letter in re.findall(r"(\d{0,2})([A-Za-z])", hand))
    return f"{board}[{held}] {SIDES.get(side, side)}" if hand else f"{board} {SIDES.get(side, side)}"


def from_fen(line: str, move: int) -> str:
    """A line of the rules' notation, `board[hand] side …`, as USI has it."""
    placed, side = (*line.split(), "")[:2]
    board, _, held = placed.partition("[")
    letters = dict.fromkeys(held.rstrip("]"))
    hand = "".join(f"{n if (n := held.count(letter)) > 1 else ''}{letter}" for letter in letters)
    return f"{board} {SIDES.get(side, side)} {hand or '-'} {move}"
