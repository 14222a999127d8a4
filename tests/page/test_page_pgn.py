"""PGN opened in a page's engine, in Node, held against python-chess, which writes the games."""

from __future__ import annotations

import random
from pathlib import Path

import chess.pgn
import pytest
from page_node import NODE, called

from interpreter import Game

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")


def drawn(draw: random.Random, board: chess.Board, plies: int) -> chess.pgn.Game:
    """A random game, with what people write beside moves."""
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = "Anna ] {the first} 1."
    node: chess.pgn.GameNode = game
    for ply in range(plies):
        moves = list(board.legal_moves)
        if board.is_game_over(claim_draw=True):
            break
        first, node = node, node.add_variation(draw.choice(moves))
        if ply % 3 == 1:
            node.comment, node.nags = "said; (of this) [one]", {1, 14}
            first.add_variation(draw.choice(moves), comment="or) 1. e4")
        board.push(node.move)
    game.headers["Result"] = board.result(claim_draw=True)
    return game


def test_games_of_python_chess(tmp_path: Path) -> None:
    draw = random.Random(7)
    games = [drawn(draw, chess.Board(), 80) for _ in range(8)]
    games.append(drawn(draw, chess.Board("r3k2r/1P4P1/8/3pP3/8/2N1n3/8/R3K1NR w KQkq d6 0 1"), 40))
    begin = ("begin", {"seed": 1, "seats": {}})
    texts = [str(game) + "\n\n1. e4 a second game *\n" for game in games]
    answers = called(tmp_path, [Game.load("chess")], [begin, *(("load", text) for text in texts)])
    assert answers[1:] == [None] * len(games)
    for game, text in zip(games, texts, strict=True):
        *_, found = called(tmp_path, [Game.load("chess")], [begin, ("load", text), ("log", None)])
        wanted = [move.uci()[:4] for move in game.mainline_moves()]
        sites = ["".join(char for char in ply["text"] if char not in "-x")[:4] for ply in found]
        castled = {"OOO": ("e1c1", "e8c8"), "OO": ("e1g1", "e8g8")}
        assert all(uci in castled.get(ours, (ours,)) for uci, ours in zip(wanted, sites, strict=True))


@pytest.mark.parametrize(("text", "said"), [
    ("1. e4 e5 2. Ke3 *", "Turn 3 of the record, `Ke3`: that is not legal there."),
    ("1. Nf3 d5 2. Nc3 a6 3. Ng5 a5 4. Ne4 *", "`Ne4`: that could be c3-e4, g5-e4."),
    ("(;GM[1];B[dd])", "it is game 1 in SGF's list, and this one is 3"),
    ('[GameType "20"]\n\n1. 32-28', "it is PDN; `gdl convert` makes a record of it"),
    ('[FEN "8/8 w"]\n\n1. e4', "rows"),
    ("1. f3 e5 2. g4 Qh4# 3. a3", "the game is already over"),
])  # fmt: skip
def test_what_is_refused_changes_nothing(text: str, said: str, tmp_path: Path) -> None:
    calls = [("begin", {"seed": 1, "seats": {}}), ("load", text), ("log", None)]
    _, answer, log = called(tmp_path, [Game.load("chess")], calls)
    assert said in answer["error"] and log == []


def test_who_resigned(tmp_path: Path) -> None:
    calls = [("begin", {"seed": 1, "seats": {}}), ("load", "1. e4 {best} e5 (1... c5) 1-0"), ("record", None)]
    *_, record = called(tmp_path, [Game.load("chess")], calls)
    assert '"resigned": "Black"' in record and '["e7-e5"]' in record
