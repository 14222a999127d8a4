"""Games of other programs written and read by a page's engine, in Node, held against python-chess and sgfmill."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from page_node import NODE, called, random_game
from sgfmill import sgf, sgf_moves

from interpreter import Game
from interpreter.bridges.formats import texts
from interpreter.game import records

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")


def answers(tmp_path: Path, game: Game, *calls: tuple[str, Any]) -> list[Any]:
    everybody = dict.fromkeys(game.players, "human")
    return called(tmp_path, [game], [("still", None), ("begin", {"seed": 3, "seats": everybody}), *calls])[2:]


def test_python_chess_reads_what_pages_write(tmp_path: Path) -> None:
    game = Game.load("chess")
    states = random_game(game, 4, 70)
    _, pgn, fen, record = answers(tmp_path, game, ("plies", states[-1].line), ("record", "pgn"), ("record", "fen"),
                                  ("record", None))  # fmt: skip
    read = chess.pgn.read_game(io.StringIO(pgn))
    assert read is not None and not read.errors
    board = read.end().board()
    assert board.board_fen() == states[-1].notation.split()[0] and len(list(read.mainline_moves())) == 70
    assert fen.split()[:3] == board.fen().split()[:3]
    made = records.parsed(record)
    assert pgn.split() == texts.written(game, made, "pgn").split()  # what gdl convert writes
    again, *_ = texts.read(game, pgn)
    assert again.turns == made.turns


def test_pages_go_on_from_positions(tmp_path: Path) -> None:
    game, board = Game.load("chess"), chess.Board("r3k2r/1P4P1/8/3pP3/8/2N1n3/8/R3K1NR w KQkq d6 0 1")
    for text in (board.fen(), board.epd(), "to move: Black\npieces:\n  king of White: [e1]\n  king of Black: [e8]\n"):
        _, view, pgn = answers(tmp_path, game, ("load", text), ("view", None), ("record", "pgn"))
        assert view["plies"] == 0
        read = chess.pgn.read_game(io.StringIO(pgn))
        assert read is not None and not read.errors
        if "/" in text:
            assert read.board().fen() == board.fen() and len(view["moves"]) == board.legal_moves.count()
        else:
            assert read.board().epd() == "4k3/8/8/8/8/8/8/4K3 b - -"


@pytest.mark.parametrize("size", [5, 9])
def test_go_to_sgfmill_and_back(size: int, tmp_path: Path) -> None:
    game = Game.load("go", size=size)
    states = random_game(game, 6, 40)
    _, text, record = answers(tmp_path, game, ("plies", states[-1].line), ("record", "sgf"), ("record", None))
    read = sgf.Sgf_game.from_string(text)
    assert read.get_size() == size
    board, plays = sgf_moves.get_setup_and_moves(read)
    for colour, point in plays:
        if point is not None:
            board.play(*point, colour)
    stones = {f"{'abcdefghi'[column]}{row + 1}" for _, (row, column) in board.list_occupied_points()}
    on = {site for site in game.model.board.labels if states[-1].pieces(site)} if game.model.board else set()
    assert stones == on
    assert text.split() == texts.written(game, records.parsed(record), "sgf").split()
    _, log = answers(tmp_path, game, ("load", read.serialise().decode()), ("log", None))
    assert [ply["text"] for ply in log] == states[-1].line


@pytest.mark.parametrize("name", ["hex", "gomoku", "lines_of_action", "reversi"])
def test_what_pages_write_is_what_convert_writes(name: str, tmp_path: Path) -> None:
    game = Game.load(name)
    states = random_game(game, 8, 30)
    _, text, record = answers(tmp_path, game, ("plies", states[-1].line), ("record", "sgf"), ("record", None))
    made = records.parsed(record)
    assert text.split() == texts.written(game, made, "sgf").split()
    again, _ = texts.read(game, text)
    assert again.turns == made.turns
    _, log = answers(tmp_path, game, ("load", text), ("log", None))
    assert [ply["text"] for ply in log] == states[-1].line


@pytest.mark.parametrize(("text", "said"), [
    ("(;GM[1]SZ[13];B[dd])", "it was played with size=13"),
    ("(;GM[2];B[dd])", "it is game 2 in SGF's list"),
    ("(;GM[1]SZ[9]AB[dd];W[ee])", "puts stones on the board first"),
    ("(;GM[1]SZ[9];B[dd];W[dd])", "Move 2 of the record, `dd`: that is not legal there."),
    ("(;GM[1]SZ[9];B[zz])", "Move 1 of the record"),
    ("(" * 40, "isn't a name with a value"),
    ("(;" + "C[x" * 2_000, "sgf"),
])  # fmt: skip
def test_what_is_refused_changes_nothing(text: str, said: str, tmp_path: Path) -> None:
    game = Game.load("go", size=9)
    answer, log = answers(tmp_path, game, ("load", text), ("log", None))
    assert log == []
    assert said == "sgf" or said in answer["error"]


def test_texts_are_what_they_look_like() -> None:
    chess_, go, draughts = Game.load("chess"), Game.load("go", size=9), Game.load("international")
    assert texts.kinds(chess_)[0] == "pgn" and {"fen", "epd"} <= set(texts.kinds(chess_))
    assert texts.kinds(go) == ["sgf"] and texts.kinds(draughts) == ["pdn"] and texts.kinds(Game.load("sparks")) == []
    for game, text, turns in (
        (chess_, "1. e4 e5", [["e2-e4"], ["e7-e5"]]), (chess_, "8/8/8/4k3/8/8/8/4K2R w - -", []),
        (chess_, '{"pieces": {"king of White": "e1", "king of Black": "e8"}}', []),
        (go, "(;GM[1]SZ[9];B[ee])", [["e5"]]), (draughts, "1. 32-28 19-23", None),
    ):  # fmt: skip
        made, remarks = texts.read(game, text)
        assert (made.turns == turns if turns is not None else len(made.turns) == 2) and not remarks


@pytest.mark.parametrize(("text", "said"), [
    ("", "there is nothing in it"), ("hello", "no game and no position"), ("\0\0", "no game and no position"),
    ("1. e4 e5\n2. Ke3", "game 1, line 2, move 3 `Ke3`"), ('[White "Anna"\n\n1. e4', "line 1"),
    ("(;GM[1];B[dd])", "game 1, line 1"), ("8/8 w", "position 1, line 1"), ("gdl record: 1\ngame: chess\n", "rules"),
    ("x" * 1_000_001, "isn't longer than"), ("[" * 100_000, "no game"), ("pieces: {king of White: z9}", "z9"),
])  # fmt: skip
def test_bad_texts_are_told(text: str, said: str) -> None:
    from interpreter.errors import GameError

    with pytest.raises(GameError) as told:
        texts.read(Game.load("chess"), text)
    assert said in str(told.value)


def test_random_rubbish_is_never_a_mistake_of_ours() -> None:
    from interpreter.errors import GameError

    draw, game = random.Random(5), Game.load("chess")
    base = ["1. e4 e5 {good} (1... c5) 2. Nf3 1-0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "(;GM[3];W[e2e4];B[e7e5])", "pieces: {king of White: e1, king of Black: e8}"]  # fmt: skip
    for _ in range(300):
        text = list(draw.choice(base))
        for _ in range(draw.randrange(1, 5)):
            text[draw.randrange(len(text))] = draw.choice("()[]{};/ 1aK-é\n\"\\")
        try:
            texts.read(game, "".join(text))
        except GameError as error:
            assert str(error)
