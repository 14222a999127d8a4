"""What a node costs through the adapters, beside OpenSpiel's own games in C++, in one run.

    python benchmarks/adapters.py [--rounds 15] [--games 20] [--json FILE] [PAIR …]

Random games are played from Python, asking each node for its player, its legal actions and whether it is over: by
OpenSpiel's own game and by the ruleset of the same game, through OpenSpiel; and by the ruleset through PettingZoo
(observations, masks, steps). Rounds take turns. The ratio is that of the sums of all rounds, with the middle 90 of 100
of what resampled rounds say. All times are the process's own.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel

from interpreter.bridges.adapters.open_spiel import load_game
from interpreter.bridges.adapters.pettingzoo import env

PAIRS = {
    "tictactoe": "tic_tac_toe", "connect_four": "connect_four", "breakthrough": "breakthrough", "hex": "hex",
    "go": "go(board_size=9)", "kuhn_poker": "kuhn_poker", "chess": "chess",
}  # fmt: skip
"""Rulesets, and OpenSpiel's own games."""
OPTIONS: dict[str, dict[str, Any]] = {"go": {"size": 9}}
MOST_PLIES = 120
WARM = 2_000
"""Nodes that are visited before anything is measured."""
RESAMPLED = 1_000

Play = Callable[[random.Random], int]
"""Plays a random game; how many nodes it had."""


def walks(game: pyspiel.Game) -> Play:
    """Random games of OpenSpiel."""

    def play(dice: random.Random) -> int:
        state, nodes = game.new_initial_state(), 0
        while not state.is_terminal() and nodes < MOST_PLIES:
            nodes += 1
            if state.is_chance_node():
                state.apply_action(dice.choice(state.chance_outcomes())[0])
            else:
                state.current_player()
                state.apply_action(dice.choice(state.legal_actions()))
        return nodes

    return play


def cycles(name: str) -> Play:
    """Random games of PettingZoo."""
    made = env(name, **OPTIONS.get(name, {}))

    def play(dice: random.Random) -> int:
        made.reset(seed=dice.randrange(1 << 30))
        nodes = 0
        for agent in made.agent_iter(MOST_PLIES):
            seen, _, over, cut, _ = made.last()
            nodes += 1
            made.step(None if over or cut else dice.choice(seen["action_mask"].nonzero()[0].tolist()))
            assert agent
        return nodes

    return play


def cost(play: Play, seed: int, games: int) -> float:
    """Microseconds a node takes, measured over this many games."""
    dice, nodes = random.Random(seed), 0
    began = time.process_time()
    for _ in range(games):
        nodes += play(dice)
    return (time.process_time() - began) / nodes * 1e6


def warm(play: Play) -> None:
    """Play until the rules are compiled: the adapters do that once a game has been played for a while."""
    dice, nodes = random.Random(0), 0
    while nodes < WARM:
        nodes += play(dice)


def ratio(ours: list[float], theirs: list[float], dice: random.Random) -> tuple[float, float, float]:
    """How many times theirs, and between what."""
    found = []
    for _ in range(RESAMPLED):
        rows = [dice.randrange(len(ours)) for _ in ours]
        found.append(sum(ours[row] for row in rows) / sum(theirs[row] for row in rows))
    found.sort()
    return sum(ours) / sum(theirs), found[RESAMPLED // 20], found[-RESAMPLED // 20]


def main() -> None:
    """Measure what is named, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", default=list(PAIRS))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = []
    for name in given.pairs:
        ways = {
            "own": walks(pyspiel.load_game(PAIRS[name])),
            "spiel": walks(load_game(name, **OPTIONS.get(name, {}))),
            "zoo": cycles(name),
        }
        costs: dict[str, list[float]] = {way: [] for way in ways}
        for play in ways.values():
            warm(play)
        for number in range(given.rounds):
            for way, play in ways.items():
                costs[way].append(cost(play, number, given.games))
        mean = {way: sum(times) / len(times) for way, times in costs.items()}
        ratios = {way: ratio(costs[way], costs["own"], random.Random(1)) for way in ("spiel", "zoo")}
        found.append({"game": name, **ratios, **{f"{way} µs": each for way, each in mean.items()}})
        shown = ", ".join(f"{way} {mean[way]:.1f} µs = {times:.1f} × ({low:.1f}–{high:.1f})"
                          for way, (times, low, high) in ratios.items())  # fmt: skip
        print(f"{name:13} own {mean['own']:.1f} µs; {shown}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
