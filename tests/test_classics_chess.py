"""Chess and its variants against published numbers and positions."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from fen import from_fen

from interpreter import Game, State
from interpreter.perft import perft

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
ALL_DROPS = "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -"
DROPS = "2k5/8/8/8/8/8/8/4K3[Qn] w - -"
MIDDLEGAME = "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq -"
MIDGAME = "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - -"
FOX1 = "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -"
FOX2 = "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -"

# https://www.chessprogramming.org/Perft_Results; the suites of python-chess (examples/perft/*.perft), of shakmaty
# (kingofthehill.perft) and of chessops (variant.test.ts).
PERFT: list[tuple[str, str, list[int]]] = [
    ("chess", START, [20, 400, 8_902]),
    ("chess", KIWIPETE, [48, 2_039]),
    ("chess", ENDGAME, [14, 191, 2_812]),
    ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1_486]),
    ("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", [46, 2_079]),
    ("chess", "8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - -", [27, 390]),
    ("chess", "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -", [7, 52]),
    ("chess", "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -", [4, 125, 2_854]),
    ("chess", "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - -", [3, 81, 1_217]),
    ("chess", "5R2/2P5/8/4k3/8/3rK2r/8/8 w - -", [2, 56, 1_030]),
    ("chess", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", [6, 121, 711]),
    ("chess", "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6", [5, 100, 555]),
    ("chess", "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6", [2, 92, 2_528]),
    ("king_of_the_hill", START, [20, 400]),
    ("king_of_the_hill", "8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - -", [10, 120, 1_000, 12_460]),
    ("three_check", START, [20, 400]),
    ("three_check", f"{KIWIPETE} 1+1", [48, 2_039]),
    ("three_check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", [26, 562]),
    ("atomic", START, [20, 400]),
    ("atomic", FOX1, [40, 1_238]),
    ("atomic", FOX2, [28, 833]),
    ("atomic", "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ -", [4, 148]),
    ("atomic", "rnbqk2r/pp1p2pp/2p3Nn/5p2/1b2P1PP/8/PPP2P2/R1BQKB1R w KQkq -", [5, 132]),
    ("antichess", START, [20, 400]),
    ("antichess", "8/1p6/8/8/8/8/P7/8 w - -", [2, 4, 4, 3, 1, 0]),
    ("antichess", "8/2p5/8/8/8/8/P7/8 w - -", [2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2_557]),
    ("crazyhouse", START, [20, 400]),
    ("crazyhouse", ALL_DROPS, [301]),
    ("crazyhouse", DROPS, [67, 3_083]),
    ("crazyhouse", MIDDLEGAME, [42]),
    ("crazyhouse", MIDGAME, [99]),
    ("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", [20, 360]),
]  # fmt: skip

# The same, deeper: for a backend that is faster.
DEEP: list[tuple[str, dict[str, Any], dict[str, Any] | None, str, int, int]] = [
    (game, {}, from_fen(fen), "turns", depth, sequences)
    for game, fen, depth, sequences in [
        ("chess", START, 4, 197_281),
        ("chess", START, 5, 4_865_609),
        ("chess", KIWIPETE, 3, 97_862),
        ("chess", KIWIPETE, 4, 4_085_603),
        ("chess", ENDGAME, 4, 43_238),
        ("chess", ENDGAME, 5, 674_624),
        ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 3, 9_467),
        ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, 422_333),
        ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3, 62_379),
        ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4, 2_103_487),
        ("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 3, 89_890),
        ("chess", "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -", 3, 4_593),
        ("chess", "8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - -", 4, 134_167),
        ("king_of_the_hill", "8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - -", 5, 104_314),
        ("king_of_the_hill", START, 4, 197_281),
        ("three_check", START, 4, 197_281),
        ("three_check", f"{KIWIPETE} 1+1", 3, 97_848),
        ("three_check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", 3, 13_410),
        ("atomic", START, 4, 197_326),
        ("atomic", FOX1, 3, 45_237),
        ("atomic", FOX1, 4, 1_434_825),
        ("atomic", FOX2, 3, 23_353),
        ("atomic", FOX2, 4, 714_499),
        ("atomic", "rnbqk2r/pp1p2pp/2p3Nn/5p2/1b2P1PP/8/PPP2P2/R1BQKB1R w KQkq -", 3, 4_973),
        ("antichess", START, 3, 8_067),
        ("antichess", START, 4, 153_299),
        ("antichess", "8/2p5/8/8/8/8/P7/8 w - -", 13, 30_873),
        ("crazyhouse", START, 4, 197_281),
        ("crazyhouse", ALL_DROPS, 2, 75_353),
        ("crazyhouse", DROPS, 3, 88_634),
        ("crazyhouse", DROPS, 4, 932_554),
        ("crazyhouse", MIDDLEGAME, 2, 1_347),
        ("crazyhouse", MIDDLEGAME, 3, 58_057),
        ("crazyhouse", MIDDLEGAME, 4, 2_083_382),
        ("crazyhouse", MIDGAME, 3, 314_782),
        ("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", 3, 5_445),
        ("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", 4, 132_758),
    ]
]


@cache
def load(name: str) -> Game:
    return Game.load(name)


def at(game: str, fen: str) -> State:
    return load(game).position(from_fen(fen))


@pytest.mark.parametrize(("game", "fen", "expected"), PERFT)
def test_perft(game: str, fen: str, expected: list[int]) -> None:
    assert [d.sequences for d in perft(at(game, fen), len(expected))] == expected


def test_the_start_is_the_set_up() -> None:
    for name in ("chess", "king_of_the_hill", "three_check", "atomic", "crazyhouse"):
        assert at(name, START) == load(name).start()
    assert at("antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -") == load("antichess").start()


def test_dobutsu_shogi() -> None:
    """The published count of six moves."""
    assert list(perft(load("dobutsu").start(), 6))[-1].sequences == 71_677
