"""The position at the beginning, as `startFen` says it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region, Settings, Square

WALL = "*"
Standing = tuple[str, str]
"""A colour and the key of a piece, behind `+` if it is promoted."""


@dataclass(frozen=True)
class Start:
    """Who stands where, what players have in hand, who begins, from where rooks castle, how many checks are left."""

    board: dict[Square, Standing]
    promoted: Region = frozenset()
    """Where promoted pieces stand that come to hand as pawns."""
    walls: Region = frozenset()
    hands: dict[str, Counter[str]] = field(default_factory=dict)
    mover: str = "White"
    rooks: dict[str, list[Square]] = field(default_factory=dict)
    kings: dict[str, Square] = field(default_factory=dict)
    gates: Region = frozenset()
    checks: dict[str, int] = field(default_factory=dict)
    passed: Square | None = None
    """The square that somebody has just passed with two steps."""
    quiet: int = 0
    """Turns without a capture or a pawn's move so far."""


def read(settings: Settings) -> Start:
    """The beginning of a variant; what is wrong is noted in the settings."""
    words = str(settings.get("startFen")).split()
    letters = {piece.letter: key for key, piece in settings.pieces.items()}
    try:
        board, promoted, walls, hands = _board(settings, words[0] if words else "", letters)
        if not board and not any(hands.values()):
            raise ValueError("nobody has a piece")
        mover, rights, tail = _told(words[1:])
        kings = _kings(settings, board)
        rooks, gates = _rights(settings, board, kings, rights)
        return Start(board, promoted, walls, hands, mover, rooks, kings, gates, **_tail(settings, board, mover, tail))
    except ValueError as error:
        settings.refuse("startFen", str(error))
        return Start({})


def _told(words: list[str]) -> tuple[str, str, list[str]]:
    """Who begins, the castling rights, and the words that follow."""
    mover = {"w": "White", "b": "Black"}.get(words[0] if words else "w")
    if mover is None:
        raise ValueError(f"`{words[0]}` should be w or b: who begins")
    has_rights = len(words) > 1 and not re.match(r"[0-9+]", words[1])
    rest = words[1 + has_rights :]
    return mover, words[1] if has_rights else "-", rest


def _tail(settings: Settings, board: dict[Square, Standing], mover: str, words: list[str]) -> dict[str, Any]:
    """What stands behind the castling rights: a square just passed, checks that are left, turns without progress."""
    found: dict[str, Any] = {}
    if words and not re.match(r"[0-9+]", words[0]):
        word = words.pop(0)
        if word != "-":
            found["passed"] = _passed(settings, board, mover, word)
    if words and "+" in words[0]:
        left = re.fullmatch(r"([1-9])\+([1-9])", words.pop(0))
        if left is None:
            raise ValueError("how many checks are left should be said as `3+3`, each from 1 to 9")
        found["checks"] = {"White": int(left[1]), "Black": int(left[2])}
    for word in words:
        if not re.fullmatch(r"[0-9]{1,4}", word):
            raise ValueError(f"`{word[:20]}` should be a number of turns or moves")
    if len(words) > 1 and settings.get("nMoveRule"):
        found["quiet"] = int(words[0])
        if found["quiet"] >= 2 * settings.get("nMoveRule"):
            raise ValueError(f"after {words[0]} turns without progress the game is over")
    return found


def _passed(settings: Settings, board: dict[Square, Standing], mover: str, word: str) -> Square:
    square = re.fullmatch(r"([a-l])([0-9]{1,2})", word)
    x, y = (ord(square[1]) - 96, int(square[2])) if square else (0, 0)
    beyond = y + 1 if mover == "Black" else y - 1
    stands = board.get((x, beyond), (mover, ""))
    if stands[0] == mover or (x, y) in board or not 1 <= y <= settings.get("maxRank"):
        raise ValueError(f"`{word[:20]}` should be `-` or the square that a pawn has just passed")
    return (x, y)


def _board(
    settings: Settings, text: str, letters: dict[str, str]
) -> tuple[dict[Square, Standing], Region, Region, dict[str, Counter[str]]]:
    width, height = settings.get("maxFile"), settings.get("maxRank")
    placed, _, hand = text.partition("[")
    rows = placed.split("/")
    if len(rows) == height + 1 and not hand:
        hand = rows.pop()
    if len(rows) != height:
        raise ValueError(f"it has {len(rows)} rows, the board {height}")
    board: dict[Square, Standing] = {}
    walls, promoted = set(), set()
    for y, row in zip(range(height, 0, -1), rows, strict=True):
        x = 0
        for part in re.findall(r"[0-9]{1,3}|\+?[A-Za-z]~?|\*|.", row):
            free = part[0] in "0123456789"
            x += int(part) if free else 1
            if part == WALL:
                walls.add((x, y))
            elif not free:
                board[(x, y)] = _piece(part, letters)
                promoted |= {(x, y)} if part[-1] == "~" else set()
        if x != width:
            raise ValueError(f"row {y} has {x} squares, the board {width} columns")
    hands = {colour: Counter[str]() for colour in COLOURS}
    for letter in hand.rstrip("]"):
        if letter != "-":
            colour, key = _piece(letter, letters)
            hands[colour][key] += 1
    return board, frozenset(promoted), frozenset(walls), hands


def _piece(part: str, letters: dict[str, str]) -> Standing:
    letter = part.strip("+~")
    if letter.upper() not in letters:
        raise ValueError(f"`{part}` is no piece's letter here")
    return ("White" if letter.isupper() else "Black"), ("+" if part[0] == "+" else "") + letters[letter.upper()]


def _rank(settings: Settings, colour: str) -> int:
    rank = int(settings.get("castlingRank"))
    return rank if colour == "White" else int(settings.get("maxRank")) + 1 - rank


def _kings(settings: Settings, board: dict[Square, Standing]) -> dict[str, Square]:
    """Where the piece that castles stands, of each colour that has one in its castling rank."""
    found = {}
    for colour in COLOURS:
        castling = settings.get(f"castlingKingPiece{colour}")
        y = _rank(settings, colour)
        columns = [x for (x, row), (owner, key) in board.items() if row == y and owner == colour and key in castling]
        file = settings.get("castlingKingFile")
        if columns:
            found[colour] = (file if file in columns else max(columns), y)
    return found


def _rights(
    settings: Settings, board: dict[Square, Standing], kings: dict[str, Square], rights: str
) -> tuple[dict[str, list[Square]], Region]:
    """The rooks that may castle, by their owner, to the king's side first; and where pieces may be brought in."""
    rooks: dict[str, list[Square]] = {}
    gates = set()
    for letter in rights:
        if letter == "-":
            continue
        if letter.lower() not in "abcdefghijklkq":
            raise ValueError(f"`{letter}` is no castling right: those are K, Q, k, q and letters of columns")
        colour = "White" if letter.isupper() else "Black"
        king, y = kings.get(colour), _rank(settings, colour)
        if settings.get("gating") and letter.lower() <= "l" and letter not in "kqKQ":
            gates.add((ord(letter.lower()) - 96, 1 if colour == "White" else settings.get("maxRank")))
            continue
        if king is None or not settings.get("castling"):
            continue
        columns = sorted(
            x
            for (x, row), (owner, key) in board.items()
            if row == y and owner == colour and key in settings.get(f"castlingRookPieces{colour}")
        )
        if letter in "Kk":
            found = [x for x in columns if x > king[0]][-1:]
        elif letter in "Qq":
            found = [x for x in columns if x < king[0]][:1]
        else:
            found = [x for x in columns if x == ord(letter.lower()) - 96]
        if settings.get("gating") and not found:  # that program looks on to the other end of the row
            gates.add((1 if letter in "Kk" else settings.get("maxFile"), y))
        rooks.setdefault(colour, []).extend((x, y) for x in found)
    if settings.get("gating"):
        gates |= {square for squares in rooks.values() for square in squares} | {kings[c] for c in rooks}
    return rooks, frozenset(gates)
