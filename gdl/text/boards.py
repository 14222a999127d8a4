"""Boards in other words and signs, such as `8x8` or `hex 5`, and how a ruleset writes them."""

from __future__ import annotations

import re

SHIPPED = ("grid", "hexhex", "rhombus", "triangle", "ring", "star", "pyramid")
"""Boards that rules may name."""
_MEANT = {
    **{name: name for name in SHIPPED},
    **dict.fromkeys(("square", "squares", "rect", "rectangle", "rectangular", "chessboard", "checkerboard", "matrix",
                     "table"), "grid"),
    **dict.fromkeys(("hex", "hexagon", "hexagonal", "hexagons"), "hexhex"),
    **dict.fromkeys(("circle", "loop", "cycle", "track"), "ring"),
    **dict.fromkeys(("triangular", "triangles"), "triangle"),
}  # fmt: skip
EXAMPLES = {
    "grid": "grid(8, 8)", "hexhex": "hexhex(5)", "ring": "ring(12)", "triangle": "triangle(5)",
    "cards": "cards(2..14, suit)",
}  # fmt: skip
"""How boards that ship are written."""
_SIZES = {"grid": (1, 2)}
_FILLERS = {"x", "by", "a", "an", "the", "of", "with", "is", "size", "side", "radius", "width", "height", "length"}


def board_meant(words: str) -> tuple[str, bool]:
    """The board that some words mean, and whether that is sure: `grid(8, 8)` for `8 by 8`. An empty text for others.

    It is sure if all words are known, the board's name is one that ships or means a grid, and the numbers fit: a grid
    takes its width and its height (one number is both), all others take one number. Otherwise it is an example.
    """
    parts = re.findall(r"[a-z_]+|\d+|[^\w\s]", words.lower())
    numbers = [part for part in parts if part.isdigit()]
    names = [part for part in parts if part.isidentifier() and part not in _FILLERS]
    kind = _MEANT.get(names[0]) if names else "grid" if numbers else None
    if kind is None:
        return "", False
    if len(names) > 1 or len(numbers) not in _SIZES.get(kind, (1,)):
        return EXAMPLES.get(kind, f"{kind}(4)"), False
    sizes = f"{numbers[0]}, {numbers[-1]}" if kind == "grid" else numbers[0]
    return f"{kind}({sizes})", kind in ("grid", names[0] if names else "")
