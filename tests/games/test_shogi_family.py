"""Shogi, Minishogi, Xiangqi and Janggi against published counts."""

from __future__ import annotations

import pytest
from counting import Count, load, with_deep

FORGETFUL = "replace define repeated = false"
"""None of these games can come to a position for the third time in so few turns."""

SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w"
FESTIVAL = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[RGgsnppppp] b"
MOST = f"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3[RBGSNLPgggnnn{17 * 'p'}] w"
XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
JANGGI = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w"


def count(game: str, fen: str, *expected: int, deep: tuple[int, ...] = ()) -> Count:
    return Count(game, expected, deep, fen, variant=FORGETFUL)


# Chessprogramming wiki (Shogi, Xiangqi: perft results); the counts by which Fairy-Stockfish tests itself; of the
# position with the most moves there can be the number is known.
COUNTS = [
    count("shogi", SHOGI, 30, 900, 25_470, deep=(719_731,)),
    count("shogi", FESTIVAL, 207, 28_684, deep=(4_809_015,)),
    count("shogi", MOST, 593),
    count("minishogi", "rbsgk/4p/5/P4/KGSBR[] w", 14, 181, 2_512, 35_401, deep=(533_203,)),
    count("xiangqi", XIANGQI, 44, 1_920, 79_666, deep=(3_290_240,)),
    count("xiangqi", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 38, 1_128, 43_929),
    count("xiangqi", "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", 7, 281, 8_620, deep=(326_201,)),
    count("xiangqi", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 25, 424, 9_850, deep=(202_884,)),
    count("xiangqi", "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w", 28, 516, 14_808, deep=(395_483,)),
    count("xiangqi", "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w", 21, 364, 7_626, deep=(162_837,)),
    count("janggi", JANGGI, 32, 1_024, 33_000, deep=(1_065_277,)),
    count("janggi", "1n1kaabn1/cr2N4/5C1c1/p1pNp3p/9/9/P1PbP1P1P/3r1p3/4A4/R1BA1KB1R b", 2, 61, 2_644, deep=(76_763,)),
    count("janggi", "1Pbcka3/3nNn1c1/N2CaC3/1pB6/9/9/5P3/9/4K4/9 w", 25, 378, 8_835, deep=(151_202,)),
]


@pytest.mark.parametrize("count", with_deep(COUNTS), ids=str)
def test_published_counts(count: Count) -> None:
    count.check()


@pytest.mark.parametrize(("game", "fen"), [("shogi", SHOGI), ("xiangqi", XIANGQI), ("janggi", JANGGI)])
def test_the_start_is_the_set_up(game: str, fen: str) -> None:
    assert load(game).position(fen) == load(game).start()
