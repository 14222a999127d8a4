"""Dark Chess and Kriegspiel beside python-chess: the true position, and what each player may do, see and hear."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from playing import load

from interpreter import State

PLIES = 120
POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # kiwipete
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",  # promotions
    "r3k2r/8/8/8/8/8/8/R3K1nR w KQkq - 0 1",  # castling
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  # pins, captures in passing
]
games = pytest.mark.parametrize("fen", POSITIONS)


def begin(name: str, fen: str) -> State:
    state: State = load(name).position(" ".join(fen.split()[:4]))
    return state


def uci(text: str) -> str:
    """A move of ours as python-chess writes it; castling stays as it is."""
    castles = text.startswith("O")
    return text if castles else text.replace("-", "").replace("x", "").replace("=", "").lower()


def written(board: chess.Board, move: chess.Move) -> str:
    """A move as `uci` gives it."""
    if board.is_castling(move):
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    return move.uci()


def castlings(board: chess.Board) -> set[chess.Move]:
    """What may castle with nothing between, whoever attacks."""
    found = set()
    king = chess.E1 if board.turn else chess.E8
    for rook in chess.SquareSet(board.clean_castling_rights() & chess.BB_RANKS[0 if board.turn else 7]):
        if not chess.SquareSet.between(king, rook) & chess.SquareSet(board.occupied):
            found.add(chess.Move(king, king + 2 if rook > king else king - 2))
    return found


def reachable(board: chess.Board) -> set[chess.Move]:
    """Where pieces can go in Dark Chess: no check counts, nor for castling."""
    plain = {move for move in board.pseudo_legal_moves if not board.is_castling(move)}
    return plain | castlings(board)


def seen(board: chess.Board, colour: chess.Color) -> chess.SquareSet:
    """Where a player's pieces stand or can go, and the pawn that can be taken in passing."""
    mine = board.copy()
    mine.turn = colour
    if board.turn != colour:
        mine.ep_square = None
    squares = chess.SquareSet(board.occupied_co[colour])
    for move in reachable(mine):
        squares.add(move.to_square)
        if mine.is_en_passant(move):
            squares.add(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))
    return squares


def guesses(board: chess.Board) -> set[chess.Move]:
    """What may be tried by one who sees his own pieces only."""
    mine = board.copy()
    for square in chess.SquareSet(board.occupied_co[not board.turn]):
        mine.remove_piece_at(square)
    mine.ep_square = None
    found = {move for move in mine.pseudo_legal_moves if not mine.is_castling(move)} | castlings(mine)
    for pawn in mine.pieces(chess.PAWN, board.turn):
        for square in mine.attacks(pawn) - chess.SquareSet(board.occupied_co[board.turn]):
            last = chess.square_rank(square) in (0, 7)
            found |= {chess.Move(pawn, square, kind) for kind in (range(2, 6) if last else [None])}
    return found


def sounds(board: chess.Board) -> set[str]:
    """How the umpire calls the check that there is."""
    king = board.king(board.turn)
    assert king is not None
    column, row = chess.square_file(king), chess.square_rank(king)
    rising_is_long = abs(column - row) < abs(column + row - 7)
    found = set()
    for square in board.checkers():
        right, up = chess.square_file(square) - column, chess.square_rank(square) - row
        if board.piece_type_at(square) == chess.KNIGHT:
            found.add("by_knight")
        elif right == 0 or up == 0:
            found.add("on_file" if right == 0 else "on_row")
        else:
            found.add("on_long" if (right * up > 0) == rising_is_long else "on_short")
    return found


def heard(state: State) -> dict[str, Any]:
    return dict(state.position().get("variables", {}))


@games
@pytest.mark.parametrize("seed", range(2))
def test_pieces_go_where_they_can_and_kings_are_captured(fen: str, seed: int) -> None:
    state, board, draw = begin("dark_chess", fen), chess.Board(fen), random.Random(seed)
    for _ in range(PLIES):
        moves = {written(board, move): move for move in reachable(board)}
        assert {uci(move.text) for move in state.moves} == set(moves)
        move = draw.choice(state.moves)
        taken = board.piece_at(moves[uci(move.text)].to_square)
        state = state.play(move)
        board.push(moves[uci(move.text)])
        if taken and taken.piece_type == chess.KING:
            assert state.outcomes == {
                "White": "loss" if board.turn else "win",
                "Black": "win" if board.turn else "loss",
            }
        if state.is_over:
            return


@games
@pytest.mark.parametrize("seed", range(2))
def test_one_sees_where_ones_pieces_can_go(fen: str, seed: int) -> None:
    state, board, draw = begin("dark_chess", fen), chess.Board(fen), random.Random(seed)
    for _ in range(PLIES):
        for name, colour in {"White": chess.WHITE, "Black": chess.BLACK}.items():
            view = state.view(name)
            known = {name for name in chess.SQUARE_NAMES if view.is_seen(name)}
            assert known == {chess.square_name(square) for square in seen(board, colour)}, board.fen()
        move = draw.choice(state.moves)
        board.push({written(board, one): one for one in reachable(board)}[uci(move.text)])
        state = state.play(move)
        if state.is_over:
            return


@games
@pytest.mark.parametrize("seed", range(2))
def test_the_umpire_says_what_is_so(fen: str, seed: int) -> None:
    """All that may be tried can be tried; the umpire refuses what isn't legal, and calls captures, checks and tries."""
    state, board, draw = begin("kriegspiel", fen), chess.Board(fen), random.Random(seed)
    tried: set[str] = set()
    for _ in range(PLIES):
        moves = {move.uci(): move for move in guesses(board) if move.uci()[:4] not in tried}
        assert {uci(move.text) for move in state.moves} == set(moves)
        move = draw.choice(state.moves)
        meant, mover = moves[uci(move.text)], state.to_move
        state = state.play(move)
        if meant not in board.legal_moves:
            assert state.to_move == mover
            assert "refused" in heard(state)["umpire"]
            tried.add(meant.uci()[:4])
            continue
        tried = set()
        gone = board.piece_type_at(meant.to_square)
        calls = {"pawn_gone" if gone == chess.PAWN else "piece_gone"} if gone else set()
        calls |= {"in_passing"} if board.is_en_passant(meant) else set()
        board.push(meant)
        if board.is_game_over():
            assert state.is_over == (board.is_checkmate() or board.is_stalemate() or state.is_over)
            return
        assert state.to_move != mover
        assert set(heard(state).get("umpire", ())) == calls | sounds(board)
        assert heard(state).get("taken") == (chess.square_name(meant.to_square) if calls else None)
        takes = {one.uci()[:4] for one in board.legal_moves if board.is_capture(one) and is_pawn(board, one)}
        assert heard(state).get("tries", 0) == len(takes)


def is_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN


@pytest.mark.parametrize(
    ("fen", "number"), [(POSITIONS[0], 20), (POSITIONS[1], 48), (POSITIONS[2], 6), (POSITIONS[4], 14)]
)
def test_as_many_tries_stand_as_chess_has_moves(fen: str, number: int) -> None:
    """Chess' perft, one ply deep, for the true position."""
    state = begin("kriegspiel", fen)
    assert sum(state.play(move).to_move != state.to_move for move in state.moves) == number
