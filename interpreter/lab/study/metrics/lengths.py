"""How long games are: turns and decisions, by random play and by search."""

from __future__ import annotations

from interpreter.lab.study.figures import Distribution
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.intervals import median
from interpreter.lab.study.metrics.collected import Collected, counted
from interpreter.lab.tools.confidence import mean

BARS = 40


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    summary = held.random.summary(held.game.model)
    source = counted(held.random.games, "random game")
    for name in ("turns", "decisions"):
        sums = getattr(summary, name)
        into.add(f"{name}.random", f"{name.title()} of a random game",
                 mean(sums.count, sums.total, sums.squares), name, source)  # fmt: skip
    into.add("decisions_in_turn", "Decisions in a turn", held.sums.turns.ratio, "decisions",
             counted(held.sums.games, "random game"))  # fmt: skip
    if held.sums.games > 1:
        _spread(held, into)
    games = held.strong
    if not games:
        into.leave(["turns.strong", "decisions.strong"], held.plan.reason or "no such game was played to its end")
        return
    source = counted(len(games), "game") + f" of mcts:{held.plan.strengths[-1]} against itself"
    for name in ("turns", "decisions"):
        values = [getattr(game, name) for game in games]
        into.add(f"{name}.strong", f"{name.title()} of a game between strong searches",
                 mean(len(values), sum(values), sum(v * v for v in values)), name, source)  # fmt: skip


def _spread(held: Gathered, into: Collected) -> None:
    """The length in the middle, and the histogram of all."""
    lengths = sorted(held.sums.lengths.elements())
    low, high = lengths[len(lengths) // 20], lengths[-1 - len(lengths) // 20]
    into.add("turns_middle", "Turns of the game in the middle of all random games", median(lengths), "turns",
             counted(len(lengths), "random game"), f"nine games of ten took {low} to {high}")  # fmt: skip
    width = max(1, -(-(lengths[-1] - lengths[0] + 1) // BARS))
    starts = range(lengths[0], lengths[-1] + 1, width)
    heights = [0] * len(starts)
    for length in lengths:
        heights[(length - lengths[0]) // width] += 1
    into.distributions.append(Distribution(
        "lengths", "Length of random games", "turns", "share of games",
        tuple(float(s + (width - 1) / 2) for s in starts), tuple(h / len(lengths) for h in heights),
    ))  # fmt: skip
