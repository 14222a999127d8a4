"""Published numbers for the shipped games of moving, capturing and sowing."""

from __future__ import annotations

from typing import Any

import pytest
from counting import Count, load, with_deep

from interpreter import State

# Draws can't come so soon, and without them equal positions count once.
ENDLESS = """replace end
  lose next if stuck"""

# From the start. A whole path of jumps is one turn, and so is a sowing with all that it brings.
COUNTS = [
    # the tests of RG, the successor of Regular Boardgames (J. Kowalski, M. Mika, J. Sutowicz, M. Szykuła)
    Count("breakthrough", [22, 484, 11_132, 256_036]),
    Count("amazons", [2_176, 4_307_152]),
    # OEIS A133046 (A. Bik, M. Fierz): a king that takes the same men another way round counts twice
    Count("draughts", [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931], [None, None, 85_242_128]),
    # R. Halbersma, "Perft for all recognized draughts variants" (FMJD forum) and the tests of dctl; A. Bik, "BikDam"
    Count("international", [9, 81, 658, 4_265, 27_117, 167_140, 1_049_442], variant=ENDLESS),
    Count("brazilian_draughts", [7, 49, 302, 1_469, 7_473, None, 187_302], variant=ENDLESS),
    Count("canadian_draughts", [11, 121, 1_222, 10_053, None, 584_100], variant=ENDLESS),
    Count("russian_draughts", [7, 49, 302, 1_469, 7_482, None, 190_146], variant=ENDLESS),
    # the tests of an Awale engine in Rust (kudchuet)
    Count("oware", [6, 36, 190, 1_014, 5_219, 27_332, None, 711_414], [3_592_872]),
]


@pytest.mark.parametrize("count", with_deep(COUNTS), ids=str)
def test_published_counts(count: Count) -> None:
    count.check()


# ---- from positions ------------------------------------------------------------------------------------


def from_fen(fen: str) -> dict[str, Any]:
    """A position of draughts on ten by ten in the usual notation (squares numbered from above), as data."""
    mover, *sides = fen.split(":")
    pieces: dict[str, list[str]] = {}
    for side in sides:
        owner = {"W": "White", "B": "Black"}[side[0]]
        for text in side[1:].split(","):
            row, place = divmod(int(text.strip("K")) - 1, 5)
            column = 2 * place + (row % 2 == 0)
            pieces.setdefault(f"{'king' if 'K' in text else 'man'} of {owner}", []).append(
                f"{'abcdefghij'[column]}{10 - row}"
            )
    return {"to move": {"W": "White", "B": "Black"}[mover], "pieces": pieces}


def different(state: State, depth: int) -> list[int]:
    """Sequences of 1, 2 … turns; ways through a turn that come to the same count as one."""
    layer, found = {state: 1}, []
    for turns in range(state.turns + 1, state.turns + depth + 1):
        after: dict[State, int] = {}
        for start, ways in layer.items():
            now, ends = {start}, set[State]()
            while now:
                reached = {nxt for s in now for nxt in map(s.play, s.moves)}
                now = {s for s in reached if not s.is_over and s.turns < turns}
                ends |= reached - now
            for end in ends:
                after[end] = after.get(end, 0) + ways
        layer = {s: n for s, n in after.items() if not s.is_over}
        found.append(sum(after.values()))
    return found


# The FMJD forum (viewtopic.php?t=2308), also in the tests of R. Halbersma's dctl: a random position, Woldouby's,
# kings alone, and men about to be crowned. Equal captures are counted once.
@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", [14, 55, 1_168]),
        ("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38", [6, 12, 30, 73, 215, 590]),
        (f"W:W{','.join(f'K{n}' for n in range(31, 51))}:B{','.join(f'K{n}' for n in range(1, 21))}", [17, 79, 352]),
        ("W:W6,7,8,9,10:B41,42,43,44,45", [9, 81, 795]),
    ],
)
def test_positions_of_international_draughts(fen: str, expected: list[int]) -> None:
    assert different(load("international").position(from_fen(fen)), len(expected)) == expected
