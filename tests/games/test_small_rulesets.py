"""Games that the project doesn't ship, written by the manual alone: what is known of them by counting holds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial
from pathlib import Path

import pytest

from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game, State
from interpreter.lab.tools.perft import perft

FOLDER = Path(__file__).parents[1] / "rulesets"


@cache
def load(name: str, players: int | None = None, **options: int) -> Game:
    return Game.load(FOLDER / f"{name}.gdl", players=players, **options)


def after(game: Game, *moves: str) -> State:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


def texts(state: State) -> list[str]:
    return [move.text for move in state.moves]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.gdl")), ids=lambda path: path.stem)
def test_nothing_is_found_in_it(path: Path) -> None:
    assert lint([Source(path.name, path.read_text(encoding="utf-8"))]) == []


@pytest.mark.parametrize(("players", "winner"), [(2, "B"), (3, "A"), (4, "D")])
def test_whoever_draws_the_fourth_side_of_one_box_wins(players: int, winner: str) -> None:
    game = load("boxes", players, size=1)
    ends = list(perft(game.start(), 4, "plies"))
    assert [d.sequences for d in ends] == [4, 12, 24, factorial(4)]
    for order in permutations(texts(game.start())):
        outcomes = after(game, *order).outcomes
        assert outcomes is not None
        assert [p for p, outcome in outcomes.items() if outcome == "win"] == [winner]


def test_who_closes_a_box_goes_on() -> None:
    """Two boxes with a side between them: with it last, both are closed at once."""
    game = load("boxes", size=2)
    around = ["a1across", "a2across", "a1up", "c1up", "b1across", "b2across"]
    state = after(game, *around)
    assert state.to_move == "A"
    state = state.play("b1up")
    assert state.to_move == "A"
    assert state.value("closer", "a1") == state.value("closer", "b1") == "A"


def test_morris_counts_as_long_as_there_can_be_no_mill() -> None:
    depths = list(perft(load("morris").start(), 3))
    assert [d.sequences for d in depths] == [24, 24 * 23, 24 * 23 * 22]
    assert [d.positions for d in depths] == [24, 24 * 23, comb(24, 2) * 22]


def test_morris_has_sixteen_mills() -> None:
    """Whoever closes one takes a man, and so is still to move. (Black's three men stand now here, now there.)"""
    game = load("morris")
    mills = set()
    for pair in combinations(texts(game.start()), 2):
        others = [p for p in texts(game.start()) if p not in pair]
        for black in others[:3], others[3:6]:
            state = game.position({
                "to move": "White", "variables": {"hand": {"White": 1, "Black": 0}},
                "pieces": {"man of White": list(pair), "man of Black": black},
            })  # fmt: skip
            mills |= {frozenset((*pair, move)) for move in texts(state) if state.play(move).to_move == "White"}
    assert len(mills) == 16


def test_men_move_along_the_lines_and_from_ring_to_ring_in_the_middle_of_a_side() -> None:
    state = load("morris").position({
        "variables": {"hand": {"White": 0, "Black": 0}},
        "pieces": {"man of White": ["a1", "d1", "g1", "d2"], "man of Black": ["b6", "d6", "f6"]},
    })  # fmt: skip
    assert sorted(texts(state)) == ["a1-a4", "d2-b2", "d2-d3", "d2-f2", "g1-g4"]


def test_men_in_mills_are_safe_while_there_are_others() -> None:
    state = after(load("morris"), "a1", "b2", "a4", "b4", "d7", "b6", "xd7", "g1", "g4")
    assert state.to_move == "White"
    state = state.play("a7")
    assert texts(state) == ["xg4"]


def test_four_dice_of_ur_show_their_sums_as_often_as_they_should() -> None:
    state = load("ur").start()
    assert [(move.text, p) for move, p in state.chance] == [(str(n), Fraction(comb(4, n), 16)) for n in range(5)]


def test_a_rosette_gives_another_roll_and_a_zero_passes() -> None:
    state = after(load("ur"), "4", "0+4")
    assert state.is_chance
    assert state.play("0").to_move == "White"
    assert texts(state.play("0")) == ["pass"]
    assert state.play("0").play("pass").play("1").to_move == "Black"


def test_amazons_has_2176_first_turns() -> None:
    assert [d.sequences for d in perft(load("amazons").start(), 1)] == [2_176]


def test_xiangqi_counts_as_published() -> None:
    """Chariots and cannons by rays within rays are no work that nobody could wait for. Published: 44; 1,920; 79,666."""
    assert [d.sequences for d in perft(load("cannons").start(), 3)] == [44, 1_920, 79_666]
