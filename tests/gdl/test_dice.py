"""Several dice as one sum, and outcomes that are weighed: exact chances."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game, LoadError, RuleError
from interpreter.graph.chance import Chance
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.perft import perft
from interpreter.native.plan.report import report

RULES = """game "Dice"

players White, Black
player has points: 0..999

turn
  roll {roll}
  choose "go"
  me.points += 1

end
  win me if me.points = 5
"""


def game(roll: str) -> Game:
    return Game.parse(RULES.format(roll=roll))


def chances(roll: str) -> dict[str, Fraction]:
    found = game(roll).start().chance
    assert len({move.text for move, _ in found}) == len(found)
    return {move.text: chance for move, chance in found}


def test_four_two_sided_dice_are_binomial() -> None:
    assert chances("n in 4 of {0, 1}") == {str(k): Fraction(comb(4, k), 16) for k in range(5)}


@pytest.mark.parametrize(("times", "faces"), [(2, (1, 2, 3, 4, 5, 6)), (3, (0, 1, 5)), (1, (2, 4)), (2, (3,))])
def test_any_dice(times: int, faces: tuple[int, ...]) -> None:
    sums = [sum(thrown) for thrown in product(faces, repeat=times)]
    expected = {str(n): Fraction(sums.count(n), len(sums)) for n in sorted(set(sums))}
    assert chances(f"n in {times} of {{{', '.join(map(str, faces))}}}") == expected


def test_two_dice_with_the_faces_of_a_range() -> None:
    assert chances("n in 2 of 1..6") == {str(n): Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


def test_a_die_that_isnt_fair() -> None:
    found = chances("x in 1..6 by 2 when x = 6 otherwise 1")
    assert found == {**{str(n): Fraction(1, 7) for n in range(1, 6)}, "6": Fraction(2, 7)}


def test_outcomes_of_weight_0_dont_come() -> None:
    assert chances("x in 1..4 by x - 1") == {"2": Fraction(1, 6), "3": Fraction(1, 3), "4": Fraction(1, 2)}


def test_several_names_are_weighed_together() -> None:
    found = chances('x in 0..1, y in 2 of {0, 1} by x + 1 as "{x}{y}"')
    assert found == {f"{x}{y}": Fraction((x + 1) * comb(2, y), 12) for x in (0, 1) for y in (0, 1, 2)}


def test_a_fair_name_beside_dice_stays_fair() -> None:
    found = chances('x in 0..2, y in 2 of {0, 1} as "{x}{y}"')
    assert found == {f"{x}{y}": Fraction(comb(2, y), 12) for x in (0, 1, 2) for y in (0, 1, 2)}


def test_weights_may_depend_on_the_state() -> None:
    state = game("x in 1..2 by x + me.points").start()
    assert [str(chance) for _, chance in state.chance] == ["1/3", "2/3"]
    for _ in range(2):
        state = state.play("1").play("go")
    assert [str(chance) for _, chance in state.chance] == ["2/5", "3/5"]


def test_nothing_left_to_roll_is_an_error() -> None:
    with pytest.raises(RuleError, match="nothing to roll"):
        game("x in 1..3 by me.points").start()


def test_outcomes_that_are_alike_are_one_move_and_lead_to_one_state() -> None:
    state = Game.parse(RULES.format(roll="n in 4 of {0, 1}").replace("points += 1", "points += n")).start()
    assert [move.text for move in state.moves] == ["0", "1", "2", "3", "4"]
    assert len(state.ways) == 16
    assert len({state.play(way) for way in state.ways}) == 5
    assert state.parse("2").values == ("2",)
    assert state.play("2") == state.play(state.moves[2])


def test_perft_counts_the_ways_of_the_dice() -> None:
    for backend in ("reference", "native"):
        rules = RULES.format(roll="n in 4 of {0, 1}").replace("points += 1", "points += n")
        found = list(perft(Game.parse(rules, backend=backend).start(), 2, "plies"))
        assert [(d.sequences, d.positions) for d in found] == [(16, 5), (16, 5)]


def test_random_games_draw_by_chance() -> None:
    state = game("n in 4 of {0, 1}").start()
    drawn = [state.draw(Chance(1, number), 0).text for number in range(4000)]
    for k in range(5):
        assert abs(drawn.count(str(k)) / 4000 - comb(4, k) / 16) < 0.03


def test_both_backends_play_alike() -> None:
    for roll in ("n in 4 of {0, 1}", "x in 1..6 by 2 when x = 6 otherwise 1", "x in 1..2 by x + me.points"):
        both_backends(game(roll), seed=1, plies=30, games=5, longest=100)


@pytest.mark.parametrize("roll", [
    "n in 4 of 1..6", "x in 1..6 by 20 * x - 19", "x in 1..3 by (3 - x) * 600 + me.points",
    "x in 1..3, y in 1..3 by 100 * (x - 1) * y", "x in 1..3, y in 1..3 where x != y by 500 * x + y", "x in 1..2000",
])  # fmt: skip
def test_heavy_outcomes_are_counted(roll: str) -> None:
    """No sets are made of their weights, which may go beyond what a set can hold."""
    played = game(roll)
    assert "counted: " in report(played.model)
    both_backends(played, seed=1, plies=12, games=3, longest=60)


def test_lint_says_nothing_of_outcomes_written_alike() -> None:
    found = lint([Source("a.gdl", RULES.format(roll="n in 4 of {0, 1}"))])
    assert "R674" not in {f.code for f in found}
    assert "R674" in {f.code for f in lint([Source("a.gdl", RULES.format(roll='n in 1..2, k in 1..2 as "{n + k}"'))])}


@pytest.mark.parametrize(("roll", "code"), [
    ("n in 4 of site", "B404"),
    ("n in 4 of player", "T301"),
    ("n in 200 of {0, 1}", "T332"),
    ("n in 20 of 1..6", "T332"),
    ("n in me.points of {0, 1}", "T310"),
    ("n in 1..6 by n - 2", "T301"),
    ("n in 1..6 by player", "T301"),
])  # fmt: skip
def test_misuse(roll: str, code: str) -> None:
    with pytest.raises(LoadError, match=code):
        game(roll)


def test_dice_have_no_parts() -> None:
    """Found by mutating the royal game of Ur."""
    found = lint([Source("dice.gdl", RULES.format(roll="n within 4 of {0, 1}"))])
    assert [(f.code, f.span.text) for f in found if f.severity == "error"] == [("T331", "4 of {0, 1}")]
    assert not [f for f in lint([Source("dice.gdl", RULES.format(roll="n in 4 of {0, 1}"))]) if f.severity == "error"]
