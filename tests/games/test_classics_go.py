"""Go against published numbers: legal positions of small boards, and the smallest board with a game on it, solved."""

from __future__ import annotations

import pytest

from interpreter import Game, State
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.perft import perft

WALK = """
game "Go, walked" extends "go"

replace board grid({width}, {height})
replace define old = 0

end
  passes = 0
"""


# J. Tromp and G. Farnebäck, "Combinatorics of Go", table of legal positions
@pytest.mark.parametrize(
    ("width", "height", "legal"),
    [
        (1, 1, 1),
        (1, 2, 5),
        (2, 2, 57),
        (2, 3, 489),
        (3, 3, 12_675),
        pytest.param(3, 4, 321_689, marks=pytest.mark.deep),
    ],
)
def test_legal_positions(width: int, height: int, legal: int) -> None:
    """If positions may come again and passes end nothing, whatever is legal can be reached: put down stone by stone,
    every chain has its liberties all the time. One player may have to pass between the other's stones, of which there
    are fewer than points."""
    turns = 2 * (width * height - 1) or 1
    start = Game.parse(WALK.format(width=width, height=height), backend="native").start()
    assert list(perft(start, turns))[-1].positions == legal


def black_wins(state: State) -> bool:
    """Whether Black wins with perfect play; what takes most is tried first."""
    if state.is_over:
        return (state.outcomes or {})["Black"] == "win"
    mine = state.to_move == "Black"

    def worth(after: State) -> tuple[bool, int]:
        pieces = {thing: len(sites) for thing, sites in after.position().get("pieces", {}).items()}
        lead = pieces.get("stone of Black", 0) - pieces.get("stone of White", 0)
        return after.is_over, lead if mine else -lead

    ways = sorted((state.play(move) for move in state.moves), key=worth, reverse=True)
    return any(map(black_wins, ways)) if mine else all(map(black_wins, ways))


@pytest.mark.parametrize(("halves", "wins"), [(1, True), (3, False)])
def test_two_by_two_is_won_by_one_point(halves: int, wins: bool) -> None:
    """J. Tromp, "Solving 2x2 Go": area, positional superko."""
    assert black_wins(Game.load("go", size=2, komi=halves).start()) == wins


def test_superko_on_two_points() -> None:
    """By hand: a stone, its capture, and to take back would repeat what was."""
    state = Game.parse('game "Go on two points" extends "go"\nreplace board grid(2, 1)\n').start()
    assert [m.text for m in state.moves] == ["a1", "b1", "pass"]
    state = state.play("a1").play("b1")
    assert state.position()["pieces"] == {"stone of White": ["b1"]}
    assert [m.text for m in state.moves] == ["pass"]
    state = state.play("pass")
    assert [m.text for m in state.moves] == ["pass"]  # no suicide
    assert state.play("pass").outcomes == {"Black": "loss", "White": "win"}


NO_PASS = """
game "Go without passing" extends "go"

remove define pass

end
  lose next if stuck
"""


def test_passing_is_a_branch_that_can_be_removed() -> None:
    """Move by move what Go offers but for the pass; and who has nothing but the pass there has lost here."""
    ended = 0

    def walk(go: State, without: State, depth: int) -> None:
        nonlocal ended
        stones = [m.text for m in go.moves if m.text != "pass"]
        assert [m.text for m in without.moves] == stones
        assert without.is_over is not bool(stones)
        if not stones:
            ended += 1
            assert without.outcomes is not None
            assert without.outcomes[go.to_move or ""] == "loss"
        for text in stones if depth else []:
            walk(go.play(text), without.play(text), depth - 1)

    walk(Game.load("go", size=2).start(), Game.parse(NO_PASS, size=2).start(), 6)
    assert ended
    both_backends(Game.parse(NO_PASS, size=4), seed=1, plies=20, games=3, longest=100)
