"""How many pieces of a stack go may hang on what may be missing: a block may ask first, and may be given either."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game

GAME = """game "Beaten"

players White, Black
type course
  for n in 1..9 as "s{n}" at n, 0
board stacks(course)
pieces man of player
player has taken: 0..9
score p by p.taken

define beat(b)
BLOCK

setup
  put man of Black on s2
  put man of Black on s2

turn
  roll n in 1..2
  beat([n])
  choose s in empty
  beat(s)
  put man of me on s

end
  rank p by p.taken if stuck
"""


def rules(block: str) -> str:
    """The game with such a block, which is given a site once, and once what may be a site."""
    return GAME.replace("BLOCK", "\n".join("  " + line for line in block.split("\n")))


def found(block: str) -> list[tuple[str, str]]:
    """The errors in it, each with its place."""
    findings = check(Source("beaten", rules(block))).findings
    return [(f.code, f.span.text) for f in findings if f.severity == "error"]


TESTED = "if b in theirs\n  me.taken += b.height\n  remove b.height of b"
GUARDED = "remove (b.height otherwise 0) of b"
UNSURE = ["remove b.height of b", "me.taken += 1 if some b\nremove b.height of b", "remove b.height under b"]


@pytest.mark.parametrize("block", [TESTED, TESTED.replace("of b", "under b"), GUARDED])
def test_a_part_is_taken_where_the_rules_have_asked_or_say_what_to_use_then(block: str) -> None:
    assert found(block) == []


@pytest.mark.parametrize("block", UNSURE)
def test_a_part_that_may_be_missing_is_refused_where_that_is_given(block: str) -> None:
    assert found(block) == [("T337", "beat([n])")]


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_the_pieces_that_are_asked_about_are_those_that_go(backend: str) -> None:
    state = Game.parse(rules(TESTED), backend=backend).start()
    later = state.play("1").play("s1").play("1")  # Black's throw beats White's man on s1
    assert later.scores == {"White": 0, "Black": 1}
    assert later.position()["stacks"] == {"s2": ["man of Black", "man of Black"]}


def test_an_alternative_that_only_one_caller_needs_is_no_mistake() -> None:
    """The same line is given a site that is there, and one that may not be; only if nobody needs it, it is an error."""
    assert found(GUARDED) == []
    text = rules(GUARDED).replace("  beat([n])\n", "")
    (one,) = (f for f in check(Source("beaten", text)).findings if f.severity == "error")
    assert (one.code, one.span.text) == ("T329", "b.height")
