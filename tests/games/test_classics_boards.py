"""Chinese Checkers and Pylos against the same rules in a few lines of plain Python."""

from __future__ import annotations

from itertools import islice

import pytest
from playing import load, pieces, turns

from interpreter.lab.tools.perft import perft

# ---- Chinese Checkers ------------------------------------------------------------------------------------------------

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
Place = tuple[int, int]


def place(site: str) -> Place:
    return LETTERS.index(site[0]), int(site[1:])


def reach(start: Place, taken: set[Place], board: set[Place]) -> set[Place]:
    """Where a marble may end: one step, or hop after hop."""
    steps = {(start[0] + x, start[1] + y) for x, y in WAYS}
    found: set[Place] = set()
    todo = [start]
    while todo:
        c, r = todo.pop()
        for x, y in WAYS:
            end = (c + 2 * x, r + 2 * y)
            if (c + x, r + y) in taken - {start} and end in board - (taken - {start}) - found:
                found.add(end)
                todo.append(end)
    return ((steps & board - taken) | found) - {start}


@pytest.mark.parametrize(("players", "size"), [(2, 4), (3, 4), (4, 3), (6, 4), (2, 2)])
def test_moves_of_chinese_checkers_against_plain_python(players: int, size: int) -> None:
    game = load("chinese_checkers", players, size=size)
    board_ = game.model.board
    assert board_ is not None
    board = {place(site) for site in board_.labels}
    points = {p: {place(s) for s, t in pieces(game.start()).items() if t == f"marble of {p}"} for p in game.players}
    middle = (2 * size, 2 * size + 1)
    goals = {p: {(2 * middle[0] - c, 2 * middle[1] - r) for c, r in home} for p, home in points.items()}
    assert len(board) == 6 * size * (size + 1) + 1  # 121 for the usual star
    assert all(len(home) == size * (size + 1) // 2 for home in points.values())
    for turn in islice(turns(game, seed=6, number=players), 0, 400, 9):
        state = turn.before
        me = str(state.to_move)
        standing = {place(site): thing[-1] for site, thing in pieces(state).items()}
        expected = {
            (a, b)
            for a in standing
            if standing[a] == me
            for b in reach(a, set(standing), board)
            if a not in goals[me] or b in goals[me]
        }
        assert {tuple(map(place, move.text.split("-"))) for move in state.moves} == expected


def test_first_turns_of_chinese_checkers() -> None:
    """The front row of four steps two ways each, the three behind it hop two ways each, for everybody."""
    for players in (2, 3):
        start = load("chinese_checkers", players).start()
        assert [d.sequences for d in perft(start, 2)] == [14, 14**2]


# ---- Pylos -----------------------------------------------------------------------------------------------------------

Ball = tuple[int, int, int]
"""A place: layer, row and column in it, each from 0."""
ALL = {(h, r, c) for h in range(4) for r in range(4 - h) for c in range(4 - h)}


def ball(site: str) -> Ball:
    h = int(site[0]) - 1
    return h, (int(site[2]) - 1 - h) // 2, ("abcdefg".index(site[1]) - h) // 2


def under(place_: Ball) -> set[Ball]:
    h, r, c = place_
    return {(h - 1, r + i, c + j) for i in (0, 1) for j in (0, 1)} & ALL


def free(mine: set[Ball], taken: set[Ball]) -> set[Ball]:
    return {a for a in mine if not any(a in under(b) for b in taken)}


def first_moves(mine: set[Ball], taken: set[Ball]) -> set[tuple[Ball | None, Ball]]:
    """Where a ball comes from, if not from the reserve, and where it goes."""
    places = {b for b in ALL - taken if under(b) <= taken}
    put: set[tuple[Ball | None, Ball]] = {(None, b) for b in places} if len(mine) < 15 else set()
    return put | {(a, b) for a in free(mine, taken) for b in places if b[0] > a[0] and a not in under(b)}


def earns(new: Ball, mine: set[Ball], expert: bool) -> bool:
    squares = any(new in under(top) and under(top) <= mine for top in ALL)
    h, r, c = new
    lines = ({(h, r, i) for i in range(4 - h)}, {(h, i, c) for i in range(4 - h)})
    return squares or (expert and h < 2 and any(line <= mine for line in lines))


@pytest.mark.parametrize("played", ["usual", "expert"])
def test_moves_of_pylos_against_plain_python(played: str) -> None:
    for turn in islice(
        (t for number in range(8) for t in turns(load("pylos", played=played), seed=8, number=number)), 0, None, 3
    ):
        for ply in turn.plies:
            standing = {ball(site): thing for site, thing in pieces(ply.before).items()}
            mine = {b for b, thing in standing.items() if thing == f"ball of {ply.before.to_move}"}
            texts = {move.text for move in ply.before.moves}
            if ply is turn.plies[0]:
                found = {(ball(x) if x else None, ball(y)) for x, _, y in (text.rpartition("-") for text in texts)}
                assert found == first_moves(mine, set(standing))
            else:
                backs = {"-" + site for site in pieces(ply.before) if ball(site) in free(mine, set(standing))}
                assert texts == backs | ({"done"} if ply is turn.plies[-1] and len(turn.plies) == 3 else set())
        before = {ball(site): thing for site, thing in pieces(turn.plies[0].after).items()}
        mine = {b for b, thing in before.items() if thing == f"ball of {turn.before.to_move}"}
        new = ball(turn.texts[0].rpartition("-")[2])
        assert (len(turn.plies) == 3) == earns(new, mine, played == "expert")
        assert turn.after.is_over or (3, 0, 0) not in before
