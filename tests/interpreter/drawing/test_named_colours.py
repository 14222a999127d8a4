"""Players whose names are colours have them in pictures, pages and terminals, unless looks say otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.web.page.about import about
from gdl.colours import COLOURS
from interpreter import Game
from interpreter.drawing.colours import NAMES
from interpreter.drawing.legend import legend, player_colours
from interpreter.drawing.site_symbols import symbols_of
from interpreter.drawing.site_texts import figures

RULES = """\
game "Colours"
players {players}
board grid(3, 3)
pieces stone, king of player

turn
  choose s in empty
  put stone of me on s

end
  draw if no empty
"""


def made(folder: Path, players: str, looks: str = "") -> Game:
    file = folder / "colours.gdl"
    file.write_text(RULES.format(players=players) + looks, encoding="utf-8")
    return Game.load(file)


def test_a_colour_for_a_name(tmp_path: Path) -> None:
    game = made(tmp_path, "Red, Blue, Ann")
    assert player_colours(game.model) == {"Red": "red", "Blue": "blue"}
    drawn = figures(game.model)
    assert {label: figure.colour for label, figure in drawn.items()} == {
        "stone of Red": "red", "stone of Blue": "blue", "stone of Ann": "",
        "king of Red": "red", "king of Blue": "blue", "king of Ann": "",
    }  # fmt: skip
    assert about(game)["colours"] == {"Red": NAMES["red"], "Blue": NAMES["blue"]}
    symbols = symbols_of(game.model)
    assert symbols.pieces["stone of Red"] != symbols.pieces["stone of Ann"]
    assert [sign.colour for sign in legend(game.start().view()).pieces][:3] == ["red", "blue", ""]


@pytest.mark.parametrize("looks", [
    '\nlooks\n  stone of Red "r" green\n', "\nlooks\n  Red green\n",
])  # fmt: skip
def test_a_look_comes_first(looks: str, tmp_path: Path) -> None:
    game = made(tmp_path, "Red, Blue", looks)
    assert player_colours(game.model) == {"Red": "green", "Blue": "blue"}


def test_letters_and_records_stay(tmp_path: Path) -> None:
    """A name gives a colour, and nothing by which moves are written or rules told apart."""
    plain, lettered = made(tmp_path, "Red, Blue"), made(tmp_path, "Red, Blue", '\nlooks\n  stone of Red "r"\n')
    assert [move.text for move in plain.start().moves][:2] == ["a1", "a2"]
    assert plain.model.pieces.labels == lettered.model.pieces.labels
    assert player_colours(lettered.model) == {"Red": "red", "Blue": "blue"}
    assert lettered.model.looks["stone of Red"].letter == "r"


def test_all_colours_are_known(tmp_path: Path) -> None:
    for first in range(0, len(COLOURS), 8):
        names = [colour.title() for colour in COLOURS[first : first + 8]]
        assert player_colours(made(tmp_path, ", ".join(names)).model) == {name: name.lower() for name in names}


def test_where_nothing_tells_players_apart_their_seats_do(tmp_path: Path) -> None:
    """The men of attackers and defenders were all of one grey."""
    two = made(tmp_path, "Attackers, Defenders")
    assert player_colours(two.model) == {"Attackers": "white", "Defenders": "black"}
    assert figures(two.model)["king of Defenders"].colour == "black"
    three = player_colours(made(tmp_path, "Ann, Bob, Cem").model)
    assert len(set(three.values())) == len(three) == 3


@pytest.mark.parametrize("look", ['"x" "×"', "as cross", "green"])
def test_who_says_how_one_looks_is_not_told_about_the_others(look: str, tmp_path: Path) -> None:
    """Signs of their own tell players apart; the author chooses the colours."""
    game = made(tmp_path, "Ann, Bob", f"\nlooks\n  stone of Ann {look}\n")
    assert player_colours(game.model).get("Bob", "") == ""


def test_a_letter_alone_says_nothing_of_colours(tmp_path: Path) -> None:
    game = made(tmp_path, "Ann, Bob", '\nlooks\n  stone of Ann "a"\n  stone of Bob "b"\n')
    assert player_colours(game.model) == {"Ann": "white", "Bob": "black"}
