"""Moves chosen piece by piece: the cases that the page's JavaScript is held to, too, and what holds for every game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from sample import rulesets

from interpreter import Game
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game.choosing import LISTED, Chooser

CASES = yaml.safe_load((Path(__file__).parent / "choosing.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Written:
    """A move as the cases have it."""

    text: str
    values: tuple[str, ...]
    sites: tuple[str, ...]
    loose: tuple[tuple[str, ...], ...] = ()


def chooser(case: dict[str, Any]) -> tuple[Chooser, list[str]]:
    moves = [
        Written(text, tuple(values), tuple(sites), tuple(map(tuple, loose)))
        for text, (values, sites, *loose) in case["moves"].items()
    ]
    return Chooser(moves, case["labels"]), [move.text for move in moves]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_what_is_left_after_picks(case: dict[str, Any]) -> None:
    choosing, texts = chooser(case)
    for expected in case["after"]:
        choice = choosing.choice(expected["picks"])
        found = {
            "fitting": [texts[number] for number in choice.fitting], "sites": list(choice.sites),
            "later": list(choice.later), "others": list(choice.others), "firsts": list(choice.firsts),
            "told": choice.is_told,
        }  # fmt: skip
        wanted = {"fitting": [], "sites": [], "later": [], "others": [], "firsts": [], "told": False, **expected}
        assert {**found, "picks": expected["picks"]} == wanted


@pytest.mark.parametrize("case", [case for case in CASES if "clicks" in case], ids=lambda case: case["case"])
def test_picks_after_a_click(case: dict[str, Any]) -> None:
    choosing, _ = chooser(case)
    for before, pick, after in case["clicks"]:
        assert choosing.pick(before, pick) == tuple(after), (before, pick)


@pytest.mark.parametrize("case", [case for case in CASES if "asked" in case], ids=lambda case: case["case"])
def test_what_does_not_fit_stands_where_a_move_would_name_it(case: dict[str, Any]) -> None:
    choosing, _ = chooser(case)
    for before, pick, order in case["asked"]:
        assert choosing.in_order(before, pick) == tuple(order), (before, pick)


@pytest.mark.parametrize("name", rulesets())
def test_every_move_of_a_game_can_be_told(name: str) -> None:
    """Some way of picking what is offered leads to each move, and to no other on the way."""
    game, random = Game.load(name), Random(5)
    labels = frozenset(label for shape in shapes_to_draw(game.model) for label in shape.labels)
    state = game.start(5)
    for _ in range(40):
        if state.is_over:
            break
        if not state.is_chance:
            choosing = Chooser(state.moves, labels)
            for number in random.sample(range(len(state.moves)), min(3, len(state.moves))):
                assert told(choosing, number, ()), (name, state.moves[number])
        state = state.play(random.choice(state.moves))


def told(choosing: Chooser, number: int, picks: tuple[str, ...]) -> bool:
    choice = choosing.choice(picks)
    if number not in choice.fitting:
        return False
    if choice.is_told:
        return True
    offered = [*choice.sites, *(LISTED + other for other in (*choice.others, *choice.firsts))]
    return any(told(choosing, number, (*picks, pick)) for pick in offered)
