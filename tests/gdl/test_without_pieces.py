"""What lint says of a board's content where a game has no pieces."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source

RULES = """game "Bare"
players A, B
board grid(3, 3)
turn
  choose s in site where s.WORD = A
  win me
"""


@pytest.mark.parametrize("word", ["owner", "kind", "piece"])
def test_the_missing_pieces_are_named(word: str) -> None:
    """`s.owner` asks for pieces; it isn't taken for a word with some of the same letters."""
    first = next(f for f in check(Source("a.gdl", RULES.replace("WORD", word))).findings if f.severity == "error")
    assert (first.code, first.span.text) == ("N205", word)
    assert "`pieces …`" in first.hint
