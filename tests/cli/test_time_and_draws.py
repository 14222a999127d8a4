"""Clocks and draws in `gdl play`: how they are shown, how they end a game, what records keep, what is taken back."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import command
import pytest
from patience import HANGS

from cli.session import draws
from cli.session.session import Session, resume
from cli.session.store import is_over
from cli.terminal.lines.alarm import TimeOverError, within
from cli.terminal.scene.clocks import clocks, reading
from interpreter import Game
from interpreter.game import records
from interpreter.players import Analysis, Prospect
from interpreter.players.game_clock import clock
from interpreter.players.people_clock import Clocks


class ByHand:
    """A clock that somebody moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def later(self, seconds: float) -> None:
        self.seconds += seconds


def at_clocks(now: Callable[[], float], tmp_path: Path, setting: str = "1m+2s", **seats: str) -> Session:
    game = Game.load("tictactoe")
    session = Session(game, "tictactoe", 1, {"X": "human", "O": "human", **seats}, path=tmp_path / "game.yaml")
    session.recording.begin()
    session.table.clock, session.table.clocks = setting, Clocks(clock(setting), game.players, now)
    session.time()
    return session


def move(session: Session, *texts: str) -> None:
    for text in texts:
        session.play(session.state.parse(text), asked=True)
        session.time()


def left(session: Session) -> dict[str, float]:
    assert session.table.clocks is not None
    return session.table.clocks.left


# ---- clocks


def test_a_first_decision_is_free_and_each_turn_after_it_gains_time(tmp_path: Path) -> None:
    now = ByHand()
    session = at_clocks(now, tmp_path)
    now.later(30)
    move(session, "a1")
    now.later(30)
    move(session, "a2")
    now.later(10)
    move(session, "b1")
    assert left(session) == {"X": 60 - 10 + 2, "O": 60}


def test_who_has_no_more_time_loses_and_that_is_not_taken_back(tmp_path: Path) -> None:
    now = ByHand()
    session = at_clocks(now, tmp_path)
    move(session, "a1", "a2")
    now.later(60.5)
    session.time()
    assert session.is_over
    assert session.table.ended == "X lost on time"
    assert not session.undo()
    assert session.no_way_back == "X lost on time, and time can't be taken back"
    record = records.read(tmp_path / "game.yaml")
    assert (record.fallen, record.result, record.times) == ("X", None, {"X": 0, "O": 60_000})
    assert is_over(tmp_path / "game.yaml")
    assert [*records.replay(session.game, record)][-1].move.text == "a2"


def test_taking_back_gives_nobody_time(tmp_path: Path) -> None:
    now = ByHand()
    session = at_clocks(now, tmp_path)
    move(session, "a1", "a2")
    now.later(10)
    move(session, "b1")
    now.later(5)
    assert session.undo()
    session.time()
    assert left(session) == {"X": 52, "O": 55}
    now.later(1)
    assert left(session) == {"X": 51, "O": 55}, "whose move it is again has the clock"


def test_while_the_screen_is_handed_over_no_clock_runs_and_the_turn_before_gains(tmp_path: Path) -> None:
    now = ByHand()
    session = at_clocks(now, tmp_path)
    move(session, "a1", "a2")
    now.later(10)
    session.play(session.state.parse("b1"), asked=True)
    session.time()  # as hosts do when they hand over
    session.table.stop()
    now.later(45)
    session.time()
    assert left(session) == {"X": 52, "O": 60}


def test_a_game_that_was_left_goes_on_with_what_time_there_was(tmp_path: Path) -> None:
    now = ByHand()
    session = at_clocks(now, tmp_path)
    move(session, "a1", "a2")
    now.later(12.25)
    session.close()
    record = records.read(tmp_path / "game.yaml")
    assert (record.clock, record.times) == ("1m+2s", {"X": 47_750, "O": 60_000})
    again = resume(session.game, "tictactoe", record, session.seats, tmp_path / "game.yaml")
    assert left(again) == {"X": 47.75, "O": 60}
    again.time()
    assert again.table.clocks is not None
    assert again.table.clocks.running == "X", "its first decision was before"


def test_clocks_are_read_like_clocks(tmp_path: Path) -> None:
    assert [reading(seconds) for seconds in (0, 0.2, 59.5, 61, 3599.5, 3600)] == [
        "0:00", "0:01", "1:00", "1:01", "1:00:00", "1:00:00",
    ]  # fmt: skip
    now = ByHand()
    session = at_clocks(now, tmp_path)
    assert "".join(text for text, _ in clocks(session)) == "  >X 1:00   O 1:00"
    move(session, "a1")
    assert "".join(text for text, _ in clocks(session)) == "   X 1:00  >O 1:00"
    assert clocks(Session(session.game, "tictactoe", 1, session.seats)) == []


def test_a_typed_game_shows_clocks_and_tells_its_end(tmp_path: Path) -> None:
    words = ["play", "tictactoe", "--seat=X=human", "--seat=O=human", "--clock", "5m+3s", "--record"]
    _, out, _ = command.run([*words, str(tmp_path / "g.yaml")], "a1\na2\n")
    assert "  >X 5:00   O 5:00" in out
    assert "   X 5:00  >O 5:00" in out
    assert records.read(tmp_path / "g.yaml").clock == "5m+3s"
    _, out, _ = command.run(["play", "--resume", str(tmp_path / "g.yaml")], "")
    assert ">X 5:00" in out or ">X 4:5" in out


def test_time_that_is_over_ends_what_is_typed() -> None:
    with pytest.raises(TimeOverError), within(0.001):
        time.sleep(HANGS)
    with within(None), within(HANGS):
        pass


def test_without_people_there_are_no_clocks_to_be_seen() -> None:
    words = ["play", "tictactoe", "--seat=X=random", "--seat=O=random", "--clock", "1m", "--no-record"]
    _, out, _ = command.run(words)
    assert "1:00" not in out


def test_replay_tells_how_it_ended(tmp_path: Path) -> None:
    now = ByHand()
    session = at_clocks(now, tmp_path)
    move(session, "a1", "a2")
    draws.agree(session)
    _, out, _ = command.run(["replay", str(tmp_path / "game.yaml")])
    assert "A draw by agreement after 2 turns." in out


@pytest.mark.parametrize(
    "line", ["clock: soon", "times: {X: -1}", "times: {X: 0.5}", "times: {Z: 1}", "fallen: Z", "drawn: perhaps"]
)
def test_a_record_with_a_broken_clock_is_refused_in_words(line: str, tmp_path: Path) -> None:
    session = at_clocks(ByHand(), tmp_path)
    move(session, "a1")
    file = tmp_path / "game.yaml"
    kept = [one for one in file.read_text().splitlines() if one.partition(":")[0] != line.partition(":")[0]]
    file.write_text("\n".join([*kept, line]) + "\n")
    status, _, complained = command.run(["play", "--resume", str(file)], "")
    assert status == 2 or "gdl:" in complained
    assert complained.startswith("gdl:")


# ---- draws


def prospect(worth: float, paid: int = 0) -> Analysis:
    return Analysis(Prospect({"X": -worth, "O": worth}, paid=paid), (), (), "")


def test_the_computer_agrees_if_it_expects_no_more_than_a_draw() -> None:
    assert draws.agrees(prospect(0.0), "O")
    assert draws.agrees(prospect(-0.3), "O")
    assert draws.agrees(prospect(0.05), "O"), "an estimate isn't exact"
    assert not draws.agrees(prospect(0.06), "O")
    assert not draws.agrees(prospect(-5, paid=10), "O")


def test_people_agree_to_a_draw_and_may_take_that_back(tmp_path: Path) -> None:
    session = at_clocks(ByHand(), tmp_path)
    move(session, "a1")
    assert draws.why_not(session) == ""
    assert draws.people(session) == ["X"]
    draws.agree(session)
    assert session.table.ended == "A draw by agreement"
    assert is_over(tmp_path / "game.yaml")
    assert records.read(tmp_path / "game.yaml").drawn
    assert session.undo()
    assert not session.is_over
    assert [step.move.text for step in session.steps] == ["a1"]


def test_what_was_refused_is_asked_again_after_another_move(tmp_path: Path) -> None:
    session = at_clocks(ByHand(), tmp_path)
    assert draws.refused(session, "O") == "O refused the draw."
    assert "another move" in draws.why_not(session)
    move(session, "a1", "a2")
    assert draws.why_not(session) == ""


def test_where_rules_know_no_draw_none_is_offered() -> None:
    game = Game.load("hex")
    session = Session(game, "hex", 1, dict.fromkeys(game.players, "human"))
    assert draws.why_not(session) == "By the rules of this game nobody can draw."


@pytest.mark.parametrize(
    ("answer", "said"), [("yes", "A draw by agreement."), ("no", "O refused the draw."), ("", "O refused the draw.")]
)
def test_a_draw_is_offered_line_by_line(answer: str, said: str) -> None:
    words = ["play", "tictactoe", "--seat=X=human", "--seat=O=human", "--no-record"]
    _, out, _ = command.run(words, f"b2\na1\ndraw\n{answer}\nq\n")
    assert "O: X offered a draw. Agree? (yes/no)" in out
    assert said in out


@pytest.mark.parametrize(
    ("answers", "said"),
    [("yse\nyes", "A draw by agreement."), ("maybe\nNo.", "O refused the draw."), ("a2\nhm", "O refused the draw."),
     ("\ny", "A draw by agreement.")],
)  # fmt: skip
def test_an_unclear_answer_is_asked_for_once_more(answers: str, said: str) -> None:
    words = ["play", "tictactoe", "--seat=X=human", "--seat=O=human", "--no-record"]
    _, out, _ = command.run(words, f"b2\na1\ndraw\n{answers}\nq\n")
    again = "Type “yes” or “no”; anything else counts as “no” now. O: X offered a draw. Agree? (yes/no)"
    assert (out.count(again), out.count(said)) == (1, 1)


def test_a_clear_answer_is_not_asked_for_again() -> None:
    words = ["play", "tictactoe", "--seat=X=human", "--seat=O=human", "--no-record"]
    for answer in ("y", "YES", "n", "no", "No!"):
        _, out, _ = command.run(words, f"b2\na1\ndraw\n{answer}\nq\n")
        assert out.count("Agree?") == 1


@pytest.mark.parametrize(
    ("moves", "said"), [("", "A draw by agreement."), ("c3 b2 b1 a1 b3 a3", "O refused the draw.")]
)
def test_the_computer_answers_by_what_it_thinks(moves: str, said: str, tmp_path: Path) -> None:
    """Tic-tac-toe is a draw; with a1, b2 and a3 against c3, b1 and b3 O threatens a2 and c1 at once."""
    game = Game.load("tictactoe")
    session = Session(game, "tictactoe", 1, {"X": "human", "O": "human"}, path=tmp_path / "g.yaml")
    move(session, *moves.split())
    session.recording.begin()
    session.recording.keep(True)
    words = ["play", "--resume", str(tmp_path / "g.yaml"), "--seat=O=mcts:200"]
    _, out, _ = command.run(words, "draw\nq\n")
    assert said in out
