"""Matches against programs made for one game, and between any two players of ours; our rules are the referee.

    python benchmarks/opponents.py                                       # whatever is installed, 20 games each
    python benchmarks/opponents.py chess stockfish:1350 --think 1s
    python benchmarks/opponents.py go gnugo:1 --ours careful:1s --games 40
    python benchmarks/opponents.py --only hanging --think 1s             # how many of 20 hanging queens are taken
    python benchmarks/opponents.py --only tactics --think 1s                         # how many of 20 tactics are found
    python benchmarks/opponents.py --only connect_four                   # in how many of 100 the value is kept
    python benchmarks/opponents.py breakthrough mcts:250ms --ours alphabeta:250ms
    python benchmarks/opponents.py breakthrough ../yesterday::mcts:250ms --ours mcts:250ms   # as another checkout plays

Colours alternate; the two games of a pair have the same opening (drawn at random, where a game has no dice) and the
same dice. With `--processor`, other work on the machine takes no time from our players; programs go by the clock, or by
a level that doesn't ask for it. Shares are points – a draw is half – with Clopper and Pearson's 95 % intervals. With
`--log FILE` games that are in the file aren't played again. What isn't installed is said and left out: stockfish,
gnugo, gnubg are in Debian, OpenSpiel is `pip install open_spiel`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from rivals.log import Line
from rivals.matches import Plan, in_words, played
from rivals.processor import processor_clock
from rivals.puzzles import PUZZLES, solved
from rivals.table import AGAINST, Pair, missing, seconds_of

from interpreter import Game, PlayerError
from interpreter.lab.tools.summary import Mean
from interpreter.players.specs import opponent


def match(plan: Plan) -> None:
    """Play a match, and say how it stands."""
    for spec in (plan.ours, plan.pair.rival):
        if reason := missing(spec):
            print(f"{plan.pair.game} {spec}: left out, {reason}", flush=True)
            return
    lines: list[Line] = []
    for one in played(plan):
        lines.append(one)
        if sys.stderr.isatty():
            print(f"\r{in_words(plan, lines)}", end="", file=sys.stderr, flush=True)
    print(("\r" if sys.stderr.isatty() else "") + in_words(plan, lines), flush=True)


def pairs(names: Sequence[str]) -> list[Pair]:
    """The matches that are asked for: `GAME RIVAL`, all of a game, or all."""
    if len(names) == 2 and names[1] not in {pair.game for pair in AGAINST}:
        known = [pair for pair in AGAINST if pair.game == names[0]]
        same = [pair for pair in known if pair.rival.partition(":")[0] == names[1].partition(":")[0]] or known
        options = same[0].options if same else {}
        return [Pair(names[0], names[1], options, same[0].opening if same else 4)]
    return [pair for pair in AGAINST if not names or pair.game in names]


def puzzles(name: str, ours: str | None, think: str, most: int | None) -> None:
    """Say how many positions are solved."""
    spec = ours or f"{kind(PUZZLES[name][0])}:{think}"
    share = Mean()
    for right in solved(name, spec, most):
        share.add(right)
    low, high = (100 * x for x in share.share_interval)
    print(f"{name:<14} {spec:>16}   {share.total:g} of {share.count} ({low:.0f}–{high:.0f} %)", flush=True)


def kind(name: str) -> str:
    """The game's opponent, without its time."""
    return opponent(Game.load(name)).partition(":")[0]


def main() -> None:
    """Play what is asked for."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME [RIVAL]", help="which matches; all if nothing is named")
    arguments.add_argument("--ours", help="our player; else the game's opponent, with the time of --think")
    arguments.add_argument("--games", type=int, help="of each match; 20 if nothing is said")
    arguments.add_argument("--think", default="1s", help="time a turn, for both sides")
    arguments.add_argument("--opening", type=int, help="plies drawn at random; else what the match has in its table")
    arguments.add_argument("--jobs", type=int, default=1, help="games at a time; not more than there are cores")
    arguments.add_argument("--processor", action="store_true", help="our times are of the processor, not of the clock")
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    arguments.add_argument("--only", choices=PUZZLES, help="positions in place of games; --games: so many at most")
    asked = arguments.parse_args()
    try:
        seconds = seconds_of(asked.think)
    except ValueError:
        arguments.error(f"--think {asked.think}: is a time, as 1s or 250ms")
    if asked.processor and asked.jobs > 1:
        arguments.error("--processor counts what the whole process takes: --jobs must be 1")
    with processor_clock() if asked.processor else nullcontext():
        measure(arguments, asked, seconds)


def measure(arguments: argparse.ArgumentParser, asked: argparse.Namespace, seconds: float) -> None:
    """Play what is asked for; `arguments` tells what is wrong with it."""
    if asked.only:
        puzzles(asked.only, asked.ours, asked.think, asked.games)
        return
    chosen = pairs(asked.names)
    if not chosen:
        arguments.error(f"no match is known for {', '.join(asked.names)}; say GAME RIVAL")
    if asked.opening is not None:
        chosen = [replace(pair, opening=asked.opening) for pair in chosen]
    for pair in chosen:
        try:
            ours = asked.ours or f"{kind(pair.game)}:{asked.think}"
            match(Plan(pair, ours, asked.games or 20, seconds, asked.jobs, asked.log))
        except PlayerError as problem:
            arguments.error(str(problem))


if __name__ == "__main__":
    main()
