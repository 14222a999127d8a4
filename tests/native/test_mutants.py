"""Shipped rulesets, changed a little in their text: both backends play what comes of it alike."""

from __future__ import annotations

from itertools import islice

import pytest
from mutants import Player, is_wrong, mutants, played

EVERYDAY, DEEP = 25, 3_000


def test_mutants_are_played_alike() -> None:
    found = {name: played(text, plies=12, longest=30) for name, text in islice(mutants(5), EVERYDAY)}
    assert not {name: f for name, f in found.items() if is_wrong(f)}
    assert sum(f.sort == "played" for f in found.values()) > EVERYDAY // 4


@pytest.mark.deep
def test_many_mutants_are_played_alike() -> None:
    player = Player()
    found = {name: player.play(text) for name, text in islice(mutants(6), DEEP)}
    player.end()
    assert not {name: f for name, f in found.items() if is_wrong(f)}
