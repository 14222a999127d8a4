"""Random games a second of the reference interpreter, for every ruleset that ships.

    python benchmarks/reference.py [--seconds 1.0] [--json FILE] [NAME …]

The machine's speed varies from minute to minute; so each ruleset is timed in turn with a yardstick, Sparks in plain
Python (`plain_sparks.py`), and what can be compared between runs is the ratio. Beside every rate stand the decisions
a game.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import plain_sparks

from gdl import library
from interpreter import Game
from interpreter.graph.backend import Stepper
from interpreter.graph.chance import Chance


def playout(machine: Stepper, game: Game, number: int) -> int:
    """Play one random game; gives its decisions and rolls after the set-up."""
    chance = Chance(7, number)
    stop = game.start(7, number)._stop
    count = 0
    while stop.entries:
        stop = machine.play(stop.entries[chance.pick(len(stop.entries), count)])
        count += 1
    return count


def yardstick(number: int) -> int:
    """One random game of the yardstick."""
    return len(plain_sparks.play(random.Random(number)))


def rate(work: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Games a second, and what `work` counts for each."""
    start, games, counted = time.perf_counter(), 0, 0
    while (spent := time.perf_counter() - start) < seconds or not games:
        counted += work(games)
        games += 1
    return games / spent, counted / games


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="rulesets; all that ship if none is named")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    chosen = parser.parse_args()
    rows = []
    print(f"{'ruleset':24} {'load ms':>8} {'games/s':>9} {'decisions/s':>12} {'decisions/game':>15} {'yardsticks':>11}")
    for name in chosen.names or library.names():
        start = time.perf_counter()
        game = Game.load(name, backend="reference")
        machine = game.machine
        load = 1000 * (time.perf_counter() - start)
        before, _ = rate(yardstick, chosen.seconds / 4)
        games, decisions = rate(partial(playout, machine, game), chosen.seconds)
        after, _ = rate(yardstick, chosen.seconds / 4)
        ratio = games / ((before + after) / 2)
        print(f"{name:24} {load:8.0f} {games:9.1f} {games * decisions:12.0f} {decisions:15.1f} {ratio:11.2f}")
        rows.append({"ruleset": name, "load_ms": load, "games_per_second": games, "decisions_per_game": decisions,
                     "ratio_to_plain_python_sparks": ratio})  # fmt: skip
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
