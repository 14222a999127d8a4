"""Messages about values that don't fit say what may be, in the author's words."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game, LoadError

RULES = """game "Prizes"

players White, Black
option best: 0..9 = 5 "the highest prize, 3 at least"
type prize = 3..top
define top = best when best > 2 otherwise 0
board grid(3, 3)
pieces man of player
game has kept: {holds}

turn
  choose s in empty
  put man of me on s
  kept = {value}

end
  draw if no empty and some kept
"""


def hints(holds: str, value: str) -> list[str]:
    checked = check(Source("prizes.gdl", RULES.format(holds=holds, value=value)))
    return [f"{f.code}: {f.hint}" for f in checked.findings if f.severity == "error"]


def test_nothing_for_a_value_that_is_always_there() -> None:
    (told,) = hints("site = a1", "s when s = a1 otherwise {}")
    assert told == "T337: `{}` is nothing, and `kept` always holds something: replace `{}` by a value"


def test_nothing_for_a_value_that_may_be_missing() -> None:
    (told,) = hints("site?", "s when s = a1 otherwise {}")
    assert told == "T337: leave out `otherwise {}`: without it there is nothing, too"
    assert not hints("site?", "s when s = a1")


def test_an_option_that_leaves_a_range_empty_is_named_with_its_help() -> None:
    rules = Source("prizes.gdl", RULES.format(holds="prize = 3", value="3").replace("some kept", "kept = 3"))
    assert Game.parse(rules.text, best=4)
    with pytest.raises(LoadError, match="the option `best` can't be 2: the highest prize, 3 at least"):
        Game.parse(rules.text, best=2)
    with pytest.raises(LoadError, match=r"O806 the option `handicap` can't be {A1, A2}: points with a counter"):
        Game.load("fire_and_ice", handicap="{A1, A2}")
