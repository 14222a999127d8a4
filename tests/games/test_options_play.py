"""Every ruleset that ships plays to its end as it is, and with each of its options at its limits or other choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playing import load, turns
from sample import base_of, rulesets

from gdl import library
from interpreter import Game, LoadError

FEW = 4  # of many sites where something may begin, so many every day; all of them are for deep runs
MANY = 8
GAMES, DEEP_GAMES = 1, 3
LONGEST = 3000  # turns; every game here has a limit of its own, or a proof that it is shorter


REFUSED = {("fire_and_ice_handicap", "start"): "handicap"}
"""The first counter may not stand where the variant has put one already."""


def settings(name: str, deep: bool) -> Iterator[dict[str, Any]]:
    """No options, and each option at each value; what a variant has from its base is tried there, and of many values
    some, if the day isn't long."""
    yield {}
    base = base_of(name)
    known = load(base).options if base and not deep else {}
    for option in load(name).model.options:
        values = option.choices or [v for v in (option.low, option.high) if v is not None]
        if not deep and len(values) > MANY:
            values = values[:: -(-len(values) // FEW)]
        taken = load(name).options.get(REFUSED.get((name, option.name), ""), ())
        for value in values:
            if option.name not in known and value not in taken and value != load(name).options[option.name]:
                yield {option.name: value}


@pytest.mark.parametrize(("name", "option", "other"), [(*key, other) for key, other in REFUSED.items()])
def test_options_that_contradict_each_other_are_refused(name: str, option: str, other: str) -> None:
    for value in load(name).options[other]:
        with pytest.raises(LoadError):
            Game.load(name, **{option: value})


@pytest.mark.parametrize("name", rulesets())
def test_random_games_come_to_an_end(name: str) -> None:
    for options in settings(name, deep=False):
        check(name, options, GAMES)


@pytest.mark.deep
@pytest.mark.parametrize("name", library.names())
def test_more_random_games_come_to_an_end(name: str) -> None:
    for options in settings(name, deep=True):
        check(name, options, DEEP_GAMES)


def check(name: str, options: dict[str, Any], games: int) -> None:
    """Play so many games."""
    game = Game.load(name, **options) if options else load(name)
    for number in range(games):
        end = list(islice(turns(game, seed=51, number=number), LONGEST))[-1].after
        assert end.is_over, f"no end after {LONGEST} turns with {options}"
        assert set(end.outcomes or {}) == set(game.players)
        paid = "pay" in (end.position()["over"] or {})  # amounts of any size, perhaps of general sum
        alone = len(game.players) == 1 or game.model.unites
        assert paid or alone or abs(sum((end.results or {}).values())) < 1e-9
