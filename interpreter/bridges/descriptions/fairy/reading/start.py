"""The position at the beginning, as `startFen` says it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region, Settings, Square

WALL = "*"
Standing = tuple[str, str]
"""A colour and the key of a piece, behind `+` if it is promoted."""


@dataclass(frozen=True)
class Start:
    """Who stands where, what players have in hand, who begins, from where rooks castle, how many checks are left."""

    board: dict[Square, Standing]
    walls: Region = frozenset()
    hands: dict[str, Counter[str]] = field(default_factory=dict)
    mover: str = "White"
    rooks: dict[str, list[Square]] = field(default_factory=dict)
    kings: dict[str, Square] = field(default_factory=dict)
    gates: Region = frozenset()
    checks: dict[str, int] = field(default_factory=dict)


def read(settings: Settings) -> Start:
    """The beginning of a variant; what is wrong is noted in the settings."""
    words = str(settings.get("startFen")).split()
    letters = {piece.letter: key for key, piece in settings.pieces.items()}
    try:
        board, walls, hands = _board(settings, words[0] if words else "", letters)
        mover = {"w": "White", "b": "Black"}[words[1] if len(words) > 1 else "w"]
    except (ValueError, KeyError) as error:
        settings.refuse("startFen", str(error.args[0]))
        return Start({})
    rights = words[2] if len(words) > 2 and not re.fullmatch(r"\d.*", words[2]) else "-"
    left = next(
        (re.fullmatch(r"\+?(\d+)\+(\d+)", word) for word in words[2:] if re.fullmatch(r"\+?\d+\+\d+", word)), None
    )
    checks = {"White": int(left[1]), "Black": int(left[2])} if left else {}
    kings = _kings(settings, board)
    rooks, gates = _rights(settings, board, kings, rights)
    return Start(board, walls, hands, mover, rooks, kings, gates, checks)


def _board(
    settings: Settings, text: str, letters: dict[str, str]
) -> tuple[dict[Square, Standing], Region, dict[str, Counter[str]]]:
    width, height = settings.get("maxFile"), settings.get("maxRank")
    placed, _, hand = text.partition("[")
    rows = placed.split("/")
    if len(rows) == height + 1 and not hand:
        hand = rows.pop()
    if len(rows) != height:
        raise ValueError(f"it has {len(rows)} rows, the board {height}")
    board: dict[Square, Standing] = {}
    walls = set()
    for y, row in zip(range(height, 0, -1), rows, strict=True):
        x = 0
        for part in re.findall(r"\d+|\+?[A-Za-z]~?|\*|.", row):
            x += int(part) if part.isdigit() else 1
            if part == WALL:
                walls.add((x, y))
            elif not part.isdigit():
                board[(x, y)] = _piece(part, letters)
        if x != width:
            raise ValueError(f"row {y} has {x} squares, the board {width} columns")
    hands = {colour: Counter[str]() for colour in COLOURS}
    for letter in hand.rstrip("]"):
        if letter not in "-+":
            colour, key = _piece(letter, letters)
            hands[colour][key] += 1
    return board, frozenset(walls), hands


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
        if not letter.isalpha():
            continue
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
        rooks.setdefault(colour, []).extend((x, y) for x in found)
    if settings.get("gating"):
        gates |= {square for squares in rooks.values() for square in squares} | {kings[c] for c in rooks}
    return rooks, frozenset(gates)
