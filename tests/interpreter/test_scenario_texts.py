"""Files of scenarios changed as texts: what a person wrote stays, and each change is what was meant."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.game import scenario_texts as texts
from interpreter.game import yaml_files
from interpreter.game.scenario_texts import CannotChange

FILE = """\
# mine
game: row.gdl

scenarios:
  # about the beginning
  - name: one
    then: {to move: White}   # always

  # about the end
  - name: two
    steps:
      - play: a1
        then:
          over: false
# the end
"""
CASE = {"name": "three: a colon", "play": [{"White": "a1"}], "then": {"to move": "Black"}}


def names(text: str) -> list[str]:
    return [one["name"] for one in yaml_files.parse(text).data["scenarios"]]


def test_a_scenario_is_added_at_the_end_and_nothing_else_changes() -> None:
    found = texts.added(FILE, CASE)
    assert names(found) == ["one", "two", "three: a colon"]
    assert yaml_files.parse(found).data["scenarios"][2] == CASE
    for line in FILE.split("\n"):
        assert line in found.split("\n")


@pytest.mark.parametrize("index, name, left", [(0, "one", ["two"]), (1, "two", ["one"])])
def test_a_scenario_is_removed_with_nothing_of_the_others(index: int, name: str, left: list[str]) -> None:
    found = texts.removed(FILE, index, name)
    assert names(found) == left
    assert "# about the beginning" in found and "# about the end" in found and "# mine" in found


def test_the_last_one_leaves_an_empty_list_to_which_one_is_added() -> None:
    found = texts.removed(texts.removed(FILE, 0, "one"), 0, "two")
    assert names(found) == []
    assert names(texts.added(found, CASE)) == ["three: a colon"]


def test_one_takes_the_place_of_another() -> None:
    found = texts.replaced(FILE, 0, {"name": "one", "then": {"over": True}})
    assert yaml_files.parse(found).data["scenarios"][0]["then"] == {"over": True}
    assert names(found) == ["one", "two"] and "# about the end" in found


@pytest.mark.parametrize("text", [
    "game: a\nscenarios: [{name: one, then: {}}]\n", "game: a\nscenarios: 7\n", "game: a\n", "- 1\n", "game: [\n", "",
    '{"game": "a", "scenarios": [{"name": "one", "then": {}}]}',
])  # fmt: skip
def test_a_file_of_another_form_is_refused(text: str) -> None:
    for change in (lambda: texts.added(text, CASE), lambda: texts.removed(text, 0, "one")):
        with pytest.raises((CannotChange, yaml_files.YamlError)):
            change()


def test_another_scenario_than_the_one_that_is_meant_stays() -> None:
    for index, name in ((0, "two"), (7, "one"), (-1, "two")):
        with pytest.raises(CannotChange, match="changed meanwhile"):
            texts.removed(FILE, index, name)


def test_a_game_becomes_a_scenario_with_its_rolls_and_its_result() -> None:
    pig = texts.scenario(Game.of("pig"), "rolled", 0, 0, ["2", "hold"])
    assert pig["play"] == ["2", {"A": "hold"}] and pig["then"]["to move"] == "chance"
    moves = ["a1", "b1", "a2", "b2", "a3"]
    found = texts.scenario(Game.of("tictactoe"), "row", 0, 0, moves)
    assert found["then"]["result"] == {"X": "win", "O": "loss"} and found["then"]["to move"] == "nobody"
    with pytest.raises(CannotChange, match="b9"):
        texts.scenario(Game.of("tictactoe"), "row", 0, 0, ["b9"])
