"""`site[c, r]`, `track[ring, i]`: which board's coordinates are meant."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game, LoadError

GAME = """game "Two boards"
players A, B
board grid(3, 3)
pieces stone of player
type track
  for ring in 1..3, i in 1..3
type dial = ring(4)
game has held: set of track
game has hour: set of dial

define t.spot = {spot}

turn
  choose t in track where some t.spot as "{{t}}"
  put stone of me on t.spot
  held += {at}
  hour += {hour}

end
  draw if stuck
"""


def checked(spot: str = "site[t.ring, t.i]", at: str = "track[1, 2]", hour: str = "[3]") -> list[str]:
    found = check(Source("two.gdl", GAME.format(spot=spot, at=at, hour=hour)))
    return [f"{f.code} {f.message} – {f.hint}" for f in found.findings if f.severity == "error"]


def test_each_board_has_its_own() -> None:
    state = Game.parse(GAME.format(spot="site[t.ring, t.i]", at="track[2, 3]", hour="dial[3]")).start().play("1/2")
    assert state.position()["pieces"] == {"stone of A": ["a2"]}
    assert state.position()["variables"] == {"held": ["2/3"], "hour": ["3"]}


def test_off_the_board_is_nothing() -> None:
    assert len(Game.parse(GAME.format(spot="site[t.ring + 2, t.i]", at="held", hour="hour")).start().moves) == 3


@pytest.mark.parametrize(("wrong", "said"), [
    ({"at": "[1, 2]"}, "B407 sites of site and track have such coordinates"),
    ({"spot": "[t.ring, t.i]"}, "T331"),
    ({"at": "dial[1, 2]"}, "B406 these are no coordinates of `dial` – it has `dial[i]`"),
    ({"at": "stone[1, 2]"}, "B406 `stone` has no coordinates"),
    ({"at": "nobody[1, 2]"}, "B406 `nobody` has no coordinates"),
    ({"at": "player[1]"}, "B406 `player` has no coordinates"),
    ({"hour": "dial[a1]"}, "B406 these are no coordinates of `dial`"),
])  # fmt: skip
def test_faults(wrong: dict[str, str], said: str) -> None:
    found = checked(**wrong)
    assert found if said == "T331" else any(f.startswith(said) for f in found), found


POINTS = """game "Points"

players A, B
type spot
  point 1 at 0, 0
  point 2 at 2, 0
option begin: spot = [2] "where it begins"
game has place: spot = [1]
game has far:   spot = begin

setup
  place = [2]

turn
  choose n in spot
  let here: spot = [2]
  place = n if here != n
  far   = [1]

end
  draw if place = far
"""


def test_a_site_that_is_there_is_not_missing() -> None:
    game = Game.parse(POINTS)
    state = game.start()
    assert (state.value("place"), state.value("far")) == ("2", "2")
    assert Game.parse(POINTS, begin="1").start().value("far") == "1"  # by its label …
    assert Game.parse(POINTS, begin="[1]").start().value("far") == "1"  # … and as in the rules
    assert lint([Source("points.gdl", POINTS)], select=["O806", "T3"]) == []


@pytest.mark.parametrize(("old", "new"), [("spot = [1]", "spot = [3]"), ("place = [2]", "place = [3]"),
                                          ("spot = [2] \"", "spot = [3] \"")])  # fmt: skip
def test_a_site_that_is_not_there_is_an_error(old: str, new: str) -> None:
    assert {f.code for f in check(Source("points.gdl", POINTS.replace(old, new))).findings} & {"T306", "T337", "O806"}
    with pytest.raises(LoadError, match="takes a spot"):
        Game.parse(POINTS, begin="3")
