"""Files that commands write: a missing folder is made, and what stands in the way is said before long work."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import gdl

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


def test_a_file_in_place_of_a_folder_isnt_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = gdl("export", "chess", "--fairy", "-o", str(tmp_path / "file" / "it.ini"), status=2).stderr
    assert "Not a directory" in told and "is there already" not in told
