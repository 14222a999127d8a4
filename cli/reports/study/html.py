"""A study as one page that needs nothing from elsewhere: figures, plots, heat maps, games to step through, rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from math import isfinite
from typing import Any

from cli.reports.study.drawing import Parts, caption, heat_map, parts
from cli.reports.study.plots import plot
from cli.reports.study.text import FEW, OPENINGS
from cli.reports.study.whole_page import whole_page
from cli.reports.study.words import bounds, by_family, by_reason, interval, unit, value
from interpreter import Game, State
from interpreter.lab.study.coverage import Coverage, Line
from interpreter.lab.study.figures import Heat, Metric, Study, Witness
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import counted

CARDS = (
    ("first_player.strong", "first player, strong search"), ("first_player.random", "first player, random games"),
    ("drawn.strong", "drawn, strong search"), ("drawn.random", "drawn, random games"),
    ("won.strong", "won by search"), ("won.random", "won by random play"), ("turns.strong", "turns, strong search"),
    ("turns.random", "turns, random games"), ("options", "options of a decision"), ("forced", "forced decisions"),
    ("elo_per_doubling", "for twice as much search"), ("drama", "drama"), ("lead_changes", "lead changes a turn"),
    ("decided", "decided after"), ("coverage", "of the board touched"), ("tree_nodes", "nodes of the game tree"),
)  # fmt: skip
MOST_CARDS = 12
LONGEST = 400
"""Plies of a game that can be stepped through."""


def page(study: Study, held: Gathered) -> str:
    """The page."""
    return whole_page(f"{study.title}: a study", _body(study, held), "page.js")


def _body(study: Study, held: Gathered) -> Iterator[str]:
    yield f"<h1>{escape(study.title)}</h1>"
    yield f'<p class="quiet">{escape(_subtitle(study))}</p>'
    looked_at = [*study.remarks, *(problem.splitlines()[0] for problem in study.problems)]
    if looked_at:
        items = "".join(f"<li>{escape(text)}</li>" for text in looked_at)
        yield f'<div class="warn"><strong>To be looked at</strong><ul>{items}</ul></div>'
    yield from _cards(study)
    if study.distributions:
        yield '<h2>Course and length</h2><div class="wide">'
        for one in study.distributions:
            yield f"<figure><figcaption>{escape(one.title)}</figcaption>{plot(one)}</figure>"
        yield "</div>"
    yield from _heats(study.heats, held.game)
    yield from _openings(study)
    yield from _games(study.witnesses, held.game)
    for title, metrics in by_family(dict(study.metrics)):
        yield f"<h2>{escape(title)}</h2>"
        yield from _table(metrics)
    yield from _rules(study.coverage)
    if study.left_out:
        yield "<h2>Left out</h2><ul>"
        for reason, names in by_reason(study.left_out):
            yield f"<li>{escape(', '.join(names))}: {escape(reason)}</li>"
        yield "</ul>"


def _subtitle(study: Study) -> str:
    options = ", ".join(f"{name} = {_option(setting)}" for name, setting in study.options.items())
    games = " and ".join(
        counted(study.games[kind], noun) for kind, noun in (("random", "random game"), ("search", "search game"))
        if study.games.get(kind)
    )  # fmt: skip
    said = [games or "no games", f"seed {study.seed}", f"rules {study.hash}", *([options] if options else [])]
    return " · ".join(said) + ". Intervals are of 95 %." + (
        "" if study.is_complete else " It was interrupted: this is what had been played until then.")  # fmt: skip


def _option(setting: Any) -> str:
    if isinstance(setting, bool):
        return "yes" if setting else "no"
    return " ".join(map(str, setting)) if isinstance(setting, list | tuple) else str(setting)


def _cards(study: Study) -> Iterator[str]:
    yield '<div class="cards">'
    found = [(study.metrics[name], label) for name, label in CARDS if name in study.metrics]
    for metric, label in found[:MOST_CARDS]:
        said = f"{value(metric)} {unit(metric) if metric.unit == 'Elo' else ''}".strip()
        yield (f'<div class="card"><b>{escape(said)}</b><span>{escape(label)}</span>'
               f"<span>{escape(interval(metric))}</span></div>")  # fmt: skip
    yield "</div>"


def _table(metrics: Iterable[Metric]) -> Iterator[str]:
    yield '<div class="scroll"><table>'
    for metric in metrics:
        note = f"<small>{escape(metric.note)}</small>" if metric.note else ""
        said = escape(bounds(metric))
        bar = _bar(metric) if metric.unit == "share" and metric.sort == "estimate" and isfinite(metric.low) else ""
        yield (f'<tr title="{escape(metric.name)}: {escape(metric.source)}"><td>{escape(metric.title)}{note}</td>'
               f'<td class="n">{escape(value(metric))}</td><td class="i">{said}{bar}</td></tr>')  # fmt: skip
    yield "</table></div>"


def _bar(metric: Metric) -> str:
    """The interval of a share, from 0 to 1."""
    low, high = max(0.0, metric.low), min(1.0, metric.high)
    return f'<span class="bar"><i style="left:{100 * low:.1f}%;width:{100 * (high - low):.1f}%"></i></span>'


def _heats(heats: Iterable[Heat], game: Game) -> Iterator[str]:
    shapes = {shape.name: shape for shape in game.model.shapes}
    drawn = list(heats)
    if not drawn:
        return
    yield '<h2>Where it happens</h2><div class="wide">'
    for heat in drawn:
        picture = heat_map(game.model, shapes[heat.shape], heat.sites, "a game")
        most = max(heat.sites, key=lambda site: heat.sites[site])
        yield (f"<figure><figcaption>{escape(heat.title)}</figcaption>{picture}"
               f'<p class="quiet">Most often on {escape(most)}: {heat.sites[most]:.2f} a random game.</p>'
               "</figure>")  # fmt: skip
    yield "</div>"


def _openings(study: Study) -> Iterator[str]:
    if not study.openings:
        return
    ranked = sorted(study.openings, key=lambda one: one.rank)
    shown = ranked if len(ranked) <= FEW else ranked[:OPENINGS]
    is_exact = any(one.exact is not None for one in ranked)
    judged = "if all play perfectly" if is_exact else "as search thinks"
    yield "<h2>First moves</h2>"
    yield f'<p class="quiet">Points of who makes them, {judged} and in random games, and the best reply.</p>'
    head = "exactly" if is_exact else "search thinks"
    yield f'<div class="scroll"><table><tr><th>move</th><th>{head}</th><th>random games</th><th>reply</th></tr>'
    for one in shown:
        points = one.exact if one.exact is not None else one.search
        said = f"{100 * points:.1f} %" if points is not None else ""
        random = f"{value(one.random)} <small>{escape(interval(one.random))}</small>" if one.random else ""
        yield f"<tr><td>{escape(one.move)}</td><td>{said}</td><td>{random}</td><td>{escape(one.reply)}</td></tr>"
    yield "</table></div>"
    if len(ranked) > len(shown):
        yield f'<p class="quiet">The first {len(shown)} of {len(ranked)}.</p>'


# ---- games to step through


def _games(witnesses: Iterable[Witness], game: Game) -> Iterator[str]:
    found = list(witnesses)
    if not found:
        return
    yield '<h2>Games to step through</h2><div class="wide games">'
    for witness in found:
        yield from _game(witness, game)
    yield "</div>"


def _game(witness: Witness, game: Game) -> Iterator[str]:
    states, moves = _played(witness, game)
    first = parts(states[0])
    data = _frames(witness, states, moves, first)
    count = len(moves)
    yield f'<div class="game"><h3>{escape(witness.title)}</h3>'
    length = f"{len(witness.ways):,} plies" + (f", the first {count} of them" if count < len(witness.ways) else "")
    yield f'<p class="quiet">Search game {witness.number} of seed {witness.seed}, {length}</p>'
    if first.sites:
        sites = "".join(f"<g>{site}</g>" for site in first.sites)
        yield (f'<svg class="board" viewBox="0 0 {first.width:g} {first.height:g}" style="--w:{first.width:g}px" '
               f'text-anchor="middle" role="img" aria-label="{escape(witness.title)}">{first.under}'
               f'<g class="sites">{sites}</g></svg>')  # fmt: skip
    if witness.expected:
        yield '<p class="hope" title="what each player can expect"></p>'
    yield ('<div class="row"><button class="first" aria-label="to the start">|◀</button>'
           '<button class="back" aria-label="back">◀</button>'
           f'<input type="range" min="0" max="{count}" value="0" aria-label="ply">'
           '<button class="on" aria-label="on">▶</button>'
           '<button class="last" aria-label="to the end">▶|</button></div>')  # fmt: skip
    yield '<p class="said" aria-live="polite"></p>'
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    yield f'<script type="application/json">{text}</script></div>'


def _played(witness: Witness, game: Game) -> tuple[list[State], list[str]]:
    states, moves = [game.start(witness.seed, witness.number)], []
    for way in witness.ways[:LONGEST]:
        move = states[-1].ways[way]
        moves.append(f"{states[-1].mover or ''}: {move.text}" if not states[-1].is_chance else f"rolled: {move.text}")
        states.append(states[-1].play(move))
    return states, moves


def _frames(witness: Witness, states: list[State], moves: list[str], first: Parts) -> dict[str, Any]:
    """What changes from ply to ply, with each string of a site once."""
    numbers: dict[str, int] = {}
    expected = dict(witness.expected)
    points = expected.get(0)
    frames: list[dict[str, Any]] = []
    before = first.sites
    for ply, (state, move) in enumerate(zip(states[1:], moves, strict=True), 1):
        after = parts(state).sites
        changes = [
            (site, numbers.setdefault(a, len(numbers)), numbers.setdefault(b, len(numbers)))
            for site, (a, b) in enumerate(zip(before, after, strict=True)) if a != b
        ]  # fmt: skip
        points = expected.get(ply, points)
        if state.is_over:
            points = tuple((worth + 1) / 2 for worth in (state.results or {}).values())
        frames.append({"changes": changes, "said": _said(ply, move, state), "points": _rounded(points)})
        before = after
    return {"parts": list(numbers), "frames": frames, "said": _said(0, "the start", states[0]),
            "points": _rounded(expected.get(0))}  # fmt: skip


def _rounded(points: tuple[float, ...] | None) -> list[float] | None:
    return None if points is None else [round(p, 3) for p in points]


def _said(ply: int, move: str, state: State) -> str:
    then = " – " + ", ".join(f"{p}: {o}" for p, o in (state.outcomes or {}).items()) if state.is_over else ""
    more = caption(state)
    return f"{ply}. {move}{then}" + (f" · {more}" if more else "")


# ---- the rules


def _rules(coverage: Coverage | None) -> Iterator[str]:
    """The rules, coloured by how often each line took effect, if that was counted."""
    if coverage is None:
        return
    yield "<h2>The rules</h2>"
    yield (f'<p class="quiet">How often each line took effect in {counted(coverage.games, "random game")}; on yellow '
           "lines something never did, on red ones nothing.</p>")  # fmt: skip
    for name, text in coverage.texts.items():
        of = coverage.lines[name]
        yield f'<h3>{escape(name)}</h3><pre class="rules">' + "".join(
            _line(content, of.get(number)) for number, content in enumerate(text.rstrip("\n").split("\n"), 1)
        ) + "</pre>"  # fmt: skip


def _line(content: str, line: Line | None) -> str:
    if line is None:
        return f'<span data-n="">{escape(content)}</span>'
    role = "miss" if not line.count else "rare" if line.missing else "hit"
    title = f' title="{escape("; ".join(line.missing))}"' if line.missing else ""
    return f'<span class="{role}" data-n="{line.count:,}"{title}>{escape(content)}</span>'
