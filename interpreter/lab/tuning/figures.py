"""Which figures a study of a game has: found out by a small one, since they depend on the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.game.game import Game
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import threads

PILOT = Plan(random_games=20, search_games=0, traced_games=10)
SEARCHED = Plan(random_games=20, search_games=8, strengths=(2, 4), traced_games=10)
"""Few games, and such searches as take no time: what the figures are doesn't matter."""


@dataclass(frozen=True)
class Figures:
    """The figures of a game by their full names, each with its unit as far as it is known."""

    by_chance: dict[str, str]
    by_search: dict[str, str]
    """Those that games of search add."""
    left_out: frozenset[str] = frozenset()
    """Those that games of search would add, if there were any."""

    @property
    def all(self) -> dict[str, str]:
        """Those that there are."""
        return self.by_search | self.by_chance


def figures(game: Game, plan: Plan) -> Figures:
    """The figures of a game, without any search if the plan has none; raises GameError if it can't be played."""
    by_chance, without = _of(game, replace(PILOT, seed=plan.seed))
    if plan.search_games == 0 or game.native is None:
        return Figures(by_chance, {}, without)
    by_search, _ = _of(game, replace(SEARCHED, seed=plan.seed))
    return Figures(by_chance, {name: unit for name, unit in by_search.items() if name not in by_chance})


def _of(game: Game, plan: Plan) -> tuple[dict[str, str], frozenset[str]]:
    """The figures of a small study, and those that are left out because nobody searches."""
    for progress in gather(game, plan, threads(game)):
        held = progress.gathered
    study, reason = report(held), held.plan.reason
    without = frozenset(name for name, why in study.left_out.items() if reason and why == reason)
    unknown = {name: "" for name in study.left_out if name not in without}
    return unknown | {name: metric.unit for name, metric in study.metrics.items()}, without
