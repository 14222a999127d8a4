"""The rates in docs/games.md, measured anew and written there: random games a second, rounded.

    python benchmarks/games.py [--seconds 0.5] [--rounds 3] [GAME …]

The best of some rounds, one thread; games that aren't named keep their rates.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from gdl import library
from interpreter import Game
from interpreter.lab.tools.bench import rate

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "games.md"
ROW = re.compile(r"(?m)^(\| (?:\[(?P<link>[^]]+)\][^|]*|(?P<title>[^|\[]+?) )\|.*\| *[\d,]+ \| )[\d,]+( \|)$")


def rounded(games: float) -> str:
    """Two digits of it."""
    unit = 10 ** (len(str(int(games))) - 2)
    return f"{round(games / unit) * unit:,}"


def main() -> None:
    """Measure, and write what has been measured into the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", help="the games; all if none is named")
    arguments.add_argument("--seconds", type=float, default=0.5)
    arguments.add_argument("--rounds", type=int, default=3)
    asked = arguments.parse_args()
    rates: dict[str, str] = {}
    for name in asked.names or library.names():
        game = Game.load(name)
        best = max(rate(game, asked.seconds).games_per_second for _ in range(asked.rounds))
        rates[game.title] = rounded(best)
        print(f"{game.title:<32} {rates[game.title]:>12}", flush=True)
    text = PAGE.read_text(encoding="utf-8")
    text = ROW.sub(lambda m: m[1] + rates.get(m["link"] or m["title"], m[0][len(m[1]) : -2]) + m[4], text)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
