"""SGF held against sgfmill: it writes, we read; we write, it reads."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.bridges.formats import converting
from interpreter.bridges.formats.converting import Wish
from interpreter.game import records

boards = pytest.importorskip("sgfmill.boards")
sgf = pytest.importorskip("sgfmill.sgf")
WISH = Wish("sgf", "sgf")


@pytest.mark.parametrize("size", [9, 19])
def test_go_both_ways(size: int, tmp_path: Path) -> None:
    draw, game = random.Random(size), Game.load("go", size=size)
    theirs, board, state = sgf.Sgf_game(size), boards.Board(size), game.start(seed=0)
    theirs.get_root().set("C", "brackets ] and \\ and : too")
    for ply in range(80):
        move = draw.choice([one for one in state.moves if one.sites])
        column, row = ord(move.text[0]) - ord("a"), int(move.text[1:]) - 1
        colour = "bw"[ply % 2]
        board.play(row, column, colour)
        theirs.extend_main_sequence().set_move(colour, (row, column))
        state = state.play(move)
    file = tmp_path / "game.sgf"
    file.write_bytes(theirs.serialise())
    (told,) = converting.games(file, "sgf")
    made, game, source, _ = converting.record(told, WISH)
    *_, last = records.replay(game, made)
    stones = {(ord(site[0]) - ord("a"), int(site[1:]) - 1): piece[0].owner
              for site in game.model.board.labels if (piece := last.after.pieces(site))}  # type: ignore[union-attr]
    expected = {(c, r): {"b": "Black", "w": "White"}[colour] for colour, (r, c) in board.list_occupied_points()}
    assert stones == expected
    again = sgf.Sgf_game.from_string(converting.written(made, game, source, "sgf"))
    assert again.get_size() == size
    assert [node.get_move() for node in again.get_main_sequence()] == [
        node.get_move() for node in theirs.get_main_sequence()]  # fmt: skip
    assert again.get_root().get("C") == theirs.get_root().get("C")


def test_set_up_stones_passes_and_variations(tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    file.write_text("(;GM[1]SZ[9]AB[aa:bb];W[ee](;B[];W[tt])(;B[cc]))", encoding="utf-8")
    (told,) = converting.games(file, "sgf")
    made, game, source, remarks = converting.record(told, WISH)
    assert made.turns == [["e5"], ["pass"], ["pass"]] and remarks == ["1 variation left out"]
    again = sgf.Sgf_game.from_string(converting.written(made, game, source, "sgf"))
    black, white, _ = again.get_root().get_setup_stones()
    assert (black, white) == ({(8, 0), (8, 1), (7, 0), (7, 1)}, set())


def test_reversi_from_row_one_and_hex_by_names(tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    file.write_text("(;GM[2]SZ[8];B[dc];W[cc])(;GM[11]SZ[5];B[a1];W[c3])", encoding="utf-8")
    reversi, hexes = converting.games(file, "sgf")
    assert converting.record(reversi, WISH)[0].turns == [["d3"], ["c3"]]
    assert converting.record(hexes, WISH)[0].turns == [["a1"], ["c3"]]
