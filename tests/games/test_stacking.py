"""Focus, DVONN and Tak, which live on stacks: published counts, and positions worked out by hand; on both backends."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game, State
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.perft import perft

FOLDER = Path(__file__).parents[1] / "rulesets"


@cache
def load(name: str, **options: int) -> Game:
    kept = FOLDER / f"{name}.gdl"
    return Game.load(kept if kept.exists() else name, **options)


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def texts(state: State) -> list[str]:
    return [move.text for move in state.moves]


def stack(state: State, site: str) -> list[str]:
    """The pieces of a site, the lowest first."""
    return [piece.label for piece in state.pieces(site)]


@pytest.mark.parametrize("name", ["tak", "focus", "dvonn"])
def test_both_backends_play_alike(name: str) -> None:
    both_backends(load(name), seed=2, plies=25, games=2, longest=120)


# ---- Tak ---------------------------------------------------------------------------------------------

def tak(*moves: str, size: int = 5) -> State:
    """The position after moves as books write them: 5c3<23 takes five from c3, goes west, leaves two, then three."""
    state = load("tak", size=size).start()
    for move in moves:
        spread = re.fullmatch(r"(\d)(\w\d)([-+<>])(\d*)", move)
        if not spread:
            state = state.play(move)
            continue
        many, site, way, left = spread.groups()
        state = state.play(f"{many}{site}{way}")
        drops = left or many
        state = after(state, *drops[: -1 if drops[-1] == "1" else None])  # a last single stone has no choice
    return state


def counts(state: State, turns: int) -> list[int]:
    """Sequences of turns; as in tiltak, a game that has ended goes on being counted as one."""
    found, ended = [], 0
    for depth in perft(state, turns):
        found.append(depth.sequences + ended)
        ended += depth.ended
    return found


PUSHING = ["c2", "c3", "d3", "b3", "c4", "1c2+", "1d3<", "1b3>", "1c4-", "Cc2", "a1", "1c2+", "a2"]
SUICIDAL = [
    "c4", "c2", "d2", "c3", "b2", "d3", "1d2+", "b3", "d2", "b4", "1c2+", "1b3>", "2d3<", "1c4-", "d4", "5c3<23",
    "c2", "c4", "1d4<", "d3", "1d2+", "1c3+", "Cc3", "2c4>", "1c3<", "d2", "c3", "1d2+", "1c3+", "1b4>", "2b3>11",
    "3c4-12", "d2", "c4", "b4", "c5", "1b3>", "1c4<", "3c3-", "e5", "e2",
]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "numbers"),
    [
        ([], [25, 600, 43_320]),
        (["d3", "c3", "c4", "1d3<", "1c4-", "Sc4"], [87, 6_155]),
        (PUSHING, [104, 7_743]),
        (SUICIDAL, [85, 11_206]),
    ],
    ids=["start", "wall", "capstone", "suicide"],
)
def test_tak_counts_as_the_program_tiltak_does(moves: list[str], numbers: list[int]) -> None:
    """Its tests give these counts for five by five; SUICIDAL has moves that make the opponent's road."""
    assert counts(tak(*moves), len(numbers)) == numbers


@pytest.mark.parametrize(("size", "numbers"), [(3, [9, 72]), (4, [16, 240]), (6, [36, 1_260, 132_720])])
def test_tak_on_other_boards(size: int, numbers: list[int]) -> None:
    """Six by six as tiltak counts; the first two turns put one stone each."""
    assert counts(tak(size=size), len(numbers)) == numbers


@pytest.mark.deep
@pytest.mark.parametrize(("size", "number"), [(3, 271_812), (4, 216_464), (5, 2_999_784)])
def test_tak_deeper(size: int, number: int) -> None:
    """Five turns on three by three, four on the others: as tiltak and other programs count."""
    assert counts(tak(size=size), 5 if size == 3 else 4)[-1] == number


def test_tak_five_may_be_carried_not_six() -> None:
    moves = texts(tak("c2", "c3", "d3", "b3", "c4", "1c2+", "1d3<", "1b3>", "1c4+", "Cc2", "a1", "1c2+", "a2"))
    assert "5c3>" in moves
    assert "6c3>" not in moves


def test_tak_a_capstone_flattens_a_wall_alone() -> None:
    state = tak("a5", "a1", "Cc3", "Sc4", "b1", "e5")
    assert "1c3+" in texts(state)
    state = after(state, "1c3+")
    assert stack(state, "c4") == ["flat of Black", "cap of White"]
    wall_below_stack = tak("a5", "a1", "c3", "Sc4", "Cc2", "e5", "1c2+", "e4")
    assert stack(wall_below_stack, "c3") == ["flat of White", "cap of White"]
    assert "1c3+" in texts(wall_below_stack)
    assert "2c3+" not in texts(wall_below_stack)


def test_tak_a_road_wins() -> None:
    state = tak("a5", "a1", "b1", "e5", "c1", "e4", "d1", "e3", "e1")
    outcomes = state.outcomes
    assert outcomes is not None
    assert outcomes["White"] == "win"


# ---- Focus -------------------------------------------------------------------------------------------


def test_focus_begins_with_eighteen_men_each_in_the_middle() -> None:
    """A man goes a step in four directions, but two only from a corner of the middle, of which each has two."""
    state = load("focus").start()
    on = state.position()["stacks"]
    assert [sum(men == [f"man of {p}"] for men in on.values()) for p in ("White", "Black")] == [18, 18]
    assert len(on) == 36
    assert len(texts(state)) == 18 * 4 - 2 * 2


def focus_counts(turns: int) -> list[int]:
    """Sequences of turns by a plain program: cells with texts of W and B, the lowest first."""
    cells = {(c, r) for c in range(1, 9) for r in range(1, 9) if min(c, 9 - c) + min(r, 9 - r) > 3}
    start = {(c, r): "WB"[(c // 2 + r) % 2 == 0] for c, r in cells if 2 <= c <= 7 and 2 <= r <= 7}

    def count(board: dict[tuple[int, int], str], me: str, left: int) -> int:
        if not left:
            return 1
        total = 0
        for (c, r), men in board.items():
            if men[-1] != me:
                continue
            for k in range(1, len(men) + 1):
                for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    to = (c + k * x, r + k * y)
                    if to in cells:
                        after_it = dict(board)
                        after_it[c, r] = men[:-k]
                        after_it[to] = (board.get(to, "") + men[-k:])[-5:]
                        total += count({s: m for s, m in after_it.items() if m}, "WB"[me == "W"], left - 1)
        return total

    return [count(start, "W", n) for n in range(1, turns + 1)]


def test_focus_counts_like_a_plain_program() -> None:
    """No stack grows over five in three turns, so nobody has a reserve yet."""
    assert [depth.sequences for depth in perft(load("focus").start(), 3)] == focus_counts(3)


def test_focus_splits_stacks_and_keeps_five() -> None:
    white, black = "man of White", "man of Black"
    state = load("focus").position({
        "to move": "White",
        "stacks": {"d4": [white, black, black, white], "d6": [white, black, white], "a5": [black]},
    })  # fmt: skip
    state = state.play("2d4-d6")
    assert stack(state, "d4") == [white, black]
    assert stack(state, "d6") == [white, black, white, black, white]
    assert state.value("reserve", "White") == 0
    state = after(state, "1a5-b5", "3d6-d3")
    assert stack(state, "d6") == [white, black]
    assert stack(state, "d3") == [white, black, white]


def test_focus_men_below_the_fifth_come_into_the_reserve_or_are_taken() -> None:
    white, black = "man of White", "man of Black"
    state = load("focus").position({
        "to move": "White",
        "stacks": {"d4": [white, black, white, black], "f4": [black, white], "a5": [black]},
    })  # fmt: skip
    state = state.play("2f4-d4")
    assert stack(state, "d4") == [black, white, black, black, white]
    assert state.value("reserve", "White") == 1
    state = after(state, "1a5-b5")
    assert "+g7" in texts(state)
    state = after(state, "+d4")
    assert stack(state, "d4") == [white, black, black, white, white]
    assert state.value("reserve", "White") == 0


# ---- DVONN -------------------------------------------------------------------------------------------


def test_dvonn_places_49_pieces() -> None:
    state = load("dvonn").start()
    assert [depth.sequences for depth in perft(state, 3)] == [49, 49 * 48, 49 * 48 * 47]
    assert [depth.positions for depth in perft(state, 3)] == [49, 49 * 48 // 2, 49 * 48 * 47 // 6]


def dvonn_full() -> State:
    """The board filled row by row: the reds on a1, b1, c1, then Black and White by turns."""
    state = load("dvonn").start()
    while state.value("placing"):
        state = state.play(texts(state)[0])
    return state


def test_dvonn_white_places_last_and_moves_first() -> None:
    """Men on the rim can move, 24 cells; the reds can't. From a full board all steps of one lead to pieces."""
    state = dvonn_full()
    assert state.to_move == "White"
    board = state.game.model.board
    assert board is not None
    full = state.position()["stacks"]
    assert len(full) == 49
    numbers = [sum(men == [piece] for men in full.values()) for piece in ("dvonn", "stone of White", "stone of Black")]
    assert numbers == [3, 23, 23]
    cells = {(c, r) for r in range(1, 6) for c in range(max(1, r - 2), min(11, r + 8) + 1)}
    steps = ((1, 0), (-1, 0), (1, 1), (0, 1), (0, -1), (-1, -1))
    label = {cell: f"{'abcdefghijk'[cell[0] - 1]}{cell[1]}" for cell in cells}
    expected = set()
    for c, r in cells:
        near = [(c + x, r + y) for x, y in steps if (c + x, r + y) in cells]
        if len(near) < 6 and full[label[c, r]] == ["stone of White"]:
            expected |= {f"{label[c, r]}-{label[to]}" for to in near}
    assert set(texts(state)) == expected


def test_dvonn_what_has_lost_touch_with_the_reds_goes() -> None:
    white, black = "stone of White", "stone of Black"
    state = load("dvonn").position({
        "to move": "White", "variables": {"placing": False},
        "stacks": {
            "c3": ["dvonn"], "d3": [white], "e3": [black, black], "g3": ["dvonn", white], "f1": [black], "c4": [black],
        },
    })  # fmt: skip
    assert sorted(texts(state)) == ["d3-c3", "d3-e3", "g3-e3"]
    moved = state.play("d3-c3")  # e3 has nothing left to hold on to, nor has f1
    assert moved.position()["stacks"] == {
        "c3": ["dvonn", white], "c4": [black], "g3": ["dvonn", white],
    }  # fmt: skip
    carried = state.play("g3-e3")  # the red goes along, below white
    assert stack(carried, "e3") == [black, black, "dvonn", white]
    assert stack(carried, "f1") == []
    assert texts(carried) == ["c4-c3"]


def test_dvonn_the_higher_stacks_win_when_nobody_can_move() -> None:
    white, black = "stone of White", "stone of Black"
    state = load("dvonn").position({
        "to move": "White", "variables": {"placing": False},
        "stacks": {"c3": ["dvonn", black], "d3": [white, white], "f3": ["dvonn"], "i3": ["dvonn", black, black, black]},
    })  # fmt: skip
    state = after(state, "d3-f3", "pass")  # Black's two and four steps lead to empty cells
    assert set(texts(state)) == {"f3-c3", "f3-i3"}
    state = state.play("f3-i3")
    assert stack(state, "i3") == ["dvonn", black, black, black, "dvonn", white, white]
    assert state.outcomes == {"White": "win", "Black": "loss"}  # seven against two
