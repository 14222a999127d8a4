"""All scenarios that ship, a test for each file; they are taken from rule sheets, never from our own output.

`gdl test`, which `.ci/run` calls, runs every file; here a day runs a part.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sample import daily

from interpreter import Game
from interpreter.game import scenarios

FILES = {path: scenarios.read(path) for path in scenarios.shipped()}


@pytest.mark.parametrize("path", daily(FILES, 4, []), ids=str)
def test_scenarios(path: Path) -> None:
    failed = [str(result) for result in scenarios.run(FILES[path]) if not result.passed]
    assert not failed, "\n".join(failed)


def test_every_game_that_ships_in_a_folder_of_its_own_has_scenarios() -> None:
    folders = {path.parent for path in scenarios.shipped()}
    assert {folder.name for folder in folders} >= {
        "big_balls", "fire_and_ice", "sparklies", "sparks", "spectral_reapers", "tictactoe",
    }  # fmt: skip


@pytest.mark.parametrize("folder", sorted({path.parent for path in scenarios.shipped()}), ids=lambda f: f.name)
def test_a_games_page_names_its_options_and_variants(folder: Path) -> None:
    page = (folder / "README.md").read_text(encoding="utf-8")
    _, _, table = page.partition("\n| option | default | meaning |\n")
    told = {name for row in table.split("\n\n")[0].splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert told == set(Game.load(folder.name).options)
    for ruleset in folder.glob("*.gdl"):
        assert f"`{ruleset.stem}`" in page or f"play {ruleset.stem}" in page
