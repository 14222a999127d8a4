"""A ruleset held against another state of itself: what differs in the text, and in the figures of random games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from math import isfinite
from typing import Any

from cli.studio.measuring import Told
from cli.studio.rules import Rules
from interpreter import GameError
from interpreter.lab.study.figures import Metric
from interpreter.lab.study.quick import Quick, quick
from interpreter.lab.tuning.differences import difference

GAMES = 4_000
"""Random games of each."""
SECONDS = 10.0
MOST_LINES = 2_000
"""Lines of the difference between two texts."""


@dataclass(frozen=True)
class Compare:
    """Hold rules against others, which are called `name`."""

    ours: Rules
    theirs: Rules
    name: str


def run(job: Any, superseded: Callable[[], bool]) -> Told:
    """What differs."""
    ours, theirs = job.ours, job.theirs
    lines = unified_diff(theirs.source.text.splitlines(), ours.source.text.splitlines(), job.name, "", n=2, lineterm="")
    text = [line for line in lines if not line.startswith(("---", "+++"))]
    told: dict[str, Any] = {"name": job.name, "lines": text[:MOST_LINES]}
    try:
        mine, other = _played(ours, ""), _played(theirs, job.name)
    except (GameError, RecursionError) as problem:
        return Told({**told, "figures": [], "problem": str(problem).split("\n")[0]})
    trouble = mine.problem or (other.problem and f"{job.name}: {other.problem}")
    games = [mine.games, other.games]
    return Told({**told, "games": games, "figures": _differences(mine, other), "problem": trouble})


def _played(rules: Rules, name: str) -> Quick:
    try:
        return quick(rules.game(), GAMES, SECONDS)
    except GameError as problem:
        raise GameError(f"{name}: {problem}" if name else str(problem)) from None


def _differences(mine: Quick, other: Quick) -> list[dict[str, Any]]:
    found = []
    for name, metric in mine.metrics.items():
        before = other.metrics.get(name)
        if before is None:
            continue
        one = difference(metric, before)
        by = {"value": one.value, "low": one.low, "high": one.high}
        found.append({
            "name": name, **metric.data(), "before": before.data()["value"],
            "sure": one.is_sure or _apart(metric, before),
            "by": {key: value if isfinite(value) else None for key, value in by.items()},
        })  # fmt: skip
    return found


def _apart(one: Metric, other: Metric) -> bool:
    """Whether both are the same in every game that was played, and not the same as each other."""
    return not isfinite(one.low) and not isfinite(other.low) and one.value != other.value
