"""A study as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from cli.options.arguments import counted
from cli.reports.study.words import bounds, by_family, by_reason, interval, value
from interpreter.lab.study.coverage import Coverage
from interpreter.lab.study.figures import Study

FEW, OPENINGS = 20, 8
"""So few first moves are all shown; of more, the best."""


def lines(study: Study) -> Iterator[str]:
    """All of it, line by line."""
    kinds = {"random": "random game", "search": "search game"}
    games = " and ".join(counted(n, kinds[kind]) for kind, n in study.games.items() if n and kind in kinds)
    traced = study.games.get("traced", 0)
    yield f"{study.title}: {games or 'no games'}, seed {study.seed}; with 95 % intervals"
    if traced:
        yield f"{counted(traced, 'random game')} ply by ply. What the figures mean: docs/metrics.md"
    if study.remarks or study.problems:
        yield ""
        yield "To be looked at"
        yield from (f"  - {remark}" for remark in study.remarks)
        yield from (f"  - {problem.splitlines()[0]}" for problem in study.problems)
    for title, metrics in by_family(dict(study.metrics)):
        yield ""
        yield title
        wide = max(len(metric.title) for metric in metrics)
        figures = max(len(value(metric)) for metric in metrics)
        for metric in metrics:
            note = f"   {metric.note}" if metric.note else ""
            yield f"  {metric.title:<{wide}}  {value(metric):>{figures}}  ({bounds(metric)}){note}"
    yield from _openings(study)
    if study.left_out:
        yield ""
        yield "Left out"
        yield from (f"  {', '.join(names)}: {reason}" for reason, names in by_reason(study.left_out))


def rules(coverage: Coverage | None) -> Iterator[str]:
    """The rules, with how often each line took effect in the margin, and what on it never did."""
    yield ""
    if coverage is None:
        yield "What of the rules took effect wasn't counted: they aren't compiled, or it was interrupted."
        return
    for name, text in coverage.texts.items():
        yield f"{name}, in {counted(coverage.games, 'random game')}"
        of = coverage.lines[name]
        wide = max([len(f"{line.count:,}") for line in of.values()] + [1])
        for number, content in enumerate(text.rstrip("\n").split("\n"), 1):
            line = of.get(number)
            mark = " " if line is None or (line.count and not line.missing) else "~" if line.count else "!"
            margin = f"{line.count:,}" if line else ""
            yield f"{margin:>{wide}} {mark} {content}".rstrip()
            for missing in line.missing if line and line.count else ():
                yield f"{'':>{wide}} ~   {missing}"
        yield ""


def _openings(study: Study) -> Iterator[str]:
    """The first moves that are best: by search, where one looked at them."""
    if not study.openings:
        return
    ranked = sorted(study.openings, key=lambda one: one.rank)
    shown = ranked if len(ranked) <= FEW else ranked[:OPENINGS]
    yield ""
    yield f"First moves, points of who makes them ({len(shown)} of {len(ranked)})"
    wide = max(len(one.move) for one in shown)
    for one in shown:
        judged = f"search thinks {100 * one.search:.1f} %" if one.search is not None else ""
        judged = f"exactly {100 * one.exact:.1f} %" if one.exact is not None else judged
        random = f"random games {100 * one.random.value:.1f} % ({interval(one.random)})" if one.random else ""
        reply = f"reply {one.reply}" if one.reply else ""
        yield f"  {one.move:<{wide}}  " + "  ".join(filter(None, (judged, random, reply)))
