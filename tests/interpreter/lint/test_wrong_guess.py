"""Who guesses wrong loses, or is out: nothing is confused there, and what is said fits."""

from __future__ import annotations

from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.lint.judge import Effort, judge

GUESS = """game "One guess"

players {players}
game has secret: 1..4
game has last: 0..4
player has out: truth
hidden secret from player

define alive = {{p in player where not p.out}}

setup
  roll secretly n in 1..4
  secret = n

turn
  either
    choose g in 1..4 as "guess {{g}}"
    last = g
  or
    choose "wait"
    last = 0
  me.out = last > 0 and last != secret
  for n in 1..count(player)
    next = next.next if next.out

end
  {end}
"""


def told(end: str, players: str = "Ann, Ben") -> dict[str, str]:
    """The hints of notes that ask whether `me` and `next` are confused."""
    text = GUESS.format(players=players, end=end.replace("\n", "\n  "))
    Game.parse(text)  # it can be played
    found = judge(Source("guess.gdl", text), effort=Effort(games=300, iterations=20)).findings
    return {one.finding.code: one.finding.hint for one in found if one.finding.code in ("G253", "G404")}


def test_the_last_who_isnt_out_wins_by_the_guesses_of_others() -> None:
    """As in Cluedo: the line asks who is left, so it can't have confused two players."""
    assert told("win me if last = secret\nwin alive if count(alive) = 1", "Ann, Ben, Cleo") == {}


def test_a_line_by_which_movers_win_as_well_has_nobody_confused() -> None:
    assert told("win (me when last = secret otherwise next) if last > 0") == {}


def test_a_line_for_wrong_guesses_alone_is_told_to_say_who_loses() -> None:
    """And who says so is told that it is right where players must avoid it."""
    found = told("win me if last = secret\nwin next if last > 0")
    assert found == {"G253": "`me` has moved, `next` comes; if who moves is to lose here, write `lose me`"}
    found = told("win me if last = secret\nlose me if last > 0")
    assert found == {"G404": "`me` has moved, `next` comes; leave it so if players must avoid this"}
