"""Lines of a ruleset's own text that never came into effect in random games."""

from __future__ import annotations

from collections.abc import Mapping

from gdl.check.checker import Checked
from gdl.check.watched import Event, Point
from interpreter.lab.coverage.counting import all_points, reached_in_random_games

GAMES, SEED = 100, 0
LIMIT = 20_000
DID: tuple[Event, ...] = ("did", "taken")
HELD: tuple[Event, ...] = ("true", "some")


def idle_lines(checked: Checked) -> dict[int, str]:
    """The lines (from 1) on which nothing ever came into effect, each with its text.

    `checked` has its origins. A statement counts if it did something. On lines where no statement begins, a condition
    counts if it held, and a set if it had elements.
    """
    own = checked.rules.trees[0].source
    by_line: dict[int, list[Point]] = {}
    for point in all_points(checked, effects=True):
        if point.span.source == own and point.event in (*DID, *HELD):
            by_line.setdefault(point.span.line, []).append(point)
    watched = [one for points in by_line.values() for one in _telling(points)]
    counts = reached_in_random_games(checked, watched, GAMES, SEED, LIMIT).counts
    texts = own.text.split("\n")
    idle = [line for line, points in by_line.items() if _is_idle(_telling(points), counts)]
    return {line: texts[line - 1].strip() for line in sorted(idle)}


def _telling(points: list[Point]) -> list[Point]:
    """Those that tell whether a line comes into effect: its statements, if there are any."""
    return [point for point in points if point.event in DID] or points


def _is_idle(points: list[Point], counts: Mapping[Point, int]) -> bool:
    known = [counts[point] for point in points if point in counts]
    return bool(known) and not any(known)
