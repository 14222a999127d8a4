"""A game of dice and tiles (Heckmeck), written as its rule sheet tells it, and what goes wrong in it by a slip.

Each slip changes one part of a sound text, as people do who have read the manual once.
"""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.check.checker import check
from gdl.text.findings import Finding
from gdl.text.fixes import applied
from gdl.text.source import Source

RULES = """game "Heckmeck"
  summary "Roll eight dice, keep one face at a time, and take tiles with worms. Who has most worms in the end wins."

players 2..4

type die  = 1..6  # 6 is the worm
type tile = 21..36

game has grill:  set of tile = tile
game has kept:   bag(8) of die
game has rolled: bag(8) of die
player has stack: pile(16) of tile

define n.value  = 5 when n = 6 otherwise n
define total    = sum(n.value for n in kept)
define t.worms  = (t - 17) / 4
define best     = max({t in grill where t <= total})
define to_steal = {q.stack.top(1) for q in player - me where q.stack.top(1) = total}
define takeable = {best} + to_steal when 6 in kept otherwise {}

define miss
  if some me.stack
    let back = me.stack.top(1)
    remove 1 of me.stack
    grill += back
    grill -= max(grill) if max(grill) != back
  else
    grill -= max(grill)

turn
  kept = {}
  let done = false
  repeat
    roll first in die
    rolled = {first}
    for k in 2..8 - count(kept)
      roll n in die
      rolled += n
    either
      choose n in rolled where n not in kept as "keep {n}"
      kept(n) = rolled(n)
      either
        choose t in takeable as "take {t}"
        if t in grill
          grill -= t
        else
          for q in player where q.stack.top(1) = t
            remove 1 of q.stack
        put t on me.stack
        done = true
      or
        choose "roll" where count(kept) < 8
      otherwise
        miss
        done = true
    otherwise
      miss
      done = true
  until done

end
  rank p by 100 * sum(t.worms for t in p.stack) + (max(p.stack) otherwise 0) if no grill
"""

SLIPS = [
    ("player has stack: pile", "player has stack pile", "S104", "write a `:` behind the name: `player has stack: …`"),
    ("define t.worms  =", "define worms  =", "N201", "introduce it: `define t.worms = …` or `define worms(t) = …`"),
    ("q.stack.top(1) = total", "top(q.stack) = total", "N201", "write it after its subject: `q.stack.top(1)`"),
    ("n.value for n", "value(n) for n", "N201", "write it after its subject: `n.value`"),
    ("  if some me.stack\n", "  if some me.stack then\n", "S104", "leave out `then`"),
    ("max({t in grill where t <= total})", "max(t in grill where t <= total)", "S104",
     "`max(t for t in grill where …)`"),
    ('choose n in rolled where n not in kept as "keep {n}"',
     'choose n in rolled where n not in kept as "keep {n}" asking: "Keep what?"', "S104", "without a `:`"),
    ("  else\n    grill -= max(grill)", "  else\n    remove max(grill)", "B404", "`x += {a}` and `x -= {a}`"),
]
"""What is right, what is written, what it is told as, what to write."""


def errors(text: str) -> list[Finding]:
    return [f for f in lint.lint([Source("heckmeck.gdl", text)], most=0) if f.severity == "error"]


@pytest.mark.parametrize(("right", "slip", "code", "advice"), SLIPS)
def test_a_slip_is_told_with_what_to_write(right: str, slip: str, code: str, advice: str) -> None:
    assert RULES.count(right) >= 1
    first = errors(RULES.replace(right, slip, 1))[0]
    assert first.code == code
    assert advice in first.hint


def test_the_game_is_sound() -> None:
    assert errors(RULES) == []


@pytest.mark.parametrize(("right", "slip", "code", "advice"), SLIPS)
def test_where_a_fix_is_offered_it_is_right(right: str, slip: str, code: str, advice: str) -> None:
    text = RULES.replace(right, slip, 1)
    first = errors(text)[0]
    if first.fix is not None:
        assert errors(applied(text, first.fix.edits)) == []


def test_until_in_the_first_column() -> None:
    hints = [f.hint for f in errors(RULES.replace("  until done", "until done"))]
    assert "indent it: `until …` stands below the block of its `repeat`, in the column of that word" in hints


@pytest.mark.parametrize(("rounds", "is_sure"), [
    ("1..max({1, 8 - count(kept)})", True), ("1..8 - min({7, count(kept)})", True),
    ("0..8 - min({8, count(kept)})", True),
    ("1..8 - count(kept)", False), ("2..max({1, 8 - count(kept)})", False), ("1..8 - min({8, count(kept)})", False),
])  # fmt: skip
def test_a_loop_with_a_range_that_is_never_empty_surely_has_a_round(rounds: str, is_sure: bool) -> None:
    """The least that stands at its upper end decides; the bag holds up to 48 dice as far as lint can tell."""
    text = RULES.replace("    roll first in die\n    rolled = {first}\n", "    rolled = {}\n")
    text = text.replace("for k in 2..8 - count(kept)", f"for k in {rounds}")
    assert ("R605" not in {f.code for f in check(Source("heckmeck.gdl", text)).findings}) is is_sure


STACKS = """game "Stacks"
players White, Black
board hexhex(3)
pieces stack(height: 1..6) of player
define p.holds = stack of p + {s in empty where s in corners}
define s.seen(p) = count(s.adjacent & stack of p)
setup
  put stack(1) of White on [0, 0]
turn
  choose s in empty where s.seen(me) > 1 or s in corners
  put stack(2) of me on s
end
  rank p by count(p.holds) if stuck
"""


@pytest.mark.parametrize(("right", "slip", "marked", "advice"), [
    ("stack(height: 1..6) of player", "stack of player(height: 1..6)", ":", "`pieces stack(height: 1..6) of player`"),
    ("on [0, 0]", "on centre", "centre", "`[0, 0]` in the middle of a board of hexagons"),
    ("s.seen(me)", "seen(s, me)", "seen", "write it after its subject: `s.seen(me)`"),
    ("stack of p + {", "stack of p and {", "stack of p", "what is in either is `A + B`"),
])  # fmt: skip
def test_slips_on_a_board(right: str, slip: str, marked: str, advice: str) -> None:
    """The last one was told at the line `rank`, as a define that can't take a player."""
    assert errors(STACKS) == []
    (first, *_) = errors(STACKS.replace(right, slip, 1))
    assert first.span.text == marked
    assert advice in first.hint
