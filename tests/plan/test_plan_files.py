"""The plans of every ruleset that ships, as they were when they were last looked at (`tests/plan/GAME.txt`).

These files are our own output. They prove nothing about the rules, nor that a plan is a good one; they guard against
change that nobody noticed, above all a compiler that quietly stops optimising. After a change that is meant, write them
anew with ``GDL_GOLDEN=write pytest tests/plan/test_plan_files.py`` and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gdl import library
from interpreter import Game
from interpreter.native.plan.report import report

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", library.names())
def test_the_game_is_compiled_as_before(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    printed = report(Game.load(name).model)
    if os.environ.get("GDL_GOLDEN") == "write":
        file.write_text(printed, encoding="utf-8")
    assert printed == file.read_text(encoding="utf-8")


def test_no_plan_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(library.names())
