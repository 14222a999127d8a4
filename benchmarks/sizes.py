"""Random games a second against the size of the board.

    python benchmarks/sizes.py [--seconds 0.3] [--json FILE] [--svg FILE]

Games become longer with the board, so decisions a second are what is drawn: how much a decision costs where a set takes
one word, two, or six.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from native import Ours

from interpreter import Game
from interpreter.native.compile import compile_model

SERIES = {
    "Hex": ("hex", "size", range(5, 20, 2)),
    "Breakthrough": ("breakthrough", "size", range(6, 13)),
    "Sparks": ("sparks", "base", range(3, 7)),
}
COLOURS = ("#c0392b", "#2471a3", "#1e8449")
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 360, 70, 40, 30


@dataclass(frozen=True)
class Point:
    """A board's size, its sites, and the speed there."""

    series: str
    size: int
    sites: int
    games_per_second: float
    decisions_per_game: float

    @property
    def decisions_per_second(self) -> float:
        """What is drawn."""
        return self.games_per_second * self.decisions_per_game


def measured(series: str, size: int, seconds: float) -> Point:
    """A point of a series; the middle one of three rates."""
    name, option, _ = SERIES[series]
    game = Game.of(name, {option: size})
    ours = Ours(game, compile_model(game.model))
    games = [ours.games(seconds / 3, seed) for seed in range(3)]
    sites = len(game.model.board.labels) if game.model.board else 0
    return Point(series, size, sites, median(g for g, _ in games), games[0][1].decisions.mean)


def svg(points: list[Point]) -> str:
    """Decisions a second against sites, both on logarithmic scales."""
    logs = [(math.log10(p.sites), math.log10(p.decisions_per_second)) for p in points]
    low_x, high_x = min(x for x, _ in logs) - 0.05, max(x for x, _ in logs) + 0.05
    low_y, high_y = math.floor(min(y for _, y in logs)), math.ceil(max(y for _, y in logs))

    def at(p: Point) -> tuple[float, float]:
        x, y = math.log10(p.sites), math.log10(p.decisions_per_second)
        return across(x), up(y)

    def across(x: float) -> float:
        return LEFT + (x - low_x) / (high_x - low_x) * (WIDTH - LEFT - 20)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (y - low_y) / (high_y - low_y) * (HEIGHT - BOTTOM - TOP)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="18">decisions a second, by sites of the board</text>',
    ]
    for power in range(low_y, high_y + 1):
        y = up(power)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>')
    for sites in (10, 20, 50, 64, 100, 128, 200, 361):
        if low_x <= math.log10(sites) <= high_x:
            x = across(math.log10(sites))
            out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{sites}</text>')
    for series, colour in zip(SERIES, COLOURS, strict=True):
        places = [(p, *at(p)) for p in points if p.series == series]
        if not places:
            continue
        line = " ".join(f"{x:.1f},{y:.1f}" for _, x, y in places)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for p, x, y in places:
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            out.append(f'<text x="{x:.1f}" y="{y - 7:.1f}" text-anchor="middle" fill="{colour}">{p.size}</text>')
        _, x, y = places[-1]
        out.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="end" fill="{colour}">{series}</text>')
    return "\n".join(out) + "\n</svg>\n"


def main() -> None:
    """Measure, print, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each board")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--svg", type=Path, help="draw them")
    chosen = parser.parse_args()
    points = []
    print(f"{'':14} {'size':>4} {'sites':>6} {'games/s':>12} {'decisions/game':>15} {'Mdecisions/s':>13}")
    for series, (_, _, sizes) in SERIES.items():
        for size in sizes:
            p = measured(series, size, chosen.seconds)
            points.append(p)
            print(f"{series:14} {size:4} {p.sites:6} {p.games_per_second:12,.0f} {p.decisions_per_game:15.1f} "
                  f"{p.decisions_per_second / 1e6:13.1f}", flush=True)  # fmt: skip
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(p) for p in points], indent=2) + "\n", encoding="utf-8")
    if chosen.svg:
        chosen.svg.write_text(svg(points), encoding="utf-8")


if __name__ == "__main__":
    main()
