"""Policies that ship: each file fits its ruleset as it ships, is small, and was made as the manual says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl import library
from interpreter import Game
from interpreter.players.learning import policy as policies

FILES = sorted(library.FOLDER.rglob("*.policy"))
MANUAL = Path(__file__).parents[2] / "docs" / "learning.md"
ROW = re.compile(r"^\| `(\S+)` \| ([\d,]+) \| `(?:rave|mcts)` \|", re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_fits_its_ruleset(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Or else a change of the rules would leave players without it, and nobody would be told."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = Game.load(path.stem)
    assert policies.of_rules(game.model) == policies.read(path, game.model)
    assert path.stat().st_size <= 100_000


def test_the_manual_says_how_they_were_made() -> None:
    """By the one command; and how many positions those were learnt from that are for searches alone."""
    manual = MANUAL.read_text(encoding="utf-8")
    made = {path.stem: policies.read(path, Game.load(path.stem).model) for path in FILES}
    assert {(found.lesson.seed, found.lesson.games) for found in made.values()} == {(1, 100)}
    assert "gdl train go --policy --seed 1 --games 100" in manual
    alone = {name: f"{found.lesson.positions:,}" for name, found in made.items() if not found.is_followed}
    assert dict(ROW.findall(manual)) == alone
    assert sorted(made) == sorted({"go", *alone})
