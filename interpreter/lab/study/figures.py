"""What a study comes to, as data: figures with intervals, distributions, maps of the board, games to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isfinite
from typing import Any, Literal

Sort = Literal["estimate", "exact", "opinion"]
"""What a figure is: estimated from games, with an interval where there is one that holds; found out; what a search
thinks, without any interval, since nobody knows how wrong it is."""


@dataclass(frozen=True)
class Metric:
    """One figure. Its definition stands in `docs/metrics.md` under its name (`points.White`: under `points`)."""

    name: str
    title: str
    value: float
    low: float
    """The lower end of the 95 % interval; -inf where nothing bounds it. What is exact is its own interval."""
    high: float
    unit: str
    """"share" (0 to 1), or what is counted: "turns", "options", "Elo" …"""
    source: str
    """The games it was found in."""
    note: str = ""
    """What to know about it, in a sentence."""
    sort: Sort = "estimate"

    @property
    def is_exact(self) -> bool:
        """Whether it was found out, and not estimated."""
        return self.sort == "exact"

    @property
    def is_counted(self) -> bool:
        """Whether it is exact for the games that were played alone: other games would come to something else."""
        return self.is_exact and "random game" in self.source

    def data(self) -> dict[str, Any]:
        """For programs: an end of the interval that nothing bounds is None."""
        found = {"title": self.title, "value": _figure(self.value), "low": _figure(self.low),
                 "high": _figure(self.high), "unit": self.unit, "source": self.source, "sort": self.sort}  # fmt: skip
        return found | ({"note": self.note} if self.note else {})


@dataclass(frozen=True)
class Distribution:
    """A curve or a histogram: a figure for each x."""

    name: str
    title: str
    x_title: str
    y_title: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()

    def data(self) -> dict[str, Any]:
        """For programs."""
        found: dict[str, Any] = {"title": self.title, "x_title": self.x_title, "y_title": self.y_title}
        for key in ("x", "y", "low", "high"):
            row = getattr(self, key)
            found |= {key: [_figure(value) for value in row]} if row else {}
        return found


@dataclass(frozen=True)
class Heat:
    """How often something happened on each site of a shape, for each game on average."""

    name: str
    title: str
    shape: str
    sites: Mapping[str, float]

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {"title": self.title, "shape": self.shape,
                "sites": {site: _figure(value) for site, value in self.sites.items()}}  # fmt: skip


@dataclass(frozen=True)
class Opening:
    """A first move: what comes of it for who makes it, in random games, and by search or, where the game is solved, by
    perfect play (points, 0 to 1)."""

    move: str
    random: Metric | None
    search: float | None
    reply: str
    """The best reply, as search sees it, or perfect play."""
    exact: float | None = None

    @property
    def rank(self) -> tuple[float, float]:
        """By what the best come first: what is known, what search thinks, what random games come to."""
        judged = self.exact if self.exact is not None else self.search if self.search is not None else -1.0
        return -judged, -(self.random.value if self.random else 0.0)


@dataclass(frozen=True)
class Witness:
    """A game to look at: why this one, and its moves as numbers of options, from the start of game `number`."""

    title: str
    number: int
    seed: int
    ways: tuple[int, ...]
    expected: tuple[tuple[int, tuple[float, ...]], ...] = ()
    """For some plies what each player could expect then (points, 0 to 1)."""


@dataclass(frozen=True)
class Study:
    """All that was found out about a game."""

    game: str
    title: str
    hash: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    seed: int
    games: Mapping[str, int]
    """How many games of which sort: "random", "traced", "search"."""
    metrics: Mapping[str, Metric]
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Metrics that say nothing about this game, each with the reason."""
    distributions: Sequence[Distribution] = ()
    heats: Sequence[Heat] = ()
    openings: Sequence[Opening] = ()
    witnesses: Sequence[Witness] = ()
    remarks: Sequence[str] = ()
    """What an author should look at, as sentences."""
    problems: Sequence[str] = ()
    """What went wrong in play: broken rules, games without end."""
    coverage: Any = None
    """How often each line of the rules took effect, where that was asked for."""
    is_complete: bool = True
    """False if it was interrupted."""

    def data(self) -> dict[str, Any]:
        """For programs, as `gdl study --json` prints it."""
        return {
            "game": self.game, "title": self.title, "hash": self.hash, "options": dict(self.options),
            "players": list(self.players), "seed": self.seed, "complete": self.is_complete,
            "games": dict(self.games),
            "metrics": {name: metric.data() for name, metric in self.metrics.items()},
            "left_out": dict(self.left_out),
            "distributions": {one.name: one.data() for one in self.distributions},
            "heat_maps": {one.name: one.data() for one in self.heats},
            "openings": [_opening(one) for one in self.openings],
            "remarks": list(self.remarks), "problems": list(self.problems),
            "coverage": self.coverage.data() if hasattr(self.coverage, "data") else self.coverage,
        }  # fmt: skip

    def _repr_html_(self) -> str:
        """A table of the figures with their intervals, which notebooks show."""
        rows = "".join(
            f"<tr><th>{escape(one.title)}</th><td>{_told(one.value)}</td><td>{_interval(one)}</td>"
            f"<td>{escape(one.unit)}</td><td>{escape(one.source)}</td></tr>"
            for one in self.metrics.values()
        )
        head = "<tr><th></th><th></th><th>95 %</th><th></th><th></th></tr>"
        return f"<table><caption>{escape(self.title)}</caption>{head}{rows}</table>"


def _interval(one: Metric) -> str:
    if one.sort == "estimate":
        return f"{_told(one.low)} to {_told(one.high)}"
    return {"exact": "exactly", "opinion": "search’s opinion"}[one.sort]


def _told(value: float) -> str:
    return f"{value:,.4g}" if isfinite(value) else "–"


def _opening(one: Opening) -> dict[str, Any]:
    random = one.random.data() if one.random else None
    return {"move": one.move, "random": random, "exact": one.exact, "search": one.search, "reply": one.reply}


def _figure(value: float) -> float | None:
    """Six digits: the rest is nobody's business, and might differ from machine to machine."""
    if value != value or value in (float("inf"), float("-inf")):
        return None
    return float(f"{value:.6g}")
