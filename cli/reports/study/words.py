"""How figures are written: shares in per cent, logarithms as powers of ten, all with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from cli.terminal.scene.tables import between
from interpreter.lab.study.figures import Metric

CLOSE = 0.0005
"""What is so near to none or all is written with more digits."""
FAMILIES = (
    ("Results", ("won", "points", "first_player", "drawn", "lost", "paid", "ending", "perfect_play")),
    ("Length", ("turns", "turns_middle", "decisions", "decisions_in_turn")),
    ("Choices", ("options", "options_spread", "forced", "mobility", "mobility_gap")),
    ("Skill and tension", ("elo_per_doubling", "elo", "drama", "behind", "comeback", "lead_changes", "decided",
                           "uncertainty", "stability", "killer_move")),
    ("Openings", ("first_moves", "opening_best", "opening_lead", "opening_spread", "swapped")),
    ("Board and pieces", ("coverage", "unused_sites", "piece", "capturing", "captures", "blocked", "repeated")),
    ("Size", ("states", "states_seen", "states_likely", "tree_leaves", "tree_nodes")),
)  # fmt: skip
"""Metrics by the first part of their names, in the order in which they are shown."""


def by_family(metrics: dict[str, Metric]) -> list[tuple[str, list[Metric]]]:
    """The metrics in the order in which they are shown; what has no family comes last."""
    found = []
    left = dict(metrics)
    for title, names in FAMILIES:
        part = [m for name in names for m in metrics.values() if m.name.split(".")[0] == name]
        for metric in part:
            left.pop(metric.name, None)
        if part:
            found.append((title, part))
    return found + ([("Others", list(left.values()))] if left else [])


def by_reason(left_out: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """What was left out, together where the reason is the same."""
    found: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        found.setdefault(reason, []).append(name)
    return list(found.items())


def value(metric: Metric) -> str:
    """The figure alone."""
    return _one(metric.value, metric)


def interval(metric: Metric) -> str:
    """From where to where it may be, in words where that isn't two numbers."""
    if metric.sort != "estimate":
        return {"exact": "exactly", "opinion": "search’s opinion"}[metric.sort]
    low, high = (_one(end, metric, alone=True) if isfinite(end) else "" for end in (metric.low, metric.high))
    return between(low, high)


def bounds(metric: Metric) -> str:
    """The same with what it is counted in."""
    counted_in = unit(metric) if isfinite(metric.low) or isfinite(metric.high) else ""
    return " ".join(filter(None, (interval(metric), counted_in if metric.sort == "estimate" else "")))


def unit(metric: Metric) -> str:
    """What it is counted in, where that isn't written with the figure."""
    return "" if metric.unit in ("share", "log10", "√points", "paid") else metric.unit


def _one(number: float, metric: Metric, alone: bool = False) -> str:
    if metric.unit == "share":
        digits = 3 if 0 < number < CLOSE or 0 < 1 - number < CLOSE else 1
        return f"{100 * number:.{digits}f}" + ("" if alone else " %")
    if metric.unit == "log10":
        return f"10^{number:.1f}"
    if metric.unit == "Elo":
        return f"{number:+.0f}"
    if metric.name.split(".")[0] in ("piece", "mobility_gap", "opening_lead"):
        return f"{number:+.3f}" if metric.unit == "points" else f"{number:+.2f}"
    if metric.unit in ("points", "√points"):
        return f"{number:.3f}"
    return f"{number:,.0f}" if number == int(number) or abs(number) >= 1000 else f"{number:.2f}"
