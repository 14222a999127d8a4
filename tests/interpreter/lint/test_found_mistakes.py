"""Mistakes that show only in play (`tests/mistakes`), written without regard to what finds them: at the right line."""

from pathlib import Path

import pytest
import yaml
from sample import daily

from gdl.text.source import Source
from interpreter.lab.lint.judge import Effort, judge

FOLDER = Path(__file__).parents[2] / "mistakes"
EXPECTED = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))
EVERY_DAY = ["late_swap", "king_changes_places", "same_file_rooks", "nine_prisoners", "isolated", "crowned_at_home"]
SHARE = 0.8
"""Of all of them so many are found at least."""


def found(name):
    """The findings at one of the lines that may be pointed at."""
    text = (FOLDER / f"{name}.gdl").read_text(encoding="utf-8")
    source, lines = Source(f"{name}.gdl", text), [line.strip() for line in EXPECTED[name]["lines"]]
    judged = judge(source, effort=Effort(games=300))
    spans = [one.finding.span for one in judged.findings]
    return [s for s in spans if any(source.line(n).strip() in lines for n in range(s.line, s.end_line + 1))]


@pytest.mark.parametrize("name", daily(EVERY_DAY, 3))
def test_found(name):
    assert found(name)


@pytest.mark.deep
def test_most_are_found():
    hits = [name for name in EXPECTED if (FOLDER / f"{name}.gdl").exists() and found(name)]
    assert len(hits) >= SHARE * len(EXPECTED)


def test_players_with_pieces_of_their_own_are_meant_to_differ():
    """Hunters against a bear: nothing but notes may be said of it."""
    text = (FOLDER / "fair" / "hunters_and_bear.gdl").read_text(encoding="utf-8")
    judged = judge(Source("hunters_and_bear.gdl", text), effort=Effort(games=300))
    assert {one.finding.severity for one in judged.findings} <= {"note"}
