"""How great the game is: states and game tree, counted where they can be, else estimated."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, counted
from interpreter.lab.study.sums import chao
from interpreter.lab.tools.confidence import CONFIDENCE

LEAST_TREES = 8
MARKOV = -math.log10(1 - CONFIDENCE)
"""What is never negative is more than twenty times its mean once in twenty times at most (Markov): so a mean without a
bias is hardly ever more than twenty times too great. How much too small it is nobody knows."""


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    sums, source = held.sums, counted(held.sums.games, "random game")
    hashes, counts = sums.states.counted()
    seen = len(hashes)
    if sums.games:
        into.add_exact("states_seen", "Different states seen", seen, "states", source)
    else:
        into.leave(["states_seen"], "no random game came to an end")
    _solved(held, into)
    if "states" in into.metrics:
        into.leave(["states_likely"], "all states were counted")
    elif seen:
        into.add("states_likely", "States there are (Chao's estimate, rather too low)",
                 (chao(counts), seen, math.inf), "states", source)  # fmt: skip
    if len(sums.states.tree) < LEAST_TREES:
        into.leave(["tree_leaves", "tree_nodes"], "too few games were looked at ply by ply")
        return
    table = np.array(sums.states.tree)
    begins = "once all is set up" if held.begins_by_chance else ""
    for name, title, column in (("tree_leaves", "leaves", 0), ("tree_nodes", "nodes", 1)):
        value = log_mean(table[:, column])
        into.add(name, f"Size of the game tree, {title} (Knuth's estimate)",
                 (value, max(0.0, value - MARKOV), math.inf), "log10", source, begins)  # fmt: skip


def _solved(held: Gathered, into: Collected) -> None:
    """What is known where all states were looked at."""
    solution = held.solution
    if solution is None:
        into.leave(["states", "perfect_play"], held.unsolved or "there are too many states to look at all of them")
        return
    without = (*solution.forgotten, *solution.assumed)
    if without:
        into.leave(["states"], f"all states were looked at, but without {', '.join(without)}")
    else:
        into.add_exact("states", "States that can be reached", solution.states, "states", "all of them")
    if not solution.is_exact:
        into.leave(["perfect_play"], "play can go on for ever, or what is best for one leaves choices that matter")
        return
    first = held.game.players[held.first_seat]
    if held.game.model.pays:
        into.add_exact("perfect_play", f"What is paid to {first} if all play perfectly", solution.values[first], "paid",
                       "all states")  # fmt: skip
    else:
        into.add_exact("perfect_play", f"Points of {first} if all play perfectly", (solution.values[first] + 1) / 2,
                       "share", "all states")  # fmt: skip


def log_mean(logs: NDArray[np.float64]) -> float:
    """The decimal logarithm of the mean of numbers whose natural logarithms these are."""
    top = float(logs.max())
    return (top + math.log(float(np.exp(logs - top).mean()))) / math.log(10)
