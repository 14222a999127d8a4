"""Whose something is, in words that fit every name: behind one that ends in s an apostrophe alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_node import NODE, called

from cli.languages import saying
from gdl.text.whose import behind, fitting, whose
from interpreter import Game
from interpreter.drawing.beside_board import told
from interpreter.drawing.decided import decided
from interpreter.drawing.legend import legend
from interpreter.drawing.standing import by_owner

HUNT = """game "Hunt"
players Tigers, People, Ross
board grid(3, 3)
pieces stone of player
player has left: 0..9 = 5
define p.goals = row(3) when p = Tigers otherwise row(2)

setup
  put stone of Tigers on a1

turn
  choose b in me.goals & empty
  put stone of me on b
  me.left -= 1

end
  win me if some mine & row(3) as "{me}'s stone has come through"
  win me if some mine & {b2, c2}

looks
  Tigers.goals gold
  left "{player}'s stones: {left}"
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.parse(HUNT)


@pytest.mark.parametrize(("name", "said"), [
    ("White", "White's"), ("Tigers", "Tigers'"), ("People", "People's"), ("Ross", "Ross'"), ("S", "S's"),
    ("red_ants", "red_ants'"), ("TIGERS", "TIGERS's"), ("", "'s"),
])  # fmt: skip
def test_a_name(name: str, said: str) -> None:
    assert whose(name) == said
    assert fitting(f"the {name}'s king") == f"the {said} king"


def test_only_what_says_whose_something_is_changes() -> None:
    assert [behind("Tigers", text) for text in ("'s", "'s ", "'set", " 's", "")] == ["'", "' ", "'set", " 's", ""]
    assert fitting("this 's: it's, s's, 'tis'sue, as's.") == "this 's: it's, s's, 'tis'sue, as'."


def test_what_is_shown_and_told(game: Game) -> None:
    view = game.start().view()
    lines = ["".join(part for part, _ in line) for line in told(view)]
    assert lines == ["Tigers' stones: 5", "People's stones: 5", "Ross' stones: 5"]
    assert by_owner(view) == ["Tigers' stone: a1"]
    signs = legend(view)
    assert [sign.means for sign in signs.pieces] == ["Tigers' stone", "People's stone", "Ross' stone"]
    assert [sign.means for sign in signs.sites] == ["Tigers' goals: a3, b3, c3"]


def test_why_a_game_ended(game: Game) -> None:
    """Words of the author, and the program's own, for a name in the plural and for one in the singular."""
    ended = game.start().play("a3")
    assert (found := decided(ended.view()))
    assert found.why == "Tigers' stone has come through"
    turned = Game.parse(HUNT.replace("row(3) when", "row(1) when"))
    for line, said in (
        (["b1", "b2"], "People's piece is on b2"), (["b1", "a2", "b2"], "Ross' piece is on b2"),
    ):  # fmt: skip
        state = turned.start()
        for move in line:
            state = state.play(move)
        assert (found := decided(state.view()))
        assert found.why == said


def test_german_knows_it() -> None:
    saying.speak("de")
    assert saying.heard("piece", "Tigers' king: e1") == "king von Tigers: e1"
    assert saying.heard("piece", "White's king: e1") == "king von White: e1"
    assert saying.heard("piece", "White' king: e1") == "White' king: e1"
    saying.speak("en")


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_a_page_tells_it_too(tmp_path: Path) -> None:
    begin = {"seed": 1, "seats": dict.fromkeys(("Tigers", "People", "Ross"), "human")}
    *_, shown = called(tmp_path, [Game.parse(HUNT)], [("still", None), ("begin", begin), ("shown", None)])
    assert shown["view"]["lines"] == ["Tigers' stones: 5", "People's stones: 5", "Ross' stones: 5"]
