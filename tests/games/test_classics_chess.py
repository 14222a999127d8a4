"""Chess and its variants against published numbers and positions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from counting import Count, load, with_deep

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
ALL_DROPS = "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -"
DROPS = "2k5/8/8/8/8/8/8/4K3[Qn] w - -"
MIDDLEGAME = "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq -"
MIDGAME = "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - -"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
FOX1 = "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -"
FOX2 = "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -"

# None of these games can come to a position for the third time in so few turns.
FORGETFUL = "replace define repeated = false"


def chess(game: str, fen: str, *expected: int | None, deep: Sequence[int | None] = ()) -> Count:
    return Count(game, expected, deep, fen, variant=FORGETFUL)


# https://www.chessprogramming.org/Perft_Results; the suites of python-chess (examples/perft/*.perft), of shakmaty
# (kingofthehill.perft) and of chessops (variant.test.ts).
COUNTS = [
    chess("chess", START, 20, 400, 8_902, 197_281, deep=[4_865_609]),
    chess("chess", KIWIPETE, 48, 2_039, 97_862, deep=[4_085_603]),
    chess("chess", ENDGAME, 14, 191, 2_812, 43_238, 674_624),
    chess("chess", PROMOTIONS, 6, 264, 9_467, deep=[422_333]),
    chess("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 44, 1_486, deep=[62_379, 2_103_487]),
    chess("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 46, 2_079, deep=[89_890]),
    chess("chess", "8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - -", 27, 390, deep=[None, 134_167]),
    chess("chess", "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -", 7, 52, 4_593),
    chess("chess", "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -", 4, 125, 2_854),
    chess("chess", "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - -", 3, 81, 1_217),
    chess("chess", "5R2/2P5/8/4k3/8/3rK2r/8/8 w - -", 2, 56, 1_030),
    chess("chess", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", 6, 121, 711),
    chess("chess", "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6", 5, 100, 555),
    chess("chess", "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6", 2, 92, 2_528),
    chess("king_of_the_hill", START, 20, 400, deep=[None, 197_281]),
    chess("king_of_the_hill", "8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - -", 10, 120, 1_000, 12_460, 104_314),
    chess("three_check", START, 20, 400, deep=[None, 197_281]),
    chess("three_check", f"{KIWIPETE} 1+1", 48, 2_039, deep=[97_848]),
    chess("three_check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", 26, 562, 13_410),
    chess("atomic", START, 20, 400, None, 197_326),
    chess("atomic", FOX1, 40, 1_238, deep=[45_237, 1_434_825]),
    chess("atomic", FOX2, 28, 833, 23_353, deep=[714_499]),
    chess("atomic", "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ -", 4, 148),
    chess("atomic", "rnbqk2r/pp1p2pp/2p3Nn/5p2/1b2P1PP/8/PPP2P2/R1BQKB1R w KQkq -", 5, 132, 4_973),
    chess("antichess", START, 20, 400, 8_067, 153_299),
    Count("antichess", [2, 4, 4, 3, 1, 0], position="8/1p6/8/8/8/8/P7/8 w - -"),
    Count(
        "antichess", [2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2_557, 30_873], position="8/2p5/8/8/8/8/P7/8 w - -"
    ),
    chess("crazyhouse", START, 20, 400, None, 197_281),
    chess("crazyhouse", ALL_DROPS, 301, deep=[75_353]),
    chess("crazyhouse", DROPS, 67, 3_083, 88_634, deep=[932_554]),
    chess("crazyhouse", MIDDLEGAME, 42, 1_347, deep=[58_057, 2_083_382]),
    chess("crazyhouse", MIDGAME, 99, deep=[None, 314_782]),
    chess("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", 20, 360, 5_445, deep=[132_758]),
    # dobutsu: the published count of six moves
    Count("dobutsu", [None] * 5 + [71_677]),
]


@pytest.mark.parametrize("count", with_deep(COUNTS), ids=str)
def test_published_counts(count: Count) -> None:
    count.check()


def test_the_start_is_the_set_up() -> None:
    for name in ("chess", "king_of_the_hill", "three_check", "atomic", "crazyhouse"):
        assert load(name).position(START) == load(name).start()
    bare = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -"
    assert load("antichess").position(bare) == load("antichess").start()


def test_mate_and_stalemate() -> None:
    """The fool's mate, and Sam Loyd's game of ten moves that ends in stalemate."""
    state = load("chess").start()
    for text in ("f2-f3", "e7-e5", "g2-g4", "d8-h4"):
        state = state.play(text)
    assert state.outcomes == {"White": "loss", "Black": "win"}
    state = load("chess").start()
    loyd = ["e2-e3", "a7-a5", "d1-h5", "a8-a6", "h5xa5", "h7-h5", "h2-h4", "a6-h6", "a5xc7", "f7-f6",
            "c7xd7", "e8-f7", "d7xb7", "d8-d3", "b7xb8", "d3-h7", "b8xc8", "f7-g6", "c8-e6"]  # fmt: skip
    for text in loyd:
        assert not state.is_over
        state = state.play(text)
    assert state.outcomes == {"White": "draw", "Black": "draw"}
