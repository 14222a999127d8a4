"""Files that commands write: a missing folder is made, and what stands in the way is said before long work."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
import typer
from command import gdl

from cli.app import app
from gdl import files
from interpreter import Game
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
        ("bundle", "crazyhouse", "-o"),
        ("compare", "chess", "chess", "--csv"),
        ("compare", "chess", "chess", "--html"),
        ("compile", "chess", "--c", "-o"),
        ("compile", "chess", "-o"),
        ("export", "chess", "--fairy", "-o"),
        ("lsp", "--log"),
        ("page", "chess", "-o"),
        ("play", "chess", "--record"),
        ("replay", "no.yaml", "--gif"),
        ("replay", "no.yaml", "--svg"),
        ("serve", "chess", "--data"),
        ("show", "chess", "--png"),
        ("show", "chess", "--svg"),
        ("solve", "chess", "--db"),
        ("solve", "kuhn_poker", "--strategy"),
        ("study", "chess", "--csv"),
        ("study", "chess", "--html"),
        ("study", "chess", "--parquet"),
        ("train", "chess", "--policy", "-o"),
        ("train", "chess", "-o"),
        ("tune", "sparks", "--goal", "balance", "--storage"),
    ],
    ids=" ".join,
)
def test_what_cant_be_written_is_told_before_the_work(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of that name, a file in place of a folder, and a place where nothing can be made. Nothing is loaded
    before, and nothing is made."""
    monkeypatch.setattr(Game, "of", None)
    ending = ".policy" if "--policy" in words else ".gdl" if words[0] == "bundle" else ".weights"
    (tmp_path / "file").touch()
    (tmp_path / f"folder{ending}").mkdir()
    below, folder = f"file/it{ending}", f"folder{ending}"
    places = (below, "can't be written: Not a directory"), (folder, "is a folder; name a file in it")
    for place, why in places:
        assert f"{tmp_path / place}: {why}" in gdl(*words, str(tmp_path / place), status=2).stderr
    if Path("/proc/self").is_dir():
        assert "/proc/it: can't be written: " in gdl(*words, "/proc/it", status=2).stderr
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", f"folder{ending}"]


def test_folders_for_files_are_looked_at_before_the_work_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("rules.gdl").touch()
    for words, said in (
        (("site", "file", "tictactoe"), "file: is a file; name a folder"),
        (("lint", "rules.gdl", "--play", "--witnesses", "file"), "file: is a file; name a folder"),
        (("convert", "rules.gdl", "file/it"), ": can't be written: Not a directory"),
        (("import", "rules.gdl", "-o", "file/it"), ": can't be written: Not a directory"),
    ):
        assert said in gdl(*words, status=2).stderr


def test_every_option_that_names_a_file_to_write_is_looked_at() -> None:
    """What is written into is known by its help or its name; what is only read isn't."""
    read = {"--position", "--resume", "--db", "--pyodide"}  # of `play` and others, --db is a table that is there
    unseen = [
        f"{name} {option.opts[-1]}"
        for name, command in typer.main.get_command(app).commands.items()  # type: ignore[attr-defined]
        for option in command.params
        if str(option.metavar).strip("[]") in ("FILE", "OUT", "ONE.gdl", "FOLDER") and option.opts[0][:1] == "-"
        if option.callback is None and not read & set(option.opts)
    ]
    assert unseen == []


def test_a_place_is_looked_at_without_a_trace(tmp_path: Path) -> None:
    """The missing folder is made when there is something to write, and a file that is there stays as it is."""
    files.check_place(tmp_path / "far" / "off" / "it")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").write_text("kept")
    files.check_place(tmp_path / "old")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("old", "kept")]
    files.check_place(Path("/dev/null"))


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
