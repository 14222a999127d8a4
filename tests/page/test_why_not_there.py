"""Why something can't be picked: a page says of what stands there the same as the program, which has the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from page_node import NODE, called, random_game
from sample import daily

from interpreter import Game, State
from interpreter.drawing import refusals

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
GAMES = {
    "chess": 40, "breakthrough": 20, "draughts": 12, "sparks": 6, "lasca": 15, "santorini": 9, "shogi": 30, "kalah": 4,
    "einstein": 12, "amazons": 5, "tictactoe": 3,
}  # fmt: skip
"""How many plies are played in each."""


def asked(folder: Path, states: list[State], sites: list[str]) -> list[dict[str, Any]]:
    """What the page's engine says of each site at the end of a game."""
    begin = {"seed": 1, "seats": dict.fromkeys(states[0].game.players, "human")}
    begun = [("still", None), ("begin", begin), ("plies", states[-1].line)]
    return called(folder, [states[0].game], [*begun, *(("why", [site]) for site in sites)])[len(begun) :]


@pytest.mark.parametrize("name", daily(GAMES))
def test_a_page_says_what_stands_there_as_the_program_does(name: str, tmp_path: Path) -> None:
    game = Game.load(name)
    states = random_game(game, 1, GAMES[name])
    sites = [site for shape in game.model.shapes for site in shape.labels]
    for site, answer in zip(sites, asked(tmp_path, states, sites), strict=True):
        if answer["said"]:  # the program may name the kind that is wanted: `no coal of yours`
            known = re.sub(r", no \w+ of yours$", ", none of yours", refusals.why_not_there(states[-1], [site]))
            assert answer["said"] == known, site


def test_what_stands_there_is_said_where_ones_own_pieces_are_chosen(tmp_path: Path) -> None:
    told = asked(tmp_path, [Game.load("chess").start()], ["e4", "e7", "a1", "e2"])
    assert [one["said"] for one in told] == ["e4 is empty", "Black's pawn is on e7, none of yours", "", ""]
    assert all("choose a in mine" in " ".join(one["needs"]) for one in told)


def test_nothing_is_said_of_it_where_anything_else_is_chosen(tmp_path: Path) -> None:
    """A stone is put on an empty square."""
    told = asked(tmp_path, random_game(Game.load("tictactoe"), 1, 1), ["a1", "b2", "c3"])
    assert [one["said"] for one in told] == ["", "", ""]
