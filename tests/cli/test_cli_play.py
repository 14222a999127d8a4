"""Games that are played line by line, and their records."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command import gdl

from cli.session import saving
from cli.session.session import Session
from cli.terminal.lines.commands import LineCommands
from gdl import library
from interpreter import Game
from interpreter.game import eyes

pytestmark = pytest.mark.usefixtures("plain_terminal")


def play(name: str, *lines: str, options: tuple[str, ...] = ()) -> str:
    return gdl("play", name, "--seed", "4", *options, typed="".join(f"{line}\n" for line in lines)).stdout


BOTH = ("--seat", "X=human", "--seat", "O=human")


def test_a_game_between_two_people_to_its_end() -> None:
    shown = play("tictactoe", "a1", "b1", "a2", "b2", "a3", options=BOTH)
    assert "5. X: a3" in shown
    assert "3*X*· ·" in shown
    *_, ended, decided = shown.rstrip().splitlines()
    assert ended == "The game is over: X won."
    assert decided == "X had 3 in a row: a1 a2 a3."


def test_who_resigns_needs_no_rule() -> None:
    shown = play("tictactoe", "a1", "resign", options=BOTH)
    assert "resigned" in shown
    assert "resigned" in shown.rstrip().splitlines()[-1]  # nothing more is said


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


def test_who_never_has_a_choice_is_asked_at_last(tmp_path: Path) -> None:
    """Else rules without an end would fill the terminal until somebody stops them."""
    rules = tmp_path / "on.gdl"
    turn = 'turn\n  choose "on"\n  n = 1 - n\n'
    rules.write_text(f'game "On"\nplayers A, B\ngame has n: 0..2\n{turn}end\n  draw if n = 2\n', encoding="utf-8")
    shown = play(str(rules), options=("--seat", "A=human", "--seat", "B=human"))
    assert "on  (the only move)" in shown
    assert "A: Choose “on”." in shown
    assert "Left after 200 turns; the game isn't over." in shown


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


def test_record_resume_replay(tmp_path: Path) -> None:
    file = str(tmp_path / "game.yaml")
    gdl("play", "tictactoe", *BOTH, "--seed", "1", "--record", file, typed="a1\nb1\n")
    shown = gdl("play", "--resume", file, typed="a2\nundo\na2\nb2\na3\n").stdout
    assert "The game is over: X won." in shown
    shown = gdl("replay", file).stdout
    assert "3. X: a2" in shown
    assert "It ends as recorded, after 5 turns: X won." in shown
    assert "2[X]" in gdl("replay", file, "--turn", "3").stdout
    assert gdl("replay", file, "--check").stdout.count("\n") == 1
    assert "the game has 5 turns" in gdl("replay", file, "--turn", "6", status=2).stderr


def test_resumed_with_a_record_elsewhere_it_is_there_at_once(tmp_path: Path) -> None:
    file, other = str(tmp_path / "game.yaml"), str(tmp_path / "other.yaml")
    gdl("play", "tictactoe", *BOTH, "--seed", "1", "--record", file, typed="a1\nb1\n")
    said = gdl("play", "--resume", file, "--record", other, typed="").stdout
    assert f"`gdl play --resume {other}` goes on from here" in said
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


@pytest.mark.parametrize("name", ["/dev/null/game.yaml", "x" * 300, "~nobody-is-called-so/game.yaml", "a\0b"])
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
    assert "X won" in gdl("replay", str(file)).stdout
    counted = json.loads(gdl("perft", "tictactoe", *start, "--turns", "1", "--json").stdout)
    assert counted["depths"][0]["sequences"] == 5


@pytest.mark.parametrize(("answer", "resigned"), [("yes", "X"), ("Y", "X"), ("", None), ("no", None), ("resign", None)])
def test_who_types_at_a_keyboard_is_asked_whether_they_give_up(
    monkeypatch: pytest.MonkeyPatch, answer: str, resigned: str | None
) -> None:
    session = Session(Game.load("tictactoe"), "tictactoe", 1, dict.fromkeys("XO", "human"))
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or answer)
    commands: Any = SimpleNamespace(session=session)
    LineCommands.resign(commands, "")
    assert session.resigned == resigned
    assert asked[0] == "X: give up? (yes/no) "
    assert len(asked) == (1 if answer in ("yes", "Y", "no") else 2)  # what is neither is asked for once more
