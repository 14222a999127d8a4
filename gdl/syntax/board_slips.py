"""Slips in the line that names the board: sizes without brackets, words for a shape, signs before it."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.text.boards import SHIPPED, board_meant
from gdl.text.fixes import Hint

_ENCLOSED = re.compile(r"stacks\s+(\w+(?:\(.*\))?)")
_WHOLE = re.compile(r"\w+\([^()]*\)")


def board(spot: Spot) -> str:
    """The board with its sizes in brackets, if the line says which one is meant."""
    line = re.match(r"board\b[ \t]*([^#\n]*[^#\s])", spot.text[spot.declaration :])
    if line is None or spot.at > spot.declaration + line.end():
        return ""
    start, end = (spot.declaration + at for at in line.span(1))
    if enclosed := _ENCLOSED.fullmatch(line[1]):
        whole = f"stacks({enclosed[1]})"
        return Hint(f"write `{whole}`", edits=[spot.edit(start, end, whole)])
    beside = re.fullmatch(r"[a-z]+\s+(\w+\([^()]*\))", line[1])
    if beside and beside[1].partition("(")[0] in SHIPPED:
        return Hint(f"a board has one name: `board {beside[1]}`", edits=[spot.edit(start, end, beside[1])])
    own = re.findall(r"^type\s+(\w+)", spot.text, re.MULTILINE)
    meant, is_sure = ("", False) if set(re.findall(r"\w+", line[1])) & {*own} else board_meant(line[1])
    if is_sure:
        return Hint(f"write `{meant}`", edits=[spot.edit(start, end, meant)])
    if "(" not in line[1] and meant:
        return f"write `{meant}`, for example"
    if (alone := _WHOLE.match(line[1])) and spot.at >= start + alone.end():
        return f"the board stands alone in its line: `board {alone[0]}`"
    return "put sizes in brackets, with commas: `grid(8, 8)`" if spot.found.isdigit() else ""
