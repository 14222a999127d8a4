"""Each number of players that the rules allow is played, also where it is worked out."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.lint.runs import playable
from gdl.text.source import Source
from interpreter.lab.lint.judge import Effort, judge

PLACES = """game "Places"

option seats: 3..5 = 5 "players at most"
players {players}
player has place: 0..{most}
game has left: 0..9 = 9

turn
  choose n in 1..3 where n <= left
  left -= n
  me.place = index(me)

end
  win me if left = 0 and me.place < count(player)
"""


def told(players: str, most: int) -> list[tuple[str, str, str, str]]:
    """Where options or numbers of players make a difference: the code, the place, the message, the hint."""
    source = Source("places.gdl", PLACES.format(players=players, most=most))
    found = [one.finding for one in judge(source, effort=Effort(games=50, iterations=10)).findings]
    return [(f.code, f.span.text, f.message, f.hint) for f in found if f.code in ("G601", "G602")]


@pytest.mark.parametrize("players", ["2..4", "2..2 + 2", "2..count({1, 2, 3, 4})"])
def test_with_too_many_players_a_number_leaves_its_range(players: str) -> None:
    """The fourth has the number 3. No option is at fault, so the line of the players is shown."""
    message = "with 4 players: `place` would become 3, but it holds 0..2"
    hint = "allow fewer players, or say what happens then"
    assert ("G601", f"players {players}", message, hint) in told(players, 2)


def test_an_option_that_says_how_many_may_play_has_an_effect() -> None:
    """Games of two are the same whatever it is, but not the games that can be played."""
    assert told("2..seats", 4) == []


@pytest.mark.parametrize(("default", "players"), [
    (2, "2..seats"), (3, "2..seats"), (2, "fewest..seats"), (2, "2..utmost"), (2, "seats..seats"),
])  # fmt: skip
def test_numbers_of_players_that_only_other_options_allow_are_played(default: int, players: str) -> None:
    """By default two or three play. Four may play, too, if the option is set, and only then the number is too large."""
    defines = "define utmost = seats\ndefine fewest = 2\nplayer has"
    places = PLACES.replace("3..5 = 5", f"2..4 = {default}").replace("player has", defines)
    source = Source("places.gdl", places.format(players=players, most=2))
    found = [one.finding for one in judge(source, effort=Effort(games=50, iterations=10)).findings]
    said = {f.message.split(":")[0] for f in found if f.code == "G601"}
    assert said == {"with seats = 4, 4 players"}


def test_only_numbers_that_the_options_allow_are_tried() -> None:
    """Each with the numbers of players that it allows, once; not the game as it stands."""
    text = PLACES.format(players="2..seats", most=9).replace("3..5 = 5", "2..4 = 3")
    ways = [(options["seats"], players) for options, players in playable(check(Source("places.gdl", text)))]
    assert sorted(ways) == [(2, 2), (3, 3), (4, 2), (4, 3), (4, 4)]
