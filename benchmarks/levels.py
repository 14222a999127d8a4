"""How far the computer's levels lie apart, in Elo: each plays the next in some games.

    nice python benchmarks/levels.py --games 100 --log levels.jsonl      # an hour; resumed by the same command
    python benchmarks/levels.py breakthrough --games 20

Elo says how often the stronger one wins: 100 more are 64 % of the points, 200 are 76 %, 400 are 91 %. Intervals are
of 95 %. Games begin with two plies at random. The last column counts from level 1, by the steps' middles. Time is
processor time, so other work on the machine changes nothing.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from rivals.matches import Plan, in_words, played, points
from rivals.processor import processor_clock
from rivals.table import Pair

from interpreter.players.levels import LEVELS

GAMES = ("breakthrough", "connect_four", "reversi")
OPENING = 2
CLOSE = 1e-3


def elo(share: float) -> float:
    """By how much a player is better who comes to this share of the points."""
    share = min(max(share, CLOSE), 1 - CLOSE)
    return 400 * math.log10(share / (1 - share))


def main() -> None:
    """Play, and print a row of the table for each step."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", default=[], help=f"rulesets; else {', '.join(GAMES)}")
    arguments.add_argument("--games", type=int, default=40, help="of each step")
    arguments.add_argument("--lowest", type=int, default=1, help="the level from which it goes")
    arguments.add_argument("--highest", type=int, default=LEVELS, help="the level to which it goes")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    asked = arguments.parse_args()
    for name in asked.names or GAMES:
        total = 0.0
        for level in range(asked.lowest + 1, asked.highest + 1):
            pair = Pair(name, f"level:{level - 1}", {}, OPENING)
            plan = Plan(pair, f"level:{level}", asked.games, 1.0, asked.jobs, asked.log)
            with processor_clock():
                lines = list(played(plan))
            share = points(lines)
            if not share.count:
                print(in_words(plan, lines), flush=True)
                break
            low, high = map(elo, share.share_interval)
            total += elo(share.mean)
            print(
                f"{name:<14} {level - 1} → {level}  {100 * share.mean:5.1f} % of {share.count}   "
                f"Elo {elo(share.mean):+4.0f} ({low:+.0f} … {high:+.0f})   {total:5.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
