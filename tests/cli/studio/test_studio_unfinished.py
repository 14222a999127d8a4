"""The studio's board while somebody is still writing: it shows what there is so far, and says what is missing."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")

from cli.studio.playing import Wish, run
from cli.studio.rules import NotPlayable, Rules
from gdl.index.chain import Texts
from gdl.text.source import Source

HEAD = """\
game "Crossing"
players White, Black
board grid(3, 3)
pieces runner of player
setup
  put runner of White on row(1)
  put runner of Black on c3
"""
TURN = """\
turn
  choose a in mine, b in a.orthogonal & empty
  move a to b
"""
END = """\
end
  lose next if stuck
"""


def rules(text: str) -> Rules:
    return Rules(Source("crossing.gdl", text), Texts())


def board(ruleset: str, *moves: str, **more: Any) -> dict[str, Any]:
    return run(Wish(rules(ruleset), moves=moves, **more), lambda: False).data


def standing(told: dict[str, Any]) -> list[str]:
    """The sites where something stands."""
    return sorted(label for shape in told["view"]["sites"].values() for label, held in shape.items() if held["pieces"])


def test_a_board_is_there_before_the_turn_is_written() -> None:
    told = board(HEAD)
    assert told["error"] is None
    assert "no `turn`" in told["missing"]
    assert standing(told) == ["a1", "b1", "c1", "c3"]
    assert told["view"]["moves"] == []
    assert not told["view"]["isOver"]


def test_a_game_without_an_end_is_played() -> None:
    told = board(HEAD + TURN, act="play", text="b1-b2")
    assert "never ends" in told["missing"]
    assert standing(told) == ["a1", "b2", "c1", "c3"]
    assert board(HEAD + TURN + END, "b1-b2")["missing"] == ""


def test_moves_are_made_again_when_the_turn_is_back() -> None:
    told = board(HEAD + END, "b1-b2")
    assert (told["moves"], told["fitting"]) == (["b1-b2"], 1)
    assert standing(told) == ["a1", "b1", "c1", "c3"]


def test_nobody_computes_moves_of_a_game_without_an_end() -> None:
    assert board(HEAD + TURN, seats={"White": "random"})["computer"] is None
    assert board(HEAD + TURN + END, seats={"White": "random"})["computer"] == "White"


@pytest.mark.parametrize("text", [
    HEAD + TURN.replace("mine", "mien"), HEAD + "turn\n", HEAD.replace("grid", "gird"),
    HEAD + "end\n  win me if mien\n",  # no turn, and a mistake
])  # fmt: skip
def test_mistakes_leave_the_board_as_it_was(text: str) -> None:
    told = board(text)
    assert told["error"].startswith("line ")
    assert told["unplayable"]


def test_nothing_else_is_done_with_unfinished_rules() -> None:
    for text in (HEAD, HEAD + TURN):
        with pytest.raises(NotPlayable):
            rules(text).game()
