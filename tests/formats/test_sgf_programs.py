"""SGF held against what GNU Backgammon and GNU Go save, and against the specifications of other games."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.bridges.formats import converting
from interpreter.bridges.formats.converting import Wish
from interpreter.game import records

WISH = Wish("sgf", "sgf")
PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
GNUBG, GNUGO = shutil.which("gnubg", path=PATH), shutil.which("gnugo", path=PATH)
PLAYS = """set player 0 gnubg
set player 1 gnubg
set player 0 chequerplay evaluation plies 0
set player 1 chequerplay evaluation plies 0
set cube use off
set rng mersenne
set seed {seed}
new session
"""
TURN = re.compile(r";([BW])\[([1-6]{2}[a-z]*)\]")


def gnubg(folder: Path, commands: str) -> None:
    """Let GNU Backgammon carry out commands."""
    (folder / "commands").write_text(commands, encoding="utf-8")
    subprocess.run([str(GNUBG), "-t", "-q", "-c", "commands"], cwd=folder, stdin=subprocess.DEVNULL,
                   capture_output=True, check=False)  # fmt: skip


def turns(text: str) -> list[tuple[str, str, list[str]]]:
    """Who moved, the dice, and the men's moves in any order; a game that was won ends with them."""
    return [(who, move[:2], sorted(re.findall("..", move[2:]))) for who, move in TURN.findall(text)]


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon isn't there")
def test_games_of_gnubg_both_ways(tmp_path: Path) -> None:
    gnubg(tmp_path, PLAYS.format(seed=5) + "play\n" * 300 + "save match theirs.sgf\n")
    file = tmp_path / "theirs.sgf"
    found = list(converting.games(file, "sgf"))
    assert len(found) >= 2
    texts = []
    for told in found:
        made, game, source, _ = converting.record(told, WISH)
        *_, last = records.replay(game, made)
        assert last.after.is_over or made.resigned
        texts.append(converting.written(made, game, source, "sgf"))
    theirs = turns(file.read_text(encoding="utf-8"))
    assert turns("".join(texts)) == theirs
    (tmp_path / "ours.sgf").write_text(texts[0], encoding="utf-8")
    gnubg(tmp_path, "load match ours.sgf\nsave match again.sgf\n")
    again = turns((tmp_path / "again.sgf").read_text(encoding="utf-8"))
    assert again and again == theirs[: len(again)] == turns(texts[0])


def test_dice_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    for text, why in (("61mghz", "61mghz is not legal now"), ("61mg", "61mg is not legal"), ("71mghg", "71mghg"),
                      ("double", "double")):  # fmt: skip
        file.write_text(f"(;GM[6];W[{text}])", encoding="utf-8")
        (told,) = converting.games(file, "sgf")
        with pytest.raises(converting.FormatError, match=f"line 1, move 1 `{text}`: .*{why}"):
            converting.record(told, WISH)


@pytest.mark.skipif(GNUGO is None, reason="GNU Go isn't there")
@pytest.mark.parametrize("size", [6, 9])
def test_games_of_gnu_go(size: int, tmp_path: Path) -> None:
    """GNU Go plays and saves; the stones at the end are those that it finds when it reads the file itself."""
    def run(*arguments: str, asked: str = "") -> str:
        return subprocess.run([str(GNUGO), "--level", "0", *arguments], cwd=tmp_path, input=asked, text=True,
                              capture_output=True, check=True).stdout  # fmt: skip

    points = [f"{column}{row}" for column in "abcdefghj"[:size] for row in range(1, size + 1)]
    tried = "\n".join(random.Random(size).sample(points, size * 2))  # those that aren't legal it refuses
    run("--boardsize", str(size), "--mode", "ascii", asked=f"{tried}\nsave theirs.sgf\nquit\n")
    (told,) = converting.games(tmp_path / "theirs.sgf", "sgf")
    assert len(told.moves) > size
    made, game, source, _ = converting.record(told, WISH)
    (tmp_path / "ours.sgf").write_text(converting.written(made, game, source, "sgf"), encoding="utf-8")
    *_, last = records.replay(game, made)
    board = game.model.board
    assert board is not None
    for file in ("theirs.sgf", "ours.sgf"):
        listed = run("--mode", "gtp", asked=f"loadsgf {file}\nlist_stones black\nlist_stones white\nquit\n")
        _, black, white = listed.replace("=", "").split("\n\n")[:3]
        for owner, points in (("Black", black), ("White", white)):
            ours = {site.upper() for site in board.labels
                    if [piece.owner for piece in last.after.pieces(site)] == [owner]}  # fmt: skip
            assert ours == {point.replace("J", "I") for point in points.split()}, file


@pytest.mark.parametrize(("name", "number", "moves", "played"), [
    ("lines_of_action", 9, ("b1b3", "a2c2"), [["b1-b3"], ["a2-c2"]]),
    ("lines_of_action", 9, ("bhbf", "agcg"), [["b1-b3"], ["a2-c2"]]),
    ("hex", 11, ("f6", "c3"), [["f6"], ["c3"]]),
    ("gomoku", 4, ("hh", "ii"), [["h8"], ["i7"]]),
    ("reversi", 2, ("dc", "cc"), [["d3"], ["c3"]]),
])  # fmt: skip
def test_moves_of_other_games(
    name: str, number: int, moves: tuple[str, str], played: list[list[str]], tmp_path: Path
) -> None:
    file = tmp_path / "a.sgf"
    file.write_text(f"(;FF[4]GM[{number}];B[{moves[0]}];W[{moves[1]}])", encoding="utf-8")
    (told,) = converting.games(file, "sgf")
    made, game, source, _ = converting.record(told, WISH)
    assert (source, made.turns) == (name, played)
    file.write_text(converting.written(made, game, source, "sgf"), encoding="utf-8")
    (again,) = converting.games(file, "sgf")
    assert converting.record(again, WISH)[0].turns == played
    assert Game.load(source).title == game.title
