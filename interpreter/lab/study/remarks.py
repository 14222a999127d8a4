"""What an author should look at: sentences, each said only where the whole interval of a figure says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.lab.study.figures import Metric, Study
from interpreter.lab.study.gathered import Gathered

FAIR = (0.4, 0.6)
"""Points of a seat that are nothing to worry about."""
DRAWISH, FORCED, FLAT = 0.5, 0.5, 10.0


def remarks(study: Study, held: Gathered) -> Study:
    """The study with its remarks."""
    return replace(study, remarks=tuple(_said(study, held)))


def _said(study: Study, held: Gathered) -> Iterator[str]:
    yield from _seats(study)
    drawn = study.metrics.get("drawn.strong") or study.metrics.get("drawn.random")
    if drawn and drawn.low > DRAWISH:
        yield f"More than half of the games are drawn ({percent(drawn)}; {drawn.source})."
    elo = study.metrics.get("elo_per_doubling")
    if elo and elo.high < FLAT:
        compared = ", ".join(f"mcts:{high} against mcts:{low}" for low, high in _rungs(study))
        yield (f"Thinking longer doesn't help: {elo.value:+.0f} Elo for twice as much (at most {elo.high:+.0f}; "
               f"{compared}).")  # fmt: skip
    forced = study.metrics.get("forced")
    if forced and forced.low > FORCED:
        yield f"More than half of the decisions leave no choice ({percent(forced)})."
    for name, metric in study.metrics.items():
        if name.split(".")[0] == "unused_sites" and metric.value:
            yield f"Nothing ever happened on {metric.value:.0f} sites in {metric.source}: {metric.note}."
        if name.startswith("ending.") and metric.value == 0:
            yield f"None of {metric.source} {metric.title[0].lower()}{metric.title[1:]}."
    bad = held.random.endless
    if bad:
        yield f"{bad:,} random games hadn't ended after {held.plan.plies_limit:,} plies; they count for nothing."
    broken = held.random.broken
    if broken:
        yield f"In {broken:,} random games a rule was broken; they count for nothing."
    unfinished = [s for s in held.searched if not s.utilities]
    if unfinished:
        limit = f"{held.plan.search_limit:,} plies"
        yield f"{len(unfinished)} games of search hadn't ended after {limit}, or broke a rule; they count for nothing."


def _rungs(study: Study) -> list[tuple[int, int]]:
    """The strengths, in iterations, that played each other."""
    pairs = (name.removeprefix("elo.").split("-") for name in study.metrics if name.startswith("elo."))
    return sorted((int(low), int(high)) for low, high in pairs)


def _seats(study: Study) -> Iterator[str]:
    """Seats that get far more or less than their share; between strong searches, or if there were none in random
    games."""
    how = "strong" if "first_player.strong" in study.metrics else "random"
    for player in study.players:
        points = study.metrics.get(f"points.{player}.{how}")
        if points and points.low > FAIR[1]:
            yield f"More than a fair share for {player}: {percent(points)} of the points ({points.source})."
        elif points and points.high < FAIR[0] and len(study.players) > 2:
            yield f"Less than a fair share for {player}: {percent(points)} of the points ({points.source})."


def percent(metric: Metric) -> str:
    """`62.1 % (58.0–66.0)`."""
    return f"{100 * metric.value:.1f} % ({100 * metric.low:.1f}–{100 * metric.high:.1f})"
