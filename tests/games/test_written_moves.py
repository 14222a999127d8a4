"""Moves as people write them: what python-chess writes is taken as the same move, and what players are used to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from counting import load

from interpreter import State

VARIANTS = {
    "chess": "Board",
    "king_of_the_hill": "KingOfTheHillBoard",
    "three_check": "ThreeCheckBoard",
    "atomic": "AtomicBoard",
    "antichess": "AntichessBoard",
    "crazyhouse": "CrazyhouseBoard",
}


def boards(kind: str, number: int) -> Iterator[tuple[State, Any]]:
    """So many positions of random games, ours beside those of python-chess."""
    chess = pytest.importorskip("chess", reason="python-chess isn't installed: pip install chess")
    pytest.importorskip("chess.variant")
    game, dice = load(kind), random.Random(kind)
    while True:
        board = chess.Board() if kind == "chess" else getattr(chess.variant, VARIANTS[kind])()
        state = game.start()
        while not state.is_over and (legal := list(board.legal_moves)):
            yield state, board
            number -= 1
            if not number:
                return
            move = dice.choice(legal)
            state = state.play(board.uci(move) if dice.random() < 0.5 else board.san(move))
            board.push(move)


def same_move(state: State, board: Any) -> None:
    """Every legal move, in SAN and in UCI, leads to the same pieces on the same squares."""
    for move in board.legal_moves:
        san, uci = board.san(move), board.uci(move)
        board.push(move)
        after = board.board_fen().replace("~", "")
        board.pop()
        for text in (san, uci, san.rstrip("+#"), f"{san}!?", san.replace("O", "0")):
            found = state.play(text).notation.split()[0].partition("[")[0].replace("~", "")
            assert found == after, (board.fen(), text, state.parse(text))


@pytest.mark.parametrize("kind", VARIANTS)
def test_what_python_chess_writes_is_the_same_move(kind: str) -> None:
    for state, board in boards(kind, 4):
        same_move(state, board)


@pytest.mark.deep
@pytest.mark.parametrize("kind", VARIANTS)
def test_what_python_chess_writes_is_the_same_move_for_long(kind: str) -> None:
    for state, board in boards(kind, 150):
        same_move(state, board)
