"""Games whose players don't see everything: how much better the search does than random players.

    python benchmarks/hidden.py                                  # all that ship, 100 ms a turn, 40 games each
    python benchmarks/hidden.py stratego --think 1s --games 10
    python benchmarks/hidden.py --against mcts:10ms              # against another player
    python benchmarks/hidden.py --processor                      # by processor time: other work changes nothing

What is compared is what a game comes to for the one and for the other, in the mean of their seats (places evenly from
-1 to 1, or what is paid), with the 95 % interval of the mean over games. Alone, each plays games of its own.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

from rivals.processor import processor_clock

from gdl import library
from interpreter import Game
from interpreter.lab.matches import Bout, Match


def hiding() -> list[str]:
    """The rulesets that ship and hide something."""
    return [name for name in sorted(library.paths()) if Game.load(name).model.hides]


@dataclass
class Differences:
    """What each game came to for us, less what it came to for them; and how many of our decisions were blind."""

    found: list[float] = field(default_factory=list)
    decisions: int = 0
    blind: int = 0

    def add(self, difference: float, bout: Bout, seats: Sequence[int]) -> None:
        """A game more, in which we had these seats."""
        self.found.append(difference)
        self.decisions += sum(bout.decisions[seat] for seat in seats)
        self.blind += sum(bout.blind[seat] for seat in seats)


def differences(game: Game, ours: str, theirs: str, games: int, jobs: int) -> Differences:
    """Play the games."""
    found = Differences()
    if len(game.players) == 1:
        both = zip(*(Match(game, [spec], seed=1).play(games, jobs) for spec in (ours, theirs)), strict=True)
        for mine, other in both:
            found.add(mine.utilities[0] - other.utilities[0], mine, [0])
        return found
    for bout in Match(game, [ours, theirs], seed=1).play(games, jobs):
        seats = [[seat for seat, who in enumerate(bout.pairing.seats) if who == one] for one in (0, 1)]
        means = [sum(bout.utilities[seat] for seat in own) / len(own) for own in seats]
        found.add(means[0] - means[1], bout, seats[0])
    return found


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
    arguments.add_argument("--processor", action="store_true", help="times are of the processor, not of the clock")
    asked = arguments.parse_args()
    if asked.processor and asked.jobs > 1:
        arguments.error("--processor counts what the whole process takes: --jobs must be 1")
    for name in asked.names or hiding():
        began, ours = time.perf_counter(), f"mcts:{asked.think}"
        with processor_clock() if asked.processor else nullcontext():
            found = differences(Game.load(name), ours, asked.against, asked.games, asked.jobs)
        mean, off = interval(found.found)
        print(f"{name:<20} {ours} : {asked.against:<10} {mean:+.3f} ± {off:.3f} in {len(found.found)} games; "
              f"{found.blind} of {found.decisions} decisions blind; {time.perf_counter() - began:,.0f} s",
              flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
