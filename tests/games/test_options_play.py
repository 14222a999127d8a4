"""Every ruleset that ships plays to its end as it is, and with each of its options at its limits or other choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playing import load, turns
from shipped import base_of

from gdl import library
from interpreter import Game, LoadError

FEW = 4  # of many sites where something may begin, so many every day; all of them are for deep runs
MANY = 8
GAMES, DEEP_GAMES = 1, 3
LONGEST = 3000  # turns; every game here has a limit of its own, or a proof that it is shorter


REFUSED = {("fire_and_ice_handicap", "start"): "handicap"}
"""The first counter may not stand where the variant has put one already."""


def settings() -> Iterator[Any]:
    for name in library.names():
        yield pytest.param(name, {}, id=name)
        base = base_of(name)
        known = load(base).options if base else {}
        for option in load(name).model.options:
            values = option.choices or [v for v in (option.low, option.high) if v is not None]
            taken = load(name).options.get(REFUSED.get((name, option.name), ""), ())
            everyday = values if len(values) <= MANY else values[:: -(-len(values) // FEW)]
            for value in (v for v in values if v not in taken and v != load(name).options[option.name]):
                # what a variant has from its base is tried there every day
                marks = [] if value in everyday and option.name not in known else [pytest.mark.deep]
                yield pytest.param(name, {option.name: value}, id=f"{name} {option.name}={value}", marks=marks)


@pytest.mark.parametrize(("name", "option", "other"), [(*key, other) for key, other in REFUSED.items()])
def test_options_that_contradict_each_other_are_refused(name: str, option: str, other: str) -> None:
    for value in load(name).options[other]:
        with pytest.raises(LoadError):
            Game.load(name, **{option: value})


every_setting = pytest.mark.parametrize(("name", "options"), list(settings()))


@every_setting
def test_random_games_come_to_an_end(name: str, options: dict[str, Any]) -> None:
    check(name, options, GAMES)


@pytest.mark.deep
@every_setting
def test_more_random_games_come_to_an_end(name: str, options: dict[str, Any]) -> None:
    check(name, options, DEEP_GAMES)


def check(name: str, options: dict[str, Any], games: int) -> None:
    """Play so many games."""
    game = Game.load(name, **options) if options else load(name)
    for number in range(games):
        end = list(islice(turns(game, seed=51, number=number), LONGEST))[-1].after
        assert end.is_over, f"no end after {LONGEST} turns"
        assert set(end.outcomes or {}) == set(game.players)
        paid = "pay" in (end.position()["over"] or {})  # amounts of any size, perhaps of general sum
        assert paid or len(game.players) == 1 or abs(sum((end.results or {}).values())) < 1e-9
