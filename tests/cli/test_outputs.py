"""Files that commands write: a missing folder is made, and what stands in the way is said before long work."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from command import gdl

from interpreter.players import endgame_file
from interpreter.players.equilibrium import strategy_file

FEW = ("--games", "20", "--search-games", "0")


@pytest.mark.parametrize(
    "words",
    [
        ("compile", "tictactoe", "-o"),
        ("compile", "tictactoe", "--c", "-o"),
        ("show", "tictactoe", "--svg"),
        ("export", "chess", "--fairy", "-o"),
        ("solve", "tictactoe", "--db"),
        ("solve", "kuhn_poker", "--strategy"),
        ("study", "tictactoe", *FEW, "--csv"),
        ("train", "tictactoe", "--positions", "100", "--threads", "1", "--share", "100", "-o"),
    ],
    ids=" ".join,
)
def test_a_missing_folder_is_made(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "far" / "off" / "it.weights"
    gdl(*words, str(file))
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_a_record_and_a_converted_game_lie_in_folders_that_are_made(tmp_path: Path) -> None:
    record, game = tmp_path / "one" / "game.yaml", tmp_path / "two" / "game.sgf"
    gdl("play", "go", "--seat", "White=random", "--record", str(record), typed="d4\nquit\n")
    gdl("convert", str(record), str(game))
    assert "B[df]" in game.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "chess", "--db"),
        ("solve", "kuhn_poker", "--strategy"),
        ("study", "chess", "--html"),
        ("train", "chess", "--policy", "-o"),
        ("train", "chess", "-o"),
    ],
    ids=" ".join,
)
def test_what_cant_be_written_is_told_before_the_work(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file" / ("it.policy" if "--policy" in words else "it.weights")
    assert f"{place}: can't be written: Not a directory" in gdl(*words, str(place), status=2).stderr


def full(path: Path, *_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def test_the_answer_is_told_though_the_table_cant_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame_file.os, "fsync", full)
    file = tmp_path / "it.table"
    said = gdl("solve", "tictactoe", "--db", str(file), status=2)
    assert "Tic-tac-toe: a draw" in said.stdout and "kept in" not in said.stdout
    assert f"gdl: {file}: can't be written: No space left" in said.stderr
    said = gdl("solve", "tictactoe", "--db", str(file), "--json", status=2)
    assert (json.loads(said.stdout)["table"], list(tmp_path.iterdir())) == (None, [])


@pytest.mark.parametrize("more", [("--exploitability", "0.1"), ("--sampling", "--iterations", "100")])
def test_so_it_is_though_the_strategy_cant_be_kept(
    more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy_file.yamlio, "write", full)
    said = gdl("solve", "kuhn_poker", *more, "--strategy", str(tmp_path / "it"), status=2)
    assert "information sets" in said.stdout and "strategy is in" not in said.stdout
    assert "can't be written: No space left" in said.stderr


def test_a_file_in_place_of_a_folder_isnt_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = gdl("export", "chess", "--fairy", "-o", str(tmp_path / "file" / "it.ini"), status=2).stderr
    assert "Not a directory" in told and "is there already" not in told
