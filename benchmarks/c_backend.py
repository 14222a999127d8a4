"""Random games by the C backend beside wasmtime: the ratio of their rates, with a 95 % interval over pairs of runs.

    python benchmarks/c_backend.py [--pairs 8] [--seconds 0.5] [GAMES]

Both take turns, so that what else the machine does meets both alike.
"""

from __future__ import annotations

import argparse
import math

from interpreter import Game
from interpreter.lab.tools.bench import rate

GAMES = ("tictactoe", "sparks", "sparklies", "big_balls", "fire_and_ice", "breakthrough", "hex", "chess", "oware",
         "backgammon", "kuhn_poker", "connect_four")  # fmt: skip


def ratio(name: str, pairs: int, seconds: float) -> tuple[float, float, float]:
    """The geometric mean of the ratios C / wasmtime, and its interval: two standard errors to both sides."""
    by_c, wasm = Game.load(name, backend="c"), Game.load(name, backend="native")
    found = []
    for i in range(pairs):
        order = (by_c, wasm) if i % 2 else (wasm, by_c)
        rates = {id(game): rate(game, seconds, seed=i).games_per_second for game in order}
        found.append(math.log(rates[id(by_c)] / rates[id(wasm)]))
    mean = sum(found) / pairs
    error = 2 * math.sqrt(sum((one - mean) ** 2 for one in found) / (pairs - 1) / pairs)
    return math.exp(mean), math.exp(mean - error), math.exp(mean + error)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.5)
    asked = parser.parse_args()
    for name in asked.games:
        middle, low, high = ratio(name, max(asked.pairs, 2), asked.seconds)
        print(f"{name:16} {middle:.2f} ({low:.2f}–{high:.2f})", flush=True)
