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


def names(
    turn: tuple[str, ...], setup: tuple[str, ...] = DEALT, declared: str = SETS, without: tuple[str, ...] = ()
) -> set[str]:
    """The variables that have a counter. `without`: what isn't declared."""
    blocks = {"setup": "\n  ".join(setup), "turn": "\n  ".join((*turn, 'choose "go on"', "turns += 1"))}
    text = GAME.format(declared=declared, **blocks)
    for name in without:
        text = text.replace(f"hidden {name} from player\n", "")
    found = counted(Game.parse(text).model)
    return {variable.name for variable in found.counters} if found else set()


CHOSEN = 'choose secretly c in me.hand as "{c}"'
DRAWING = ("either", '  choose "draw"', "  deal 1 from deck to me.hand", "or", '  choose "pass"')
UNTIL = ("repeat", f"  {CHOSEN}", "  me.hand -= c", "until c > 4 or no me.hand")
SECRETLY = ("either", '  choose secretly "keep"', "or", '  choose secretly "drop"')
OPEN = {
    "a card is played openly": ("choose c in me.hand", "me.hand -= c"),
    "a card is passed on secretly": (CHOSEN, "me.hand -= c", "opponent.hand += c"),
    "all can see whether one draws": DRAWING,
    "all is taken in again": ("choose c in me.hand", "player.hand = {}", "deck = card"),
    "each round shows what is played": (
        "repeat", "  choose c in me.hand", "  me.hand -= c", "until no {x in me.hand where x > c}",
    ),
    "each round has a decision of which all hear": ('choose "drop"', *UNTIL),
    "as many as all can see": ('choose "draw"', "deal turns from deck to me.hand"),
}
SECRET = {
    "whether it is put back is secret": (CHOSEN, "if c > 4", "  me.hand -= c"),
    "whose it was is secret": ('choose secretly p in player as "{p}"', "p.hand = {}"),
    "which way is chosen is secret": (*SECRETLY, "  me.hand = {}"),
    "how many go depends on what they are": ('choose "drop"', "me.hand = {c in me.hand where c < 5}"),
    "nobody else knows when it goes on": (
        'choose "drop"', *UNTIL, 'choose secretly "so be it"', "me.hand = {}",
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


PILES = """game has stock: pile(9) of card
game has side: pile(9) of card
game has lying: pile(9) of card
player has hand: set of card
player has heap: pile(9) of card
game has turns: 0..9
hidden stock from player
hidden side from A
hidden p.heap from player"""
STACKED = ("stock = card", "shuffle stock", "deal 2 from stock to A.hand", "deal 2 from stock to B.hand")
COUNTED_PILES = {
    "cards are drawn as long as there are any": (
        "either", '  choose "draw" where some stock', "  deal 1 from stock to me.hand", "or", '  choose "pass"',
    ),
    "the top is taken, if there is one": ("let t = stock.top(1)", "me.hand += t", "remove 1 of stock if some t"),
    "what is played comes under it": ("choose c in me.hand", "me.hand -= c", "put c under stock"),
    "one is laid aside unseen": (CHOSEN, "me.hand -= c", "put c on side"),
    "what was played is shuffled in again": (
        "choose c in me.hand", "me.hand -= c", "put c on lying", "if no stock", "  move lying to stock",
        "  shuffle stock", "deal 1 from stock to me.hand",
    ),
    "the top of each heap is laid open": (
        "for p in player", "  put p.heap.top(1) on lying", "  remove 1 of p.heap if p.heap.height > 0",
        "deal 1 from stock to me.heap",
    ),
    "the higher number takes both": (
        "choose c in me.hand", "if c > 4", "  move stock to A.heap", "else", "  move stock to B.heap",
    ),
    "so long as something lies there": (
        "while some stock", "  deal 1 from stock to me.hand", '  choose "more"',
    ),
    "all hear of each roll": (
        'choose "draw"', "repeat", "  deal 1 from stock to me.hand", "  roll secretly n in 0..1", "until n = 1",
    ),
    "one pile is cut into two": ("choose n in 0..9 where n <= stock.height", "move n of stock to side"),
}  # fmt: skip
SECRET_PILES = {
    "how many is chosen secretly": ('choose secretly n in 0..2 as "{n}"', "deal n from stock to me.hand"),
    "how many is rolled secretly": ("roll secretly n in 0..2", "deal n from stock to me.hand"),
    "how many is what lies on top": ("for n in stock.top(1)", "  deal n from stock to me.hand"),
    "whether any go hangs on what is hidden": (CHOSEN, "deal 1 from stock to me.hand if c > 4"),
    "whether any go hangs on what lies on top": ("deal 1 from stock to me.hand if stock.top(1) = 2",),
    "who gets it is secret": ('choose secretly p in player as "{p}"', "deal 1 from stock to p.hand"),
    "which way is chosen is secret": (*SECRETLY, "  deal 1 from stock to me.hand"),
    "nobody else knows when it goes on": (
        'choose "draw"', "repeat", "  deal 1 from stock to me.hand", '  choose secretly n in 0..1 as "{n}"',
        "until n = 1", 'choose secretly "so be it"',
    ),
    "how many is set where it is secretly chosen how to go on": (
        "let n: 0..1 = 0", *SECRETLY, "  n = 1", "deal n from stock to me.hand",
    ),
    "what comes is set where it is secretly chosen how to go on": (
        "let c: card? = {}", *SECRETLY, "  c = stock.top(1)", "me.hand += c",
    ),
    "nobody else knows how far the rules have come": (
        "either", '  choose secretly "now"', '  choose secretly "so be it"', "or", '  choose secretly "later"',
        "deal 1 from stock to me.hand",
    ),
    "each of some hidden cards takes one more": ('choose "go"', "for c in me.hand where c > 4",
                                                 "  deal 1 from stock to me.hand"),
    "it is made like another that is secret": (*SECRETLY, "  remove 1 of stock", 'choose "go"', "me.hand = stock"),
    "another is secret, and this asks how many lie there": (
        'choose secretly n in 0..1 as "{n}"', "deal n from stock to side", "player.hand = {} if side.height > 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("turn", COUNTED_PILES.values(), ids=COUNTED_PILES)
def test_piles_are_counted_and_what_is_dealt_from_them(turn: tuple[str, ...]) -> None:
    assert {"stock", "side", "heap", "hand"} <= names(turn, STACKED, PILES, ("deck",))


@pytest.mark.parametrize("turn", SECRET_PILES.values(), ids=SECRET_PILES)
def test_a_hand_that_grows_secretly_is_not_counted(turn: tuple[str, ...]) -> None:
    found = names(turn, STACKED, PILES, ("deck",))
    assert "hand" not in found
    assert "heap" in found


GIVEN = ("choose n in 1..9", "let given = {x in opponent.hand where x < n}")
PASSED = ("opponent.hand -= given", "me.hand += given")


def test_what_all_are_told_is_counted() -> None:
    """How many cards are passed on is hidden, unless something open tells it."""
    told = SETS.replace("game has turns", "game has passed: 0..9\ngame has turns")
    assert "hand" not in names((*GIVEN, *PASSED), declared=told)
    assert "hand" in names((*GIVEN, "passed = count(given)", *PASSED), declared=told)
    passed = (f"  {line}" for line in PASSED)
    whether = ("if some given", *passed, "else", '  choose "nothing"', "  deal 1 from deck to me.hand")
    assert "hand" in names((*GIVEN, "passed = count(given)", *whether), declared=told)


def test_what_is_gone_before_anybody_sees_it_tells_nothing() -> None:
    told = SETS.replace("game has turns", "game has passed: 0..9\ngame has turns")
    assert "hand" not in names((*GIVEN, "passed = count(given)", *PASSED, "passed = 0"), declared=told)
    assert "hand" not in names((*GIVEN, "passed = count(given)", *PASSED, "passed = 0 if n > 5"), declared=told)
    dealt = (*GIVEN, "passed = count(given)", "deal passed from stock to me.hand")
    piles = f"{PILES}\ngame has passed: 0..9"
    assert "stock" in names(dealt, STACKED, piles, ("deck",))
    assert "stock" not in names((*dealt, "passed = 0"), STACKED, piles, ("deck",))


def test_what_has_changed_since_it_was_told_is_not_known() -> None:
    told = SETS.replace("game has turns", "game has passed: 0..9\ngame has turns")
    later = ("passed = count(given)", "given = opponent.hand", *PASSED)
    assert "hand" not in names((*GIVEN, *later), declared=told)


def test_how_many_cards_a_secret_hand_has_is_no_way_to_count() -> None:
    """Whether a hand is empty isn't known where its size isn't, and then nothing that hangs on it is."""
    emptied = ('choose secretly n in 0..1 as "{n}"', "deal n from stock to A.hand", "B.heap = {} if count(A.hand) > 2")
    assert names(emptied, STACKED, PILES, ("deck",)) == {"side"}


def test_games_that_hide_nothing_have_no_counters() -> None:
    assert counted(Game.load("tictactoe").model) is None
