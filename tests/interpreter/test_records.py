"""Records: whole at any moment, played again to the same end, and clear about what doesn't fit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import HANGS

from interpreter import Game, PositionError
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.plies import Step, texts_by_turns
from interpreter.game.record_model import Record
from interpreter.game.records import RecordError, ReplayError
from interpreter.lab.tools.simulate import playout

GAMES = ["big_balls", "fire_and_ice", "sparks", "tictactoe"]


def played(game: Game, seed: int = 3, plies: int = 10_000) -> Record:
    """The record of a random game."""
    from interpreter.graph.chance import Chance

    chance, state, steps = Chance(seed), game.start(seed=seed), list[Step]()
    while not state.is_over and len(steps) < plies:
        move = state.moves[chance.pick(len(state.moves), len(steps))]
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    record = records.new(game, game.name, seed, seats=dict.fromkeys(game.players, "random"))
    record.turns, record.result = texts_by_turns(steps), state.outcomes
    return record


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_written_read_and_played_again(name: str, tmp_path: Path) -> None:
    game, file = Game.load(name), tmp_path / "game.yaml"
    record = played(game)
    records.write(record, file)
    again = records.read(file)
    assert again == record
    assert not records.rules_changed(game, again)
    *_, last = records.replay(game, again)
    assert last.after == playout(game, 3, 0).end  # the same dice
    assert last.after.outcomes == record.result


def test_the_file_says_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    game = Game.load("sparks", base=3)
    records.write(played(game, seed=8, plies=7), file)
    data = yamlio.read(file).data
    assert data["game"] == "sparks"
    assert data["options"]["base"] == 3
    assert data["players"] == ["White", "Black"]
    assert data["seed"] == 8
    assert data["rules"] == game.hash
    assert sum(map(len, data["turns"])) == 7
    assert "result" not in data


def test_what_a_record_need_not_say() -> None:
    """By hand one writes the rules, the players and the moves."""
    record = yamlio.parse("gdl record: 1\ngame: pig\nrules: x\nplayers: [A, 2]\n").check(Record)
    assert (record.seed, record.number, record.players, record.turns) == (0, 0, ["A", "2"], [])
    assert [*record.head()] == ["gdl record", "game", "title", "rules", "options", "players", "seed", "number", "seats"]


def test_turns_stand_one_a_line(tmp_path: Path) -> None:
    record = played(Game.load("sparks"))
    lines = [line for line in records.text(record).splitlines() if line.startswith("- ")]
    assert len(lines) == len(record.turns)


def test_from_a_position() -> None:
    game = Game.load("tictactoe")
    data = game.start().play("b2").play("a1").position()
    record = records.new(game, "tictactoe", 0, start=data)
    record.turns = [["c3"], ["a3"]]
    assert [step.move.text for step in records.replay(game, record)] == ["c3", "a3"]


def test_a_record_of_other_rules_says_so() -> None:
    record = played(Game.load("sparks", base=5))
    other = Game.load("sparks", base=4)
    assert records.rules_changed(other, record)
    with pytest.raises(ReplayError, match="turn "):
        list(records.replay(other, record))


def test_the_move_that_fails_is_named() -> None:
    game = Game.load("tictactoe")
    record = records.new(game, "tictactoe", 0)
    record.turns = [["a1"], ["b1"], ["a1"]]
    with pytest.raises(ReplayError, match="turn 3, `a1`"):
        list(records.replay(game, record))
    record.turns = [["a1"], ["b1"], ["z9"]]
    with pytest.raises(ReplayError, match="turn 3, `z9`"):
        list(records.replay(game, record))


def test_another_end_is_named() -> None:
    game = Game.load("tictactoe")
    record = played(game)
    record.result = {"X": "loss", "O": "win"} if record.result != {"X": "loss", "O": "win"} else None
    with pytest.raises(ReplayError, match="the record says"):
        list(records.replay(game, record))
    record = played(game)
    record.turns.append(["a1"])
    with pytest.raises(ReplayError, match="already over"):
        list(records.replay(game, record))


def test_other_players_are_refused() -> None:
    record = played(Game.load("tictactoe"))
    with pytest.raises(RecordError, match="X, O"):
        list(records.replay(Game.load("sparks"), record))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("seed: 3", "seed: -1"), ":7: `seed`"),
        (("seed: 3", "seed: three"), ":7: `seed`"),
        (("game: tictactoe", "gmae: tictactoe"), ":2: `gmae` isn't known here"),
        (("gdl record: 1", "gdl record: 2"), ":1: `gdl record`"),
        (("gdl record: 1\n", ""), "isn't the record of a game"),
        (("turns:\n", "turns: 5\nmore:\n"), "`turns`"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(change: tuple[str, str], said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    text = records.text(played(Game.load("tictactoe")))
    assert change[0] in text
    file.write_text(text.replace(*change, 1))
    with pytest.raises(RecordError) as error:
        records.read(file)
    assert said in str(error.value)


def test_a_file_is_only_overwritten_by_its_own_game(tmp_path: Path) -> None:
    game, file = Game.load("tictactoe"), tmp_path / "game.yaml"
    record = played(game)
    records.guard(file, record)  # there is none yet
    records.write(record, file)
    records.guard(file, played(game, plies=2))
    with pytest.raises(RecordError, match="already holds another game of Tic-tac-toe"):
        records.guard(file, played(game, seed=4))
    file.write_text("my diary\n")
    with pytest.raises(RecordError, match="isn't the record of a game"):
        records.guard(file, record)
    with pytest.raises(RecordError, match="is a folder; name a file in it") as error:
        records.guard(tmp_path, record)
    assert not isinstance(error.value, records.TakenError)  # no command overwrites a folder


def test_the_ruleset_is_found_from_the_records_folder(tmp_path: Path) -> None:
    rules, file = tmp_path / "games" / "mine.gdl", tmp_path / "records" / "game.yaml"
    record = played(Game.load("tictactoe"))
    record.game = records.source_name(str(rules), file)
    assert record.game == "../games/mine.gdl"
    for path in (rules, file):
        path.parent.mkdir()
        path.touch()
    assert Path(records.source_of(record, file)).resolve() == rules
    record.game = records.source_name("tictactoe", file)
    assert records.source_of(record, file) == "tictactoe"
    record.game = "-"
    with pytest.raises(RecordError, match="standard input"):
        records.source_of(record, file)


GAME = Game.load("tictactoe")
TEXT = records.text(played(GAME))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.integers(0, len(TEXT)),
    length=st.integers(0, 30),
    put=st.text("ab1:-[]{}, \n\"'#&*!~0", max_size=8),
)
def test_a_damaged_record_is_refused_or_played(start: int, length: int, put: str, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(TEXT[:start] + put + TEXT[start + length :], encoding="utf-8")
    try:
        list(records.replay(GAME, records.read(file)))
    except (RecordError, PositionError) as error:
        assert str(error)


def test_a_killed_game_leaves_a_whole_record(tmp_path: Path) -> None:
    """Killed at many moments, without warning: each time the file is whole and plays again."""
    file = tmp_path / "game.yaml"
    seats = ["--seat", "A=random", "--seat", "B=random"]
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "play",
        "spectral_reapers",
        *seats,
        "--seed",
        "1",
        "--record",
    ]
    game = Game.load("spectral_reapers")
    lengths = []
    for plies in (0, 0, 1, 2, 5):
        file.unlink(missing_ok=True)
        process = subprocess.Popen([*command, str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        give_up = time.monotonic() + HANGS
        while process.poll() is None and time.monotonic() < give_up:
            if file.exists() and len(records.read(file).plies) >= plies:
                break
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        record = records.read(file)
        lengths.append(len(record.plies))
        assert sum(1 for _ in records.replay(game, record)) == len(record.plies)
        for part in tmp_path.glob(".*.part"):  # what was being written when the end came
            part.unlink()
    assert lengths[-1] >= 5


def test_who_isnt_a_player_sits_nowhere() -> None:
    game = Game.load("tictactoe")
    record = played(game)
    record.seats, record.resigned = {"Y": "human", "O": "random"}, "Z"
    with pytest.raises(RecordError, match="speaks of Y, Z, but the players are X, O"):
        next(records.replay(game, record))


def test_a_record_of_a_newer_program_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("title: x\ngdl record: 2\nturns: []\nmore: than we know\n")
    with pytest.raises(records.RecordError, match=r":2: `gdl record` is 2, and this program reads 1: a newer gdl"):
        records.read(path)
