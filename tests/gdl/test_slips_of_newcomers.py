"""What people write who have read the manual once: each slip is told what to write in its place."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.text.source import Source

RULES = """game "Slips"
players X, O
board grid(5, 5)
pieces man, king of player
setup
  put man of X on row(1)
  put man of O on row(5)
turn
  choose a in mine, b in a.adjacent - mine
  move a to b
end
  win me if some mine & row(5)
  lose next if stuck
"""


def told(text: str) -> list[tuple[str, str]]:
    """What is said and advised of the errors of a text."""
    return [(f.message, f.hint) for f in lint.lint([Source("slips.gdl", text)]) if f.severity == "error"]


@pytest.mark.parametrize(("right", "slip", "advice"), [
    ("some mine & row(5)", "some mine in row(5)", "write `some mine & row(5)` to ask for what is in both sets"),
    ("no theirs", "no theirs in row(5)", "write `no theirs & row(5)` to ask for what is in both sets"),
    ("some mine & row(5)", "four in a row", "write `some line in lines(4) where line within mine`"),
    ("some mine & row(5)", "Five in a row", "write `some line in lines(5) where line within mine`"),
    ("move a to b", "remove king of X on d1", "name the sites alone: `remove d1`"),
    ("choose a in mine, b in a.adjacent - mine", "choose a, b in mine", "`choose a in mine, b in mine`"),
    ("a.adjacent - mine", "a.adjacent and b not in mine", "a condition begins with `where`"),
    ("no theirs", "full", "write `no empty`: then the board is full"),
    ("  choose a in mine, b in a.adjacent - mine\n", "  choose\n    either a in mine, b in a.adjacent\n",
     "several ways to go on are an `either` without `choose` above it"),
    ("some mine & row(5)", "board is full", "write `no empty`: then the board is full"),
    ("some mine & row(5)", "board empty", "write `no piece`: then the board is empty"),
    ("players X, O", "remove king\nplayers X, O", "what a base has goes by `remove pieces …`"),
    ("no theirs", "some the(n for n in 1..3)", "put the query in braces: `the({x in S where …})`"),
    ("choose a in mine, b in a.adjacent - mine", "choose a in mine where a in row(1), b in a.adjacent",
     "all names stand before `where`"),
    ("  move a to b", "  roll 2d6\n  move a to b", "write `roll n in 2 of 1..6`"),
    ("  move a to b", "  roll n in 3 dice\n  move a to b", "write `roll n in 3 of 1..6` for their sum"),
    ("  move a to b", "  play again if b in row(3)\n  move a to b", "`next = me` gives another turn"),
    ("  move a to b", "  skip next player\n  move a to b", "`next = next.next` passes over the player"),
    ("  move a to b", "  all players choose n in 1..5\n  move a to b", "`together p in player`"),
    ("  move a to b", "  toggle lit\n  move a to b", "write `x = not x`"),
    ("  move a to b", "  eliminate opponent\n  move a to b", "`next = next.next if next.out`"),
    ("  move a to b", "  draw 5 from deck to p.hand\n  move a to b", "write `deal 5 from deck to p.hand`"),
    ("  move a to b", "  for p in player\n    p = X\n  move a to b", "say what of p changes: `p.hand`"),
    ("  move a to b", "  choose e in edges\n  move a to b", "declare a type, `type edge = edges of site`"),
    ("move a to b", "move top of a to b", "`a.top(1)` is what lies on top of a pile or stack"),
    ("move a to b", "move top piece of a to b", "`move 1 of a to b` moves it"),
    ("move a to b", "remove bottom of a", "`remove 1 under a` takes it away"),
    ("move a to b", "remove the b\n  move a to b", "leave out `the`"),
    ("no theirs", "opponent.lost is empty", "write `no opponent.lost`"),
    ("  lose next if stuck", "  draw after 50 turns", "count them: `game has turns: 0..50`"),
    ("b in a.adjacent - mine", "b in a.adjacent - mine with b in row(3)", "a condition begins with `where`"),
    ("move a to b", "move all of a to b", "`move a to b` moves all that stands on a"),
    ("  lose next if stuck", "  win last player", "`win next` who comes next"),
    ("  lose next if stuck", "  win the other player if stuck", "`win me` names who has just moved"),
    ("  lose next if stuck", "  win player who moved last", "`win me` names who has just moved"),
    ("  lose next if stuck", "  the last player to move wins", "`win me` names who has just moved"),
    ("b in a.adjacent - mine", "b in ({a.N, a.E} when me = X or {a.S, a.W})",
     "write `{a.N, a.E} when me = X otherwise {a.S, a.W}`"),
    ("  win me if some mine & row(5)", "  everyone wins if no empty", "write `win player`"),
    ("players X, O", "site has lit\nplayers X, O", "say what it may be: `site has lit: truth`"),
    ("players X, O", "add to turn\nplayers X, O", "lines below `after turn`"),
    ("players X, O", "replace pieces disc of player\nplayers X, O", "`rename stone as disc` gives a kind another name"),
    ("players X, O", "replace players X, O", "write the line without `replace`"),
    ("players X, O", "hidden man of X from O\nplayers X, O", "`hidden s.kind from {p in player where s.owner != p}`"),
    ("players X, O", "hidden man from X\nplayers X, O", "`hidden s.kind from {p in player where s.owner != p}`"),
])  # fmt: skip
def test_a_slip_is_told_what_to_write(right: str, slip: str, advice: str) -> None:
    text = RULES.replace("lose next if stuck", "lose next if no theirs") if right == "no theirs" else RULES
    assert told(text) == []
    hints = [hint for _, hint in told(text.replace(right, slip, 1))]
    assert any(advice in hint for hint in hints), hints


def test_what_the_hints_advise_is_right() -> None:
    """Rules that follow the hints above have no errors."""
    followed = RULES.replace("players X, O", """players X, O
type edge = edges of site
type card = 1..9
site has lit: truth
player has out: truth
player has hand: set of card
game has deck: set of card = card
hidden s.kind from {p in player where s.owner != p}
hidden deck from player
hidden p.hand from player - p""").replace("  move a to b", """  roll n in 2 of 1..6
  deal 1 from deck to me.hand
  together p in player
    choose m in 1..2
  b.lit = not b.lit
  move a to b if n > 2
  next = me if b in row(3)
  next = next.next if next.out""")
    assert told(followed) == []


@pytest.mark.parametrize("name", ["k", "s"])
def test_what_is_changed_may_be_told_as_what_is_asked(name: str) -> None:
    """Who changes something that isn't there is told so, not that it can't be changed."""
    rules = RULES.replace("\nsetup", "\nkind has worth: 0..9\nsetup")
    slip = f"  let {name} = a.kind\n  worth({name}) += 1\n  wroth({name}) += 1"
    (kept, advice), (unknown, _) = told(rules.replace("  move a to b", slip))
    assert (kept, advice) == (unknown.replace("wroth", "worth"), f"write it after its subject: `{name}.worth`")
    assert unknown == "nothing called `wroth` takes arguments here"


def test_a_card_type_that_is_wrong_is_not_told_to_be_a_board_without_stacks() -> None:
    """What lies on a pile of it isn't known; that the board has no stacks has nothing to do with it."""
    declared = "type card = cards(7-9, hue)\ntype hue = red, blue\ngame has deck: pile(6) of card"
    text = RULES.replace("\nsetup", f"\n{declared}\nsetup")
    found = told(text.replace("move a to b", "move a to b\n  remove 1 of deck if some deck"))
    assert [message for message, _ in found] == ["`cards` takes `ranks`, then `suits`; it can't be made with these"]


def test_a_define_that_takes_the_place_of_a_coordinate_is_told_of_it() -> None:
    """Players have an `i` here, so `s.i` is no longer the place of a pit on its ring."""
    text = RULES.replace("\nsetup", "\ntype pit = ring(4)\ndefine p.i = 1 when p = X otherwise 5\nsetup")
    found = told(text.replace("choose a in mine,", "choose a in mine, s in {s in pit where s.i = 2},"))
    assert [hint for _, hint in found] == ["`i` is a coordinate of the board, too: give the define another name"]


@pytest.mark.parametrize(("line", "said"), [
    ("define a1 = b2", "`a1` is a site of the board"), ("game has b2: 0..3", "`b2` is a site of the board"),
    ("type hue = e5, red", "`e5` is a site of the board"), ("pieces c3", "`c3` is a site of the board"),
    ('option d4: 1..3 = 2 "how many"', "`d4` is a site of the board"),
    ("define p.r = 1 when p = X otherwise 5", "`.r` is a coordinate of the board"),
    ("define s.N = s.S", "`.N` is a direction of the board"),
])  # fmt: skip
def test_what_the_board_has_already_gets_no_second_meaning(line: str, said: str) -> None:
    found = told(RULES.replace("\nsetup", f"\n{line}\nsetup"))
    assert (said, "choose another name") in found
    assert told(RULES.replace("\nsetup", "\ndefine f6 = b2\ndefine p.h = 1 when p = X otherwise 5\nsetup")) == []


def test_a_size_that_is_two_numbers_is_one() -> None:
    ((_, hint),) = told('game "Small go" extends "go"\nset size = 5x5\n')
    assert hint.startswith("a size is one number: write `5`")


def test_a_variant_with_other_players_is_told_where_the_base_names_its_own() -> None:
    """The line of the base is right as it stands: it is the variant's players that it doesn't fit."""
    found = told('game "Kalah for three" extends "kalah"\n\nplayers A, B, C\n')
    assert ("there is no player `North` here: slips.gdl:3 names others",
            "keep the base's players, or replace what names them, too") in found  # fmt: skip
