"""How long an engine of ours takes from being told to stop to its move: median and worst, for three protocols.

    python benchmarks/stopping.py [--stops 50] [--json FILE] [GAME …]

Each engine is a program of its own, `gdl engine GAME`, told to think without end a few moves into a random game. After
0.1 to 0.6 seconds it is told to stop: `stop` in UCI until `bestmove`, `?` in XBoard's protocol until `move`, an empty
line in GTP, which ends `lz-analyze`, until the empty line that answers. `asked` is how long the same program takes to
answer a question while it thinks of nothing: what the pipes and the machine need. Times are wall time, so they mean
something only on a machine with nothing else to do; the load is told.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from interpreter import Game
from interpreter.bridges.protocols.names import name_of

GAMES = ("chess", "go", "sparks")
PLIES = 8
"""The most moves before a search begins."""


class Engine:
    """A program of ours, spoken to in lines."""

    def __init__(self, game: str, protocol: str) -> None:
        command = [sys.executable, "-m", "cli.main", "engine", game, "--protocol", protocol]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line: str) -> None:
        """Tell it a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, fits: Callable[[str], bool]) -> str:
        """The first line that it says and that fits; raises EOFError if it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if fits(line.rstrip("\n")):
                return line.strip()
        raise EOFError(f"{self.process.args!r} has ended")

    def timed(self, line: str, fits: Callable[[str], bool]) -> float:
        """Milliseconds from a line to its answer."""
        began = time.perf_counter()
        self.say(line)
        self.until(fits)
        return (time.perf_counter() - began) * 1000


@dataclass(frozen=True)
class Protocol:
    """How a search is begun and stopped: lines that are said, and what answers look like."""

    greet: Callable[[Engine], None]
    search: Callable[[Engine, list[str]], None]
    """Begins to think behind a line of moves."""
    stop: tuple[str, Callable[[str], bool]]
    ask: tuple[str, Callable[[str], bool]]


def _greet_uci(engine: Engine) -> None:
    engine.say("uci")
    engine.until("uciok".__eq__)
    engine.say("isready")
    engine.until("readyok".__eq__)


def _search_uci(engine: Engine, line: list[str]) -> None:
    engine.say(f"position startpos{' moves ' if line else ''}{' '.join(line)}")
    engine.say("go infinite")


def _greet_xboard(engine: Engine) -> None:
    engine.say("xboard")
    engine.say("protover 2")
    engine.until(lambda line: "done=1" in line)


def _search_xboard(engine: Engine, line: list[str]) -> None:
    engine.say("new")
    engine.say("force")
    for move in line:
        engine.say(f"usermove {move}")
    engine.say("st 3000")
    engine.say("go")


def _search_gtp(engine: Engine, line: list[str]) -> None:
    engine.say("clear_board")
    engine.until(lambda said: said == "")
    for number, move in enumerate(line):
        engine.say(f"play {'wb'[number % 2 == 0]} {move}")
        engine.until(lambda said: said == "")
    engine.say("lz-analyze 10")
    engine.until(lambda said: said.startswith("="))


PROTOCOLS = {
    "uci": Protocol(_greet_uci, _search_uci, ("stop", lambda line: line.startswith("bestmove")),
                    ("isready", "readyok".__eq__)),
    "xboard": Protocol(_greet_xboard, _search_xboard, ("?", lambda line: line.startswith("move ")),
                       ("ping 7", "pong 7".__eq__)),
    "gtp": Protocol(lambda engine: None, _search_gtp, ("", lambda line: line == ""),
                    ("name", lambda line: line.startswith("="))),
}  # fmt: skip


def lines_of(game: str, count: int) -> list[list[str]]:
    """The beginnings of random games, in the form that programs read."""
    loaded, found = Game.load(game), []
    for seed in range(count):
        dice, state, line = random.Random(seed), loaded.start(), list[str]()
        for _ in range(dice.randrange(PLIES)):
            move = dice.choice(state.moves)
            after = state.play(move)
            if after.is_over:
                break
            line.append(name_of(state, move))
            state = after
        found.append(line)
    return found


def measured(game: str, name: str, stops: int) -> dict[str, object]:
    """The times of one game by one protocol."""
    protocol, dice = PROTOCOLS[name], random.Random(1)
    lines = lines_of(game, stops)
    engine = Engine(game, name)
    try:
        protocol.greet(engine)
        protocol.search(engine, [])  # compiles the rules
        time.sleep(1)
        engine.timed(*protocol.stop)
        took, asked = list[float](), list[float]()
        for line in lines:
            asked.append(engine.timed(*protocol.ask))
            if name == "gtp":
                engine.until(lambda said: said == "")
            protocol.search(engine, line)
            time.sleep(dice.uniform(0.1, 0.6))
            took.append(engine.timed(*protocol.stop))
    finally:
        engine.process.kill()
        engine.process.wait()
    return {"game": game, "protocol": name, "stops": stops, "median": median(took), "worst": max(took),
            "asked": median(asked), "asked_worst": max(asked), "load": os.getloadavg()[0]}  # fmt: skip


def main() -> None:
    """Measure what is named, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--stops", type=int, default=50)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = []
    for game in given.games:
        for name in PROTOCOLS if game == "go" else [name for name in PROTOCOLS if name != "gtp"]:
            one = measured(game, name, given.stops)
            found.append(one)
            print(f"{game:8} {name:7} stop: median {one['median']:6.1f} ms, worst {one['worst']:6.1f} ms; "
                  f"asked: {one['asked']:5.1f} and {one['asked_worst']:5.1f} ms; load {one['load']:.1f}",
                  flush=True)  # fmt: skip
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
