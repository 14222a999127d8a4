"""Which hidden things everybody can count: by small games in which that is plain to see."""

from __future__ import annotations

import pytest

from gdl.knowledge.counted import counted
from interpreter.game.game import Game

GAME = """game "Counting"
players A, B
type card = 1..9
{declared}
hidden deck from player
hidden p.hand from player - p
setup
  {setup}
turn
  {turn}
end
  draw if turns = 9
"""
SETS = """game has deck: set of card = card
player has hand: set of card
game has turns: 0..9"""


DEALT = ("deal 2 from deck to A.hand", "deal 3 from deck to B.hand")


def names(turn: tuple[str, ...], setup: tuple[str, ...] = DEALT, declared: str = SETS) -> set[str]:
    """The variables that have a counter."""
    blocks = {"setup": "\n  ".join(setup), "turn": "\n  ".join((*turn, "turns += 1"))}
    found = counted(Game.parse(GAME.format(declared=declared, **blocks)).model)
    return {variable.name for variable in found.counters} if found else set()


CHOSEN = 'choose secretly c in me.hand as "{c}"'
DRAWING = ("either", '  choose "draw"', "  deal 1 from deck to me.hand", "or", '  choose "pass"')
SECRETLY = ("either", '  choose secretly "keep"', "or", '  choose secretly "drop"')
OPEN = {
    "a card is played openly": ("choose c in me.hand", "me.hand -= c"),
    "a card is passed on secretly": (CHOSEN, "me.hand -= c", "opponent.hand += c"),
    "all can see whether one draws": DRAWING,
    "all is taken in again": ("choose c in me.hand", "player.hand = {}", "deck = card"),
    "each round shows what is played": (
        "repeat", "  choose c in me.hand", "  me.hand -= c", "until no {x in me.hand where x > c}",
    ),
    "as many as all can see": ('choose "draw"', "deal turns from deck to me.hand"),
}
SECRET = {
    "whether it is put back is secret": (CHOSEN, "if c > 4", "  me.hand -= c"),
    "whose it was is secret": ('choose secretly p in player as "{p}"', "p.hand = {}"),
    "which way is chosen is secret": (*SECRETLY, "  me.hand = {}"),
    "how many go depends on what they are": ('choose "drop"', "me.hand = {c in me.hand where c < 5}"),
    "it goes on until something hidden holds": (
        'choose "drop"', "repeat", f"  {CHOSEN}", "  me.hand -= c", "until c > 4 or no me.hand",
    ),
    "a round begins before all see a decision": (
        'choose "drop"', "repeat", "  me.hand -= min(me.hand)", '  choose "go on"',
        "until no {x in me.hand where x > 4}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("turn", OPEN.values(), ids=OPEN)
def test_what_all_have_seen_is_counted(turn: tuple[str, ...]) -> None:
    assert "hand" in names(turn)


@pytest.mark.parametrize("turn", SECRET.values(), ids=SECRET)
def test_what_hangs_on_something_hidden_is_not(turn: tuple[str, ...]) -> None:
    assert "hand" not in names(turn)


def test_all_see_how_many_cards_are_dealt() -> None:
    """How many is rolled secretly, but each card that is dealt is a roll of which all hear."""
    rolled, played = "roll secretly n in 1..3", OPEN["a card is played openly"]
    assert "hand" in names(played, (rolled, "deal n from deck to B.hand"))
    assert "hand" not in names(played, (rolled, "for c in deck where c <= n", "  B.hand += c"))


@pytest.mark.parametrize("turn", ["as many as all can see", "all is taken in again"])
def test_bags_are_counted_too(turn: str) -> None:
    bags = SETS.replace("set of card = card", "bag(20) of card = 2").replace("set of card", "bag(20) of card")
    changed = tuple(line.replace("deck = card", "deck = {}") for line in OPEN[turn])
    assert {"hand", "deck"} <= names(changed, declared=bags)


def test_games_that_hide_nothing_have_no_counters() -> None:
    assert counted(Game.load("tictactoe").model) is None
