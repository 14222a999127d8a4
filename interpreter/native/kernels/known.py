"""Positions of a table of solved ones in a search's tree: settled, or estimated where a counter may change it."""

from __future__ import annotations

from interpreter.graph.abi import KNOWN_SURELY
from interpreter.native.kernel_compiler.intrinsics import load64, loadf, store8, store16, storef
from interpreter.native.kernel_compiler.parameters import PAYS, P, looked_up
from interpreter.native.kernels.areas import ANSWER
from interpreter.native.kernels.evaluation import is_trained
from interpreter.native.kernels.nodes import DISTANCE, EXACT, FLAGS, SETTLED, SUMS, note_estimated
from interpreter.native.kernels.records import KEPT

FARTHER = 0.000001
"""How much less a win is worth for each ply that it takes: of estimates the nearest is the best."""


def known_worth(player: int) -> float:
    """What the position is worth to a player that was looked up last, as `records.utility`."""
    worth = loadf(ANSWER + 8 * player, 16)
    return worth / float(PAYS) if PAYS else worth


def note_known(node: int, record: int) -> None:
    """See what a table says of a new node, whose record waits for a decision or a roll."""
    known = looked_up(record)
    if known == KNOWN_SURELY:
        for player in range(KEPT):
            storef(node + 8 * player, SUMS, known_worth(player))
        store8(node, FLAGS, SETTLED | EXACT)
        store16(node, DISTANCE, load64(ANSWER, 8))
    elif known and is_trained():
        for player in range(P if P > 2 else 1):
            worth = known_worth(player)
            note_estimated(node, player, worth * (1.0 - float(load64(ANSWER, 8)) * FARTHER) if P <= 2 else worth)
