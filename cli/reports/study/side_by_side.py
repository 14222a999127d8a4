"""Several games side by side: as text, as rows for a spreadsheet, and as a page with one plot a figure."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from html import escape

from cli.reports.study.whole_page import whole_page
from cli.reports.study.words import by_family, interval, value
from cli.terminal.scene.tables import aligned, between
from interpreter.lab.study.figures import Metric
from interpreter.lab.tuning.differences import Column, Difference, difference, shared

KEY = (
    ("first_player", "first player"), ("drawn", "drawn"), ("turns", "turns"), ("options", "options"),
    ("elo_per_doubling", "Elo for twice the search"), ("decided", "decided after"), ("drama", "drama"),
)  # fmt: skip
"""What is shown of many games: figures without the sort of games, and their heads."""
FEW = 4
"""So many games stand side by side with all their figures."""


def lines(columns: Sequence[Column], width: int | None) -> Iterator[str]:
    """All of it, line by line."""
    played = [column for column in columns if column.study]
    for column in columns:
        if not column.study:
            yield f"{column.name} can't be played: {column.trouble}"
        elif column.trouble:
            yield f"{column.name}: {column.trouble}"
    if not played:
        return
    if len(played) < len(columns) or any(column.trouble for column in columns):
        yield ""
    yield from _overview(played, width)
    yield from _differences(played)
    if 1 < len(played) <= FEW:
        yield from _all_figures(played, width)


def _overview(played: Sequence[Column], width: int | None) -> Iterator[str]:
    keys = key_figures(played)
    yield "Each figure with its 95 % interval"
    rows = [["", *(_head(name) for name in keys)]]
    for column in played:
        assert column.study
        rows.append([column.name, *(_cell(column.study.metrics.get(name)) for name in keys)])
    yield from aligned(rows, width)


def key_figures(played: Sequence[Column]) -> list[str]:
    """The figures that matter most, by search where one searched."""
    known = shared(played)
    found = []
    for name, _ in KEY:
        full = next((f for f in (f"{name}.strong", name, f"{name}.random") if f in known), None)
        found += [full] if full else []
    return found


def _head(name: str) -> str:
    head, _, sort = name.partition(".")
    return dict(KEY).get(head, head) + {"strong": " (search)", "random": " (random)"}.get(sort, "")


def _cell(metric: Metric | None) -> str:
    return "–" if metric is None else f"{value(metric)} ({interval(metric)})"


def _differences(played: Sequence[Column]) -> Iterator[str]:
    base, *others = played
    if not others:
        return
    yield ""
    yield f"Sure differences from {base.name} (95 %)"
    for column in others:
        found = []
        for name in key_figures(played):
            one = compared(column, base, name)
            if one is not None and one.is_sure:
                found.append(f"{_head(name)} {said(one, _metric(column, name))}")
        yield f"  {column.name}: {'; '.join(found) or 'none in these figures'}"


def compared(column: Column, base: Column, name: str) -> Difference | None:
    """By how much a figure is greater than the base's, if both have it."""
    ours, theirs = (one.study.metrics.get(name) if one.study else None for one in (column, base))
    return difference(ours, theirs) if ours and theirs else None


def _metric(column: Column, name: str) -> Metric:
    assert column.study
    return column.study.metrics[name]


def said(one: Difference, metric: Metric) -> str:
    """A difference as it is written: shares in percentage points."""
    times, digits, unit = (100, 1, " %") if metric.unit == "share" else (1, 3 if "point" in metric.unit else 2, "")
    low, high = (f"{times * end:+.{digits}f}" if math.isfinite(end) else "" for end in (one.low, one.high))
    return f"{times * one.value:+.{digits}f}{unit} ({between(low, high)})"


def _all_figures(played: Sequence[Column], width: int | None) -> Iterator[str]:
    base = played[0]
    assert base.study
    known = {name: _first(played, name) for name in shared(played)}
    yield ""
    yield f"All figures; * differs surely from {base.name}"
    for title, metrics in by_family(known):
        yield ""
        rows = [[title, *(column.name for column in played)]]
        for metric in metrics:
            cells = []
            for column in played:
                one = compared(column, base, metric.name) if column is not base else None
                assert column.study
                cells.append(_cell(column.study.metrics.get(metric.name)) + (" *" if one and one.is_sure else "  "))
            rows.append([f"  {metric.title}", *cells])
        yield from aligned(rows, width)


def _first(played: Sequence[Column], name: str) -> Metric:
    return next(column.study.metrics[name] for column in played if column.study and name in column.study.metrics)


def as_csv(columns: Sequence[Column]) -> str:
    """A row for each figure of each game."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    names = list(dict.fromkeys(name for column in columns for name in column.options))
    rows.writerow(["game", *names, "name", "value", "low", "high", "unit", "source", "trouble"])
    for column in columns:
        head = [column.name, *(str(column.options.get(name, "")) for name in names)]
        if not column.study:
            rows.writerow([*head, "", "", "", "", "", "", column.trouble])
            continue
        for metric in column.study.metrics.values():
            held = metric.data()
            figures = ["" if held[key] is None else held[key] for key in ("value", "low", "high")]
            rows.writerow([*head, metric.name, *figures, metric.unit, metric.source, column.trouble])
    return out.getvalue()


# ---- a page ------------------------------------------------------------------------------------------------------


def page(columns: Sequence[Column], title: str) -> str:
    """A page that needs nothing from elsewhere: the overview, and a plot for each figure."""
    return whole_page(f"{title}: side by side", _body(columns, title))


def _body(columns: Sequence[Column], title: str) -> Iterator[str]:
    from cli.reports.study.plots import beside_one_another  # matplotlib takes long to import, and is an extra

    played = [column for column in columns if column.study]
    yield f"<h1>{escape(title)}: side by side</h1>"
    troubles = "".join(f"<li>{escape(c.name)}: {escape(c.trouble)}</li>" for c in columns if c.trouble)
    if troubles:
        yield f'<div class="warn"><strong>To be looked at</strong><ul>{troubles}</ul></div>'
    if not played:
        return
    keys = key_figures(played)
    yield '<div class="scroll"><table class="side">'
    yield "<tr><th></th>" + "".join(f"<th>{escape(_head(name))}</th>" for name in keys) + "</tr>"
    for column in played:
        assert column.study
        cells = "".join(
            f'<td class="n" data-of="{escape(_head(name))}">{escape(_cell(column.study.metrics.get(name)))}</td>'
            for name in keys
        )
        yield f"<tr><td>{escape(column.name)}</td>{cells}</tr>"
    yield "</table></div>"
    known = {name: _first(played, name) for name in shared(played)}
    for family, metrics in by_family(known):
        yield f'<h2>{escape(family)}</h2><div class="wide">'
        for metric in metrics:
            both = ((column.name, column.study) for column in played if column.study)
            rows = [(name, study.metrics[metric.name]) for name, study in both if metric.name in study.metrics]
            plot = beside_one_another(metric.name, rows)
            yield f"<figure><figcaption>{escape(metric.title)}</figcaption>{plot}</figure>"
        yield "</div>"
