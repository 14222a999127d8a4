"""How strong each game's opponent is: a second a move against random, and ten times the iterations against one time.
For `alphabeta` positions are compared, not iterations.

    python benchmarks/strength.py --only ten                     # some ten minutes
    python benchmarks/strength.py --only random --think 100ms    # half an hour
    python benchmarks/strength.py                                # a second a move: hours
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from interpreter import Game
from interpreter.lab.matches import Match
from interpreter.players.specs import opponent


@dataclass(frozen=True)
class Aim:
    """A game, the wins in a hundred against random that are wanted, and how many iterations are compared."""

    name: str
    wins: int
    iterations: int


AIMS = (
    Aim("sparks", 99, 20), Aim("sparklies", 99, 200), Aim("big_balls", 90, 500), Aim("fire_and_ice", 99, 500),
    Aim("spectral_reapers", 99, 200),
)  # fmt: skip


def played(name: str, ours: str, theirs: str, games: int, jobs: int, wanted: int) -> None:
    """Play a match, and say what came of it."""
    match, start = Match(Game.load(name), [ours, theirs], seed=1), time.perf_counter()
    for _ in match.play(games, jobs):
        pass
    wins = match.standings[0].results["win"]
    low, high = (100 * x for x in wins.share_interval)
    print(
        f"{name:<18} {ours:>12} : {theirs:<10} {wins.total:4g} of {wins.count} won, {100 * wins.mean:5.1f} % "
        f"({low:.1f}–{high:.1f}), wanted {wanted} %; {time.perf_counter() - start:,.0f} s",
        flush=True,
    )


def main() -> None:
    """Play the matches of the games that are named, or of all."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", help="the games; all if none is named")
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--jobs", type=int, default=1, help="threads; not more than there are cores")
    arguments.add_argument("--think", default="1s", help="time against random")
    arguments.add_argument("--only", choices=["random", "ten"], help="one of the two questions")
    asked = arguments.parse_args()
    for aim in AIMS:
        if asked.names and aim.name not in asked.names:
            continue
        kind = opponent(Game.load(aim.name)).partition(":")[0]
        if asked.only != "ten":
            played(aim.name, f"{kind}:{asked.think}", "random", asked.games, asked.jobs, aim.wins)
        if asked.only != "random":
            unit = "n" if kind == "alphabeta" else ""
            more, less = (f"{kind}:{count}{unit}" for count in (10 * aim.iterations, aim.iterations))
            played(aim.name, more, less, asked.games, asked.jobs, 65)


if __name__ == "__main__":
    main()
