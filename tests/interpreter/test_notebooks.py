"""What notebooks show: boards as pictures, results as tables."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from interpreter import Game
from interpreter.drawing.svg import picture
from interpreter.lab.study.figures import Metric, Study
from interpreter.lab.tools.simulate import simulate
from interpreter.lab.tools.summary import Summary


@pytest.mark.parametrize("name", ["tictactoe", "sparks", "chess", "pig", "backgammon"])
def test_a_state_is_a_picture(name: str) -> None:
    state = Game.load(name).start(seed=1)
    shown = state._repr_svg_()
    assert shown == picture(state.view())
    assert ElementTree.fromstring(shown).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_game_is_its_beginning() -> None:
    game = Game.load("breakthrough")
    assert game._repr_svg_() == game.start()._repr_svg_()


def test_names_can_do_no_harm() -> None:
    text = (
        'game "<script>&"\n\nplayers A, B\nboard grid(2, 2)\npieces stone of player\n\n'
        "turn\n  choose s in empty\n  put stone of me on s\n\nend\n  draw if no empty\n\n"
        'looks\n  stone of A "<"\n  stone of B "&"\n'
    )
    state = Game.parse(text).start()
    shown = state.play(state.moves[0])._repr_svg_()
    assert "<script>" not in shown
    ElementTree.fromstring(shown)


def test_results_are_a_table() -> None:
    *_, summary = simulate(Game.load("tictactoe"), 1000, seed=1)
    shown = summary._repr_html_()
    table = ElementTree.fromstring(shown)
    (caption,) = table.findall("caption")
    assert "".join(caption.itertext()).startswith("1,000 games of 7.")
    rows = [["".join(cell.itertext()) for cell in row] for row in table.findall("tr")]
    assert rows[0] == ["", "win", "draw", "loss", "utility"] and [row[0] for row in rows[1:]] == ["X", "O"]
    assert "–" in Summary(("A", "B"))._repr_html_()


def test_a_study_is_a_table() -> None:
    metric = Metric("turns", "turns <a game>", 12.5, 12.0, float("inf"), "turns", "100 random games")
    study = Study("g", "G & H", "0", {}, ("A", "B"), 1, {"random": 100}, {"turns": metric})
    table = ElementTree.fromstring(study._repr_html_())
    assert ["".join(cell.itertext()) for cell in table.findall("tr")[1]] == [
        "turns <a game>", "12.5", "12 to –", "turns", "100 random games",
    ]  # fmt: skip
