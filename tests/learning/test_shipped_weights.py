"""Values that ship: each file fits its ruleset as it ships, is small, and is in the manual's table as it was made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl import library
from interpreter import Game
from interpreter.players.learning import weights

ROOT = Path(__file__).parents[2]
FILES = sorted(library.FOLDER.rglob("*.weights"))
ROW = re.compile(r"^\| `(\S+)` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)


def game_of(path: Path) -> Game:
    """The rules that a file is for: `dots_and_boxes-3` is for three players, `dots_and_boxes` for as many as are usual.
    """
    name, _, number = path.stem.partition("-")
    return Game.load(name, players=int(number) if number else None)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_fits_its_ruleset(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = game_of(path)
    found = weights.of_rules(game.model)
    assert found is not None
    assert found.values == weights.read(path, game.model).values
    assert path.stat().st_size <= 200_000


def test_the_manual_lists_them() -> None:
    rows = {row[0]: row[1:] for row in ROW.findall((ROOT / "docs" / "learning.md").read_text(encoding="utf-8"))}
    made = {path.stem: weights.read(path, game_of(path).model).training for path in FILES}
    assert rows == {name: (f"{said.games:,}", f"{said.positions:,}") for name, said in made.items()}
    assert {said.seed for said in made.values()} == {1}
    other = {name: (said.threads, said.share) for name, said in made.items()}
    deep = ("antichess", "atomic", "canadian_draughts", "chess", "chinese_checkers", "crazyhouse", "dobutsu",
            "domineering", "giveaway_draughts", "janggi", "king_of_the_hill", "lasker_morris",
            "santorini", "tablut", "three_check", "xiangqi")  # fmt: skip
    one = dict.fromkeys(deep, (1, weights.SHARE))
    shares = {"backgammon": (1, 20_000), "shogi": (1, 500)}
    assert {name: how for name, how in other.items() if how != (2, weights.SHARE)} == {**shares, **one}
