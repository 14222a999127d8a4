"""Sections at random: what the import makes of them is a ruleset without findings, and the game that ffish plays."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game
from interpreter.bridges.descriptions.fairy import importing
from interpreter.bridges.descriptions.importers.form import Refused
from tests.support.fairy import compare_games, game_of
from tests.support.fairy_sections import section
from tests.support.ffish import Quick, process
from tests.support.sample import daily, is_today

BATCH, BATCHES = 50, 20
PLIES = 40
OPEN: set[int] = set()
"""Sections where the programs don't agree yet."""
FILE = Path(__file__).with_name("unusual.ini")
UNUSUAL = importing.sections(FILE.read_bytes(), FILE.name)


def made(seed: int) -> str:
    """The ruleset of a section at random; raises Refused."""
    name, text = section(seed)
    own = importing.sections(text.encode(), f"{name}.ini")
    return importing.ruleset(own[name], own).text


def compare(seed: int, witness: subprocess.Popen[str]) -> str:
    """Play a game beside that program; how it ended, or why there is none."""
    name, text = section(seed)
    try:
        ruleset = made(seed)
    except Refused:
        return "refused"
    game = Game.parse(ruleset, name=f"{name}.gdl", backend="reference")
    other = Quick(name, witness, text)
    if not game.start().moves:
        assert not other.moves([])
        return "nobody can begin"
    return [*game_of(other, game, seed, PLIES)][-1][2]


def test_a_random_section_is_the_game_that_ffish_plays() -> None:
    with process() as witness:
        ends = [compare(seed, witness) for seed in range(140) if is_today(seed, 35)]
    assert {*ends} - {"refused"}


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_sections_are_the_games_that_ffish_plays(batch: int) -> None:
    with process() as witness:
        ends = Counter(compare(seed, witness) for seed in range(BATCH * batch, BATCH * (batch + 1)) if seed not in OPEN)
    print(dict(ends))
    assert ends["refused"] < BATCH * 0.6


@pytest.mark.parametrize("name", daily(UNUSUAL, 10, ("twins",)))
def test_keys_that_seldom_stand_together_make_the_game_that_ffish_plays(name: str) -> None:
    text = importing.ruleset(UNUSUAL[name], UNUSUAL).text
    assert [finding.message for finding in lint([Source(f"{name}.gdl", text)])] == []
    game = Game.parse(text, name=f"{name}.gdl", backend="reference")
    with process() as witness:
        compare_games(Quick(name, witness, FILE.read_text(encoding="utf-8")), game, range(2), PLIES)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(0, 1000, 8))
def test_a_random_section_becomes_a_clean_ruleset(seed: int) -> None:
    try:
        text = made(seed)
    except Refused:
        return
    assert [finding.message for finding in lint([Source("made.gdl", text)])] == []
