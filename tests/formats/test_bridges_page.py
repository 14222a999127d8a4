"""The format that docs/bridges.md shows: the very text is run, and is put into the table as a format of our own is."""

from __future__ import annotations

import re
import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from interpreter import Game
from interpreter.bridges.formats import table
from interpreter.game import records

PAGE = Path(__file__).parents[2] / "docs" / "bridges.md"


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The class of the page, known to every command."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    file = tmp_path / "lines_of_the_page.py"
    file.write_text(found[1], encoding="utf-8")
    spec = util.spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, file.stem, module)
    spec.loader.exec_module(module)
    monkeypatch.setitem(table.KNOWN, "lines", module.Lines)
    monkeypatch.chdir(tmp_path)
    return module.Lines


def convert(*arguments: str) -> str:
    return CliRunner().invoke(app, ["convert", *arguments]).output


def test_it_is_short() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 65


@pytest.mark.usefixtures("lines")
def test_chess_both_ways_and_through_pgn() -> None:
    Path("a.games").write_text("Chess, White=Anna: e4; e5; Nf3 {the best}; Nc6 = 1-0\nno game\n\nChess: e4; e9\n"
                               "Breakthrough: a2-a3; h7-h6", encoding="utf-8")  # fmt: skip
    assert "game 2: line 2: a line should look like" in (said := convert("a.games", "games/"))
    assert "game 3: line 4, move 2 `e9`" in said and "games: 2 games; 2 games can't be read" in said
    record = records.read("games/000001.yaml")
    assert (record.turns[2], record.comments, record.resigned) == (["g1-f3"], {"3": "the best"}, "Black")
    assert records.read("games/000004.yaml").game == "breakthrough"
    convert("games/000001.yaml", "b.pgn")
    assert "1. e4 e5 2. Nf3 { the best } 2... Nc6 1-0" in Path("b.pgn").read_text(encoding="utf-8")
    convert("b.pgn", "c.games")
    text = Path("c.games").read_text(encoding="utf-8")
    assert text.startswith("Chess, ") and text.endswith(": e2-e4; e7-e5; g1-f3 {the best}; b8-c6 = 1-0\n")


@pytest.mark.usefixtures("lines")
def test_dice_are_held() -> None:
    game = Game.load("backgammon", opening=False)
    record = records.new(game, "backgammon", 3)
    state = game.start(seed=3)
    for _ in range(12):
        move = state.moves[0]
        record.turns.append([move.text])
        state = state.play(move)
    records.write(record, Path("a.yaml"))
    convert("a.yaml", "a.games")
    convert("a.games", "b.yaml", "--set", "opening=false")
    assert records.read("b.yaml").plies == record.plies


@pytest.mark.usefixtures("lines")
@pytest.mark.parametrize("content", [b"", b"\n\n", b":" * 3_000_000, b"x" * 3_000_000 + b"\nChess: e4\n"])
def test_what_is_none(content: bytes) -> None:
    Path("a.games").write_bytes(content)
    said = convert("a.games", "out/")
    assert "holds no game in LINES" in said or "a line should look like" in said
