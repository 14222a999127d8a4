"""The colours that a ruleset may name in `looks`. How each is shown is for those who draw."""

from __future__ import annotations

COLOURS = (
    "white", "black", "grey", "gray", "silver", "red", "green", "blue", "yellow", "orange", "purple", "violet",
    "magenta", "pink", "cyan", "turquoise", "brown", "gold", "lime", "navy", "teal", "olive", "maroon", "beige",
    "ivory",
)  # fmt: skip

COLOUR = r"#[0-9a-fA-F]{6}"
"""A colour that has no name is given by its parts of red, green and blue, in quotes."""
