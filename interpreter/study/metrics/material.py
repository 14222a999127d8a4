"""What a piece is worth: the regression of results on differences in pieces, one state of each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.study.gathered import Gathered
from interpreter.study.intervals import student
from interpreter.study.metrics.collected import Collected, counted

LEAST = 100
"""Games that it takes."""


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    model = held.game.model
    if len(held.game.players) != 2:
        into.leave(["piece"], "pieces are weighed between two players only")
    elif not any(kind.owned for kind in model.kinds) or model.board is None:
        into.leave(["piece"], "nobody has pieces on a board")
    elif model.stacks:
        into.leave(["piece"], "pieces stand on one another, and those below don't count as anybody's")
    elif held.sums.games < LEAST or not held.sums.material.size:
        into.leave(["piece"], f"fewer than {LEAST} games were looked at ply by ply")
    else:
        _weigh(held, into)


def _weigh(held: Gathered, into: Collected) -> None:
    blocks = held.sums.material
    whole = blocks.sum(axis=0)
    kinds = held.game.model.kinds
    varied = [k for k in range(len(kinds)) if _varies(whole, k + 1)]
    for k in set(range(len(kinds))) - set(varied):
        into.left_out[f"piece.{kinds[k].name}"] = "both players always have the same number of them"
    if not varied:
        return
    keep = [0, *(k + 1 for k in varied)]
    value = _fit(whole, keep)
    if value is None:
        into.leave(["piece"], "the numbers of different pieces can't be told apart")
        return
    others = [fit for block in blocks if block[0, 0] and (fit := _fit(whole - block, keep)) is not None]
    g = len(others)
    middle: Any = np.mean(others, axis=0)
    error: Any = np.sqrt((g - 1) / g * np.square(np.array(others) - middle).sum(axis=0))
    reach = student(max(g - 1, 1)) * error
    common = max(varied, key=lambda k: whole[k + 1, k + 1])
    source = counted(int(whole[0, 0]), "random game") + ", a state of each"
    for i, k in enumerate(varied, 1):
        one = float(value[i]) / 2  # utilities go from -1 to 1, points from 0 to 1
        ratio = value[i] / value[1 + varied.index(common)] if value[1 + varied.index(common)] else float("nan")
        note = f"{ratio:.1f} of a {kinds[common].name}" if k != common and ratio == ratio else ""
        into.add(f"piece.{kinds[k].name}", f"What a {kinds[k].name} more is worth",
                 (one, one - float(reach[i]) / 2, one + float(reach[i]) / 2), "points", source, note)  # fmt: skip


def _varies(sums: NDArray[np.int64], column: int) -> bool:
    n, total, squares = (int(sums[0, 0]), int(sums[0, column]), int(sums[column, column]))
    return n * squares > total * total


def _fit(sums: NDArray[np.int64], keep: list[int]) -> NDArray[np.float64] | None:
    """Least squares: the coefficients, that of the constant first."""
    left = sums[np.ix_(keep, keep)].astype(np.float64)
    if np.linalg.matrix_rank(left) < len(keep):
        return None
    found: NDArray[np.float64] = np.asarray(np.linalg.solve(left, sums[keep, -1].astype(np.float64)), dtype=np.float64)
    return found
