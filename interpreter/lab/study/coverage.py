"""How often each line of the rules took effect in random games: counted by watched rules, told line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gdl.check.checker import check
from gdl.check.watched import Event, Point
from gdl.text.source import Source
from interpreter.game.game import Game
from interpreter.lab.coverage.counting import all_points, in_random_games
from interpreter.lab.study.plan import Plan

BUDGET = 3e10
"""Instructions that it may take; watched rules are some three times as slow as others."""
MOST = 2_000
DID: tuple[Event, ...] = ("did", "taken")
HELD: tuple[Event, ...] = ("true", "some")
ASIDE: tuple[Event, ...] = ("own", "lost")
"""What needn't happen, and is for others."""


@dataclass(frozen=True)
class Line:
    """A line of the rules: how often it took effect, and what on it never did."""

    count: int
    """A statement: how often it did something; a condition, a case or a set on a line of its own: how often it held, or
    had elements, when it was asked."""
    missing: tuple[str, ...] = ()
    """Each a few words: `"a = b" is never false`."""


@dataclass(frozen=True)
class Coverage:
    """The lines that can take effect, by file and number (from 1)."""

    games: int
    texts: Mapping[str, str]
    lines: Mapping[str, Mapping[int, Line]]

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "games": self.games,
            "files": {
                name: {str(number): {"count": line.count, "missing": list(line.missing)}
                       for number, line in sorted(lines.items())}
                for name, lines in self.lines.items()
            },
        }  # fmt: skip


def coverage(game: Game, plan: Plan, jobs: int = 1) -> Coverage | None:
    """Count; None where rules aren't compiled, or are no text."""
    given = game.given
    if game.native is None or given is None:
        return None
    extended: dict[Source, Source] = dict(pairwise(given.sources))
    checked = check(given.sources[0], dict(given.options), given.players,
                    lambda _, source: extended[source], origins=True)  # fmt: skip
    if checked.model is None:
        return None
    games = int(min(MOST, max(20, BUDGET / plan.cost.instructions)))
    points = [point for point in all_points(checked, effects=True) if point.event not in ASIDE]
    found = in_random_games(checked, points, games, plan.seed, plan.plies_limit, jobs, at_once=1)
    lines: dict[str, dict[int, Line]] = {source.name: {} for source in given.sources}
    by_line: dict[tuple[str, int], dict[Point, int]] = {}
    for point, count in found.counts.items():
        if point.span.source.name in lines:  # and isn't the prelude's
            by_line.setdefault((point.span.source.name, point.span.line), {})[point] = count
    for (name, number), counts in by_line.items():
        lines[name][number] = _line(counts)
    return Coverage(games, {source.name: source.text for source in given.sources}, lines)


def _line(counts: Mapping[Point, int]) -> Line:
    """What became of a line: how often its statement did something; where no statement begins on it, how often what
    stands there held, or had elements. How often it was looked at, or didn't hold, counts for nothing."""
    did = [n for point, n in counts.items() if point.event in DID]
    held = [n for point, n in counts.items() if point.event in HELD]
    missing = [_said(point.span.text, point.event) for point, n in counts.items() if not n and point.event != "did"]
    return Line(max(did or held or [0]), tuple(missing))


def _said(text: str, event: str) -> str:
    """What never happened, in words."""
    short = " ".join(text.split())
    short = f"“{short[:57]}…”" if len(short) > 58 else f"“{short}”"
    return {"run": f"{short} is never reached", "taken": f"{short} is never taken", "true": f"{short} never holds",
            "false": f"{short} always holds", "some": f"{short} is always empty"}[event]  # fmt: skip
