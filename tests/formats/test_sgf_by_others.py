"""SGF held against sgfmill: it writes, we read; we write, it reads."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

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
    points = game.model.board
    assert points is not None
    stones = {(ord(site[0]) - ord("a"), int(site[1:]) - 1): piece[0].owner
              for site in points.labels if (piece := last.after.pieces(site))}
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
    assert made.turns == [["e5"], ["pass"], ["pass"]] and remarks == []
    assert [(one.of, one.after, one.moves) for one in made.variations or []] == [(None, 1, ["c7"])]
    again = sgf.Sgf_game.from_string(converting.written(made, game, source, "sgf"))
    black, white, _ = again.get_root().get_setup_stones()
    assert (black, white) == ({(8, 0), (8, 1), (7, 0), (7, 1)}, set())


def test_reversi_from_row_one_and_hex_by_names(tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    file.write_text("(;GM[2]SZ[8];B[dc];W[cc])(;GM[11]SZ[5];B[a1];W[c3])", encoding="utf-8")
    reversi, hexes = converting.games(file, "sgf")
    assert converting.record(reversi, WISH)[0].turns == [["d3"], ["c3"]]
    assert converting.record(hexes, WISH)[0].turns == [["a1"], ["c3"]]


def test_trees_both_ways(tmp_path: Path) -> None:
    """A random tree by sgfmill comes back from a record of ours as the same tree."""
    draw, file = random.Random(3), tmp_path / "tree.sgf"
    theirs = sgf.Sgf_game(9)
    nodes = [theirs.get_root()]
    for number in range(80):
        node = draw.choice(nodes)
        child = node.new_child()
        child.depth = 1 + getattr(node, "depth", 0)
        child.set_move("bw"[child.depth % 2 - 1], divmod(number, 9))
        child.set("C", f"node {number}")
        nodes.append(child)
    file.write_bytes(theirs.serialise())
    (told,) = converting.games(file, "sgf")
    made, game, source, _ = converting.record(told, WISH)
    again = sgf.Sgf_game.from_string(converting.written(made, game, source, "sgf"))
    assert tree(again.get_root()) == tree(theirs.get_root())


def tree(node: Any) -> tuple[Any, ...]:
    """A node as nested tuples: its move, its comment, and what follows."""
    said = node.get("C") if node.has_property("C") else ""
    return node.get_move(), said, tuple(tree(child) for child in node)
