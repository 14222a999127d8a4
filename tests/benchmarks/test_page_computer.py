"""The match between a page's computer and the terminal's: with equal work both find the same, so sides decide."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from page_computer import match

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")


def test_equal_work_comes_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    points = match("breakthrough", 2, "1s", "alphabeta:300n")
    assert (points.count, points.mean) == (2, 0.5)
    assert capsys.readouterr().out.startswith("breakthrough   alphabeta:300n     page  50 % (")
