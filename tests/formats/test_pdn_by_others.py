"""PDN held against pydraughts: it writes random games, we read; we write, it reads; both come to the same position."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game
from interpreter.bridges.formats import converting
from interpreter.bridges.formats.converting import Wish
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.pdn_games import Pdn
from interpreter.game import records

draughts = pytest.importorskip("draughts")
PDN = pytest.importorskip("draughts.PDN")
WISH = Wish("pdn", "pdn")
GAMES = {"standard": "international", "english": "draughts", "russian": "russian_draughts",
         "brazilian": "brazilian_draughts"}  # fmt: skip


def drawn(variant: str, plies: int, draw: random.Random) -> Any:
    """A random game of theirs."""
    board = draughts.Board(variant=variant)
    for _ in range(plies):
        moves = board.legal_moves()
        if not moves or board.is_over():
            break
        board.push(draw.choice(moves))
    return board


def told_by(fen: str) -> tuple[frozenset[str], ...]:
    """The pieces that a position names, of each side."""
    sides = dict.fromkeys("WB", frozenset[str]())
    for part in fen.split(":")[1:]:
        sides[part[0]] = frozenset(filter(None, part[1:].split(",")))
    return sides["W"], sides["B"]


@pytest.mark.parametrize("count", [3, pytest.param(15, marks=pytest.mark.deep)])
@pytest.mark.parametrize("variant", GAMES)
def test_both_ways(variant: str, count: int, tmp_path: Path) -> None:
    draw, file = random.Random(variant), tmp_path / "games.pdn"
    theirs = [drawn(variant, 150, draw) for _ in range(count)]
    for board in theirs:
        PDN.PDNWriter(str(file), board)
    found = list(converting.games(file, "pdn"))
    assert [one.trouble for one in found] == [""] * count
    for told, board in zip(found, theirs, strict=True):
        made, game, source, _ = converting.record(told, WISH)
        assert source == GAMES[variant]
        *_, last = records.replay(game, made)
        if not last.after.is_over:
            assert told_by(Pdn(game, source).fen(last.after)) == told_by(board.fen)
        text = converting.written(made, game, source, "pdn")
        (again,) = PDN.PDNReader(text).games
        assert again.variant == variant
        other = draughts.Board(variant=variant)
        for move in again.moves:
            other.push(draughts.Move(other, pdn_move=numbered(move, other)))
        assert told_by(other.fen) == told_by(board.fen)


def numbered(move: str, board: Any) -> str:
    """A move with the numbers that pydraughts wants, whose reader leaves names to others."""
    if move[0].isdecimal():
        return move
    names = [f"{column}{row}" for row in range(1, 9) for column in ("aceg" if row % 2 else "bdfh")]
    sign = "x" if "x" in move else "-"
    return sign.join(str(names.index(part) + 1) for part in move.split(sign))


def written(text: str, tmp_path: Path, game: str | None = None) -> tuple[list[list[str]], str]:
    """The turns of a game, and how it is written anew."""
    file = tmp_path / "one.pdn"
    file.write_text(text, encoding="utf-8")
    (told,) = converting.games(file, "pdn")
    made, ours, source, _ = converting.record(told, Wish("pdn", "pdn", game))
    return made.turns, converting.written(made, ours, source, "pdn").partition("\n\n")[2]


@pytest.mark.parametrize("move", ["32x14", "32x23x14", "32:14", "32x23:14"])
def test_captures_with_squares_between_and_without(move: str, tmp_path: Path) -> None:
    text = f'[GameType "20"]\n[FEN "W:W32,50:B28,19,1"]\n\n1. {move} 1-6 2-0\n'
    assert written(text, tmp_path) == ([["d4xf6", "f6xh8"], ["b10-a9"]], "1. 32x14 1-6 2-0\n\n")


def test_two_ways_to_one_square_need_what_is_between(tmp_path: Path) -> None:
    """From 46 over 37 to 48: by 28 and 39 a king takes the man on 33, by 19 and 30 the one on 24."""
    head = '[GameType "20"]\n[FEN "W:WK46,50:B13,18,24,25,27,33,37,38,43"]\n\n1. '
    with pytest.raises(FormatError, match=r"46x48 could be .*; name the squares between"):
        written(head + "46x48 *", tmp_path)
    turns, again = written(head + "46x28x48 *", tmp_path)
    assert len(turns[0]) == 3 and again == "1. 46x28x39x48 *\n\n"
    assert written(head + "46x30x48 *", tmp_path)[1] == "1. 46x19x30x48 *\n\n"
    with pytest.raises(FormatError, match="46x40 is not legal now"):
        written(head + "46x40 *", tmp_path)


def test_names_of_squares_and_variations(tmp_path: Path) -> None:
    text = '[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 d6-c5 (1... f6-g5! {sharp} 2. d4c5) 2. b2-c3 {quiet} 1/2-1/2'
    turns, again = written(text, tmp_path)
    assert turns == [["c3-d4"], ["d6-c5"], ["b2-c3"]]
    assert again == ("1. c3-d4 d6-c5 (1... f6-g5 $1 { sharp } 2. d4-c5) 2. b2-c3 { quiet } 1/2-1/2\n\n")


def test_kings_ranges_and_who_begins(tmp_path: Path) -> None:
    """Square 1 of English draughts is g1 here, where Black sits at the bottom; White's king goes back."""
    turns, again = written('[GameType "21"]\n[FEN "W:W21-22,K32:B1-3,K5."]\n\n1. 32-28 5-9 *', tmp_path)
    assert turns == [["b8-a7"], ["h2-g3"]]
    assert "1... 32-28 2. 5-9 *" in again


@pytest.mark.parametrize(("fen", "why"), [
    ("32,31", "should begin with W: or B:"), ("W:W99:B1", "there is no square `99`"),
    ("W:WQ3:B1", "there is no piece `Q`"), ("W:W1-900:B1", "no square"), ("", "should begin with"),
])  # fmt: skip
def test_positions_that_are_none(fen: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=why):
        written(f'[GameType "20"]\n[FEN "{fen}"]\n\n1. 32-28 *', tmp_path)


def test_a_game_that_says_nothing_of_pdn(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="doesn't say how PDN writes it"):
        Pdn(Game.load("chess"), "chess")
    with pytest.raises(Exception, match="no ruleset that ships calls itself `40`"):
        written('[GameType "40"]\n\n1. 32-28 *', tmp_path)
