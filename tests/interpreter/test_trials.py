"""Decisions that look ahead: random games draw candidates until one is an option, on both backends alike."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.graph.abi import MAX_TRIES
from interpreter.graph.chance import Chance
from interpreter.lab.tools.simulate import playouts as one_by_one
from interpreter.lab.tools.simulate import simulate, summarize

ONE = """
game "Sums"
players White, Black
game has total: 0..60
game has last:  0..30
turn
  choose n in 1..30 where n > 3 and after total = n: total % {every} = 0
  last = n
end
  win me
"""
SEVERAL = """
game "Ways"
players White, Black
game has total: 0..60
turn
  either
    choose n in 1..4 where after total += n: total in {2, 4} as "a{n}"
  or
    total += 1
    choose n in 1..5 where after total += n: total % {every} = 0 as "b{n}"
  or
    choose n in 7..9 as "c{n}"
  otherwise
    choose "none"
  total += 3
end
  win me if total > 8
"""


@pytest.mark.parametrize(("every", "options"), [(2, 14), (7, 4), (29, 1)])
def test_each_option_is_as_likely_as_the_others(every: int, options: int) -> None:
    start = Game.parse(ONE.replace("{every}", str(every)), name="sums").start()
    assert len(start.moves) == options  # multiples of `every` in 4..30
    counts = dict.fromkeys(start.moves, 0)
    draws = 300 * options
    for seed in range(draws):
        counts[start.draw(Chance(seed), 0)] += 1
    assert set(counts) == set(start.moves)
    # each count has mean 300 and a standard deviation below √300; five of those are not met by chance
    assert all(abs(count - 300) < 5 * 300**0.5 for count in counts.values())


def test_where_few_candidates_are_options_the_list_decides() -> None:
    start = Game.parse(ONE.replace("{every}", "29"), name="sums").start()
    drawn = {start.draw(Chance(seed), 0).text for seed in range(20)}
    assert drawn == {"29"}  # 1 of 27 candidates: eight tries miss it seven times of ten
    assert MAX_TRIES == 8


@pytest.mark.parametrize("text", [ONE, SEVERAL])
@pytest.mark.parametrize("every", [2, 3, 7])
def test_both_backends_draw_alike(text: str, every: int) -> None:
    text = text.replace("{every}", str(every))
    reference, native = (Game.parse(text, name="ways", backend=backend) for backend in ("reference", "native"))
    for seed in range(40):
        *_, ours = simulate(native, 1, seed)
        theirs = summarize(reference, one_by_one(reference, 1, seed))
        assert (ours.decisions, ours.turns, ours.results) == (theirs.decisions, theirs.turns, theirs.results)
    for seed in range(10):
        a, b = reference.start(), native.start()
        for ply in range(30):
            assert [move.text for move in a.moves] == [move.text for move in b.moves]
            if a.is_over:
                break
            one, other = a.draw(Chance(seed), ply), b.draw(Chance(seed), ply)
            assert one.text == other.text
            a, b = a.play(one), b.play(other)
