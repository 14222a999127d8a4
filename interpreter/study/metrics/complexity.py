"""How great the game is: states and game tree, counted where they can be, else estimated."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from interpreter.study.gathered import Gathered
from interpreter.study.intervals import Z, bootstrap
from interpreter.study.metrics.collected import Collected, Estimate, counted
from interpreter.study.sums import TraceSums

LEAST_TREES = 8


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    sums, source = held.sums, counted(held.sums.games, "random game")
    hashes, counts = sums.counted_states()
    into.add("states_seen", "Different states seen", (len(hashes), len(hashes), len(hashes)), "states", source,
             exact=True)
    if len(hashes):
        into.add("states_likely", "States there are at least (Chao's estimate)", chao(counts), "states", source)
    if held.solution is not None:
        exact = held.solution.states
        into.add("states", "States that can be reached", (exact, exact, exact), "states", "all of them", exact=True)
        if held.solution.is_exact:
            first = held.game.players[held.first_seat]
            worth = (held.solution.values[first] + 1) / 2
            into.add("perfect_play", f"Points of {first} if all play perfectly", (worth, worth, worth), "share",
                     "all states", exact=True)  # fmt: skip
    else:
        into.leave(["states", "perfect_play"], "there are too many states to look at all of them")
    if len(sums.tree) < LEAST_TREES:
        into.leave(["tree_leaves", "tree_nodes"], "too few games were looked at ply by ply")
        return
    table = np.array(sums.tree)
    for name, title, column in (("tree_leaves", "leaves", 0), ("tree_nodes", "nodes", 1)):
        into.add(name, f"Size of the game tree, {title} (Knuth's estimate)",
                 bootstrap([table[:, column]], lambda columns: log_mean(columns[0])), "log10", source,
                 "great trees are rather greater than this")  # fmt: skip


def log_mean(logs: NDArray[np.float64]) -> float:
    """The decimal logarithm of the mean of numbers whose natural logarithms these are."""
    top = float(logs.max())
    return (top + math.log(float(np.exp(logs - top).mean()))) / math.log(10)


def chao(counts: NDArray[np.int64]) -> Estimate:
    """How many different things there are at least, by those seen once and twice (Chao 1984, 1987)."""
    seen, once, twice = len(counts), int((counts == 1).sum()), int((counts == 2).sum())
    unseen = once * (once - 1) / (2 * (twice + 1))
    if unseen <= 0:
        return float(seen), float(seen), float(seen + (Z if once else 0))
    if twice:
        q = once / twice
        variance = twice * (q * q / 2 + q**3 + q**4 / 4)
    else:
        variance = once * (once - 1) / 2 + once * (2 * once - 1) ** 2 / 4 - once**4 / (4 * (seen + unseen))
    factor = math.exp(Z * math.sqrt(math.log(1 + max(variance, 0.0) / unseen**2)))
    return seen + unseen, seen + unseen / factor, seen + unseen * factor


def likely_states(sums: TraceSums) -> float:
    """The estimate alone; where nothing was seen there may be any number."""
    _, counts = sums.counted_states()
    return chao(counts)[0] if len(counts) else math.inf
