"""How tense games are: drama, lead changes, decisiveness, uncertainty, comebacks, stability, killer moves.

All of them look at what search expects for each player at the beginning of each turn: points from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.lab.study.figures import Distribution
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, Estimate, counted
from interpreter.lab.study.searched_games import Searched
from interpreter.lab.tools.confidence import mean

CERTAIN = 0.9
"""Points that the winner can expect from where on the game is decided."""
STEPS = 60
"""Points of a course at most."""
FEWEST, LEAST = 5, 4
"""A course goes on as far as one game of so many lasts; so many at least make a point of it."""
NAMES = ("drama", "behind", "comeback", "decided", "lead_changes", "uncertainty", "stability", "killer_move")


@dataclass(frozen=True)
class Tension:
    """The figures of one game; those that need a winner are None where there is none."""

    drama: float | None
    behind: float | None
    comeback: float | None
    decided: float | None
    lead_changes: float
    uncertainty: float
    stability: float
    killer_move: float


def tension(expected: Sequence[Sequence[float]], movers: Sequence[int]) -> Tension:
    """The figures of a game: what was expected at the beginning of each turn, and at last what it came to."""
    end, raw = expected[-1], expected
    expected = smoothed(raw)
    turns = len(expected) - 1
    winner = _only(end, max(end))
    drama = behind = comeback = decided = None
    if winner is not None:
        deficits = [max(0.0, max(row) - row[winner]) for row in expected[:-1]]
        back = [math.sqrt(d) for d in deficits if d > 0]
        drama = sum(back) / len(back) if back else 0.0
        behind = len(back) / turns
        comeback = max(deficits, default=0.0)
        open_until = max((k + 1 for k, row in enumerate(expected[:-1]) if row[winner] < CERTAIN), default=0)
        decided = open_until / turns
    leaders: list[int] = []
    for row in expected:
        leader = _only(row, max(row))
        leaders.append(leader if leader is not None else leaders[-1] if leaders else -1)
    changes = sum(a != b and a >= 0 for a, b in pairwise(leaders))
    swings = [[abs(y - x) for x, y in zip(a, b, strict=True)] for a, b in pairwise(raw)]
    gains = [b[m] - a[m] for a, b, m in zip(raw, raw[1:], movers, strict=False)]
    return Tension(
        drama, behind, comeback, decided, changes / turns,
        sum(map(entropy, expected[:-1])) / turns,
        1 - sum(sum(row) / len(row) for row in swings) / turns,
        max([0.0, *gains]),
    )  # fmt: skip


def smoothed(expected: Sequence[Sequence[float]]) -> list[list[float]]:
    """A quarter of the turn before and of the turn after with half of each, but for the end, which is certain.

    A search is a little too hopeful, or too modest, for whoever is to move; this takes out what changes with the mover.
    """
    found = []
    for k, row in enumerate(expected[:-1]):
        before, after = expected[max(k - 1, 0)], expected[min(k + 1, len(expected) - 2)]
        found.append([(a + 2 * b + c) / 4 for a, b, c in zip(before, row, after, strict=True)])
    return [*found, list(expected[-1])]


def _only(row: Sequence[float], best: float) -> int | None:
    """Who alone has the most."""
    found = [i for i, value in enumerate(row) if value == best]
    return found[0] if len(found) == 1 else None


def entropy(row: Sequence[float]) -> float:
    """How open it is who gets the points: the entropy of their shares, as a part of the greatest (Shannon 1948)."""
    total = sum(row)
    shares = [value / total for value in row if value > 0] if total > 0 else []
    return -sum(p * math.log(p) for p in shares) / math.log(len(row)) if len(row) > 1 and shares else 0.0


def curve(game: Searched) -> tuple[list[tuple[float, ...]], list[int]]:
    """What was expected, turn by turn, with the end; and who moved."""
    return [*(m.expected for m in game.moments), game.points], [m.mover for m in game.moments]


TITLES = {
    "drama": ("Drama: how far behind the winner was, where behind", "√points"),
    "behind": ("Share of the turns in which the winner was behind", "share"),
    "comeback": ("Comeback: the most that the winner was behind", "points"),
    "decided": ("Decided after this part of the game", "share"),
    "lead_changes": ("Lead changes for each turn", "share"),
    "uncertainty": ("Uncertainty: how open the result is, on average", "share"),
    "stability": ("Stability: 1 less the change of expectations in a turn", "share"),
    "killer_move": ("Killer move: the most that a mover gained in a turn", "points"),
}


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    games = [game for game in held.strong if len(game.moments) > 1]
    if held.nobody_against or held.game.model.pays or not games:
        reason = held.plan.reason or "no such game was played to its end"
        reason = "the game pays: what search expects are amounts, and not points" if held.game.model.pays else reason
        into.leave(NAMES, held.nobody_against or reason)
        return
    strength = f"mcts:{held.plan.strengths[-1]}"
    found = [tension(*curve(game)) for game in games]
    for name in NAMES:
        values = [value for one in found if (value := getattr(one, name)) is not None]
        title, unit = TITLES[name]
        source = counted(len(values), "game") + f" of {strength} against itself"
        if not values:
            into.leave([name], "no game had one winner alone")
            continue
        middle, low, high = mean(len(values), sum(values), sum(v * v for v in values))
        if math.isfinite(low):
            low, high = max(0.0, low), min(1.0, high)  # none of them can be beyond
        into.add(name, title, (middle, low, high), unit, source)
    _course(into, games)


def _course(into: Collected, games: Sequence[Searched]) -> None:
    """What the winner could expect, and how open it was, turn by turn, as far as enough games last; of long games some
    turns together, of which each game gives its mean."""
    courses = [(smoothed(curve(game)[0]), game.points) for game in games]
    lengths = sorted((len(rows) - 1 for rows, _ in courses), reverse=True)
    end = lengths[max(len(lengths) // FEWEST, LEAST) - 1] if len(lengths) >= LEAST else 0
    width = max(-(-end // STEPS), 1)
    courses_of: dict[str, list[tuple[float, float, float, float]]] = {"winner": [], "uncertainty": []}
    for first in range(0, end, width):
        values: dict[str, list[float]] = {"winner": [], "uncertainty": []}
        for expected, points in courses:
            rows = expected[first : min(first + width, len(expected) - 1)]
            winner = _only(points, max(points))
            if rows:
                values["uncertainty"].append(sum(map(entropy, rows)) / len(rows))
            if rows and winner is not None:
                values["winner"].append(sum(row[winner] for row in rows) / len(rows))
        for name, found in values.items():
            if len(found) >= LEAST:
                courses_of[name].append((first + (min(width, end - first) + 1) / 2, *_within(found)))
    for name, title, y_title in (
        ("winner", "What the winner could expect, as search thinks", "points"),
        ("uncertainty", "How open the result is, as search thinks", "entropy"),
    ):
        if courses_of[name]:
            x, y, low, high = zip(*courses_of[name], strict=True)
            into.distributions.append(Distribution(f"{name}_course", title, "turn", y_title, x, y, low, high))


def _within(values: Sequence[float]) -> Estimate:
    """The mean of numbers from 0 to 1; where all are the same its interval isn't drawn."""
    middle, low, high = mean(len(values), sum(values), sum(v * v for v in values))
    return (middle, max(0.0, low), min(1.0, high)) if math.isfinite(low) else (middle, middle, middle)
