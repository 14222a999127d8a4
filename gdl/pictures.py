"""What a ruleset may say in `looks` behind `as`: styles of boards, pictures of things, and paths of its own.

How each is drawn is for those who draw.
"""

from __future__ import annotations

import re

STYLES = ("squares", "checkered", "lines", "cells", "holes", "pits", "points", "plain")
"""How a board is drawn: `squares` side by side, or `checkered`; `lines` with pieces on their crossings and ends;
`cells` (hexagons, or whatever surrounds each site); `holes` for pegs, marbles, balls; `pits` for seeds; the long
triangles, `points`, of Backgammon; `plain`: nothing but a dot for each site."""

PICTURES = (
    "king", "queen", "rook", "bishop", "knight", "pawn",  # of chess
    "man", "crowned",  # of draughts: one disc, and a king
    "stone", "disc", "ring", "ball", "cube", "bead", "seed", "peg", "tile", "block", "meeple", "ship",
    "tower", "marble", "coin", "gem",
    "shogi", "card", "die",  # with the symbol, or the number, written on it
    "spade", "heart", "diamond", "club",
    "cross", "nought", "dot", "square", "triangle", "hexagon", "star", "crown", "flower", "flag", "house", "tree",
    "arrow", "flame", "snowflake", "spark", "coal",
    "bee", "ant", "spider", "beetle", "grasshopper",
)  # fmt: skip
"""Pictures of pieces, counters, and of what is marked on a board."""

EDGE, COUNTERS, NOTHING, TURNED = "edge", "counters", "nothing", "turned"
"""What else stands in a look: the rim beside sites, counters for a number, what isn't seen, a board before a player."""

LONGEST_PATH = 2_000
_SIDE = 100
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_PART = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+))|[\s,]+")


def path_fault(path: str) -> str:
    """What is wrong with an SVG path in a square of 100 by 100; nothing if it can be drawn."""
    if len(path) > LONGEST_PATH:
        return f"it is longer than {LONGEST_PATH:,} characters"
    command, numbers, at = "", 0, 0
    while at < len(path):
        part = _PART.match(path, at)
        if part is None:
            return f"`{path[at]}` can't stand in it"
        at = part.end()
        letter, number = part.groups()
        if number is not None:
            if abs(float(number)) > _SIDE:
                return f"{number} lies outside its square of {_SIDE} by {_SIDE}"
            numbers += 1
        if letter is None:
            continue
        if letter.upper() not in _TAKES:
            return f"`{letter}` is no command of paths"
        if not command and letter.upper() != "M":
            return "it begins with `M` and a point"
        if wrong := _miscounted(command, numbers):
            return wrong
        command, numbers = letter, 0
    return _miscounted(command, numbers) if command else "it begins with `M` and a point"


def _miscounted(command: str, numbers: int) -> str:
    takes = _TAKES.get(command.upper(), 0)
    if (numbers % takes or not numbers) if takes else numbers:
        return f"`{command}` is followed by {takes or 'no'} numbers, not by {numbers}" if command else (
            "it begins with `M` and a point")
    return ""
