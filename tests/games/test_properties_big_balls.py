"""What must hold in every game of Big Balls, by proof: computed here anew, over random games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playing import load, pieces, settled, turns

from interpreter import State

ROWS = 7
PITS = [f"{chr(ord('a') + i)}{r}" for r in range(1, ROWS + 1) for i in range(ROWS + 1 - r)]
UP_OR_SIDEWAYS = [(1, 0), (-1, 0), (0, 1), (-1, 1)]
DOWN = [(1, -1), (0, -1)]


def near(pit: str, steps: list[tuple[int, int]]) -> list[str]:
    i, r = ord(pit[0]) - ord("a"), int(pit[1:])
    return [name for di, dr in steps if (name := f"{chr(ord('a') + i + di)}{r + dr}") in PITS]


def stones(board: dict[str, str], player: str) -> dict[int, str]:
    """The pit of each stone, by its number."""
    return {
        int(thing[len("stone(") : thing.index(")")]): pit
        for pit, thing in board.items()
        if thing.startswith("stone") and thing.endswith(player)
    }


def movable(numbers: set[int], die: int) -> set[int]:
    """The stones that the die allows: the number thrown, else the next lower and the next higher."""
    if die in numbers:
        return {die}
    lower, higher = {n for n in numbers if n < die}, {n for n in numbers if n > die}
    return ({max(lower)} if lower else set()) | ({min(higher)} if higher else set())


def mark(board: dict[str, str], pit: str) -> str:
    return "x" if pit in board else "-"


def options(board: dict[str, str], player: str) -> set[str]:
    found = {
        f"BB {pit}{mark(board, target)}{target}"
        for pit, thing in board.items()
        if thing == "ball"
        for target in near(pit, DOWN)
        if board.get(target) != "ball"
    }
    return found | ({"roll"} if stones(board, player) else set())


def height(board: dict[str, str]) -> int:
    return sum(int(pit[1:]) - 1 for pit, thing in board.items() if thing == "ball")


def judged(board: dict[str, str], mover: str, other: str) -> str:
    """Who has won after a turn, "draw", or "" if the game goes on."""
    if board.get("a7", "").endswith(mover):
        return mover
    if not stones(board, mover) and not stones(board, other) and options(board, other):
        return "draw"
    return "" if options(board, other) else mover


def test_every_turn_is_as_computed_by_hand() -> None:
    game = load("big_balls")
    for number in range(80):
        rolled_down = 0
        for turn in turns(game, seed=21, number=number):
            board, player = pieces(turn.before), str(turn.before.to_move)
            other = "White" if player == "Black" else "Black"
            assert {move.text for move in turn.before.moves} == options(board, player)
            if turn.texts[0] == "roll":
                assert [move.text for move in turn.plies[1].before.moves] == list("123456")
                die = turn.texts[1]
                own = stones(board, player)
                assert {move.text for move in turn.plies[2].before.moves} == {
                    f"{die} {own[n]}{mark(board, pit)}{pit}"
                    for n in movable(set(own), int(die))
                    for pit in near(own[n], UP_OR_SIDEWAYS)
                }
            origin, target = re.findall(r"[a-g]\d", turn.texts[-1])
            after = pieces(turn.after)
            expected = {pit: thing for pit, thing in board.items() if pit != origin} | {target: board[origin]}
            assert after == expected
            if board[origin] == "ball":
                rolled_down += 1
                assert height(after) == height(board) - 1
                assert target != "a7"
            elif target == "a7":
                assert origin in ("a6", "b6")
            result = judged(after, player, other)
            assert turn.after.is_over == bool(result)
            if result:
                wanted = {player: "draw", other: "draw"} if result == "draw" else {player: "win", other: "loss"}
                assert turn.after.outcomes == wanted
        assert rolled_down <= 28


@pytest.mark.parametrize("pit", [pit for pit in PITS if pit != "a7"])
def test_a_stone_has_two_moves_on_the_slanting_edges_and_four_elsewhere(pit: str) -> None:
    edge = {f"a{r}" for r in range(1, 7)} | {f"{chr(ord('a') + 7 - r)}{r}" for r in range(1, 7)}
    game = load("big_balls")
    state = game.position({"to move": "Black", "pieces": {"stone(3) of Black": [pit]}})
    assert len(state.play("roll").play("3").moves) == (2 if pit in edge else 4)


def test_the_balls_of_the_start_can_roll_28_times() -> None:
    assert height(pieces(load("big_balls").start(seed=5))) == 28


def test_the_start_shuffles_each_side_in_its_corner() -> None:
    game = load("big_balls")
    seen = set()
    for number in range(30):
        board = pieces(game.start(seed=6, number=number))
        assert sorted(stones(board, "Black").values()) == sorted(["a1", "b1", "c1", "a2", "b2", "a3"])
        assert sorted(stones(board, "White").values()) == sorted(["e1", "f1", "g1", "e2", "f2", "e3"])
        assert set(stones(board, "Black")) == set(stones(board, "White")) == set(range(1, 7))
        seen.add(tuple(stones(board, "Black").items()))
    assert len(seen) > 20


def mirrored(text: str) -> str:
    """A text with the board's left and right changed (and nothing else)."""
    return re.sub(
        r"\b([a-g])([1-7])|(?<=x)([a-g])([1-7])",
        lambda m: flip(m[1] or m[3], m[2] or m[4]),
        text,
    )


def flip(letter: str, row: str) -> str:
    return f"{chr(2 * ord('a') + 7 - int(row) - ord(letter))}{row}"


def image(state: State) -> dict[str, Any]:
    other = {"Black": "White", "White": "Black"}
    found: dict[str, list[str]] = {}
    for pit, thing in pieces(state).items():
        head, of, owner = thing.partition(" of ")
        found.setdefault(head + of + other.get(owner, ""), []).append(flip(pit[0], pit[1]))
    turns_so_far = {"turns": state.value("turns")}
    return {"to move": other[str(state.to_move)], "pieces": found, "variables": turns_so_far}


def test_the_mirror_changes_the_sides_and_commutes_with_play() -> None:
    game = load("big_balls")
    for number in range(25):
        for turn in turns(game, seed=22, number=number):
            state = game.position(image(turn.before))
            for ply in turn.plies:
                assert {m.text for m in state.moves} == {mirrored(m.text) for m in ply.before.moves}
                state = state.play(mirrored(ply.move.text))
            assert state.is_over == turn.after.is_over
            if state.is_over:
                assert (state.outcomes or {})["Black"] == (turn.after.outcomes or {})["White"]
            else:
                assert settled(state.position()) == settled(game.position(image(turn.after)).position())
