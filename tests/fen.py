"""Positions of chess and its variants in the usual notation, as data for `Game.position`."""

from __future__ import annotations

import re
from typing import Any

KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
RIGHTS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}


def owner(letter: str) -> str:
    return "White" if letter.isupper() else "Black"


def from_fen(fen: str) -> dict[str, Any]:
    """Placement with `[pieces in hand]` and `~` behind promoted pieces, mover, castling, en passant, and perhaps the
    checks still to be given (`3+3`) and the half-moves since a capture or a pawn's move."""
    placed, mover, castling, passant, *rest = fen.split()
    board, _, hand = placed.replace("]", "").partition("[")
    pieces: dict[str, list[str]] = {}
    promoted: list[str] = []
    for row, text in zip(range(8, 0, -1), board.rstrip("/").split("/"), strict=True):
        column = 0
        for letter, mark in re.findall(r"(\w)(~?)", text):
            if letter.isdigit():
                column += int(letter)
                continue
            site = f"{'abcdefgh'[column]}{row}"
            pieces.setdefault(f"{KINDS[letter.lower()]} of {owner(letter)}", []).append(site)
            promoted += [site] if mark else []
            column += 1
        assert column == 8
    variables: dict[str, Any] = {"castling": [RIGHTS[right] for right in castling.replace("-", "")]}
    if passant != "-":
        variables["passant"] = passant
    if promoted:
        variables["promoted"] = promoted
    for letter in hand:
        held = variables.setdefault("hand", {}).setdefault(owner(letter), {})
        held[KINDS[letter.lower()]] = held.get(KINDS[letter.lower()], 0) + 1
    if rest and "+" in rest[0]:
        white, black = rest.pop(0).split("+")
        variables["checks"] = {"White": 3 - int(white), "Black": 3 - int(black)}
    if rest:
        variables["quiet"] = int(rest[0])
    return {"to move": "White" if mover == "w" else "Black", "pieces": pieces, "variables": variables}
