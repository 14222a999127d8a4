"""What is drawn follows the rules: lines where sites are adjacent, a text where a look says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from interpreter import Game
from interpreter.drawing import beside_board
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.drawing.svg import picture

CROSSROADS = """game "Crossroads"
players White, Black
type village
  point 1 at 0, 0
  point 2 at 4, 0
  point 3 at 4, 4
  point 4 at 0, 4
  point 5 as "inn" at 2, 2
  define roads      = {{[1], [2]}, {[2], [3]}, {[1], [4]}, {[1], [5]}, {[2], [5]}, {[3], [5]}, {[4], [5]}}
  define s.adjacent = {t in village - s where some road in roads where s in road and t in road}
board village
pieces cart of player
setup
  put cart of White on {[3], [4]}
turn
  choose a in mine, b in a.adjacent & empty
  move a to b
end
  lose next if stuck
looks
  board ivory as lines
"""
CARDS = """game "Discards"
players A, B
type face
  for tint in 1..2, pips in 1..2 as "{letter(tint)}{pips}"
face has left: 0..1 = 1
face has gone: 0..3
game has n: 0..4
turn
  choose f in face where f.left = 1
  f.left = 0
  f.gone += 1
  n += 1
end
  draw if n = 4
looks
  left as nothing
  gone "discarded: {gone} of {face}"
"""


def lines(game: Game) -> set[frozenset[str]]:
    """The pairs of sites between which a line is drawn, by where the circles are that stand for the sites."""
    drawn = picture(game.start().view())
    at = dict(zip([(round(x), round(y)) for x, y, _ in game.model.board.places], game.model.board.labels, strict=True))
    (path,) = re.findall(r'<path d="([^"]*)" fill="none"[^>]*stroke-linecap="round"/>', drawn)
    ends = [tuple(map(float, pair)) for pair in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)]
    xs, ys = sorted({x for a, _, b, _ in ends for x in (a, b)}), sorted({y for _, a, _, b in ends for y in (a, b)})
    cell = {x: 2 * i for i, x in enumerate(xs)}, {y: 4 - 2 * i for i, y in enumerate(ys)}
    return {frozenset((at[cell[0][a], cell[1][b]], at[cell[0][c], cell[1][d]])) for a, b, c, d in ends}


def test_a_board_of_points_has_the_lines_that_its_rules_name() -> None:
    roads = {("1", "2"), ("2", "3"), ("1", "4"), ("1", "inn"), ("2", "inn"), ("3", "inn"), ("4", "inn")}
    assert lines(Game.parse(CROSSROADS)) == set(map(frozenset, roads))


def test_what_is_adjacent_only_in_play_draws_none() -> None:
    rules = CROSSROADS.replace("{t in village - s where", "{t in empty - s where")
    assert lines(Game.parse(rules)) == set()


def test_directions_count_before_what_is_called_adjacent() -> None:
    rules = 'game "G"\nplayers A, B\nboard grid(2, 2)\npieces man of player\ndefine s.adjacent = s.{NE, SW, NW, SE}\n'
    rules += "turn\n  choose s in empty\n  put man of me on s\nend\n  lose next if stuck\n"
    board = Game.parse(rules).model.board
    assert board is not None and not board.links and len(board.neighbours[0]) == 3


def test_what_has_a_text_is_told_and_no_board() -> None:
    game = Game.parse(CARDS)
    assert shapes_to_draw(game.model) == []
    state = game.start().play("a2")
    said = [beside_board.text(words) for words in beside_board.told(state.view())]
    assert [line for line in said if "of a2" in line] == ["discarded: 1 of a2"]
    assert len([line for line in said if line.startswith("discarded")]) == 4


def test_a_value_without_a_text_is_drawn_on_its_site_as_ever() -> None:
    game = Game.parse(CARDS.replace('  gone "discarded: {gone} of {face}"\n', ""))
    assert [shape.name for shape in shapes_to_draw(game.model)] == ["face"]


@pytest.mark.parametrize("form", [[], ["--svg", "-"]])
def test_a_game_without_a_board_is_shown_by_every_command(form: list[str], tmp_path: Path) -> None:
    path = tmp_path / "cards.gdl"
    path.write_text(CARDS, encoding="utf-8")
    done = CliRunner().invoke(app, ["show", str(path), *form], catch_exceptions=False)
    assert done.exit_code == 0, done.output
