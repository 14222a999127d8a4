"""Games whose players don't see everything: how much better the search does than random players.

    python benchmarks/hidden.py                                  # all that ship, 100 ms a turn, 40 games each
    python benchmarks/hidden.py stratego --think 1s --games 10
    python benchmarks/hidden.py --against mcts:10ms              # against another player

What is compared is what a game comes to for the one and for the other, in the mean of their seats (places evenly from
-1 to 1, or what is paid), with the 95 % interval of the mean over games. Alone, each plays games of its own.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence

from gdl import library
from interpreter import Game
from interpreter.lab.matches import Match


def hiding() -> list[str]:
    """The rulesets that ship and hide something."""
    return [name for name in sorted(library.paths()) if Game.load(name).model.hides]


def differences(game: Game, ours: str, theirs: str, games: int, jobs: int) -> Iterator[float]:
    """What each game came to for us, less what it came to for them."""
    if len(game.players) == 1:
        both = zip(*(Match(game, [spec], seed=1).play(games, jobs) for spec in (ours, theirs)), strict=True)
        yield from (mine.utilities[0] - other.utilities[0] for mine, other in both)
        return
    for bout in Match(game, [ours, theirs], seed=1).play(games, jobs):
        found: list[list[float]] = [[], []]
        for seat, who in enumerate(bout.pairing.seats):
            found[who].append(bout.utilities[seat])
        yield sum(found[0]) / len(found[0]) - sum(found[1]) / len(found[1])


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far off it may be (95 %)."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1))
    return mean, 1.96 * spread / math.sqrt(len(values))


def main() -> None:
    """Play the matches of the games that are named, or of all."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument(
        "names", nargs="*", metavar="GAME", help="the games; by default all that hide something"
    )
    arguments.add_argument("--games", type=int, default=40)
    arguments.add_argument("--jobs", type=int, default=1, help="threads; not more than there are cores")
    arguments.add_argument("--think", default="100ms", help="time for a turn, or iterations for a decision")
    arguments.add_argument("--against", default="random", metavar="PLAYER")
    asked = arguments.parse_args()
    for name in asked.names or hiding():
        began, ours = time.perf_counter(), f"mcts:{asked.think}"
        found = list(differences(Game.load(name), ours, asked.against, asked.games, asked.jobs))
        mean, off = interval(found)
        print(f"{name:<20} {ours} : {asked.against:<10} {mean:+.3f} ± {off:.3f} in {len(found)} games; "
              f"{time.perf_counter() - began:,.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
