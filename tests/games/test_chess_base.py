"""Chess as a base: variants that forbid checks, add a piece, or change the board, by positions worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game
from interpreter.lab.tools.perft import perft

FOLDER = Path(__file__).parents[1] / "rulesets"


def variant(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.gdl")


def moves(game: Game, fen: str) -> set[str]:
    found = [move.text for move in game.position(fen).moves]
    assert len(set(found)) == len(found)
    return set(found)


def from_to(origin: str, *targets: str) -> set[str]:
    return {f"{origin}-{target}" for target in targets}


def squares(column: str, *rows: int) -> list[str]:
    return [f"{column}{row}" for row in rows]


# ---- nobody may give check ---------------------------------------------------------------------------------


def test_castling_that_gives_check_is_no_move() -> None:
    """The rook would come to f1, below the king on f8; from h8 and f1 it would give check, too."""
    king = from_to("e1", "d1", "d2", "e2", "f2", "f1")
    rook = from_to("h1", "g1", *squares("h", 2, 3, 4, 5, 6, 7))
    fen = "5k2/8/8/8/8/8/8/4K2R w K -"
    assert moves(variant("peaceful_chess"), fen) == king | rook
    assert moves(Game.load("chess"), fen) == king | rook | {"O-O", "h1-f1", "h1-h8"}


def test_castling_to_the_left_that_gives_check_is_no_move() -> None:
    """The rook would come to d8, above the king on d1; from a1 and d8 it would give check, too."""
    king = from_to("e8", "d8", "d7", "e7", "f7", "f8")
    rook = from_to("a8", "b8", "c8", *squares("a", 7, 6, 5, 4, 3, 2))
    fen = "r3k3/8/8/8/8/8/8/3K4 b q -"
    assert moves(variant("peaceful_chess"), fen) == king | rook
    assert moves(Game.load("chess"), fen) == king | rook | {"O-O-O", "a8-d8", "a8-a1"}


def test_castling_that_gives_no_check_is_one() -> None:
    assert "O-O" in moves(variant("peaceful_chess"), "7k/8/8/8/8/8/8/4K2R w K -") - {"h1-h8"}
    assert "O-O-O" in moves(variant("peaceful_chess"), "5k2/8/8/8/8/8/8/R3K3 w Q -")


def test_promotion_looks_at_the_piece_that_comes() -> None:
    """On e8, a queen or a rook sees the king on h8; a bishop and a knight don't."""
    king = from_to("a1", "a2", "b1", "b2")
    fen = "7k/4P3/8/8/8/8/8/K7 w - -"
    assert moves(variant("peaceful_chess"), fen) == king | {"e7-e8=B", "e7-e8=N"}
    assert moves(Game.load("chess"), fen) == king | {f"e7-e8={k}" for k in "QRBN"}


def test_what_replaces_may_holds_for_castling() -> None:
    """The same said of the move, not of the position."""
    rule = "replace define p.may(a, b) = after play(a, b): not p.check and not p.next.check"
    game = Game.parse(f'game "Without checks" extends "chess"\n\n{rule}\n')
    assert "O-O" not in moves(game, "5k2/8/8/8/8/8/8/4K2R w K -")


# ---- without castling ---------------------------------------------------------------------------------------

CASTLING = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w"
"""A position of many castlings, published for counting moves; rights and the rest are to follow."""


def test_castling_is_a_branch_that_can_be_removed() -> None:
    """Whoever has rights that no rule knows has as many moves as one without rights."""
    without = Game.parse('game "Without castling" extends "chess"\n\nremove define castle\n')
    none = Game.load("chess", castles=False)
    found = moves(Game.load("chess"), f"{CASTLING} KQkq -") - moves(without, f"{CASTLING} KQkq -")
    assert found == {"O-O", "O-O-O"}
    counted = [d.sequences for d in perft(without.position(f"{CASTLING} KQkq -"), 2, "turns")]
    assert counted == [d.sequences for d in perft(none.position(f"{CASTLING} - -"), 2, "turns")]
    assert counted[0] == 48 - 2  # 48 are published
    start = [d.sequences for d in perft(without.start(), 2, "turns")]
    assert start == [20, 400]  # published: nobody can castle yet


def test_castling_can_be_replaced() -> None:
    """Kings that castle by one word, with the same conditions, and nothing else changed."""
    rule = """replace define castle
  choose a in king of me where some a.partner(E) and some a.E^2
      and not me.check and me.may(a, a.E^2) as "short"
  play(a, a.E^2)
"""
    game = Game.parse(f'game "Short castling" extends "chess"\n\n{rule}')
    assert "short" in moves(game, f"{CASTLING} KQkq -")
    assert not moves(game, f"{CASTLING} KQkq -") & {"O-O", "O-O-O"}


# ---- a piece that hops -------------------------------------------------------------------------------------


def test_a_grasshopper_hops_over_the_first_piece() -> None:
    """From d4: over d6 to d7; over f4 to g4; over b2 to a1; e5 is near enough, too: to f6. Nothing else is in line."""
    game = variant("grasshopper_chess")
    found = {m for m in moves(game, "7k/8/3p4/4P3/3G1n2/8/1p6/7K w - -") if m.startswith("d4")}
    assert found == {"d4-d7", "d4-g4", "d4-a1", "d4-f6"}


@pytest.mark.parametrize(
    ("fen", "castling", "allowed"),
    [
        # The rook on f1 is what the grasshopper on c1 hops over, to the king on g1.
        ("4k3/8/8/8/8/8/8/2g1K2R w K -", "O-O", False),
        # No line of b3 leads there.
        ("4k3/8/8/8/8/1g6/8/4K2R w K -", "O-O", True),
        # The rook on d1 is what the grasshopper on g1 hops over, to the king on c1.
        ("4k3/8/8/8/8/8/8/R3K1g1 w Q -", "O-O-O", False),
        ("4k3/8/8/8/8/6g1/8/R3K3 w Q -", "O-O-O", True),
        # The rook still on h1, a king on g1 is behind nothing; the grasshopper on d4 hops over f2 to g1.
        ("4k3/8/8/8/3g4/8/5P2/4K2R w K -", "O-O", False),
        # Hopping over e2 the one on e3 attacks the king: in check nobody castles.
        ("4k3/8/8/8/8/4g3/4P3/4K2R w K -", "O-O", False),
        # Hopping over f2 the one on f3 attacks f1, which the king would cross.
        ("4k3/8/8/8/8/5g2/5P2/4K2R w K -", "O-O", False),
    ],
)
def test_castling_does_not_end_in_check(fen: str, castling: str, allowed: bool) -> None:
    assert (castling in moves(variant("grasshopper_chess"), fen)) is allowed


# ---- another board -----------------------------------------------------------------------------------------


def test_the_small_board_is_set_up_by_its_columns() -> None:
    game = variant("small_chess")
    assert game.start() == game.position("rnqknr/pppppp/6/6/PPPPPP/RNQKNR w")


def test_pawns_are_promoted_in_the_last_row_of_a_small_board() -> None:
    game = variant("small_chess")
    king = from_to("f1", "e1", "e2", "f2")
    assert moves(game, "6/P5/5k/6/6/5K w") == king | {f"a5-a6={k}" for k in "QRN"}
    assert moves(game, "6/6/5K/6/p5/5k b") == king | {f"a2-a1={k}" for k in "QRN"}


# Six pawns go one square, two knights have two squares each; nothing meets in the first two turns: 10 and 100. The
# numbers after them are Fairy-Stockfish's, of its `losalamos` and of chess with `customPiece1 = g:gQ`.
COUNTS = [
    ("small_chess", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w", [10, 100, 1_212, 14_332]),
    ("grasshopper_chess", "r3k2r/pppp1ppp/2g2g2/8/8/2G2G2/PPPP1PPP/R3K2R w KQkq -", [28, 777, 20_903]),
    ("grasshopper_chess", "r3k2r/8/2g2g2/8/8/2G2G2/8/R3K2R w KQkq -", [31, 843, 22_939]),
    ("grasshopper_chess", "4k3/8/8/8/3g4/8/5P2/4K2R w K -", [15, 84, 1_433]),
]


@pytest.mark.parametrize(("name", "fen", "expected"), COUNTS)
def test_counts_of_another_program(name: str, fen: str, expected: list[int]) -> None:
    for backend, depth in (("reference", 2), ("native", len(expected))):
        state = Game.load(FOLDER / f"{name}.gdl", backend=backend).position(fen)
        assert [d.sequences for d in perft(state, depth, "turns")] == expected[:depth]
