"""Pictures and films on the command line: files are written whole, never over others unasked, with clear refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.options import extras

PLAY = ["play", "tictactoe", "--seat", "X=random", "--seat", "O=random", "--seed", "3"]


def gdl(*words: object) -> Any:
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.yaml"
    assert gdl(*PLAY, "--record", file).exit_code == 0
    return file


def test_a_picture_of_a_game_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = gdl("show", "tictactoe", "--svg")
    assert done.exit_code == 0 and done.output == "tictactoe.svg\n"
    assert gdl("show", "tictactoe", "--svg", "--png", "board.png").exit_code == 2  # the first is there already
    assert [file.name for file in tmp_path.iterdir()] == ["tictactoe.svg"]
    assert gdl("show", "tictactoe", "--svg", "--force").exit_code == 0


def test_a_board_as_somebody_sits(tmp_path: Path) -> None:
    white, black = (gdl("show", "chess", "--svg", "-", "--as", player).stdout for player in ("White", "Black"))
    assert white == gdl("show", "chess", "--svg", "-").stdout != black
    refused = gdl("show", "chess", "--svg", tmp_path / "x.svg", "--as", "Red")
    assert refused.exit_code == 2 and "no player Red; there are White, Black" in refused.output
    assert not list(tmp_path.iterdir())


def test_a_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py isn't installed (extra `pictures`)")
    file = tmp_path / "x.png"
    assert gdl("show", "go", "--png", file).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG") and file.stat().st_size > 5_000


def test_without_the_extra(tmp_path: Path, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    for words in (["show", "go", "--png", tmp_path / "x.png"], ["replay", record, "--gif", tmp_path / "x.gif"]):
        done = gdl(*words)
        assert done.exit_code == 2 and "pip install 'gdl-interpreter[pictures]'" in done.output
    assert gdl("replay", record, "--svg", tmp_path / "x.svg").exit_code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.yaml", "x.svg"]


def test_a_film(tmp_path: Path, record: Path) -> None:
    film = tmp_path / "film.svg"
    assert gdl("replay", record, "--svg", film, "--pace", "0.5").exit_code == 0
    shown = film.read_text(encoding="utf-8")
    ElementTree.fromstring(shown)
    assert "<animate" in shown and 'repeatCount="indefinite"' in shown
    assert gdl("replay", record, "--svg", film).exit_code == 2
    assert film.read_text(encoding="utf-8") == shown
    assert gdl("replay", record, "--svg", film, "--force").exit_code == 0
    assert film.read_text(encoding="utf-8") != shown
    assert gdl("replay", record, "--svg", "-").stdout == film.read_text(encoding="utf-8")


def test_a_gif(tmp_path: Path, record: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow isn't installed (extra `pictures`)")
    pytest.importorskip("resvg_py", reason="resvg-py isn't installed (extra `pictures`)")
    assert gdl("replay", record, "--gif", tmp_path / "x.gif", "--pace", "0.2").exit_code == 0
    with image.open(tmp_path / "x.gif") as shown:
        assert shown.n_frames > 5 and shown.info["duration"] == 200


@pytest.mark.parametrize("pace", ["0", "-1", "nan", "1e9", "fast"])
def test_no_such_pace(pace: str, tmp_path: Path, record: Path) -> None:
    assert gdl("replay", record, "--svg", tmp_path / "x.svg", f"--pace={pace}").exit_code == 2
    assert not (tmp_path / "x.svg").exists()


def test_a_record_that_breaks_off_makes_no_film(tmp_path: Path, record: Path) -> None:
    record.write_text(record.read_text().replace("turns:\n- [", "turns:\n- [z9, "))
    done = gdl("replay", record, "--svg", tmp_path / "x.svg")
    assert done.exit_code == 1 and "z9" in done.output and not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(("target", "said"), [
    ("", "is a folder"), (".", "is a folder"), ("/dev/null/x.svg", "can't be written"),
])  # fmt: skip
def test_where_no_film_can_be_written(target: str, said: str, record: Path) -> None:
    done = gdl("replay", record, "--svg", target)
    assert done.exit_code == 2 and said in done.output
