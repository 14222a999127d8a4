"""The match between a page's computer and the terminal's: with equal work both find the same, so sides decide."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from page_computer import match
from rivals import log

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")


def test_equal_work_comes_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    points = match("breakthrough", 2, "1s", "alphabeta:300n")
    assert (points.count, points.mean) == (2, 0.5)
    assert capsys.readouterr().out.startswith("breakthrough   alphabeta:300n     page  50 % (")


def test_games_of_the_log_are_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    match("tictactoe", 1, "1s", "mcts:10", path)
    assert len(list(log.read(path))) == 1
    match("tictactoe", 2, "1s", "mcts:10", path)
    assert [line.number for line in log.read(path)] == [0, 1]
    before, said = path.read_bytes(), capsys.readouterr().out.splitlines()
    assert match("tictactoe", 2, "1s", "mcts:10", path).count == 2
    assert path.read_bytes() == before
    assert capsys.readouterr().out.splitlines() == said[1:]
