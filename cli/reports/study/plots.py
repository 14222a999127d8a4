"""Plots as SVG that takes its colours from the page: drawn by matplotlib in stand-in colours, which are then replaced.

matplotlib takes long to import and is an extra, so this file is imported where a page is asked for.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from math import isfinite
from typing import Any

import matplotlib as mpl

mpl.use("svg")

from matplotlib.figure import Figure

from interpreter.lab.study.figures import Distribution, Metric

INK, ACCENT, SOFT, RULE = "#010203", "#040506", "#070809", "#0a0b0c"
COLOURS = {INK: "currentColor", ACCENT: "var(--accent)", SOFT: "var(--band)", RULE: "var(--rule)"}
LABEL = 24
"""Letters of a name beside a plot, which must leave room for it on a phone."""
SETTINGS: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "gdl", "font.size": 11, "text.color": INK, "axes.labelcolor": INK,
    "axes.edgecolor": RULE, "xtick.color": INK, "ytick.color": INK, "grid.color": RULE, "axes.spines.top": False,
    "axes.spines.right": False,
}  # fmt: skip


def plot(one: Distribution) -> str:
    """A distribution as an SVG element."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(4.4, 2.7))
        axes = figure.subplots()
        if one.low:
            axes.fill_between(one.x, one.low, one.high, color=SOFT, linewidth=0)
            axes.plot(one.x, one.y, color=ACCENT, linewidth=2)
        else:
            width = (one.x[1] - one.x[0]) if len(one.x) > 1 else 1.0
            axes.bar(one.x, one.y, width=0.9 * width, color=ACCENT)
        axes.set_xlabel(one.x_title)
        axes.set_ylabel(one.y_title)
        axes.set_ylim(bottom=min(0.0, *one.low) if one.low else 0.0)
        if one.y_title in ("points", "entropy"):
            axes.set_ylim(0, 1.02)
        axes.grid(axis="y", linewidth=0.6)
        axes.set_axisbelow(True)
        figure.tight_layout()
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _fitted(out.getvalue(), one.name, one.title)


def _fitted(svg: str, name: str, title: str) -> str:
    """The element alone, with the page's colours and letters, and names that no other plot has. `title`: what it
    shows."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'<style type="text/css">.*?</style>', "", svg, flags=re.S)
    for stand_in, colour in COLOURS.items():
        svg = svg.replace(stand_in, colour)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r"(?<![\w-])fill: #000000|stroke: #000000", lambda m: m[0].split(":")[0] + ": currentColor", svg)
    svg = re.sub(r'\b(id="|xlink:href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', lambda m: _opened(m[1], title), svg, count=1)
    return svg.replace("xlink:href", "href")


def _opened(box: str, title: str) -> str:
    return f'<svg class="plot" viewBox="{box}" role="img" aria-label="{escape(title)}">'


def beside_one_another(name: str, rows: Sequence[tuple[str, Metric]]) -> str:
    """One figure of several games, each as a point with its interval, as an SVG element."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(4.4, 0.9 + 0.32 * len(rows)))
        axes = figure.subplots()
        factor = 100 if rows[0][1].unit == "share" else 1
        for place, (_, metric) in enumerate(rows):
            low, high = (end if isfinite(end) else metric.value for end in (metric.low, metric.high))
            axes.plot([factor * low, factor * high], [place, place], color=RULE, linewidth=3)
            axes.plot([factor * metric.value], [place], "o", color=ACCENT, markersize=7)
        axes.set_yticks(range(len(rows)), [label[:LABEL] for label, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel("%" if factor == 100 else rows[0][1].unit)
        axes.grid(axis="x", linewidth=0.6)
        axes.set_axisbelow(True)
        figure.tight_layout()
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _fitted(out.getvalue(), name, rows[0][1].title)
