"""Lines and corners of the boards that ship, against what geometry says."""

from __future__ import annotations

import pytest

from interpreter import Game


def count(board: str, what: str) -> int:
    text = f'game "T"\nplayers A\nboard {board}\ngame has n: 0..100000\nturn\n  choose "go"\n  n = count({what})\n'
    return int(Game.parse(f"{text}end\n  draw if stuck\n").start().play("go").value("n"))


def within(lengths: list[int], k: int) -> int:
    """How many runs of k lie in rows of these lengths."""
    return sum(max(length - k + 1, 0) for length in lengths)


def test_lines_of_known_games() -> None:
    """Connect Four has 69, Tic-tac-toe 8, Gomoku 572 rows of five on 15 by 15."""
    assert count("grid(7, 6)", "lines(4)") == 69
    assert count("grid(3, 3)", "lines(3)") == 8
    assert count("grid(15, 15)", "lines(5)") == 572


@pytest.mark.parametrize("n", [2, 3, 5])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_lines_on_hexagons(n: int, k: int) -> None:
    """Three directions alike, but for the short diagonal of the rhombus."""
    hexhex = [*range(n, 2 * n), *range(n, 2 * n - 1)]
    star = [*range(1, n + 1)] * 2 + [2 * n + 1 + abs(y) for y in range(-n, n + 1)]
    rhombus = [n] * n * 2 + [*range(1, n + 1), *range(1, n)]
    assert count(f"hexhex({n})", f"lines({k})") == 3 * within(hexhex, k)
    assert count(f"triangle({n})", f"lines({k})") == 3 * within([*range(1, n + 1)], k)
    assert count(f"star({n})", f"lines({k})") == 3 * within(star, k)
    assert count(f"rhombus({n})", f"lines({k})") == within(rhombus, k)


def test_lines_on_a_ring() -> None:
    assert [count("ring(6)", f"lines({k})") for k in (2, 5, 6, 7)] == [6, 6, 1, 0]


@pytest.mark.parametrize(
    ("board", "corners"),
    [("grid(8, 3)", 4), ("grid(1, 5)", 2), ("grid(1, 1)", 1), ("hexhex(4)", 6), ("rhombus(5)", 4), ("triangle(4)", 3),
     ("star(1)", 6), ("star(4)", 6)],
)  # fmt: skip
def test_corners(board: str, corners: int) -> None:
    assert count(board, "corners") == corners


def test_where_the_corners_are() -> None:
    text = 'game "T"\nplayers A\nboard {board}\ngame has it: set of site\nturn\n  choose "go"\n  it = corners\nend\n'
    for board, sites in (("grid(4, 3)", "a1 a3 d1 d3"), ("rhombus(3)", "a1 a3 c1 c3"), ("triangle(4)", "a1 a4 d1")):
        state = Game.parse(text.replace("{board}", board) + "  draw if stuck\n").start().play("go")
        assert sorted(state.value("it")) == sites.split()
