"""Small games as people write them from the manual alone: lint is silent, both backends play them alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

FOLDER = Path(__file__).parents[1] / "rulesets" / "everyday"
PATHS = sorted(FOLDER.glob("*.gdl"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_nothing_is_found_in_it(path: Path) -> None:
    found = lint([Source(path.name, path.read_text(encoding="utf-8"))])
    assert [(f.code, f.message) for f in found if f.code != "L001"] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_both_backends_agree_to_the_end(path: Path) -> None:
    game = Game.load(path)
    for seed in (1, 2):
        played = both_backends(game, seed, plies=60, games=2, longest=400)
        assert played.failure is None
