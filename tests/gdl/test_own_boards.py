"""A ruleset's own board may be called like one that ships, or like a word for one: nothing is guessed then."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source

RULES = """game "Own"
players A, B
type {type}
  for c in 1..3 at c, 0
board {board}
pieces man of player
turn
  choose s in empty
  put man of me on s
end
  draw if no empty
"""


@pytest.mark.parametrize(
    ("type_", "board", "code", "hint"),
    [
        ("grid(n)", "grid(3, 3)", "B403", "write `grid(n)`"),
        ("hexhex(w, h)", "hexhex(3)", "B403", "write `hexhex(w, h)`"),
        ("square(n)", "square 3", "S104", "put sizes in brackets, with commas: `grid(8, 8)`"),
    ],
)
def test_no_other_board_is_proposed(type_: str, board: str, code: str, hint: str) -> None:
    found = check(Source("a.gdl", RULES.format(type=type_, board=board))).findings
    (one,) = (f for f in found if f.code == code)
    assert (one.hint, one.fix) == (hint, None)
