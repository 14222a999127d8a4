"""How often each line of the rules took effect in random games: counted by watched rules, told line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gdl.check.checker import check
from gdl.check.watched import INCIDENTAL
from gdl.syntax.source import Source
from interpreter.coverage.counting import all_points, in_random_games
from interpreter.game.game import Game
from interpreter.study.plan import Plan

BUDGET = 3e10
"""Instructions that it may take; watched rules are some three times as slow as others."""
MOST = 2_000


@dataclass(frozen=True)
class Line:
    """A line of the rules: how often what begins on it took effect, and what on it never did."""

    count: int
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
    points = [point for point in all_points(checked) if point.event not in INCIDENTAL]
    found = in_random_games(checked, points, games, plan.seed, plan.plies_limit, jobs)
    lines: dict[str, dict[int, Line]] = {source.name: {} for source in given.sources}
    for point, count in found.counts.items():
        of = lines.get(point.span.source.name)
        if of is None:
            continue  # the prelude's
        number = point.span.line
        before = of.get(number, Line(0))
        missing = before.missing if count else (*before.missing, _said(point.span.text, point.event))
        # what a line is worth is how often it did something, not how often its condition failed
        more = 0 if point.event == "false" else count
        of[number] = Line(max(before.count, more), missing)
    return Coverage(games, {source.name: source.text for source in given.sources}, lines)


def _said(text: str, event: str) -> str:
    """What never happened, in words."""
    short = " ".join(text.split())
    short = f"“{short[:57]}…”" if len(short) > 58 else f"“{short}”"
    return {"run": f"{short} is never reached", "taken": f"{short} is never taken", "true": f"{short} never holds",
            "false": f"{short} always holds", "some": f"{short} is always empty"}[event]  # fmt: skip
