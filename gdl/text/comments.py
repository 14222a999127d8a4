"""What authors say beside their rules: the comments that belong to a declaration, and the one at a place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.text.source import Source


def comment(source: Source, number: int) -> str:
    """What the author says of a declaration that begins in this line: the comment above it, and the one beside it."""
    beside = re.match(r'(?:[^"#]|"[^"]*")*#\s*(.*)', source.line(number))
    above: list[str] = []
    while number > 1 and source.line(number - 1).startswith("#"):
        number -= 1
        above.insert(0, source.line(number).lstrip("# ").rstrip())
    said = [line for line in [*above, beside[1].rstrip() if beside else ""] if not line.startswith("lint: ignore")]
    return " ".join(said).strip()


def before(text: str, offset: int) -> str | None:
    """What of a comment stands before a place; None if the place isn't in a comment."""
    match = re.match(r'(?:[^"#]|"[^"]*")*(#.*)$', text[text.rfind("\n", 0, offset) + 1 : offset])
    return match[1] if match else None
