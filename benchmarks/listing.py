"""Listing moves, compiled beside the reference interpreter, for each ruleset, in one run.

    python benchmarks/listing.py [--positions 12] [--rounds 5] [--json FILE] [GAME …]

`State.moves` is what `gdl play`, pages and hints ask first of each position. Positions come from random games, the same
for both; each round lists the moves of all of them by one and by the other in turn, from states that nobody has asked
yet. The ratio is that of the median round, with the least and the greatest; below 1 the compiled rules are slower.
All times are the process's own.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

from gdl import library
from interpreter import Game, State

PLIES = 60
"""Positions are taken from so many first plies of random games."""


def line_of(game: Game, seed: int, plies: int) -> list[str]:
    """The first moves of a random game."""
    dice, state, texts = random.Random(seed), game.start(seed), list[str]()
    while len(texts) < plies and not state.is_over:
        ways = [move for move, _ in state.chance] if state.is_chance else state.moves
        texts.append(dice.choice(ways).text)
        state = state.play(texts[-1])
    return texts


def reached(game: Game, seed: int, line: list[str]) -> State:
    """The position after a line; nobody has asked for its moves."""
    state = game.start(seed)
    for text in line:
        state = state.play(text)
    return state


def listed(states: list[State]) -> float:
    """Seconds to list the moves of these."""
    begin = time.process_time()
    for state in states:
        if not state.is_over and not state.is_chance:
            _ = [move.text for move in state.moves]
    return time.process_time() - begin


def measured(name: str, positions: int, rounds: int) -> dict[str, object]:
    """How many times as fast the compiled rules list moves."""
    both = {backend: Game.load(name, backend=backend) for backend in ("native", "reference")}
    dice = random.Random(name)
    lines = [(seed, line_of(both["reference"], seed, dice.randrange(PLIES))) for seed in range(positions)]
    ratios, compiled = [], list[float]()
    for number in range(rounds + 1):
        seconds = {backend: listed([reached(game, *line) for line in lines]) for backend, game in both.items()}
        if number:  # the first round fills what is kept
            compiled.append(1000 * seconds["native"] / positions)
            ratios.append(seconds["reference"] / max(seconds["native"], 1e-9))
    middle = sorted(ratios)[len(ratios) // 2]
    return {"game": name, "ratio": middle, "least": min(ratios), "greatest": max(ratios), "milliseconds": min(compiled)}


def main() -> None:
    """Measure, and print a line for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows = []
    for name in given.games or library.names():
        try:
            row = measured(name, given.positions, given.rounds)
        except Exception as error:  # one ruleset that can't be measured doesn't end the run
            print(f"{name:24} {type(error).__name__}: {error}")
            continue
        rows.append(row)
        print(f"{name:24} {row['ratio']:8.2f}  ({row['least']:.2f} to {row['greatest']:.2f}), "
              f"{row['milliseconds']:.2f} ms a position", flush=True)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
