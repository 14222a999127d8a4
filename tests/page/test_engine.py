"""The engine of pages, in Node: what it shows, and its records, are what the reference interpreter has."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_node import NODE, called, expected, random_game, record_of
from playing import load

from gdl import library

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
SLOW = ("go", "crazyhouse")


@pytest.mark.parametrize("name", library.names())
def test_what_is_shown(name: str, tmp_path: Path) -> None:
    game = load(name)
    states = random_game(game, 3, 6 if name in SLOW else 20)
    everybody = dict.fromkeys(game.players, "human")
    begin = {"seed": 3, "seats": everybody}

    calls = [("still", None), ("begin", begin), ("plies", states[-1].line), ("log", None), ("record", None)]
    _, _, views, log, record = called(tmp_path, [game], calls)
    assert isinstance(views, list), views
    for ply, view in enumerate(views):
        wanted = expected(states, ply)
        assert {key: view[key] for key in wanted} == wanted, f"{name}, ply {ply}"
    assert [ply["text"] for ply in log] == states[-1].line
    assert record == record_of(game, 3, states, everybody)
