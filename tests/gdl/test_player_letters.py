"""Players whose number is open are called A, B, C …; what the rules call so stays what it is, or is told."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game

SUITS = """game "Suits"

players 2..6
type suit = C, D, H, S
type card = cards(2..3, suit)
player has hand: set of card = card

turn
  choose c in me.hand where c.suit = D as "{c.rank}{c.suit}"
  me.hand -= c

end
  lose next if stuck

looks
  C "c" green
  D "d" red
"""

WAYS = """game "Ways"

players 2..6
board grid(6, 6)
pieces man of player
{direction}
setup
  for p in player
    put man of p on [index(p) + 1, 1]

turn
  choose a in mine, d in {{N, {way}, W}} where a.d in empty
  move a to a.d

end
  win me if some mine & row(6)
  lose next if stuck
"""


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_suits_may_be_called_like_players(players: int) -> None:
    """With four players, D is a player; the rules mean the suit, and its look is its own."""
    state = Game.parse(SUITS, players=players).start()
    assert [move.text for move in state.moves] == ["2d", "3d"]
    assert len(state.game.model.players) == players


@pytest.mark.parametrize("players", range(2, 7))
def test_a_direction_that_is_a_player_is_told_how_to_be_called(players: int) -> None:
    source = Source("ways.gdl", WAYS.format(way="E", direction=""))
    found = [(f.code, f.span.text, f.hint) for f in check(source, players=players).findings]
    hint = f"with {players} players, `E` is one of them: give the direction another name, "
    hint += "`direction way_e = E`, and write `way_e` here"
    assert found == ([("T311", "E", hint)] if players > 4 else [])


@pytest.mark.parametrize("players", range(2, 7))
def test_what_the_hint_says_works(players: int) -> None:
    """The last player stands beside nobody on the right, and so may go there."""
    game = Game.parse(WAYS.format(way="way_e", direction="\ndirection way_e = E\n"), players=players)
    state = game.start()
    for _ in range(players - 1):
        state = state.play(next(move.text for move in state.moves if move.text.endswith("N")))
    last = "abcdef"[players - 1]
    assert (f"{last}1-way_e" in [move.text for move in state.moves]) == (players < 6)
