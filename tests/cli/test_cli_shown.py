"""Rulesets and positions as they are shown, with colours and without; and the figures of commands."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import gdl
from sample import rulesets

from gdl import library
from interpreter import Game
from interpreter.drawing.svg import caption
from interpreter.drawing.whose_turn import whose_moves, whose_turn

NAMES = library.names()
pytestmark = pytest.mark.usefixtures("plain_terminal")


def test_list_names_every_ruleset() -> None:
    shown = gdl("list").stdout
    for name in NAMES:
        assert name in shown.split()
    listed = json.loads(gdl("list", "--json").stdout)
    assert {entry["name"] for entry in listed} == set(NAMES)
    assert next(entry for entry in listed if entry["name"] == "sparks")["title"] == "Sparks"


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_the_list_has_groups_and_a_line_about_each(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = gdl("list").stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert [line for line in lines if line in ("Games", "Classics")] == ["Games", "Classics"]
    chess = lines.index(next(line for line in lines if line.split() == ["chess", "Chess"]))
    assert lines[chess + 1].split() == ["White,", "Black;", "grid(8,", "8)"]
    assert lines[chess + 2].split()[0] == "Checkmate"
    variants = [line for line in lines[chess:] if line.startswith("  ") and line.split()[0] == "antichess"]
    assert "Get rid of your pieces" in variants[0] or columns == "60"


def test_the_list_for_programs_says_what_each_is_about() -> None:
    listed = {entry["name"]: entry for entry in json.loads(gdl("list", "--json").stdout)}
    for entry in listed.values():
        assert entry["title"] and entry["players"] and entry["board"], entry
        assert entry["about"] or entry["group"] == "", entry
        assert not entry["base"] or listed[entry["base"]]["family"] == entry["family"]
    assert listed["chess"]["group"] == listed["atomic"]["group"] == "classics"
    assert listed["atomic"]["base"] == "chess"
    assert listed["canadian_draughts"]["board"] == "grid(12, 12)"
    assert listed["tall_sparks"]["board"] == "pyramid(5)"


def test_show_draws_the_pyramid_layer_by_layer() -> None:
    shown = gdl("show", "sparks").stdout
    for part in (
        "layer 1",
        "layer 4",
        "7 W B W B",  # the picture on the rule sheet: top left is white, 1a1 black
        "1 B W B W",
        "  a c e g     b d f",
        "Dieter Stein",
        "base",
        "3 to 6",
        "White to move: 8 moves",
        "#1 1a3   #2 1a7   #3 1c1   #4 1c5",
    ):
        assert part in shown


@pytest.mark.parametrize("name", rulesets())
def test_every_game_is_shown(name: str, tmp_path: Path) -> None:
    assert gdl("show", name).stdout
    data = json.loads(gdl("show", name, "--json", "--seed", "5").stdout)
    assert data["moves"]
    svg = tmp_path / "board.svg"
    gdl("show", name, "--svg", str(svg))
    assert gdl("show", name, "--svg", "-").stdout == svg.read_text(encoding="utf-8")
    assert ElementTree.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("name", rulesets())
def test_a_position_is_printed_and_read_back(name: str, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(gdl("show", name, "--seed", "5", "--position").stdout, encoding="utf-8")
    for words in ((), ("--json",)):
        begun = gdl("show", name, "--seed", "5", *words).stdout
        read = gdl("show", name, "--position", str(file), *words).stdout
        assert but_unseen(read) == but_unseen(begun)


def but_unseen(text: str) -> list[str]:
    """Lines, but those on what nobody sees: in a game all have counted it; of a position that is read nobody has."""
    return [line for line in text.splitlines() if not re.search(r"\?$|\bhidden (cards?|dice|die)$", line)]


def test_of_a_record_it_is_where_the_game_stands(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    seats = ("--seat", "X=human", "--seat", "O=human", "--record", str(file))
    gdl("play", "tictactoe", *seats, typed="b2\na1\nc3\n")
    board = json.loads(gdl("show", "tictactoe", "--position", str(file), "--json").stdout)["position"]
    assert board["to move"] == "O"
    assert board["pieces"] == {"stone of X": ["b2", "c3"], "stone of O": ["a1"]}
    assert "2 a3" in gdl("show", "tictactoe", "--position", "-", typed=file.read_text(encoding="utf-8")).stdout
    wrong = gdl("show", "chess", "--position", str(file), status=2).stderr
    assert wrong == "gdl: the record is of a game for X, O, not White, Black\n"
    file.write_text(file.read_text(encoding="utf-8").replace("c3", "a1"), encoding="utf-8")
    assert "gdl: turn 3, `a1`: " in gdl("show", "tictactoe", "--position", str(file), status=2).stderr
    file.write_text("gdl record: 1\n", encoding="utf-8")
    assert "`players` is missing" in gdl("show", "tictactoe", "--position", str(file), status=2).stderr


def test_show_json() -> None:
    data = json.loads(gdl("show", "sparks", "--json").stdout)
    assert data["game"] == "sparks"
    assert data["to_move"] == "White"
    assert set(data["moves"]) == {"1c1", "1g1", "1a3", "1e3", "1c5", "1g5", "1a7", "1e7"}


def test_show_takes_options_and_players() -> None:
    assert "layer 5" in gdl("show", "sparks", "--set", "base=5").stdout
    assert "A, B, C, D" in gdl("show", "spectral_reapers", "--players", "4").stdout


def test_the_model_is_printed() -> None:
    assert "coal" in gdl("show", "sparks", "--model").stdout


def test_the_plans_are_printed() -> None:
    printed = gdl("show", "breakthrough", "--plan").stdout
    assert "breakthrough.gdl:" in printed
    assert "planes by distance -7 +1 +9" in printed


def screen(*words: str, **environment: str) -> bytes:
    command = [sys.executable, "-m", "cli.main", *words]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=True).stdout


def test_colours_only_where_they_are_wanted() -> None:
    assert b"\x1b[" not in screen("show", "sparks")
    coloured = screen("show", "sparks", FORCE_COLOR="1", PYTHONIOENCODING="utf-8")
    assert b"\x1b[" in coloured
    assert b"\x1b[" not in screen("show", "sparks", FORCE_COLOR="1", NO_COLOR="1")


def test_ascii_where_nothing_else_is_understood() -> None:
    assert screen("show", "sparks", PYTHONIOENCODING="ascii").isascii()


def test_perft_json() -> None:
    data = json.loads(gdl("perft", "sparks", "--turns", "1", "--json").stdout)
    assert data == {
        "game": "sparks",
        "unit": "turns",
        "depths": [{"depth": 1, "sequences": 72, "positions": 72, "ended": 0}],
    }
    data = json.loads(gdl("perft", "tictactoe", "--plies", "3", "--json").stdout)
    assert data["unit"] == "plies"
    assert data["depths"][2] == {"depth": 3, "sequences": 504, "positions": 252, "ended": 0}


def test_perft_table_and_divide() -> None:
    shown = gdl("perft", "tictactoe", "--turns", "2", "--divide").stdout
    assert "72" in shown
    assert shown.count("\n  ") >= 9


def test_simulate_json() -> None:
    data = json.loads(gdl("simulate", "tictactoe", "--games", "50", "--seed", "3", "--json").stdout)
    assert data["games"] == 50
    for player in ("X", "O"):
        shares = data["results"][player]
        assert set(shares) == {"win", "draw", "loss", "utility"}
        assert shares["win"] + shares["draw"] + shares["loss"] == pytest.approx(1)
    assert 5 <= data["turns_per_game"] <= 9
    again = json.loads(gdl("simulate", "tictactoe", "--games", "50", "--seed", "3", "--json").stdout)
    assert again["results"] == data["results"]


def test_simulate_table() -> None:
    shown = gdl("simulate", "tictactoe", "--games", "20").stdout
    assert "20 random games" in shown
    assert "games a second" in shown


ROUND = """game "Round"

players 2..5
player has shown: 0..3

turn
  together p in player - A
    choose n in 1..3
    p.shown = n
  together p in player
    choose n in 1..3 as "then {n}"
    p.shown = n

end
  rank p by p.shown
"""


@pytest.mark.parametrize(("players", "moves", "said"), [
    ("2", "", "B to move"),
    ("3", "", "B and C decide together"),
    ("3", "1", "C to move"),
    ("3", "1, 1", "A, B and C decide together"),
    ("5", "1, 1, 1, 1", "All players decide together"),
    ("5", "1, 1, 1, 1, then 1", "B, C, D and E decide together"),
])  # fmt: skip
def test_who_decides_together_is_named(tmp_path: Path, players: str, moves: str, said: str) -> None:
    """In the text, above the list of moves, and below a picture."""
    state = Game.parse(ROUND, players=int(players)).start()
    for move in filter(None, moves.split(", ")):
        state = state.play(move)
    view = state.view()
    first = "" if said.endswith("to move") else f". {state.to_move}"
    assert (whose_turn(view), whose_moves(view)) == (said, said + first)
    assert caption(view) == f"Round: {said}"


def test_a_game_shows_who_decides_together() -> None:
    assert gdl("show", "rock_paper_scissors").stdout.splitlines()[-2] == "First and Second decide together."
    shown = gdl("show", "rock_paper_scissors", "--open").stdout
    assert "First and Second decide together. First: 3 moves" in shown.splitlines()
