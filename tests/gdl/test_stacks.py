"""Boards with stacks: men are set on men, and none vanishes; both backends play alike."""

from __future__ import annotations

import pytest

from interpreter import Game, State
from interpreter.tools.native_lockstep import both_backends

TOWERS = """game "Towers"

players White, Black
board stacks(grid(3, 3))
pieces man of player
{pieces}
setup
  {setup}

turn
  choose a in mine, b in a.compass as "{{a}}-{{b}}"
  move a to b

end
  lose next if stuck
  draw if repeats(piece, next) = 1
"""
PLAIN = TOWERS.format(pieces="", setup="put man of player on {}").replace(
    "put man of player on {}", "put man of White on row(1)\n  put man of Black on row(3)"
)
NUMBERED = TOWERS.format(
    pieces="pieces stone(size: 1..3) of player\n",
    setup="put stone(1) of White on a1\n  put stone(2) of White on b1\n  put man of White on c1\n"
    "  put stone(3) of Black on row(3)",
)


def after(game: Game, *moves: str) -> State:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


def stack(state: State, site: str) -> list[str]:
    """The pieces of a site, the lowest first."""
    return [piece.label for piece in state.pieces(site)]


def men(state: State) -> int:
    """How many pieces there are on the board."""
    board = state.game.model.board
    assert board is not None
    return sum(len(state.pieces(site)) for site in board.labels)


def test_a_stack_comes_to_stand_on_what_is_there() -> None:
    game = Game.parse(PLAIN)
    state = after(game, "a1-b1", "a3-b3")
    assert stack(state, "b1") == ["man of White", "man of White"]
    state = after(game, "a1-a2", "a3-a2")
    assert stack(state, "a2") == ["man of White", "man of Black"]
    assert stack(state, "a3") == []
    state = after(game, "a1-a2", "a3-a2", "b1-b2", "a2-b2")
    assert stack(state, "b2") == ["man of White", "man of White", "man of Black"]


def test_numbers_go_along_with_their_pieces() -> None:
    state = after(Game.parse(NUMBERED), "a1-b1", "a3-a2", "b1-c1")
    assert stack(state, "c1") == ["man of White", "stone(2) of White", "stone(1) of White"]


@pytest.mark.parametrize("rules", [PLAIN, NUMBERED], ids=["plain", "numbered"])
def test_no_man_vanishes_and_the_backends_agree(rules: str) -> None:
    game = Game.parse(rules)
    state, number = game.start(), men(game.start())
    for i in range(40):
        if state.is_over:
            break
        moves = state.moves
        state = state.play(moves[i * 7 % len(moves)])
        assert men(state) == number
    both_backends(game, seed=1, plies=40, games=5, longest=100)
