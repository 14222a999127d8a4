"""An `either` within a `most`: the branches are one decision, and the best ways of all of them are compared."""

from __future__ import annotations

from itertools import combinations

import pytest

from interpreter import Game, State
from interpreter.lab.tools.simulate import simulate

Backend = pytest.mark.parametrize("backend", ["reference", "native"])

SUMS = """game "Sums"

players Ann, Bob
type card = 1..12
game has table: set of card = {TABLE}
game has rounds: 0..9

define take(t)
  taken += t
  left  -= t
  worth  = 2 if left = 0

game has taken: set of card
game has left: 0..12
game has worth: 0..2

turn
  choose c in card as "{c}"
  taken = {}
  left  = c
  worth = 0
  most worth
    repeat
      either
        choose t in table - taken where t <= left and t % 2 = 1 as "odd {t}"
        take(t)
      or
        if left > 3
          choose t in table - taken where t <= left and t % 4 = 0 as "fourth {t}"
          take(t)
        else
          choose t in table - taken where t <= left and t % 4 = 0 as "small {t}"
          take(t)
      or
        either
          choose t in table - taken where t <= left and t % 4 = 2 as "even {t}"
          take(t)
        otherwise
          choose "lay it down" where no taken
          worth = 1
    until worth > 0
  rounds += 1

end
  draw if rounds = 9
"""


def name(t: int) -> str:
    return f"odd {t}" if t % 2 else f"fourth {t}" if t % 4 == 0 else f"even {t}"


def expected(table: set[int], left: int, is_first: bool) -> set[str]:
    """What may be taken: each card with which others add up to the rest. If there is none, the card is laid down."""
    found = set()
    for t in table:
        others = sorted(table - {t})
        rests = (sum(some) for n in range(len(others) + 1) for some in combinations(others, n))
        if left - t in rests:
            found.add(name(t))
    assert found or is_first
    return found or {"lay it down"}


def check(state: State, table: set[int], left: int, is_first: bool = True) -> None:
    texts = {move.text for move in state.moves}
    assert texts == expected(table, left, is_first), (table, left)
    for text in texts - {"lay it down"}:
        t = int(text.split()[1])
        if t < left:
            check(state.play(text), table - {t}, left - t, False)


@Backend
@pytest.mark.parametrize("table", [{1, 3, 4}, {1, 4, 5, 8, 9}, {3, 5, 7, 11}, {1, 3, 4, 5, 7, 8, 9, 11, 12}])
def test_cards_that_add_up_are_found_in_whichever_branch_they_are(table: set[int], backend: str) -> None:
    rules = SUMS.replace("TABLE", ", ".join(map(str, table)))
    start = Game.parse(rules, backend=backend).start()
    for c in range(1, 13):
        check(start.play(str(c)), table, c)


@Backend
def test_a_way_that_gets_stuck_doesnt_count(backend: str) -> None:
    """1 and 6 add up to 7, while 3 leads nowhere; nothing adds up to 5."""
    start = Game.parse(SUMS.replace("TABLE", "1, 3, 6"), backend=backend).start()
    assert {move.text for move in start.play("7").moves} == {"odd 1", "even 6"}
    assert {move.text for move in start.play("5").moves} == {"lay it down"}


@Backend
def test_one_branch_may_be_better_than_all_of_another(backend: str) -> None:
    rules = """game "Two or one"

players Ann, Bob
game has points: 0..9

turn
  let gain: 0..2 = 0
  most gain
    either
      choose "two"
      gain = 2
    or
      choose n in 1..3 as "one of {n}"
      gain = 1
  points += gain

end
  win me if points = 8
"""
    state = Game.parse(rules, backend=backend).start()
    for _ in range(4):
        assert [move.text for move in state.moves] == ["two"]
        state = state.play("two")
    assert state.is_over


@Backend
def test_a_draw_is_made_among_the_best(backend: str) -> None:
    """Random games take no way but the best ones, which lie in two of three branches, behind worse ones."""
    rules = """game "Best of twelve"

players Ann, Bob
game has gain: 0..9
game has turns: 0..9

turn
  gain = 0
  most gain
    either
      choose n in 1..4 as "a{n}"
      gain = 5 - n % 4
    or
      choose n in 1..4 as "b{n}"
      gain = 4 - n % 4
    or
      choose n in 1..4 as "c{n}"
      gain = 5 - (n + 1) % 4
  turns += 1

end
  lose me if gain < 5
  draw if turns = 9
"""
    game = Game.parse(rules, backend=backend)
    assert [move.text for move in game.start().moves] == ["a4", "c3"]
    *_, summary = simulate(game, 100)
    assert summary.results["Ann"]["draw"].mean == 1
