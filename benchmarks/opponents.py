"""Matches against programs made for one game, and between any two players of ours; our rules are the referee.

    python benchmarks/opponents.py                                       # whatever is installed, 20 games each
    python benchmarks/opponents.py chess stockfish:1350 --think 1s
    python benchmarks/opponents.py go gnugo:1 --ours careful:1s --games 40
    python benchmarks/opponents.py breakthrough mcts:250ms --ours alphabeta:250ms

Colours alternate; the two games of a pair have the same opening (drawn at random, where a game has no dice) and the
same dice. Shares are points – a draw is half – with Wilson's 95 % intervals. With `--log FILE` games that are in the
file aren't played again. What isn't installed is said and left out: stockfish, gnugo, gnubg are in Debian.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rivals import log
from rivals.log import Line
from rivals.program import RivalError
from rivals.table import AGAINST, Pair, maker, missing

from interpreter import Game, PlayerError
from interpreter.game.errors import RuleError
from interpreter.players.matches import Pairing, Table, play_one
from interpreter.players.specs import opponent
from interpreter.tools.summary import Mean

PATIENCE = 3
"""So many games may fail one after another before a match is given up."""


@dataclass(frozen=True)
class Plan:
    """A match: who against whom, how often, how long anybody may think."""

    pair: Pair
    ours: str
    games: int
    seconds: float
    jobs: int
    path: Path | None


def line(plan: Plan, game: Game, number: int) -> Line:
    """Play a game of the match. Even numbers: ours begins."""
    specs, pair = (plan.ours, plan.pair.rival), plan.pair
    made = tuple(maker(spec, plan.seconds) for spec in specs)
    seats = tuple((seat + number) % 2 for seat in range(2))
    key = (pair.game, str(dict(pair.options)), *specs, pair.opening, number)
    try:
        bout = play_one(game, Table(specs, 1, pair.opening, made), Pairing(number // 2, seats))
    except (RivalError, PlayerError, RuleError) as problem:
        return Line(*key, failed=str(problem).splitlines()[0])
    mine = seats.index(0)
    return Line(*key, (bout.utilities[mine] + 1) / 2, bout.decisions[mine], round(bout.seconds[mine], 3))


def played(plan: Plan) -> Iterator[Line]:
    """The games of a match, those on disk first."""
    wanted = [Line(plan.pair.game, str(dict(plan.pair.options)), plan.ours, plan.pair.rival, plan.pair.opening, number)
              for number in range(plan.games)]  # fmt: skip
    known = {one.key: one for one in log.read(plan.path) if not one.failed}
    yield from (known[one.key] for one in wanted if one.key in known)
    numbers = [one.number for one in wanted if one.key not in known]
    games = [Game.load(plan.pair.game, **plan.pair.options) for _ in range(plan.jobs)]

    def work(worker: int) -> Iterator[Line]:
        return (line(plan, games[worker], number) for number in numbers[worker :: plan.jobs])

    with ThreadPoolExecutor(plan.jobs) as pool:
        workers = [work(k) for k in range(plan.jobs)]
        failures = 0
        while workers:
            for worker, made in list(zip(workers, pool.map(lambda one: next(one, None), workers), strict=True)):
                if made is None:
                    workers.remove(worker)
                    continue
                log.add(plan.path, made)
                yield made
                failures = failures + 1 if made.failed else 0
            if failures >= PATIENCE:
                return


def text(plan: Plan, lines: Sequence[Line]) -> str:
    """What a match came to."""
    good = [one for one in lines if not one.failed]
    head = f"{plan.pair.game:<14} {plan.ours:>16} : {plan.pair.rival:<16}"
    if not good:
        return f"{head} no game was finished: {lines[-1].failed if lines else 'none was asked for'}"
    share = Mean()
    for one in good:
        share.add(one.worth)
    low, high = (100 * x for x in share.share_interval)
    counts = [sum(one.worth == worth for one in good) for worth in (1, 0.5, 0)]
    thought = sum(one.seconds for one in good) / max(sum(one.decisions for one in good), 1)
    failed = [one for one in lines if one.failed]
    return (
        f"{head} {100 * share.mean:5.1f} % ({low:.0f}–{high:.0f}) of {len(good)}: won {counts[0]}, drawn {counts[1]}, "
        f"lost {counts[2]}; {thought:.2f} s a decision"
        + (f"; {len(failed)} failed, the last: {failed[-1].failed}" if failed else "")
    )  # fmt: skip


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
            print(f"\r{text(plan, lines)}", end="", file=sys.stderr, flush=True)
    print(("\r" if sys.stderr.isatty() else "") + text(plan, lines), flush=True)


def seconds_of(think: str) -> float:
    """`1s`, `250ms` in seconds; raises ValueError."""
    for unit, factor in (("ms", 0.001), ("s", 1.0)):
        if think.endswith(unit):
            return float(think.removesuffix(unit)) * factor
    raise ValueError(think)


def pairs(names: Sequence[str]) -> list[Pair]:
    """The matches that are asked for: `GAME RIVAL`, all of a game, or all."""
    if len(names) == 2 and names[1] not in {pair.game for pair in AGAINST}:
        known = [pair for pair in AGAINST if pair.game == names[0]]
        same = [pair for pair in known if pair.rival.partition(":")[0] == names[1].partition(":")[0]] or known
        options = same[0].options if same else {}
        return [Pair(names[0], names[1], options, same[0].opening if same else 4)]
    return [pair for pair in AGAINST if not names or pair.game in names]


def main() -> None:
    """Play what is asked for."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME [RIVAL]", help="which matches; all if nothing is named")
    arguments.add_argument("--ours", help="our player; else the game's opponent, with the time of --think")
    arguments.add_argument("--games", type=int, default=20)
    arguments.add_argument("--think", default="1s", help="time a turn, for both sides")
    arguments.add_argument("--opening", type=int, help="plies drawn at random; else what the match has in its table")
    arguments.add_argument("--jobs", type=int, default=1, help="games at a time; not more than there are cores")
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    asked = arguments.parse_args()
    try:
        seconds = seconds_of(asked.think)
    except ValueError:
        arguments.error(f"--think {asked.think}: is a time, as 1s or 250ms")
    chosen = pairs(asked.names)
    if not chosen:
        arguments.error(f"no match is known for {', '.join(asked.names)}; say GAME RIVAL")
    for pair in chosen:
        opening = pair.opening if asked.opening is None else asked.opening
        pair = Pair(pair.game, pair.rival, pair.options, opening)  # noqa: PLW2901 - the same with its opening settled
        try:
            kind = opponent(Game.load(pair.game, **pair.options)).partition(":")[0]
            match(Plan(pair, asked.ours or f"{kind}:{asked.think}", asked.games, seconds, asked.jobs, asked.log))
        except (PlayerError, RivalError) as problem:
            arguments.error(str(problem))


if __name__ == "__main__":
    main()
