"""`xor(a, b)`: of numbers held against the theory of Nim, of sets against the known ways to put out all lights."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.players.symmetries.proven import proven

NUMBERS = """game "Numbers"
players White, Black
game has total: 0..15
game has without: 0..15
turn
  choose n in 0..11, k in 0..11 as "{n} {k}"
  let some_k = k when k < 9
  total = xor(n, k)
  without = xor(some_k, n) otherwise 15
end
  draw if total > 100
"""
LIGHTS = """game "Lights"
players White, Black
board grid({size})
game has lit: set of site = site
turn
  choose s in site as "{{s}}"
  lit = xor(lit, s.orthogonal + s)
end
  win me if no lit
"""
OF_NUMBERS = """game "Marks"
players White, Black
type mark = 3..7
game has marks: set of mark = {3, 4}
turn
  choose n in 1..9
  marks = xor(marks, {n} & (3..7))
end
  draw if count(marks) = 5
"""


@cache
def nim(a: int, b: int) -> int:
    """The size of a heap worth as much as two heaps: the least that no move from them leaves (Sprague and Grundy)."""
    left = {*(nim(x, b) for x in range(a)), *(nim(a, x) for x in range(b))}
    return min(n for n in range(len(left) + 1) if n not in left)


def test_of_numbers_it_is_the_sum_of_heaps() -> None:
    start = Game.parse(NUMBERS).start()
    for a in range(12):
        for b in range(12):
            state = start.play(f"{a} {b}")
            assert state.value("total") == nim(a, b)
            assert state.value("without") == (nim(a, b) if b < 9 else 15)


@pytest.mark.parametrize(("size", "least"), [("2, 2", 4), ("3, 2", 2), ("3, 3", 5)])
def test_of_sets_it_puts_out_the_lights(size: str, least: int) -> None:
    """All lights of 2 × 2 go out with every button; those of 3 × 3 with the corners and the centre, and no sooner."""
    columns, rows = map(int, size.split(", "))
    cells = [f"{'abc'[c]}{r + 1}" for c in range(columns) for r in range(rows)]
    start = Game.parse(LIGHTS.format(size=size)).start()

    def is_dark(buttons: tuple[str, ...]) -> bool:
        state = start
        for button in buttons:
            state = state.play(button)
        return state.is_over

    ways = chain.from_iterable(combinations(cells, n) for n in range(1, least + 1))
    assert next(way for way in ways if is_dark(way)) == {
        "2, 2": ("a1", "a2", "b1", "b2"), "3, 2": ("a1", "c2"), "3, 3": ("a1", "a3", "b2", "c1", "c3")
    }[size]  # fmt: skip


@pytest.mark.parametrize("rules", [NUMBERS, OF_NUMBERS, *(LIGHTS.format(size=s) for s in ("3, 3", "8, 8", "13, 11"))])
def test_both_backends_find_the_same(rules: str) -> None:
    both_backends(Game.parse(rules), seed=1, plies=30, games=2, longest=50)


def test_turned_lights_are_the_same_game() -> None:
    """A square has eight symmetries, and the rules are the same for both players."""
    assert len(proven(Game.parse(LIGHTS.format(size="3, 3")).model)) == 8 * 2


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ("xor(3)", "T320", "takes 2 arguments"),
        ("xor(me = White, true)", "T313", "takes numbers or sets"),
        ("xor(3, 2 - n)", "T301", "from 0 up"),
        ("xor(mine, {White})", "T311", "both arguments"),
    ],
)
def test_what_it_does_not_take(written: str, code: str, said: str) -> None:
    text = (
        'game "T"\nplayers White, Black\nboard grid(2, 2)\npieces stone of player\n'
        f"turn\n  choose n in 1..3\n  let x = {written}\nend\n  draw if stuck\n"
    )
    found = check(Source("t.gdl", text)).findings
    assert [f.code for f in found if said in f.message] == [code]


def test_a_ruleset_may_use_the_name_for_something_of_its_own() -> None:
    text = 'game "T"\nplayers White, Black\ngame has xor: 0..3\nturn\n  choose n in 1..3\n  xor = n\nend\n'
    text += "  draw if xor = 3\n"
    assert Game.parse(text).start().play("3").is_over
