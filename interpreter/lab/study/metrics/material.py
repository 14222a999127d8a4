"""What a piece is worth: the regression of results on differences in pieces and who moves, one state of each game."""

from __future__ import annotations

import numpy as np

from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.intervals import Numbers, jackknife
from interpreter.lab.study.metrics.collected import Collected, counted
from interpreter.lab.study.sums import STAGES

PARITY = "how many more of them a player has hardly ever says more than whose turn it is"
LEAST = 100
"""Games that it takes."""
TURNS = 2 * STAGES
"""Columns of the sums that say whose turn it is; those of the kinds come behind them."""
SELDOM = 0.1
"""Variance of a number of pieces that whose turn it is doesn't explain: one more or less in one state of ten."""


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    model = held.game.model
    if len(held.game.players) != 2:
        into.leave(["piece"], "pieces are weighed between two players only")
    elif not any(kind.owned for kind in model.kinds) or model.board is None:
        into.leave(["piece"], "nobody has pieces on a board")
    elif model.stacks:
        into.leave(["piece"], "pieces stand on one another, and those below don't count as anybody's")
    elif held.sums.games < LEAST or not held.sums.board.material.size:
        into.leave(["piece"], f"fewer than {LEAST} games were looked at ply by ply")
    else:
        _weigh(held, into)


def _weigh(held: Gathered, into: Collected) -> None:
    blocks = held.sums.board.material.astype(np.float64)
    whole = blocks.sum(axis=0)
    kinds = held.game.model.kinds
    weighed = []
    for k, kind in enumerate(kinds):
        if not whole[k + TURNS, k + TURNS]:
            into.left_out[f"piece.{kind.name}"] = "both players always have the same number of them"
        elif not _says_more(whole, k + TURNS, held.sums.games):
            into.left_out[f"piece.{kind.name}"] = PARITY
        else:
            weighed.append(k)
    if not weighed:
        return
    found = jackknife(blocks, lambda sums: _fit(sums, [k + TURNS for k in weighed]))
    if found is None:
        into.leave(["piece"], "the numbers of different pieces can't be told apart")
        return
    value, reach = (row / 2 for row in found)  # utilities go from -1 to 1, points from 0 to 1
    common = max(range(len(weighed)), key=lambda i: whole[weighed[i] + TURNS, weighed[i] + TURNS])
    is_known = value[common] - reach[common] > 0
    source = counted(held.sums.games, "random game") + ", a state of each"
    for i, k in enumerate(weighed):
        note = f"{value[i] / value[common]:.1f} of a {kinds[weighed[common]].name}" if i != common and is_known else ""
        one, off = float(value[i]), float(reach[i])
        into.add(f"piece.{kinds[k].name}", f"Worth of one more: {kinds[k].name}", (one, one - off, one + off), "points",
                 source, note)  # fmt: skip


def _says_more(sums: Numbers, column: int, games: int) -> bool:
    """Whether a number of pieces isn't the same at each stage of each player's turn, but for a few states."""
    met = np.flatnonzero(np.diagonal(sums)[:TURNS])
    left = sums[column, column] - (sums[met, column] ** 2 / sums[met, met]).sum()
    return bool(left > SELDOM * games)


def _fit(sums: Numbers, pieces: list[int]) -> Numbers | None:
    """Least squares, whose turn it is being known: the coefficients of the pieces."""
    keep = [*np.flatnonzero(np.diagonal(sums)[:TURNS]), *pieces]
    left = sums[np.ix_(keep, keep)]
    if np.linalg.matrix_rank(left) < len(keep):
        return None
    found: Numbers = np.asarray(np.linalg.solve(left, sums[keep, -1]), dtype=np.float64)
    return found[-len(pieces) :]
