"""`gdl perft` by the command line: published counts, and what it says when something doesn't fit.

Counts: https://www.chessprogramming.org/Perft_Results (start, "Kiwipete", positions 3 to 6).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from cli.app import app

CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": [20, 400, 8_902, 197_281],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2_039, 97_862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2_812, 43_238, 674_624],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9_467, 422_333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1_486, 62_379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2_079, 89_890],
}


def perft(*words: str, status: int = 0) -> Result:
    found = CliRunner().invoke(app, ["perft", *words])
    assert found.exit_code == status, found.output
    return found


def counted(*words: str) -> list[dict[str, Any]]:
    shown: dict[str, Any] = json.loads(perft(*words, "--json").stdout)
    return list(shown["depths"])


@pytest.mark.parametrize("position", CHESS)
def test_chess(position: str) -> None:
    wanted = CHESS[position]
    found = counted("chess", "--position", position, "--turns", str(len(wanted)), "--no-positions")
    assert [depth["sequences"] for depth in found] == wanted
    assert {depth["positions"] for depth in found} == {None}


@pytest.mark.deep
@pytest.mark.parametrize(
    ("position", "turns", "count"),
    [("", 6, 119_060_324), (list(CHESS)[1], 5, 193_690_690), (list(CHESS)[2], 6, 11_030_083)],
)
def test_chess_deeper(position: str, turns: int, count: int) -> None:
    where = ["--position", position] if position else []
    found = counted("chess", *where, "--turns", str(turns), "--no-positions", "--jobs", "2")
    assert found[-1]["sequences"] == count


def test_the_table_leaves_open_what_was_not_counted() -> None:
    rows = perft("chess", "--turns", "2", "--no-positions").stdout.splitlines()
    assert rows[-1].split() == ["2", "400", "–", "–"]
    shown = perft("chess", "--turns", "2", "--divide", "--no-positions", "--jobs", "2").stdout
    assert shown.count("             20              –") == 1 + 20  # the first turn, and behind each of its moves


def test_what_was_counted_is_told_where_the_next_depth_finds_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 MB hold chess' tables, not more; a machine with less is told from the beginning."""
    found = counted("chess", "--turns", "4", "--memory", "16", "--positions")
    assert [depth["sequences"] for depth in found] == [20, 400, 8_902, 197_281]
    assert found[0]["positions"] == 20 and found[3]["positions"] is None
    monkeypatch.setattr("cli.options.arguments.available", lambda: 100 << 20)
    refused = perft("chess", "--turns", "2", "--memory", "101", status=2)
    assert "this machine has 100 MB to give" in refused.output


def test_depths_that_are_done_are_told_whatever_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.options.arguments.share", lambda: 7 << 20)  # too little for chess' tables
    found = perft("chess", "--turns", "3", "--json", "--positions", status=1)
    assert [depth["sequences"] for depth in json.loads(found.stdout)["depths"]] == [20, 400]
    assert "depth 3: counting takes more than 7 MB" in found.stderr


def test_sequences_alone_where_each_has_a_position_of_its_own() -> None:
    """The past is a part of the state where `repeats` compares it: in chess as many positions as sequences."""
    usual, asked = perft("chess", "--turns", "3"), perft("chess", "--turns", "3", "--positions")
    assert "sequences alone are counted; --positions counts both" in usual.stderr and not asked.stderr
    assert usual.stdout.splitlines()[-1].split() == ["3", "8,902", "–", "–"]
    assert asked.stdout.splitlines()[-1].split() == ["3", "8,902", "8,902", "0"]
    assert counted("tictactoe", "--turns", "3")[2] == {"depth": 3, "sequences": 504, "positions": 252, "ended": 0}
    assert [d["positions"] for d in counted("go", "--set", "size=3", "--turns", "2")] == [None, None]
    assert [d["positions"] for d in counted("go", "--set", "size=3", "--turns", "2", "--positions")] != [None, None]


def test_ways_that_are_written_alike_are_all_told(tmp_path: Path) -> None:
    """Four dice with a nought and a one fall in 16 ways; the sums are 0 to 4."""
    file = tmp_path / "four.gdl"
    text = 'game "Four"\nplayers A, B\ngame has s: 0..9\nturn\n  roll n in 4 of {0, 1}\n  choose "on"\n  s = n\n'
    file.write_text(f"{text}end\n  win me if s >= 0\n", encoding="utf-8")
    found = json.loads(perft(str(file), "--plies", "2", "--divide", "--json").stdout)
    assert found["depths"][1] == {"depth": 2, "sequences": 16, "positions": 5, "ended": 16}
    assert sum(behind["sequences"] for behind in found["divide"].values()) == 16
    assert [move for move in found["divide"] if move.startswith("3")] == ["3", "3 (2)", "3 (3)", "3 (4)"]
