"""The command line as a user meets it: what is asked, what is shown, how it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sample import rulesets
from typer.testing import CliRunner, Result

from cli.app import app
from cli.session import saving
from cli.session.session import Session
from gdl import library
from interpreter import Game
from interpreter.game import eyes

NAMES = library.names()


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def gdl(*words: str, typed: str | None = None, status: int = 0) -> Result:
    """What the command does; a traceback fails every test."""
    result = CliRunner().invoke(app, list(words), input=typed, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


# ---- the ways in -------------------------------------------------------------------------------------


def test_help_has_examples() -> None:
    assert "gdl play sparks" in gdl("--help").stdout
    for command in (
        "list",
        "show",
        "play",
        "replay",
        "new",
        "lint",
        "fmt",
        "explain",
        "test",
        "perft",
        "simulate",
        "match",
        "solve",
    ):
        assert f"gdl {command}" in gdl(command, "--help").stdout


def test_version() -> None:
    assert gdl("--version").stdout.startswith("gdl-interpreter ")


def test_help_loads_nothing_slow() -> None:
    code = (
        "import sys; from cli.app import app; app(['--help'], standalone_mode=False); "
        "print(*sorted({'pydantic', 'yaml', 'lark', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_completion_knows_games_options_and_seats() -> None:
    def completed(*words: str) -> str:
        environment = {
            **os.environ,
            "_GDL_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(["gdl", *words]),
            "COMP_CWORD": str(len(words)),
        }
        command = [sys.executable, "-c", "from cli.main import main; main()"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    assert "sparks" in completed("play", "spa").split()
    assert "base=" in completed("play", "sparks", "--set", "ba").split()
    assert "White=human" in completed("play", "sparks", "--seat", "Wh").split()


# ---- list and show -----------------------------------------------------------------------------------


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
    return [line for line in text.splitlines() if not line.endswith("?")]


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


# ---- play --------------------------------------------------------------------------------------------


def play(name: str, *lines: str, options: tuple[str, ...] = ()) -> str:
    return gdl("play", name, "--seed", "4", *options, typed="".join(f"{line}\n" for line in lines)).stdout


BOTH = ("--seat", "X=human", "--seat", "O=human")


def test_a_game_between_two_people_to_its_end() -> None:
    shown = play("tictactoe", "a1", "b1", "a2", "b2", "a3", options=BOTH)
    assert "5. X: a3" in shown
    assert "3*X*· ·" in shown
    *_, ended, decided = shown.rstrip().splitlines()
    assert ended == "The game is over: X wins."
    rule = "win me if some line in lines(k) where line within mine"
    lines = library.read("tictactoe").text.splitlines()
    line = next(number for number, text in enumerate(lines, 1) if rule in text)
    assert decided == f"It was decided by `{rule}` (line {line} of tictactoe.gdl): a1 a2 a3."


def test_who_resigns_needs_no_rule() -> None:
    shown = play("tictactoe", "a1", "resign", options=BOTH)
    assert "resigned" in shown
    assert "It was decided by" not in shown


def test_what_was_hidden_is_shown_to_a_person_among_computers_at_the_end(tmp_path: Path) -> None:
    """Until then it is hidden, and nothing can be taken back behind it."""
    game = Game.load("kuhn_poker")
    me, other = game.players
    session = Session(game, "kuhn_poker", 3, {me: "human", other: "random"})
    while not session.is_over:
        assert session.eyes == me
        person = session.is_human(session.state.to_move)
        session.play(session.state.moves[0] if person else session.choose(), asked=person)
    assert session.eyes is None
    view = eyes.seen(session.state, session.eyes)
    assert view.value("hand", other) == session.state.value("hand", other) is not None
    assert session.no_way_back
    assert not session.undo()
    assert saving.save(session, f"--as {me} {tmp_path / 'mine.yaml'}")[0]


def test_moves_by_number_and_by_beginning() -> None:
    shown = play("tictactoe", "1", "b1", "#1", "c", "c2", "log", options=BOTH)
    assert "`c` could be c1, c2, c3." in shown
    assert "4. O: c2" in shown
    assert play("sparks", "1e7", "W2d6", "log").count("1. White: 1e7 W2d6") == 2


def test_a_whole_turn_on_one_line() -> None:
    both = ("--seat", "White=human", "--seat", "Black=human")
    shown = play("sparks", "1e3, W2b6", "1a5, B2f4, R2f6", "log", options=both)
    # the rule sheet's second picture: white 2b6 has fallen to 1a5, layer 1 from the top row down
    assert "2. Black: 1a5 B2f4 R2f6" in shown
    bare = shown.replace("[", " ").replace("]", " ").replace("|", " ")
    for row in ("7 W B W B", "5 W W B W", "3 W B R B", "1 B W B W"):
        assert row in bare


def test_a_line_ends_with_its_turn() -> None:
    shown = play("tictactoe", "a1, b1", "log", options=BOTH)
    assert "`b1` was not played" in shown
    assert shown.count("1. X: a1") == 2
    assert "2. O: b1" not in shown


def test_a_mistyped_move_explains_itself() -> None:
    shown = play("tictactoe", "a1", "a1", "zz", "99", "moves c", options=BOTH)
    assert "`a1` is not legal now" in shown
    assert "is not a move" in shown.split("O> zz\n")[1]
    assert "There are 8 moves" in shown
    assert "c1" in shown.split("moves c\n")[1]


def test_undo_goes_back_to_the_persons_last_choice() -> None:
    shown = play("tictactoe", "undo", "a1", "undo", "b2", "log", options=("--seat", "X=human", "--seat", "O=random"))
    assert "There is nothing to take back." in shown
    log = shown.split("X> log\n")[1]
    assert "1. X: b2" in log
    assert "a1" not in log.splitlines()[0]


def test_dice_stay_as_they_are_after_undo() -> None:
    shown = play("big_balls", "roll", "undo", "roll", "undo", "roll", options=("--seat", "White=human"))
    seat = ("--seat", "Black=human", "--seat", "White=human")
    shown = play("big_balls", "roll", "undo", "roll", "undo", "roll", options=seat)
    rolls = [line for line in shown.splitlines() if line.strip().startswith("rolled:")]
    assert len(rolls) == 3
    assert len(set(rolls)) == 1


def test_a_lone_move_is_played_by_itself_and_said() -> None:
    shown = play("tictactoe", "a1", "b1", "c1", "a2", "c2", "b2", "b3", "a3", options=BOTH)
    assert "c3  (the only move)" in shown


def test_commands() -> None:
    shown = play("tictactoe", "?", "moves", "board", "position", "", "  ", "/log", "resign")
    assert "save FILE" in shown
    assert "to move: X" in shown
    assert "X resigned." in shown


def test_the_end_of_the_input_ends_the_game() -> None:
    assert "Left after 0 turns" in play("sparks")
    assert "Left in turn 1; the game isn't over." in play("sparks", "1c1", "quit")


def test_the_computer_plays_alone_and_the_seed_names_the_game() -> None:
    seats = ("--seat", "White=random", "--seat", "Black=random")
    shown = play("sparks", options=seats)
    assert shown == play("sparks", options=seats)
    assert "The game is over: " in shown
    assert shown != gdl("play", "sparks", "--seed", "5", *seats).stdout


def test_a_seed_is_chosen_and_said() -> None:
    assert "; seed " in gdl("play", "tictactoe", typed="").stdout


def test_stores_and_pits_are_shown() -> None:
    shown = play("spectral_reapers", "0:4 1:4 2:3")
    assert "A4" in shown
    assert "turns" not in shown.split("A: ")[1]  # bookkeeping, as the looks say
    assert "store" not in shown  # that all are empty says nothing
    assert "store" in play("spectral_reapers", "0:4 1:4 2:3", options=("--debug",))


# ---- records -----------------------------------------------------------------------------------------


def test_record_resume_replay(tmp_path: Path) -> None:
    file = str(tmp_path / "game.yaml")
    gdl("play", "tictactoe", *BOTH, "--seed", "1", "--record", file, typed="a1\nb1\n")
    shown = gdl("play", "--resume", file, typed="a2\nundo\na2\nb2\na3\n").stdout
    assert "The game is over: X wins." in shown
    shown = gdl("replay", file).stdout
    assert "3. X: a2" in shown
    assert "It ends as recorded, after 5 turns: X wins." in shown
    assert "2[X]" in gdl("replay", file, "--turn", "3").stdout
    assert gdl("replay", file, "--check").stdout.count("\n") == 1
    assert "the game has 5 turns" in gdl("replay", file, "--turn", "6", status=2).stderr


def test_resumed_with_a_record_elsewhere_it_is_there_at_once(tmp_path: Path) -> None:
    file, other = str(tmp_path / "game.yaml"), str(tmp_path / "other.yaml")
    gdl("play", "tictactoe", *BOTH, "--seed", "1", "--record", file, typed="a1\nb1\n")
    assert f"see `gdl play --resume {other}`" in gdl("play", "--resume", file, "--record", other, typed="").stdout
    assert "2. O: b1" in gdl("replay", other).stdout


def test_a_record_of_a_game_that_was_resigned(tmp_path: Path) -> None:
    file = str(tmp_path / "game.yaml")
    gdl("play", "tictactoe", *BOTH, "--seed", "1", "--record", file, typed="a1\nresign\n")
    assert "O resigned after 1 turn." in gdl("replay", file).stdout
    assert "O resigned." in gdl("play", "--resume", file).stdout


def test_what_has_been_taken_back_leaves_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    gdl("play", "tictactoe", *BOTH, "--seed", "1", "--record", str(file), typed="a1\nb1\nundo\n")
    assert "- [a1]" in file.read_text()
    assert "b1" not in file.read_text()


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("dear diary\n")
    gdl("play", "tictactoe", "--record", str(file), typed="a1\n", status=2)
    shown = gdl("play", "tictactoe", *BOTH, typed=f"a1\nsave {file}\nsave\nsave {tmp_path}/ok.yaml\n").stdout
    assert "save! " in shown
    assert "Say where" in shown
    assert file.read_text() == "dear diary\n"
    assert "It ends" not in gdl("replay", str(tmp_path / "ok.yaml")).stdout
    gdl("play", "tictactoe", *BOTH, typed=f"a1\nsave! {file}\n")
    assert file.read_text().startswith("gdl record: 1")


def test_what_is_said_about_a_file_can_be_typed(tmp_path: Path) -> None:
    file, kept = tmp_path / "my game.yaml", tmp_path / "it's kept.yaml"
    words = ("play", "tictactoe", *BOTH, "--record", str(kept))
    shown = gdl(*words, typed=f"a1\nsave {file}\nquit\n").stdout
    said = [shlex.split(one) for one in re.findall("`gdl (.*?)`", shown)]
    assert said == [["play", "--resume", str(file)], ["play", "--resume", str(kept)]]
    assert shlex.quote(str(kept)) in gdl(*words, status=2).stderr


@pytest.mark.parametrize("name", ["missing/game.yaml", "x" * 300, "~nobody-is-called-so/game.yaml", "a\0b"])
def test_where_nothing_can_be_saved_the_game_goes_on(name: str) -> None:
    shown = gdl("play", "tictactoe", *BOTH, typed=f"save {name}\nlog\na1\nquit\n").stdout
    assert "can't be written: " in shown
    assert "overwrites it" not in shown
    assert "X> log\n  no turn yet" in shown
    assert "1. X: a1" in shown


def test_a_record_of_changed_rules_says_so(tmp_path: Path) -> None:
    rules, file = tmp_path / "mine.gdl", tmp_path / "game.yaml"
    text = library.find("tictactoe").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    gdl("play", str(rules), *BOTH, "--seed", "1", "--record", str(file), typed="a1\nb1\na2\nb2\na3\n")
    gdl("replay", str(file))
    rules.write_text(text.replace("grid(m, n)", "grid(m, n + 1)"), encoding="utf-8")
    result = gdl("replay", str(file), status=1)
    assert "have changed" in result.stderr
    assert "have changed" in gdl("play", "--resume", str(file), status=1).stderr


def test_from_a_position(tmp_path: Path) -> None:
    position, file = tmp_path / "position.yaml", tmp_path / "game.yaml"
    position.write_text("pieces: {stone of X: [a1, a2], stone of O: [b1, b2]}\nto move: X\n")
    start = ("--position", str(position))
    gdl("play", "tictactoe", *BOTH, *start, "--seed", "1", "--record", str(file), typed="a3\n")
    assert "X wins" in gdl("replay", str(file)).stdout
    counted = json.loads(gdl("perft", "tictactoe", *start, "--turns", "1", "--json").stdout)
    assert counted["depths"][0]["sequences"] == 5


# ---- numbers -----------------------------------------------------------------------------------------


def test_perft_json() -> None:
    data = json.loads(gdl("perft", "sparks", "--turns", "1", "--json").stdout)
    assert data == {
        "game": "sparks",
        "unit": "turns",
        "depths": [{"depth": 1, "sequences": 72, "positions": 72}],
    }
    data = json.loads(gdl("perft", "tictactoe", "--plies", "3", "--json").stdout)
    assert data["unit"] == "plies"
    assert data["depths"][2] == {"depth": 3, "sequences": 504, "positions": 252}


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


# ---- new ---------------------------------------------------------------------------------------------


def test_new_writes_a_ruleset_that_is_clean_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "my_game.gdl"
    gdl("new", str(file))
    assert "nothing found" in gdl("lint", "--strict", str(file)).stdout
    gdl("fmt", "--check", str(file))
    assert "My game" in gdl("show", str(file)).stdout
    assert "random games" in gdl("simulate", str(file), "--games", "3").stdout
    gdl("new", str(file), status=2)
    gdl("new", str(tmp_path / "no" / "folder"), status=2)
    gdl("new", "1 bad name", status=2)


# ---- fmt and test ------------------------------------------------------------------------------------


def test_fmt(tmp_path: Path) -> None:
    file = tmp_path / "mine.gdl"
    text = library.find("tictactoe").read_text(encoding="utf-8")
    file.write_text(text.replace(" = ", "  =   ").replace("\n\n", "\n\n\n\n"), encoding="utf-8")
    gdl("fmt", "--check", str(file), status=1)
    assert "---" in gdl("fmt", "--diff", str(file), status=1).stdout
    gdl("fmt", str(file))
    gdl("fmt", "--check", str(file))
    gdl("fmt", str(tmp_path / "missing.gdl"), status=2)


def test_scenarios_pass_and_fail(tmp_path: Path) -> None:
    assert "all passed" in gdl("test", str(library.find("tictactoe").parent)).stdout
    file = tmp_path / "scenarios.yaml"
    file.write_text("game: tictactoe\nscenarios: [{name: wrong, then: {to move: O}}]\n")
    shown = gdl("test", str(file), status=1).stdout
    assert "FAILED" in shown
    assert "1 failed" in shown
    data = json.loads(gdl("test", str(file), "--json", status=1).stdout)
    assert (data["files"], data["failed"]) == (1, 1)
    (scenario,) = data["scenarios"]
    assert (scenario["name"], scenario["passed"]) == ("wrong", False)
    assert scenario["problems"][0]["where"].startswith(str(file))
    gdl("test", str(tmp_path / "missing.yaml"), status=2)


# ---- screens -----------------------------------------------------------------------------------------


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


# ---- lint and explain --------------------------------------------------------------------------------

BROKEN = 'game "X"\nplayers A, B\nboard grid(3, 3)\npieces stone of player\nturn\n  choose s in empyt\nend\n  win mee\n'


def test_lint_finds_every_error_and_exits_with_one(tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_text(BROKEN)
    shown = gdl("lint", str(file), status=1).stdout
    assert "broken.gdl:6:15: error" in shown
    assert "broken.gdl:8:7: error" in shown
    assert "did you mean `empty`?" in shown
    assert gdl("lint", "sparks").stdout == "1 ruleset: nothing found\n"
    gdl("lint", "nothing_like_it", status=2)
    gdl("lint", str(tmp_path / "missing.gdl"), str(file), status=2)
    gdl("lint", str(file), "--select", "ZZ", status=2)


def test_lint_json(tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_text(BROKEN)
    found = json.loads(gdl("lint", str(file), "--format", "json", status=1).stdout)
    keys = {"code", "severity", "file", "line", "column", "end_line", "end_column", "message", "hint", "mend"}
    assert all(set(finding) == keys for finding in found)
    first = next(finding for finding in found if finding["line"] == 6 and finding["severity"] == "error")
    assert (first["column"], first["end_line"], first["end_column"]) == (15, 6, 20)
    code = first["code"]
    only = json.loads(gdl("lint", str(file), "--format", "json", "--select", code, status=1).stdout)
    assert {finding["code"] for finding in only} == {code}
    rest = json.loads(gdl("lint", str(file), "--format", "json", "--ignore", f"{code},W", status=1).stdout)
    assert code not in {finding["code"] for finding in rest}


def test_lint_for_other_programs(tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_text(BROKEN)
    sarif = json.loads(gdl("lint", str(file), "--format", "sarif", status=1).stdout)
    assert sarif["version"] == "2.1.0"
    assert "::error file=" in gdl("lint", str(file), "--format", "github", status=1).stdout


def test_explain() -> None:
    lines = gdl("explain").stdout.splitlines()
    assert "E7  how the game ends" in lines
    codes = [line.split()[0] for line in lines if line.startswith("  ")]
    assert len(codes) >= 30
    for code in codes[::8]:  # each page is made by the tests of lint
        assert gdl("explain", code).stdout.startswith(f"# {code}")
    gdl("explain", "ZZ99", status=2)


def test_rules_from_standard_input() -> None:
    text = library.find("tictactoe").read_text(encoding="utf-8")
    assert "Tic-tac-toe" in gdl("show", "-", typed=text).stdout
    assert gdl("fmt", "-", typed=text).stdout == text


# ---- slips -------------------------------------------------------------------------------------------


def test_an_option_without_a_value_is_told_so() -> None:
    assert "--set size=: a value should follow" in gdl("show", "hex", "--set", "size=", status=2).output


def test_a_record_of_another_game_is_told_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    gdl("play", "pig", "--seat", "A=random", "--seat", "B=random", "--record", str(file))
    said = gdl("play", "dobutsu", "--resume", str(file), status=2).output
    assert "the record is of Pig, and doesn't fit dobutsu" in said


def test_a_site_that_there_isnt_is_called_a_site() -> None:
    line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9"
    assert "there is no site (in `passant`) `e9`" in gdl("show", "chess", "--position", line, status=2).output
