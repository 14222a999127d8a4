"""Random games a second by the compiled rules, beside hand-written C and beside OpenSpiel, in one run.

    python benchmarks/native.py [--seconds 0.5] [--rounds 3] [--limits FOLDER] [--json FILE] [GAME …]

The machine's speed varies from minute to minute; so all are timed in turn, and what can be compared between runs are
the ratios (medians of the rounds). Beside every rate stand the decisions a game.

The C programs (`--limits`: a folder with `sparks.c` and so on) are the yardstick for speed. `/ C` is the part of their
rate that the module reaches in wasmtime, `by C` the part that it reaches through a C compiler. Both the C program and
the module are made by each compiler that long work tries (`cc`, `clang`, …), and the quickest counts. `x OpenSp` is how
many times as many games as OpenSpiel the module plays in wasmtime, then through a C compiler. The programs are
an independent check as well: outcomes and lengths must be the same within sampling error. For each figure z is printed,
how many standard errors lie between the two; one beyond 4 (`!`) means that the rules differ.

OpenSpiel (`pip install open_spiel`) is what a user might take instead. Its random games are played by its own C++
code: a Monte-Carlo search of one step, which evaluates its leaf by that many. Its rules differ here and there: its
checkers jump step by step, for one.

All times are the process's own (CPU time, one thread), as in the C programs.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from interpreter import Game
from interpreter.graph.chance import seed_key
from interpreter.lab.tools import tally
from interpreter.lab.tools.bench import rate, size
from interpreter.lab.tools.simulate import PLIES_LIMIT, Summary
from interpreter.native.compile import compile_model
from interpreter.native.compiled import PLAYING, Compiled
from interpreter.native.host.c_compiler import CompilerError, compilers
from interpreter.native.host.code_cache import Ready, made_by_c
from interpreter.native.host.instance import Instance

HERE = Path(__file__).resolve().parent
ROUNDED = 0.005 / math.sqrt(3)
"""The standard error of what is printed with two digits."""
TUNINGS = ("native", "generic")
"""For which machines C programs are put together …"""
TRIAL = 0.2
"""… and for how many seconds each plays, twice, so that the quicker one is taken."""


@dataclass(frozen=True)
class Pairing:
    """A ruleset; the C program for it, and which of its ends mean that the player wins (or that nobody does: None); the
    same game in OpenSpiel."""

    game: str
    players: int | None = None
    program: str = ""
    source: str = ""
    flags: tuple[str, ...] = ()
    ends: Mapping[str, str | None] = field(default_factory=dict)
    lengths: bool = True
    """Whether both count decisions alike."""
    open_spiel: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The ruleset, with its number of players."""
        return self.game + (f" for {self.players}" if self.players else "")


PAIRINGS = [
    Pairing("sparks", None, "sparks", ends={"W-top": "White", "W-wins-pin": "White", "B-top": "Black",
                                            "B-wins-pin": "Black"}),
    Pairing("sparklies", None, "sparklies", ends={"black": "Black", "white": "White"}),
    Pairing("big_balls", None, "bigballs", lengths=False,  # there, the die is a decision
            ends={"B-a7": "Black", "W-nomove": "Black", "W-a7": "White", "B-nomove": "White", "draw": None}),
    Pairing("fire_and_ice", None, "fireice", ends={"Fire": "Fire", "Ice": "Ice"}),
    *(Pairing("spectral_reapers", n, f"spectral{n}", "spectral", (f"-DN={n}",), {"tie": None}) for n in (2, 3, 4)),
    Pairing("tictactoe", None, "tictactoe", ends={"X": "X", "O": "O", "draw": None}, open_spiel="tic_tac_toe"),
    Pairing("connect_four", None, "connect4", ends={"first": "0", "second": "1", "draw": None},
            open_spiel="connect_four"),
    Pairing("breakthrough", None, "breakthrough", ends={"first": "0", "second": "1"}, open_spiel="breakthrough"),
    Pairing("hex", None, "hex", ends={"first": "0", "second": "1"}, open_spiel="hex(board_size=11)"),
    Pairing("reversi", None, "reversi", ends={"black": "0", "white": "1", "draw": None}, lengths=False,
            open_spiel="othello"),  # there, having to pass is a decision
    Pairing("draughts", None, "draughts", ends={"first": "0", "second": "1", "draw": None}, lengths=False,
            options={"limit": 100}),
    Pairing("oware", None, "oware", ends={"first": "0", "second": "1", "draw": None}, open_spiel="oware"),
    Pairing("gomoku", None, "gomoku", ends={"first": "0", "second": "1", "draw": None},
            open_spiel="gomoku(size=15)"),
    Pairing("chess", open_spiel="chess"),
    Pairing("amazons", open_spiel="amazons"),
    Pairing("lines_of_action", open_spiel="lines_of_action"),
    Pairing("nine_mens_morris", open_spiel="nine_mens_morris"),
    Pairing("backgammon", open_spiel="backgammon"),
]  # fmt: skip


class Ours:
    """A game compiled, for wasmtime or by a C compiler, and how long its random games take."""

    def __init__(self, game: Game, code: Compiled | Ready) -> None:
        self.players, self.partners = game.players, game.model.partners
        self.instance = Instance(code)
        self.size = 1

    def games(self, seconds: float, seed: int) -> tuple[float, Summary]:
        """Random games a second, and what they came to; some thousand beforehand, unmeasured, say how many to play."""
        while (spent := self.play(self.size, seed)[0]) < min(seconds, 0.05):
            self.size *= 2
        spent, summary = self.play(round(self.size * seconds / spent) + 1, seed)
        return summary.games / spent, summary

    def play(self, count: int, seed: int) -> tuple[float, Summary]:
        """So many games in one call."""
        key = seed_key(seed)
        began = time.process_time()
        status = self.instance.call("playouts", 0, key - (key >> 63 << 64), 0, count, PLIES_LIMIT)
        spent = time.process_time() - began
        assert status == 0, status
        summary = Summary(self.players)
        tally.take_in(summary, self.instance.report(len(tally.empty(len(self.players)))), self.partners)
        return spent, summary


@dataclass(frozen=True)
class Printed:
    """What a C program prints."""

    games: float
    rate: float
    decisions: float
    ends: Mapping[str, float]


def compiled(folder: Path, target: Path, pairing: Pairing) -> Path | None:
    """A C program, compiled as it is quickest; None if it isn't at hand. By each compiler, tuned for the machine or for
    any: gcc makes some programs slower for machines with AVX-512."""
    source = folder / f"{pairing.source or pairing.program}.c"
    if not pairing.program or not source.is_file():
        return None
    made: list[Path] = []
    for one, tuned in product(compilers(), TUNINGS):
        program = target / f"{pairing.program}-{len(made)}"
        tuning = ("-O3", "-march=native", f"-mtune={tuned}")
        command = [*one.words, *tuning, "-o", str(program), *pairing.flags, str(source)]
        if subprocess.run(command, check=False, capture_output=True).returncode == 0:
            made.append(program)
    return max(made, key=lambda program: max(printed(program, TRIAL, seed).rate for seed in (1, 2)), default=None)


def by_the_best(game: Game) -> Ours | None:
    """The game by the C compiler whose code is quickest; None if there is no compiler."""
    try:
        named = compilers()
    except CompilerError:
        return None
    made = [Ours(game, made_by_c(game.model, PLAYING, frozenset(), one).ready) for one in named]
    return max(made, key=lambda ours: max(ours.games(TRIAL, seed)[0] for seed in (1, 2)))


def printed(program: Path, seconds: float, seed: int) -> Printed:
    """Run a C program."""
    words = subprocess.run(
        [program, str(seconds), str(seed)], check=True, capture_output=True, text=True
    ).stdout.split()
    ends = {name: float(share[:-1]) / 100 for name, share in (word.split("=") for word in words if "=" in word)}
    return Printed(float(words[1]) * seconds, float(words[1]), float(words[5]), ends)


def open_spiel(name: str) -> Callable[[float, int], tuple[float, float]] | None:
    """Measures a game of OpenSpiel: random games a second, and decisions in a few of them."""
    try:
        import pyspiel
    except ImportError:
        return None
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError:
        return None
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.legal_actions()[0])

    def measure(seconds: float, seed: int) -> tuple[float, float]:
        games, spent, chunk = 0, 0.0, 1
        while spent < seconds:
            evaluator = pyspiel.RandomRolloutEvaluator(chunk, seed + games)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
            began = time.process_time()
            bot.mcts_search(start)
            spent += time.process_time() - began
            games += chunk
            chunk = min(2 * chunk, 1000)
        return games / spent, decisions(start, seed)

    return measure


def decisions(start: Any, seed: int, games: int = 30) -> float:
    """Decisions a game of OpenSpiel's, without those of chance."""
    import random

    source, count = random.Random(seed), 0
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            count += not state.is_chance_node()
            state.apply_action(source.choice(state.legal_actions()))
    return count / games


def measured(pairing: Pairing, program: Path | None, seconds: float, rounds: int) -> dict[str, Any]:
    """All figures of a game."""
    game = Game.load(pairing.game, players=pairing.players, **pairing.options)
    made = size(game)
    ours = Ours(game, compile_model(game.model))
    theirs = open_spiel(pairing.open_spiel) if pairing.open_spiel else None
    by_c = by_the_best(game) if program or theirs else None
    rates, rates_by_c, in_c, spiel = [], [], [], []
    for i in range(rounds):
        games, summary = ours.games(seconds, i)
        rates.append(games)
        if program:
            in_c.append(printed(program, seconds, i + 1))
        if by_c:
            rates_by_c.append(by_c.games(seconds, i)[0])
        if theirs:
            spiel.append(theirs(seconds, i))
    decisions = summary.decisions.mean
    row: dict[str, Any] = {
        "game": pairing.title,
        "games_per_second": median(rates),
        "decisions_per_game": decisions,
        "decisions_per_second": median(rates) * decisions,
        "compile_ms": made.module_ms + made.code_ms,
        "module_bytes": made.module_bytes,
        "state_bytes": made.state_bytes,
        "reference_games_per_second": rate(Game(game.model, "reference"), seconds / 2).games_per_second,
    }
    if in_c:
        row["c"] = {
            "games_per_second": median(c.rate for c in in_c),
            "decisions_per_game": median(c.decisions for c in in_c),
            "ratio": median(r / c.rate for r, c in zip(rates, in_c, strict=True)),
            "ratio_by_c": median(r / c.rate for r, c in zip(rates_by_c, in_c, strict=True)),
            "z": compared(pairing, game, summary, in_c),
        }
    if spiel:
        row["open_spiel"] = {
            "game": pairing.open_spiel,
            "games_per_second": median(s[0] for s in spiel),
            "decisions_per_game": median(s[1] for s in spiel),
            "times": median(r / s[0] for r, s in zip(rates, spiel, strict=True)),
        }
        if rates_by_c:
            row["open_spiel"]["times_by_c"] = median(r / s[0] for r, s in zip(rates_by_c, spiel, strict=True))
    return row


def compared(pairing: Pairing, game: Game, summary: Summary, in_c: list[Printed]) -> dict[str, float]:
    """How many standard errors lie between our figures and those of the C programs, all rounds taken together."""
    count = sum(c.games for c in in_c)
    found: dict[str, float] = {}
    for who in dict.fromkeys(pairing.ends.values()):
        theirs = sum(c.games * c.ends[end] for c in in_c for end, winner in pairing.ends.items() if winner == who)
        theirs /= count
        if who is None:  # with more than two players several may tie while others lose
            what, ours = "draw", 1 - sum(summary.results[player]["win"].mean for player in game.players)
        else:
            what = game.players[int(who)] if who.isdigit() else who
            ours = summary.results[what]["win"].mean
        both = (ours * summary.games + theirs * count) / (summary.games + count)
        error = math.sqrt(both * (1 - both) * (1 / summary.games + 1 / count))
        found[what] = (ours - theirs) / (error + ROUNDED / 100)
    if pairing.lengths:
        error = (summary.decisions.error or math.inf) * math.sqrt(1 + summary.games / count)
        theirs = sum(c.games * c.decisions for c in in_c) / count
        found["decisions"] = (summary.decisions.mean - theirs) / (error + ROUNDED)
    return found


def line(row: Mapping[str, Any]) -> str:
    """A row of the table."""
    text = (
        f"{row['game']:22} {row['games_per_second']:12,.0f} {row['decisions_per_game']:9.1f} "
        f"{row['decisions_per_second'] / 1e6:7.1f} {row['compile_ms']:6.0f} {row['state_bytes']:6} "
        f"{row['games_per_second'] / row['reference_games_per_second']:8,.0f}"
    )
    c, spiel = row.get("c"), row.get("open_spiel")
    text += f" {c['ratio']:6.2f} {c['ratio_by_c']:6.2f} {worst(c['z']):>6}" if c else " " * 21
    if not spiel:
        return text
    by_c = f"{spiel['times_by_c']:6.1f}" if "times_by_c" in spiel else " " * 6
    return f"{text} {spiel['times']:8.1f} {by_c} {spiel['decisions_per_game']:9.1f}"


def worst(z: Mapping[str, float]) -> str:
    """The greatest of some z."""
    value = max(z.values(), key=abs, default=0.0)
    return f"{value:+.1f}{'!' * (abs(value) > 4)}"


@contextmanager
def programs(folder: Path) -> Iterator[Callable[[Pairing], Path | None]]:
    """Compiles C programs as they are asked for."""
    with tempfile.TemporaryDirectory() as target:
        yield lambda pairing: compiled(folder, Path(target), pairing)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="rulesets; all that can be compared if none is named")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limits", type=Path, default=HERE.parent.parent / "shared" / "limits", help="the C programs")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    chosen = parser.parse_args()
    print(f"{'':22} {'games/s':>12} {'dec/game':>9} {'Mdec/s':>7} {'comp.':>6} {'state':>6} {'x refer.':>8} "
          f"{'/ C':>6} {'by C':>6} {'z':>6} {'x OpenSp':>8} {'by C':>6} {'dec/game':>9}")  # fmt: skip
    rows = []
    with programs(chosen.limits) as program:
        for pairing in PAIRINGS:
            if chosen.names and pairing.game not in chosen.names:
                continue
            rows.append(measured(pairing, program(pairing), chosen.seconds, chosen.rounds))
            print(line(rows[-1]), flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
