"""Why something can't be picked: a page says of what stands there the same as the program, which has the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, tap
from page_node import NODE, called, random_game
from sample import daily

from cli.web.page.build import page
from interpreter import Game, State
from interpreter.drawing import refusals
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game.choosing import Chooser

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
GAMES = {
    "chess": 40, "breakthrough": 20, "draughts": 12, "sparks": 6, "lasca": 15, "santorini": 9, "shogi": 30, "kalah": 4,
    "einstein": 12, "amazons": 5, "tictactoe": 3, "hex": 9, "go": 12, "tak": 9, "connect_four": 9, "domineering": 5,
    "nine_mens_morris": 9, "pylos": 9, "reversi": 9, "y": 8, "quarto": 5,
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


def test_what_stands_there_is_said_where_an_empty_square_is_chosen(tmp_path: Path) -> None:
    states = random_game(Game.load("tictactoe"), 1, 1)
    taken = str(states[-1].line[-1])
    told = asked(tmp_path, states, [taken, *({"a1", "b2", "c3"} - {taken})])
    assert [one["said"] for one in told][:1] == [f"X's stone is on {taken}"]
    assert {one["said"] for one in told[1:]} == {""}


def test_nothing_is_said_of_it_where_anything_else_is_chosen(tmp_path: Path) -> None:
    """A peg is nobody's, and jumps."""
    game = Game.load("peg_solitaire")
    told = asked(tmp_path, [game.start()], [*game.model.shapes[0].labels])
    assert {one["said"] for one in told} == {""}


@pytest.mark.parametrize(("first", "then", "why"), [
    ("e4", "e7", "Black's pawn is on e7, none of yours"),
    ("e4", "e5", "e5 is empty"),
    ("e4", "a1", "e4 isn't in a1's “goals”; it is empty"),
    ("e2", "e7", "e7 isn't in e2's “goals”; it holds e3, e4"),
])  # fmt: skip
def test_who_points_at_the_target_first_is_told_of_the_piece(first: str, then: str, why: str) -> None:
    """At the start of chess the rook's goals are empty, those of the pawn are e3 and e4."""
    state = Game.load("chess").start()
    labels = [label for shape in shapes_to_draw(state.game.model) for label in shape.labels]
    picks = Chooser(state.moves, frozenset(labels)).in_order([first], then)
    assert refusals.why_not_there(state, picks) == why


@needs_browser
def test_a_page_tells_of_the_piece_after_a_target(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "chess.html"
    path.write_text(page([Game.load("chess")], ["chess"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(locale="en"), path)
    tap(tab.page, "e4")
    tab.page.locator(".site[data-site=e7]").dispatch_event("click")
    told = "Nothing can be played at e7 now: Black's pawn is on e7, none of yours."
    expect(tab.page.locator(".trouble")).to_have_text(told)
