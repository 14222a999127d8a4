"""Games that are too large to be expanded: strategies learnt from lines of play that are drawn by chance."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.errors import UnsolvedError
from interpreter.game.game import Game
from interpreter.graph.abi import FULL, TOO_LONG, TOO_MANY_WAYS
from interpreter.graph.backend import Halted
from interpreter.graph.chance import Chance
from interpreter.native.host.code_cache import prepare
from interpreter.native.host.instance import Instance
from interpreter.native.module.emitter import Unsupported
from interpreter.players.equilibrium.native_expansion import ALL, SET, way_at
from interpreter.players.equilibrium.sequence_form import Side
from interpreter.players.equilibrium.solving import rows_of
from interpreter.players.equilibrium.strategy_file import Row, text_of, write
from interpreter.players.equilibrium.wrong import two

METHOD = "external sampling"
ITERATIONS = 100_000
"""So many if nothing is said."""
LANE = 7
"""Of draws, for sampling alone."""
PATIENCE_SECONDS = 0.05
"""So long a call takes about, so that Ctrl-C is heard; if need be, as long as an iteration."""
ROW = 32
"""Bytes of a set for each option, as `kernels/sampling.py` lays them out."""


@dataclass(frozen=True)
class Sampled:
    """What was learnt. Nobody knows how far it can be exploited: that would take looking at everything."""

    game: Game
    sides: tuple[Side, Side]
    strategies: tuple[array[float], array[float]]
    worth: float
    """What the first player has won on the average of all iterations, and by how much that may be off (one standard
    error)."""
    error: float
    iterations: int
    visited: int
    is_stopped: bool

    def rows(self) -> Iterator[Row]:
        """Each information set that was come to."""
        return rows_of(self.game, self.sides, self.strategies, are_ways=True)

    def write(self, path: Path) -> None:
        """Write the strategy to a file; raises StrategyError."""
        one, other = self.game.players
        head = {
            "game": self.game.name, "rules": self.game.hash, "complete": False, "method": METHOD,
            "iterations": self.iterations, "value": {one: self.worth, other: -self.worth},
        }  # fmt: skip
        write(path, text_of(head, self.rows()))


def sample(
    game: Game, memory: int, iterations: int | None, seed: int = 0, report: Callable[[str], None] = lambda _: None
) -> Sampled:
    """Learn for so many iterations; Ctrl-C ends it with what is known by then. Raises UnsolvedError."""
    first, second = two(game.players)
    try:
        instance = Instance(prepare(game.model, ("sampling",)))
    except Unsupported as problem:
        raise UnsolvedError(f"the rules can't be compiled, as sampling needs it: {problem}") from None
    instance.call("limit_memory", ALL)
    options = instance.call("sampling_start", min(memory, ALL - (1 << 28)), Chance(seed, 0, LANE).key)
    _check(options, memory)
    done, step, stopped = 0, 1, False
    count = 0 if options == 0 else ITERATIONS if iterations is None else iterations
    try:
        while done < count:
            began = time.perf_counter()
            step = min(step, count - done)
            _check(instance.call("sampling_go", step, options), memory)
            done += step
            report(f"iteration {done:,}")
            if time.perf_counter() - began < PATIENCE_SECONDS:
                step *= 2
    except KeyboardInterrupt:
        stopped = True
    except Halted:
        raise UnsolvedError("a line of play is too long to be followed") from None
    return _read(game, instance, (Side(first), Side(second)), stopped)


def _check(status: int, memory: int) -> None:
    if status >= 0:
        return
    reasons = {
        FULL: f"information sets fill {memory >> 20:,} MB, and there are more",
        TOO_LONG: "a line of play takes more decisions and rolls than are followed",
        TOO_MANY_WAYS: "one iteration leads to too many states",
    }
    broken = "a rule is broken in a position that can be reached; `gdl simulate` may find it"
    raise UnsolvedError(reasons.get(status, broken))


def _read(game: Game, instance: Instance, sides: tuple[Side, Side], stopped: bool) -> Sampled:
    instance.call("sampling_report")
    rounds, visited, _, at = instance.report(4)
    total, squares = instance.floats(instance.call("report") + 32, 2)
    found = (array("d"), array("d"))
    while at:
        key, other, _, following, _, _, options, owner, length = SET.unpack(instance.read(at, SET.size))
        behind = at + SET.size + ROW * options
        sides[owner].add(key << 64 | other, way_at(instance, behind, length), options, 0)
        sums = instance.floats(at + SET.size + 8 * options, options)
        whole = sum(sums)
        found[owner].extend([one / whole for one in sums] if whole > 0 else [1 / options] * options)
        at = following
    count = max(2 * rounds, 1)
    mean = total / count
    error = math.sqrt(max(squares / count - mean * mean, 0.0) / count)
    return Sampled(game, sides, found, mean, error, rounds, visited, stopped)
