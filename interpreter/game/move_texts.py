"""Several moves in one text: `1a5, B2f4 R2f6` is read as a person would, move by move.

A text is cut at commas. Between commas the longest row of words that is a legal move is taken as the next
one, so that moves of several words (`BB a5-a4`) can stand beside moves of one (`roll`). A word that is no move may be
several: a way with a stop on it (`24/18/14`, `a3xc5xe7`), or one that is gone several times (`13/11(2)`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.errors import MoveError, NotAMove
from interpreter.game.readings import MARKS, in_any_order

if TYPE_CHECKING:
    from interpreter.game.moves import Move
    from interpreter.game.state import State

MOST_WORDS = 20
"""Words in which a move is looked for that isn't legal."""
MOST_TOGETHER = 20
"""Moves that are looked for in one word."""
_TIMES = re.compile(r"(.+)\(([2-9])\)")
_STOPS = re.compile(r"[0-9A-Za-z]+([-–x×:/])[0-9A-Za-z]+(?:\1[0-9A-Za-z]+)+")


def first_of(text: str, legal: Collection[str]) -> tuple[str, str]:
    """The legal move that `text` begins with, and the rest; the move is "" if it begins with none."""
    text = text.strip(" ,\t\n")
    if text in legal:
        return text, ""
    if len(several := in_any_order(text, legal)) == 1:
        return several[0], ""
    head, comma, rest = text.partition(",")
    longest = max((len(move.split()) for move in legal), default=0)
    words = head.split(maxsplit=longest)  # a line may go on and on
    for length in range(min(len(words), longest), 0, -1):
        if (move := " ".join(words[:length])) in legal:
            return move, " ".join(words[length:]) + comma + rest
    return "", text


def pick(state: State, text: str) -> tuple[Move, str]:
    """The move that `text` (a word or more) begins with, and the rest; a MoveError says why there is none."""
    moves = {move.text: move for move in state.moves}
    found, rest = first_of(text, moves)
    if found:
        return moves[found], rest
    head, comma, rest = rest.partition(",")
    words = head.split()
    errors: list[MoveError] = []
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        try:
            return state.parse(" ".join(words[:length])), " ".join(words[length:]) + comma + rest
        except MoveError as error:
            errors.append(error)
    with suppress(MoveError):
        if words and (several := together(words[0])):
            rest = " ".join([*several[1:], *words[1:]]) + comma + rest
            return state.parse(several[0]), rest
    # of all ways to read it, the one that comes nearest to a move explains most
    raise next((error for error in errors if not isinstance(error, NotAMove)), errors[0])


def together(word: str) -> list[str]:
    """The moves that a word may stand for, several at once; none if it hasn't the looks of it."""
    word = MARKS.sub("", word)
    if times := _TIMES.fullmatch(word):
        return [times[1]] * int(times[2])
    plain = word.replace("*", "")
    if stops := _STOPS.fullmatch(plain):
        sign, places = stops[1], plain.split(stops[1])
        ways = [f"{a}{sign}{b}" for a, b in pairwise(places)]
        return ways if len(ways) <= MOST_TOGETHER else []
    return []


def split(text: str, legal: Collection[str]) -> list[str]:
    """The moves that `text` lists; words that are no legal move stay together as one."""
    found: list[str] = []
    for part in [text] if text.strip() in legal else text.split(","):
        rest, strange = part, False
        while rest.strip():
            move, left = first_of(rest, legal)
            if move:
                found.append(move)
                strange = False
            else:
                word, _, left = rest.strip().partition(" ")
                found.append(f"{found.pop()} {word}" if strange else word)
                strange = True
            rest = left
    return found
