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


# ---- what a board calls something

FIELDS = """game "Fields"

players A, B
board grid(4, 4)
pieces stone of player
type field = grid(3, 3)
field has held: truth

define f.own   = row(3)
define f.other = site.row(4)

turn
  either
    choose s in {site} as "{{s}}"
    put stone of me on s
  or
    choose f in {field} as "field {{f}}"
    f.held = true

end
  draw if count(piece) = 3
"""


@pytest.mark.parametrize(("site", "field", "options"), [
    ("site.row(4) & empty", "field.row(2)", "a4 b4 c4 d4 field a2,field b2,field c2"),
    ("field[1, 1].other - a4", "field[1, 1].own", "b4 c4 d4 field a3,field b3,field c3"),
    ("{t in empty where some line in site.lines(4) where t in line and a1 in line and t.c = 2}",
     "{t in field where no line in field.lines(3) where t in line and field[2, 2] in line}", "b1 b2"),
    ("site.dark & row(1)", "field.dark - field.row(1)", "a1 c1 field a3,field b2,field c3"),
])  # fmt: skip
def test_a_board_is_named_before_what_it_calls_so(site: str, field: str, options: str) -> None:
    game = Game.parse(FIELDS.format(site=site, field=field))
    assert " ".join(m.text for m in game.start().moves if "field" not in m.text) == options.partition(" field")[0]
    assert ",".join(m.text for m in game.start().moves if "field" in m.text) == (
        "field" + options.partition(" field")[2] if "field" in options else "")  # fmt: skip
    assert not [f for f in lint([Source("two.gdl", FIELDS.format(site=site, field=field))]) if f.code == "N252"]


@pytest.mark.parametrize(("site", "said"), [
    ("field.row(2)", "T3"),
    ("site.row", "T320 `row` takes 1 argument, not 0"),
    ("site.rows(4)", "N205 a site has no `rows`"),
    ("(site - a1).row(4)", "N205 a site has no `row`"),
    ("mine.row(4)", "N205 a site has no `row`"),
])  # fmt: skip
def test_only_the_name_of_a_board_stands_before_it(site: str, said: str) -> None:
    found = check(Source("two.gdl", FIELDS.format(site=site, field="field"))).findings
    assert [f.code for f in found] and f"{found[0].code} {found[0].message}".startswith(said), found


def test_numbers_have_no_coordinates_but_a_dot_may_follow_them() -> None:
    text = FIELDS.replace("field has held: truth", "field has held: truth\ntype total = 0..3\ntotal has ways: 0..9")
    wrong, right = (text.replace("f.held = true", f"{what}.ways = 4") for what in ("total[2]", "(2)"))
    (found,) = check(Source("two.gdl", wrong.format(site="site", field="field"))).findings
    assert found.code == "B406" and "`(2).…`" in found.hint
    state = Game.parse(right.format(site="site", field="field")).start().play("field a1")
    assert [state.value("ways", n) for n in range(4)] == [0, 0, 4, 0]
