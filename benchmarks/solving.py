"""CFR+ here and in OpenSpiel, side by side: the same games, as many iterations, the same exploitability.

    python benchmarks/solving.py [--rounds 10] [--json FILE] [kuhn_poker leduc_holdem liars_dice]

The machine's speed varies from minute to minute; so in each round both are timed in turn, and what is given is the
ratio of their times: the geometric mean of the rounds, with an interval that holds it with 95 %. All times are the
process's own (CPU time, one thread). Expanding a game into its information sets is done once; it is timed by itself,
and counted in the last ratio, which is of everything from the rules to a strategy.

After these iterations both strategies are judged by their own programs: what they lose against a best response must be
the same to ten digits, or the comparison is worth nothing.

OpenSpiel is installed with `pip install open_spiel`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pyspiel

from interpreter import Game
from interpreter.players.equilibrium.regrets import Regrets
from interpreter.players.equilibrium.solving import expanded

MEMORY = 2 << 30
DIGITS = 1e-10
T_95 = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 8: 2.36, 10: 2.26, 15: 2.14, 20: 2.09}
"""Student's t for so many rounds; between them the one before."""


@dataclass(frozen=True)
class Pairing:
    """A ruleset, the same game in OpenSpiel, and how many iterations of theirs a round times; ours are repeated so
    often that they take as long as a clock can tell."""

    game: str
    open_spiel: str
    iterations: int
    repeated: int
    players: int | None = None
    options: Mapping[str, bool] = field(default_factory=dict)


PAIRINGS = {
    "kuhn_poker": Pairing("kuhn_poker", "kuhn_poker", 1000, 50, 2),
    "leduc_holdem": Pairing("leduc_holdem", "leduc_poker", 20, 50),
    "liars_dice": Pairing("liars_dice", "liars_dice", 2, 20, 2, {"single": True}),
}


@dataclass(frozen=True)
class Ratio:
    """How many times as fast, with an interval of 95 %."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:,.1f} ({self.low:,.1f} – {self.high:,.1f})"


@dataclass(frozen=True)
class Row:
    """What was found of a game. Times are seconds."""

    game: str
    information_sets: int
    iterations: int
    expanding: float
    ours: float
    theirs: float
    iterating: Ratio
    everything: Ratio
    exploitability: float
    difference: float


def took(work: Callable[[], None]) -> float:
    """Seconds of the process's own time."""
    began = time.process_time()
    work()
    return time.process_time() - began


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """The ratio of times, round by round."""
    logs = [math.log(b / a) for a, b in zip(ours, theirs, strict=True)]
    mean, count = sum(logs) / len(logs), len(logs)
    error = math.sqrt(sum((x - mean) ** 2 for x in logs) / (count - 1) / count)
    wide = error * T_95[max(n for n in T_95 if n <= count)]
    return Ratio(math.exp(mean), math.exp(mean - wide), math.exp(mean + wide))


def measured(pairing: Pairing, rounds: int) -> Row:
    """All figures of a game; raises SystemExit if both don't find the same."""
    game = Game.of(pairing.game, pairing.options, pairing.players)
    theirs = pyspiel.load_game(pairing.open_spiel)
    expanded(game, MEMORY)  # compiles what isn't kept
    spent: dict[str, list[float]] = {"expanding": [], "ours": [], "theirs": [], "making": []}
    difference = exploitability = 0.0
    for _ in range(rounds):
        began = time.process_time()
        form = expanded(game, MEMORY)
        regrets = Regrets(form)
        spent["expanding"].append(time.process_time() - began)
        regrets.iterate(pairing.iterations)
        regrets.judge_average()
        low, high = regrets.bounds
        more = pairing.iterations * pairing.repeated
        spent["ours"].append(took(lambda: regrets.iterate(more)) / pairing.repeated)  # noqa: B023 - called at once
        began = time.process_time()
        solver = pyspiel.CFRPlusSolver(theirs)
        spent["making"].append(time.process_time() - began)

        def iterate() -> None:
            for _ in range(pairing.iterations):
                solver.evaluate_and_update_policy()  # noqa: B023 - called at once

        spent["theirs"].append(took(iterate))
        exploitability = pyspiel.exploitability(theirs, solver.average_policy())
        difference = max(difference, abs(exploitability - (high - low) / 2))
    if difference > DIGITS:
        raise SystemExit(f"{pairing.game}: exploitabilities differ by {difference:g}")
    mean = {name: sum(times) / rounds for name, times in spent.items()}
    ours_all = [a + b for a, b in zip(spent["expanding"], spent["ours"], strict=True)]
    theirs_all = [a + b for a, b in zip(spent["making"], spent["theirs"], strict=True)]
    return Row(
        pairing.game, form.sets, pairing.iterations, mean["expanding"], mean["ours"], mean["theirs"],
        ratio(spent["ours"], spent["theirs"]), ratio(ours_all, theirs_all), exploitability, difference,
    )  # fmt: skip


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(PAIRINGS))
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args()
    rows = [measured(PAIRINGS[name], max(given.rounds, 2)) for name in given.games]
    for row in rows:
        print(f"{row.game}: {row.information_sets:,} information sets, {row.iterations:,} iterations")
        print(f"  expanding {row.expanding * 1e3:,.1f} ms, iterating {row.ours * 1e3:,.3f} ms; OpenSpiel "
              f"{row.theirs * 1e3:,.1f} ms")  # fmt: skip
        print(f"  iterating {row.iterating} times as fast, all in all {row.everything}")
        print(f"  exploitability {row.exploitability:.10f}, differing by {row.difference:.1e}")
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
