"""`by` takes a player who may be missing where the rules have tested that there is one."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game

FRAME = """game "Asked"

players Ann, Bob, Cid
game has asked: player?
game has left: 0..4 = 4

turn
  choose p in player as "ask {{p}}"
  asked = p if p != me
{turn}
  left -= 1

end
  rank p by index(p) if left = 0
"""


def found(turn: str) -> list[tuple[str, str]]:
    findings = check(Source("asked", FRAME.format(turn=turn))).findings
    return [(f.code, f.span.text) for f in findings if f.severity == "error"]


TESTED = '  if some asked\n    by asked\n      choose n in 1..2 as "{n}"'


@pytest.mark.parametrize(
    ("turn", "errors"),
    [
        (TESTED, []),
        (TESTED.replace("some asked", "some asked and left > 2"), []),
        (TESTED.replace("some asked", "left > 2"), [("R615", "asked")]),
        (TESTED.replace("some asked", "no asked"), [("R615", "asked")]),
        (TESTED.replace("by asked", "asked = {}\n    by asked"), [("R615", "asked")]),
        ('  by asked\n    choose n in 1..2 as "{n}"', [("R615", "asked")]),
        ('  by player - me\n    choose n in 1..2 as "{n}"', [("R615", "player - me")]),
    ],
)
def test_who_may_be_nobody_decides_only_where_that_is_tested(turn: str, errors: list[tuple[str, str]]) -> None:
    assert found(turn) == errors


def test_the_hint_names_the_test() -> None:
    (one,) = check(Source("asked", FRAME.format(turn='  by asked\n    choose n in 1..2 as "{n}"'))).findings
    assert "`if some asked`" in one.hint


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_it_is_that_player_who_decides(backend: str) -> None:
    state = Game.parse(FRAME.format(turn=TESTED), backend=backend).start()
    state = state.play("ask Ann")
    assert (state.to_move, state.in_turn) == ("Bob", False)  # nobody is asked by themselves
    state = state.play("ask Cid")
    assert (state.to_move, state.in_turn) == ("Cid", True)
    state = state.play("2")
    assert (state.to_move, state.in_turn) == ("Cid", False)
