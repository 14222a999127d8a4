"""PGN held against python-chess: it writes random games, we read; we write, it reads; both come to the same FEN."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess.pgn
import chess.variant
import pytest

from interpreter.bridges.formats import converting
from interpreter.bridges.formats.converting import Wish
from interpreter.game import notation, records
from interpreter.game.shortest import short

BOARDS = [chess.Board, chess.variant.AtomicBoard, chess.variant.AntichessBoard, chess.variant.KingOfTheHillBoard,
          chess.variant.ThreeCheckBoard, chess.variant.CrazyhouseBoard]  # fmt: skip


def drawn(board: chess.Board, plies: int, draw: random.Random) -> chess.pgn.Game:
    """A random game with comments, marks and variations."""
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.is_game_over(claim_draw=True):
            break
        move, other = draw.choice(moves), draw.choice(moves)
        first, node = node, node.add_variation(move)
        if ply % 5 == 2:
            node.comment, node.nags = f"said after {ply}", {3}
            if other != move:
                aside = first.add_variation(other, comment="aside )", starting_comment="or")
                before = aside.board()
                for third in list(before.legal_moves)[:3]:
                    aside.add_variation(third)
        board.push(move)
    game.headers["Result"] = board.result(claim_draw=True)
    return game


def told_by(fen: str) -> tuple[str, list[str], str]:
    """The board, what is in hand, and castling: who is to move once it is over isn't said alike."""
    placed, _, held = fen.split()[0].partition("[")
    return placed, sorted(held), fen.split()[2]


def tree(node: chess.pgn.GameNode) -> tuple[object, ...]:
    """What follows a node, as nested tuples."""
    return tuple((after.uci(), after.comment.split(), after.starting_comment.split(), tree(after))
                 for after in node.variations)  # fmt: skip


@pytest.mark.parametrize("count", [2, pytest.param(25, marks=pytest.mark.deep)])
@pytest.mark.parametrize("kind", BOARDS, ids=lambda kind: kind.__name__)
def test_both_ways(kind: type[chess.Board], count: int, tmp_path: Path) -> None:
    draw, file = random.Random(kind.__name__), tmp_path / "games.pgn"
    games = [drawn(kind(), 60 if count == 2 else 150, draw) for _ in range(count)]
    file.write_text("\n\n".join(map(str, games)) + "\n", encoding="utf-8")
    found = list(converting.games(file, "pgn"))
    assert [one.trouble for one in found] == [""] * count
    for told, theirs in zip(found, games, strict=True):
        made, game, source, remarks = converting.record(told, Wish("pgn", "pgn"))
        end = theirs.end().board()
        *_, last = records.replay(game, made)
        if end.ep_square is None or end.has_legal_en_passant():
            writer = notation.of(game)
            said = 2 if last.after.is_over else 3  # with a king that is gone, python-chess tells of no castling
            assert writer and told_by(writer.write(last.after))[:said] == told_by(end.fen())[:said]
            assert last.after.is_over or last.after.mover == ("White" if end.turn else "Black")
        assert sum(bool(said) for said in (made.comments or {}).values()) == sum(
            bool(node.comment) for node in theirs.mainline())  # fmt: skip
        assert not remarks
        text = converting.written(made, game, source, "pgn")
        again = chess.pgn.read_game(io.StringIO(text))
        assert again is not None and not again.errors
        assert again.end().board().fen() == end.fen()
        assert tree(again) == tree(theirs)
        comments = [" ".join(node.comment.split()) for node in again.mainline()]
        assert comments == [node.comment for node in theirs.mainline()]
        assert [node.nags for node in again.mainline()] == [node.nags for node in theirs.mainline()]


def test_moves_are_written_as_chess_players_write_them(tmp_path: Path) -> None:
    board, file = chess.Board("r3k2r/1P4P1/8/3pP3/8/2N1n3/8/R3K1NR w KQkq d6 0 1"), tmp_path / "one.pgn"
    game = chess.pgn.Game()
    game.setup(board)
    game.add_line([board.parse_san("exd6")])
    file.write_text(str(game), encoding="utf-8")
    (told,) = converting.games(file, "pgn")
    made, ours, source, _ = converting.record(told, Wish("pgn", "pgn"))
    assert "1. exd6" in converting.written(made, ours, source, "pgn")
    assert made.start is not None
    start = records.start(ours, made)
    for move in board.legal_moves:
        san = board.san(move).rstrip("+#")
        assert san in {short(start, one) for one in start.moves}, san
