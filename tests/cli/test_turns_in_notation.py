"""Lists of turns and of moves are in the notation that the rules name: chess as books print it, and as python-chess."""

from __future__ import annotations

import io
import re
from random import Random

import chess.pgn
import pytest

from cli.session.session import Session
from cli.session.turns import rows_of
from cli.terminal.scene.answers import ANSWERS, Asked
from cli.terminal.scene.filtering import fitting
from interpreter import Game, State

OPERA = """
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, as books print it."""
LINES = re.findall(r"\d+\. [^.]*?(?= \d|$)", " ".join(OPERA.replace("+", "").replace("#", "").split()))
BLACK_FIRST = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def session(name: str, seed: int = 3) -> Session:
    game = Game.load(name)
    return Session(game, game.name, seed, dict.fromkeys(game.players, "human"))


def opera(plies: int = 33) -> Session:
    """The game so far, its moves read as python-chess reads the book."""
    played, book = session("chess"), chess.pgn.read_game(io.StringIO(OPERA))
    assert book is not None
    for node in [*book.mainline()][:plies]:
        played.play(played.state.parse(node.san()))
    return played


def lines(played: Session) -> list[str]:
    return ["".join(text for text, _ in row) for row in rows_of(played.turns())]


def test_chess_is_listed_in_pairs_as_books_print_it() -> None:
    played = opera()
    assert len(LINES) == 17 and lines(played) == LINES
    log = ANSWERS["log"](Asked(played, played.state, played.state.view(), "", 80))
    assert log.rows == [f"  {line}" for line in LINES]
    assert [turn.told().partition(" (")[0] for turn in played.turns()[4:7]] == [
        "3. White: d4", "3. Black: Bg4", "4. White: dxe5"
    ]  # fmt: skip


def test_an_unfinished_pair_and_a_game_that_the_second_begins() -> None:
    assert lines(opera(5)) == ["1. e4 e5", "2. Nf3 d6", "3. d4"]
    game = Game.load("chess")
    position = game.position(BLACK_FIRST).position()
    played = Session(game, game.name, 3, dict.fromkeys(game.players, "human"), position)
    for text in ("c5", "Nf3", "d6"):
        played.play(played.state.parse(text))
    assert lines(played) == ["1. … c5", "2. Nf3 d6"]


@pytest.mark.parametrize("name", ["backgammon", "hearts", "dark_chess", "go", "tictactoe"])
def test_games_without_a_notation_keep_a_line_for_each_turn(name: str) -> None:
    random, played = Random(7), session(name)
    while len(played.steps) < 12 and not played.is_over:
        played.play(random.choice(played.state.ways))
    turns = played.turns()
    assert lines(played) == [turn.told() for turn in turns]
    assert all(step.move.text in " ".join(lines(played)) for step in played.steps)


def test_legal_moves_are_listed_as_python_chess_writes_them() -> None:
    for plies in range(0, 33, 4):
        state, book = opera(plies).state, chess.pgn.read_game(io.StringIO(OPERA))
        assert book is not None
        board = [book, *book.mainline()][plies].board()
        wanted = {board.san(move).rstrip("+#") for move in board.legal_moves}
        assert {one.text for one in fitting(state, state.moves, range(len(state.moves)), "")} == wanted
        assert listed(state, "") == wanted
    assert listed(opera(4).state, "N") == {"Na3", "Nc3", "Nd4", "Ng1", "Ng5", "Nh4", "Nxe5"}


def listed(state: State, start: str) -> set[str]:
    """The moves of the plain list."""
    played = session("chess")
    rows = ANSWERS["moves"](Asked(played, state, state.view(), start, 80)).rows
    return {word for row in rows for word in row.split() if not word.lstrip("#").isdigit()}
