"""Sites that are taken to be filled, and `empty` beside them."""

from __future__ import annotations

import pytest

from gdl.lint import lint
from gdl.text.source import Source

RULES = """game "Lines"
players A, B
board grid(4, 4)
pieces stone, king of player
define four(X, s) = some l in lines(3) where count(l & (X + s)) = 2 and some l & empty
turn
  choose s in {of} where {where}
  put stone of me on s
end
  draw if no empty
"""


@pytest.mark.parametrize(("where", "of", "found"), [
    ("no l in lines(3) where count(l & (mine + s)) = 2 and some l & empty", "empty", True),
    ("not four(mine, s)", "empty", True),
    ("not four(mine, s)", "row(1) & empty", True),
    ("no l in lines(3) where count(l & (mine + s)) = 2 and some l & (empty - s)", "empty", False),
    ("no l in lines(3) where count(l & (mine + s)) = 2", "empty", False),
    ("no l in lines(3) where after put stone of me on s: no l & empty", "empty", False),
    ("not four(mine, s)", "theirs", False),
    ("no l in lines(3) where count(l & (mine + s)) = 2 and some l & (site - king)", "empty", False),
])  # fmt: skip
def test_empty_that_still_holds_what_is_taken_to_be_filled(where: str, of: str, found: bool) -> None:
    findings = lint([Source("lines.gdl", RULES.replace("{of}", of).replace("{where}", where))], ["R689"])
    assert [f.code for f in findings] == ["R689"] * found
