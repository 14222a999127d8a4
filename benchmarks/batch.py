"""Steps a second of batches, beside a loop over OpenSpiel's states and games vectorised by hand in NumPy.

    python benchmarks/batch.py                      # all games, three rounds of two seconds
    python benchmarks/batch.py tictactoe --lanes 1024 --rounds 5 --seconds 3

A step takes an action in every lane, gives masks, rewards, who decides, and the observations of who does; games that
are over begin again. Actions are uniformly random legal ones, found in the same way from the masks on both sides where
there are masks; that time is told apart and not counted. OpenSpiel's loop takes legal_actions, apply_action, and
observation_tensor of who decides, from Python, one state after another; its time includes drawing a number.

With one thread, seconds are those of the processor, so that other programs on the machine disturb less. Rounds of all
programs alternate. A ratio is the median over rounds, in brackets the least and the greatest. OpenSpiel
needs `pip install open_spiel`; without it that column is left out.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from vectorised import connect_four, tictactoe

from interpreter import Game
from interpreter.bridges.batch import Batch

try:
    import pyspiel
except ImportError:
    pyspiel = None

Clock = Callable[[], float]
BY_HAND: dict[str, Callable[[int], Any]] = {"tictactoe": tictactoe, "connect_four": connect_four}
SPIEL = {
    "tictactoe": "tic_tac_toe", "connect_four": "connect_four", "breakthrough": "breakthrough", "chess": "chess",
    "kuhn_poker": "kuhn_poker", "leduc_holdem": "leduc_poker",
    "backgammon": "backgammon", "oware": "oware", "go": "go(board_size=9)",
}  # fmt: skip
GAMES = (
    "tictactoe",
    "connect_four",
    "breakthrough",
    "oware",
    "backgammon",
    "go",
    "chess",
    "kuhn_poker",
    "leduc_holdem",
    "sparks",
)


def chosen(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action of each row."""
    counts = masks.sum(1)
    wanted = (rng.random(len(masks)) * counts).astype(np.int64)
    _, columns = np.nonzero(masks)
    starts = np.zeros(len(masks), np.int64)
    np.cumsum(counts[:-1], out=starts[1:])
    return columns[np.minimum(starts + wanted, len(columns) - 1)]


def batch_rate(batch: Any, seconds: float, clock: Clock, rng: np.random.Generator) -> float:
    """Steps a second, all lanes counted; drawing actions is not."""
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = batch.draw() if isinstance(batch, Batch) else chosen(batch.masks, rng)
        began = clock()
        batch.step(actions)
        spent += clock() - began
        steps += len(actions)
    return steps / spent


def spiel_rate(name: str, seconds: float, clock: Clock, rng: random.Random) -> float:
    """The same for a loop over OpenSpiel's states."""
    game = pyspiel.load_game(name)
    steps, began = 0, clock()
    state = game.new_initial_state()
    while clock() - began < seconds:
        for _ in range(100):
            while state.is_terminal() or state.is_chance_node():
                if state.is_terminal():
                    state = game.new_initial_state()
                else:
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
            state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / (clock() - began)


def ratio(ours: list[float], theirs: list[float]) -> str:
    """By how much we are quicker, round by round."""
    found = [a / b for a, b in zip(ours, theirs, strict=True)]
    return f"{np.median(found):.1f} [{min(found):.1f}, {max(found):.1f}]"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--lanes", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=1)
    wanted = parser.parse_args()
    print("| game | lanes | steps/s | without observations | by hand in NumPy | ratio | OpenSpiel's loop | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in wanted.games:
        row(name, wanted)


def row(name: str, wanted: argparse.Namespace) -> None:
    """One game's line."""
    game = Game.load(name)
    lanes = min(wanted.lanes, max(64, (1 << 28) // max(1, Batch(game, 1).masks.shape[1])))
    batch = Batch(game, lanes, auto_reset=True, threads=wanted.threads)
    blind = Batch(game, lanes, auto_reset=True, threads=wanted.threads, observe="none")
    hand = BY_HAND[name](lanes) if name in BY_HAND else None
    clock = time.thread_time if wanted.threads == 1 else time.perf_counter
    rng, dice = np.random.default_rng(1), random.Random(1)
    rates: dict[str, list[float]] = {"ours": [], "blind": [], "hand": [], "spiel": []}
    for _ in range(wanted.rounds):
        rates["ours"].append(batch_rate(batch, wanted.seconds, clock, rng))
        rates["blind"].append(batch_rate(blind, wanted.seconds, clock, rng))
        if hand is not None:
            rates["hand"].append(batch_rate(hand, wanted.seconds, clock, rng))
        if pyspiel is not None and name in SPIEL:
            rates["spiel"].append(spiel_rate(SPIEL[name], wanted.seconds, clock, dice))
    cells = [name, f"{lanes:,}"]
    for column in ("ours", "blind", "hand", "spiel"):
        cells.append(f"{np.median(rates[column]):,.0f}" if rates[column] else "–")
        if column in ("hand", "spiel"):
            cells.append(ratio(rates["ours"], rates[column]) if rates[column] else "–")
    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
