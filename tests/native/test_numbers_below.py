"""Numbers below or above another one, found at once: whatever that one is, and however large the numbers are.

What is expected is counted here, in Python. The reference interpreter says so, and compiled rules say what it says.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """
game "Below"
players Black, White
type number = {low}..{high}
type bound = {first}..{last}
type amount = 0..{most}
game has kept: set of number = {{{those}}}
game has tick: 0..6

turn
  choose x in bound, c in amount where c = count({{n in kept where {condition}}}) as "{{x}} {{c}}"
  kept = {{n in kept where n != x}}

end
  tick += 1
  draw if tick = 6
"""
CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "n < x": operator.lt,
    "n <= x": operator.le,
    "n > x": operator.gt,
    "n >= x": operator.ge,
    "x < n": operator.gt,
    "not n < x + 1": operator.gt,
}
RANGES = {
    "around": (3, 9, 0, 12),
    "negative": (-4, 4, -6, 6),
    "a whole word": (1, 64, 0, 65),
    "two words": (0, 100, -1, 101),
    "to the edge of a word": (0, 127, 60, 70),
    "three words": (5, 150, 0, 155),
    "always above": (0, 9, 9, 20),
    "always below": (10, 90, 0, 10),
    "far away": (0, 70, 500, 510),
}


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("numbers", RANGES)
def test_numbers_are_compared(numbers: str, condition: str) -> None:
    low, high, first, last = RANGES[numbers]
    kept = [n for n in range(low, high + 1) if n % 3 != 1]
    text = RULES.format(low=low, high=high, first=first, last=last, most=high - low + 1, condition=condition,
                        those=", ".join(map(str, kept)))  # fmt: skip
    game, holds = Game.parse(text), CONDITIONS[condition]
    assert [str(move) for move in game.start().moves] == [
        f"{x} {sum(holds(n, x) for n in kept)}" for x in range(first, last + 1)
    ]
    assert both_backends(game, seed=1, plies=6, games=2, longest=6).plies == 6
