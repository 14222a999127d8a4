"""The same random games by the C backend and by wasmtime: how much less processor time C takes, with a 95 % interval.

    python benchmarks/c_backend.py [--pairs 8] [--seconds 0.3] [GAMES]

Both take turns, and processor time is what counts, so that what else the machine does meets both alike.
"""

from __future__ import annotations

import argparse
import math
import time

from interpreter import Game
from interpreter.lab.tools.simulate import simulate

GAMES = ("tictactoe", "sparks", "sparklies", "big_balls", "fire_and_ice", "breakthrough", "hex", "chess", "oware",
         "backgammon", "kuhn_poker", "connect_four")  # fmt: skip


def spent(game: Game, count: int, seed: int) -> float:
    """The processor time that a number of games takes, in seconds."""
    began = time.process_time()
    for _ in simulate(game, count, seed):
        pass
    return time.process_time() - began


def ratio(name: str, pairs: int, seconds: float) -> tuple[float, float, float]:
    """The geometric mean of the ratios wasmtime / C, and its interval: two standard errors to both sides."""
    by_c, wasm = Game.load(name, backend="c"), Game.load(name, backend="native")
    count, found = 10, list[float]()
    while spent(wasm, count, 0) < seconds:
        count *= 2
    spent(by_c, 10, 0)
    for i in range(pairs):
        order = (by_c, wasm) if i % 2 else (wasm, by_c)
        times = {id(game): spent(game, count, i) for game in order}
        found.append(math.log(times[id(wasm)] / times[id(by_c)]))
    mean = sum(found) / pairs
    error = 2 * math.sqrt(sum((one - mean) ** 2 for one in found) / (pairs - 1) / pairs)
    return math.exp(mean), math.exp(mean - error), math.exp(mean + error)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.3)
    asked = parser.parse_args()
    for name in asked.games:
        middle, low, high = ratio(name, max(asked.pairs, 2), asked.seconds)
        print(f"{name:16} {middle:.2f} ({low:.2f}–{high:.2f})", flush=True)
