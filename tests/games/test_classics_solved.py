"""Small games whose values are published or proven: the compiled rules' search finds the same."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest
from counting import certain, load

from interpreter import State
from interpreter.players.solving import solve


def start(name: str, **options: Any) -> State:
    return load(name, "native", **options).start()


# ---- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("m", "n", "k", "expected"), [(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1), (4, 3, 4, 0)])
def test_mnk_games(m: int, n: int, k: int, expected: int) -> None:
    """J. W. H. M. Uiterwijk and H. J. van den Herik, "The advantage of the initiative" (2000)."""
    assert certain(start("tictactoe", m=m, n=n, k=k)) == expected


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 4)])
def test_connect_four_on_four_rows_is_a_draw(columns: int, rows: int) -> None:
    """J. Tromp's table: all boards of four rows."""
    assert certain(start("connect_four", columns=columns, rows=rows)) == 0


# ---- connection ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size"), [("hex", 2), ("hex", 3), ("hex", 4), ("y", 2), ("y", 3), ("y", 4), ("y", 5)])
def test_the_first_player_wins(name: str, size: int) -> None:
    """Nash, by an argument that shows no way to do it."""
    assert certain(start(name, size=size, swap=False)) == 1


@pytest.mark.parametrize(("name", "size"), [("hex", 2), ("hex", 3), ("y", 2), ("y", 3), ("y", 4)])
def test_with_the_swap_the_second_player_wins(name: str, size: int) -> None:
    """By taking over an opening that wins."""
    assert certain(start(name, size=size)) == -1


def test_openings_of_hex() -> None:
    """a1 loses on every board, b1 but on 2 × 2 (hexwiki.net, "Small boards" and "Swap"); one that wins on 4 × 4."""
    begin = start("hex", size=2, swap=False)
    assert {m.text: -certain(begin.play(m)) for m in begin.moves} == {"a1": -1, "a2": 1, "b1": 1, "b2": -1}
    begin = start("hex", size=3, swap=False)
    lost = {m.text for m in begin.moves if certain(begin.play(m)) == 1}
    assert {"a1", "b1", "c3", "b3"} <= lost < {m.text for m in begin.moves}
    assert certain(start("hex", size=4, swap=False).play("c2")) == -1


# ---- Reversi ---------------------------------------------------------------------------------------------------------


def test_reversi_on_four_by_four() -> None:
    """The second player wins."""
    assert certain(start("reversi", size=4)) == -1


# ---- Nim -------------------------------------------------------------------------------------------------------------


def nim(heaps: tuple[int, ...], **options: Any) -> int:
    """The value of these heaps for the first player."""
    counters = {letter: heaps[i] if i < len(heaps) else 0 for i, letter in enumerate("abcdef")}
    return certain(load("nim", "native", **options).position({"variables": {"counters": counters}}))


@pytest.mark.parametrize(
    "heaps", [(1,), (1, 1), (2, 3), (3, 3), (1, 2, 3), (3, 4, 5), (1, 4, 5), (2, 4, 6), (1, 3, 5, 7), (1, 2, 4, 6)]
)
def test_nim_is_won_unless_its_sum_is_zero(heaps: tuple[int, ...]) -> None:
    """C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901)."""
    assert nim(heaps) == (1 if reduce(xor, heaps) else -1)


@pytest.mark.parametrize(
    "heaps", [(1,), (1, 1), (1, 1, 1), (2, 2), (2, 3), (1, 2, 3), (3, 4, 5), (1, 1, 2), (1, 3, 5, 7)]
)
def test_misere_nim(heaps: tuple[int, ...]) -> None:
    """Bouton: as if the last counter won, unless no heap has more than one."""
    expected = reduce(xor, heaps) != 0 if max(heaps) > 1 else len(heaps) % 2 == 0
    assert nim(heaps, misere=True) == (1 if expected else -1)


@pytest.mark.parametrize(("limit", "heaps"), [(3, (21,)), (3, (20,)), (2, (4, 7)), (2, (4, 8)), (1, (3, 4))])
def test_nim_with_a_limit(limit: int, heaps: tuple[int, ...]) -> None:
    assert nim(heaps, limit=limit) == (1 if reduce(xor, (n % (limit + 1) for n in heaps)) else -1)


# ---- Domineering -----------------------------------------------------------------------------------------------------

# D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Solving 8 × 8 Domineering" (2000): a line for each number
# of rows, with 2, 3 … columns. 1: who begins wins, 2: who doesn't; V, H: this player wins in any case.
DOMINEERING = {2: "11HV1", 3: "11HHH", 4: "VV1V", 5: "HV"}


@pytest.mark.parametrize("rows", DOMINEERING)
def test_who_wins_domineering(rows: int) -> None:
    classes = {(1, 1): "1", (-1, -1): "2", (1, -1): "V", (-1, 1): "H"}
    found = ""
    for columns in range(2, 2 + len(DOMINEERING[rows])):
        game = load("domineering", "native", columns=columns, rows=rows)
        begins = [certain(game.position({"to move": player})) for player in ("Vertical", "Horizontal")]
        found += classes[begins[0], begins[1]]
    assert found == DOMINEERING[rows]


# ---- Kalah, Konane ---------------------------------------------------------------------------------------------------


# G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000: won, drawn or lost, for 1, 2, … seeds
@pytest.mark.parametrize(("houses", "values"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWW")])
def test_small_kalahs(houses: int, values: str) -> None:
    games = [solve(start("kalah", houses=houses, start=n + 1)) for n in range(len(values))]
    found = [game.values["South"] for game in games]
    assert found == [{"W": 1, "D": 0, "L": -1}[v] for v in values]


# P. Norvig, "Mel's Konane Board" (pytudes, 2021): who wins, Black to move, after these two stones were taken away
@pytest.mark.parametrize(
    ("size", "gone", "winner"),
    [(4, "a1 b1", "White"), (4, "c3 b3", "White"), (5, "a1 b1", "Black"), (5, "c3 b3", "Black")],
)
def test_small_boards_of_konane(size: int, gone: str, winner: str) -> None:
    game = load("konane", "native", size=size)
    full = game.start().position()["pieces"]
    pieces = {stone: [s for s in sites if s not in gone.split()] for stone, sites in full.items()}
    assert certain(game.position({"to move": "Black", "pieces": pieces})) == (1 if winner == "Black" else -1)
