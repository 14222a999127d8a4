"""The first figures of a game, soon: random games in sums, and a few of them decision by decision.

They have the names and intervals of a whole study (`metrics/`). This file needs no NumPy, and no compiled rules.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import count

from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.plies import Step
from interpreter.lab.lint.games import listed_game
from interpreter.lab.study.figures import Metric
from interpreter.lab.tools.confidence import Pairs
from interpreter.lab.tools.simulate import simulate
from interpreter.lab.tools.summary import Summary

GAMES = 1_000
LIMIT = 20_000
"""Plies after which a random game is taken to have no end."""
LISTED_PLIES = 1_000
"""Plies that are looked at one by one: games are taken whole until there are so many."""
Estimate = tuple[float, float, float]


@dataclass
class Quick:
    """What was found: figures by name, and why there are no more games, if that is so."""

    games: int = 0
    metrics: dict[str, Metric] = field(default_factory=dict)
    problem: str = ""

    def add(self, name: str, title: str, estimate: Estimate, unit: str, games: int) -> None:
        """Take in a figure that was found in so many games."""
        source = f"{games:,} random game{'s' * (games != 1)}"
        self.metrics[name] = Metric(name, title, *estimate, unit, source)


def quick(game: Game, games: int = GAMES, seconds: float = 5.0, seed: int = 0) -> Quick:
    """Play random games, for so many seconds at most or a moment longer; each figure has its 95 % interval.

    A broken rule or a game without an end stops it, and is told as the problem.
    """
    found, summary, ends = Quick(), Summary(game.players), time.monotonic() + seconds
    try:
        for one in simulate(game, games, seed, limit=LIMIT):
            summary = one
            if time.monotonic() >= ends:
                break
    except GameError as problem:
        found.problem = str(problem).split("\n")[0]
    found.games = summary.games
    if found.games:
        _results(game, summary, found)
        for name in ("turns", "decisions"):
            title = f"{name.title()} of a random game"
            found.add(f"{name}.random", title, getattr(summary, name).interval, name, found.games)
        if not found.problem:
            _options(game, seed, seconds, found)
    return found


def _results(game: Game, summary: Summary, found: Quick) -> None:
    """Who wins how often. Where all win together, it is the same for all."""
    results = summary.results
    if len(game.players) == 1 or game.model.is_common:
        for name, outcome in (("won", "win"), ("drawn", "draw"), ("lost", "loss")):
            share = results[game.players[0]][outcome].share
            found.add(f"{name}.random", f"Games {name}, random games", share, "share", found.games)
        return
    for player in game.players:
        share = results[player]["win"].share
        found.add(f"won.{player}.random", f"Won by {player}, random games", share, "share", found.games)
    first = game.players[0]
    title = f"Drawn by {first}, random games" if len(game.players) > 2 else "Drawn, random games"
    found.add("drawn.random", title, results[first]["draw"].share, "share", found.games)


def _options(game: Game, seed: int, seconds: float, found: Quick) -> None:
    """How many options a decision has: the ratio of two sums over games."""
    pairs: list[tuple[int, int]] = []
    plies, ends = 0, time.monotonic() + seconds
    for number in count():
        if number == found.games or plies >= LISTED_PLIES or time.monotonic() >= ends:
            break
        decisions: list[int] = []

        def see(step: Step, decisions: list[int] = decisions) -> None:
            if not step.before.is_chance:
                decisions.append(len(step.before.ways))

        played = listed_game(game, seed, number, LIMIT, see)
        if not played.is_over:
            break
        plies += len(played.choices)
        pairs.append((len(decisions), sum(decisions)))
    if any(decisions for decisions, _ in pairs):
        found.add("options", "Options of a decision", Pairs.of(pairs).ratio, "options", len(pairs))
