"""All scenarios that ship, one test each; they are taken from rule sheets, never from our own output."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.game import scenarios

FILES = {str(path): scenarios.read(path) for path in scenarios.shipped()}


@cache
def tried(file: str) -> tuple[scenarios.Result, ...]:
    return tuple(scenarios.run(FILES[file]))


@pytest.mark.parametrize(
    ("file", "index"),
    [
        pytest.param(name, index, id=f"{case.game or file.setting.game}: {case.name}")
        for name, file in FILES.items()
        for index, case in enumerate(file.scenarios)
    ],
)
def test_scenario(file: str, index: int) -> None:
    result = tried(file)[index]
    assert result.passed, str(result)


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
