"""Which player is best at each ruleset that ships, at equal time; writes rulesets/opponents.yaml, which ships, too.

    nice python benchmarks/default_opponents.py --think 250ms        # hours; resumed by the same command
    nice python benchmarks/default_opponents.py --think 100ms --games 20 chess reversi
    nice python benchmarks/default_opponents.py --trial              # minutes: a short trial where nothing is known

Time is processor time, so that other work on the machine favours nobody. Each other kind plays against `mcts` in steps
of ten games. A match ends when the 95 % interval of the points leaves out one half, or after --games. A kind that is
better than `mcts` becomes the game's opponent, at a second a turn; of several the one with the most points does. Else
`mcts` is the opponent. Where values or a policy were learnt, `mcts` goes by them. `careful`, `greedy` and `rave`, who
go by none, meet it without them. If one of them is better, it stands behind the opponent, for options for which nothing
was learnt. `alphabeta` must be better than `mcts` with values and without: values may harm `mcts`. If a match tells
that they don't, it mustn't be worse than `mcts` without: in Chinese Checkers nobody can win against somebody who stays
at home. Who makes games more than five times as long as random ones are isn't taken: where a turn may go on for long,
nobody wants to watch that.
With `--kinds mcts`, `mcts` by values meets itself without them. A row of the table keeps what is known of kinds that
aren't measured this time. A log keeps the games. They count as long as kinds and time are the same: begin a new log
after a change of players. Rulesets that name an opponent themselves are measured too, but keep theirs. Games for one
player have no opponent. Where players don't see everything, all kinds search in the same way, and there is nothing to
measure. --trial gives each ruleset without a row the result of the trial that players of unknown games get
(docs/players.md), so that nobody waits for it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import mean

from rivals import log
from rivals.log import Line
from rivals.matches import Plan, in_words, played, points
from rivals.processor import processor_clock
from rivals.table import Pair, seconds_of

from gdl import library
from interpreter import Game, GameError, PlayerError
from interpreter.lab.opponent_trial import Trial, trial
from interpreter.lab.tools.simulate import simulate
from interpreter.players.learnt import UNTAUGHT
from interpreter.players.measured import TABLE, is_learnt
from interpreter.players.player import Seat
from interpreter.players.specs import is_untried, make
from interpreter.players.tried import CHALLENGERS, CHAMPION, TIME

STEP = 10
UNVALUED = ("careful", "greedy", "rave")
"""Kinds that never go by what was learnt."""
KINDS = (*CHALLENGERS, CHAMPION)
UNTAUGHT_FILE = f"@{UNTAUGHT}"
LONG = 5
"""The limit of a game's length: this number times the decisions of a random game."""
EVEN = 50
"""Per cent of the points of two who are as good as each other."""
RANDOM_GAMES = 50
"""The number of random games that tell how many decisions such a game has."""
OPENING = 4
"""Plies that are drawn at random, so that games without dice differ."""
HEAD = f"""\
# The opponent of each ruleset, found by playing: written by benchmarks/default_opponents.py, not by hand.
# Behind it, what others came to against {CHAMPION} at equal time: points, 95 % interval, games. A trial is of equal
# work, and stops where nothing better than {CHAMPION} can come of it. Of two, the second plays with options for which
# nothing was learnt. “Without values”: {CHAMPION} went by nothing that was learnt; “{CHAMPION} … without values” is
# {CHAMPION} by values against itself without them. “In long games”: these had more than {LONG} times as many decisions
# as random games have, so nobody wants to watch that player.
"""


def plans(name: str, kinds: Sequence[str], think: str, games: int, path: Path) -> list[Plan]:
    """The matches of a ruleset: of each of these challengers that can play it."""
    game, found = Game.load(name), []
    if len(game.players) < 2 or game.model.hides:
        return []
    for kind in kinds:
        spec = f"{kind}:{think}"
        try:
            make(spec, Seat(game, game.players[0]))
        except PlayerError as reason:
            print(f"{name:<14} {spec}: left out, {str(reason).splitlines()[0]}", flush=True)
            continue
        for file in rivals(kind, is_learnt(game)):
            pair = Pair(name, f"{CHAMPION}:{think}{file}", {}, OPENING)
            found.append(Plan(pair, spec, games, seconds_of(think), 1, path))
    return found


def rivals(kind: str, is_taught: bool) -> Sequence[str]:
    """By what `mcts` goes that this kind meets: by what was learnt (""), or by nothing, where something was."""
    if not is_taught:
        return () if kind == CHAMPION else ("",)
    return (UNTAUGHT_FILE,) if kind in (*UNVALUED, CHAMPION) else ("", UNTAUGHT_FILE)


def measured(plan: Plan) -> list[Line]:
    """The games of a match, up to where one is better, or to its end."""
    lines: list[Line] = []
    for games in range(STEP, plan.games + STEP, STEP):
        lines = list(played(replace(plan, games=min(games, plan.games))))
        low, high = points(lines).share_interval
        if low > 0.5 or high < 0.5 or not points(lines).count:
            break
    return lines


PLAIN, DRAGGING = " without values", " in long games"


@dataclass(frozen=True)
class Result:
    """What a kind came to against `mcts`, in whole per cent."""

    think: str
    kind: str
    share: int
    low: int
    high: int
    games: int
    is_better: bool
    """Than `mcts`, before the interval was rounded."""
    is_plain: bool
    """Whether `mcts` went by no values, though some were learnt."""
    is_long: bool = False
    """Whether games were too long."""

    @property
    def is_good(self) -> bool:
        """Whether the game's opponent may be of this kind."""
        return self.is_better and not self.is_long

    @property
    def is_even(self) -> bool:
        """Whether it may well be as good as `mcts`."""
        return self.high >= EVEN and not self.is_long

    def __str__(self) -> str:
        how = PLAIN * self.is_plain + DRAGGING * self.is_long
        return f"{self.kind} {self.share} % ({self.low}–{self.high}) of {self.games}{how}"


def results(name: str, think: str, path: Path) -> list[Result]:
    """What the log has of a ruleset."""
    found = []
    for kind, file in product(KINDS, ("", UNTAUGHT_FILE)):
        key = (name, "{}", f"{kind}:{think}", f"{CHAMPION}:{think}{file}")
        lines = list({line.key: line for line in log.read(path) if line.key[:4] == key}.values())
        share = points(lines)
        if share.count:
            low, high = share.share_interval
            won, least, most = (round(100 * x) for x in (share.mean, low, high))
            is_long = low > 0.5 and mean(line.decisions for line in lines) > LONG * usual_length(name)
            found.append(Result(think, kind, won, least, most, share.count, low > 0.5, bool(file), is_long))
    return found


def usual_length(name: str) -> float:
    """The decisions of a random game."""
    *_, played = simulate(Game.load(name), RANDOM_GAMES, seed=1)
    return played.decisions.mean


def known(row: str) -> list[Result]:
    """What a row of the table says."""
    found, named = [], re.findall(r"(\w+):", row.partition("#")[0].partition(": ")[2])
    for part in row.partition("#")[2].split(";"):
        think, _, notes = part.strip().partition(":")
        form = rf"(\w+) (\d+) % \((\d+)–(\d+)\) of (\d+)({PLAIN})?({DRAGGING})?"
        for kind, *numbers, plain, long in re.findall(form, notes):
            share, low, high, games = map(int, numbers)
            is_better = low > 50 or kind in named
            found.append(Result(think, kind, share, low, high, games, is_better, bool(plain), bool(long)))
    return found


def row(name: str, found: Sequence[Result]) -> str:
    """The table's line for a ruleset; kinds with the same time stand together."""
    helped = any(one.kind == CHAMPION and one.is_plain and one.high >= EVEN for one in found)
    excused = [one for one in found if helped and one.is_plain and one.is_even and one.kind not in UNVALUED]
    behind = {one.kind for one in found if not one.is_good and one not in excused}
    better = sorted((one for one in found if one.kind not in behind), key=lambda one: (-one.share, -one.low))
    by_values = [one.kind for one in better if not one.is_plain] or [CHAMPION]
    kinds = [by_values[0], *[one.kind for one in better if one.is_plain and one.kind in UNVALUED][:1]]
    specs = [f"{kind}:{TIME}" for kind in kinds]
    times = dict.fromkeys(one.think for one in found)
    notes = "; ".join(f"{think}: " + ", ".join(str(one) for one in found if one.think == think) for think in times)
    return f"{name}: {specs[0] if len(specs) == 1 else '[' + ', '.join(specs) + ']'}  # {notes}"


def in_short(name: str, found: Trial) -> str:
    """The table's line for a ruleset of which only a trial is known."""
    notes = ", ".join(f"{one.kind} {one.points:g} of {one.games}" for one in found.challenges)
    return f"{name}: {found.kind}:{TIME}  # trial: {notes or 'too long for one'}"


def write(lines: Mapping[str, str]) -> None:
    """Write the table with these lines, by ruleset, besides those that it has."""
    rows = sorted({**kept(), **lines}.values())
    TABLE.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


def merged(before: str, new: Sequence[Result]) -> list[Result]:
    """New results, and what a row says of other kinds."""
    return [*new, *(one for one in known(before) if one.kind not in {other.kind for other in new})]


def kept() -> Mapping[str, str]:
    """The lines that the table has already, by ruleset."""
    if not TABLE.exists():
        return {}
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return {line.partition(":")[0]: line for line in lines if line and not line.startswith("#")}


def main() -> None:
    """Measure what is asked for, and write the table after each ruleset."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", help="the rulesets; all if none is named")
    arguments.add_argument("--think", default="250ms", help="processor time a turn")
    arguments.add_argument("--games", type=int, default=40, help="of each match, at most")
    arguments.add_argument("--kinds", nargs="+", choices=KINDS, default=CHALLENGERS, help="challengers to play")
    arguments.add_argument("--log", type=Path, help="where games are kept; else in default_opponents.jsonl here")
    arguments.add_argument("--trial", action="store_true", help="only a short trial, of rulesets without a row")
    asked = arguments.parse_args()
    try:
        seconds_of(asked.think)
    except ValueError:
        arguments.error(f"--think {asked.think}: is a time, as 1s or 250ms")
    if unknown := [name for name in asked.names if name not in library.names()]:
        arguments.error(f"{', '.join(unknown)}: no such ruleset ships")
    path = asked.log or Path("default_opponents.jsonl")
    for name in asked.names or library.names():
        if asked.trial:
            if is_untried(game := Game.load(name)):
                write({name: in_short(name, trial(game))})
            continue
        try:
            with processor_clock():
                for plan in plans(name, asked.kinds, asked.think, asked.games, path):
                    print(in_words(plan, measured(plan)), flush=True)
        except GameError as problem:
            print(f"{name:<14} left out: {str(problem).splitlines()[0]}", flush=True)
            continue
        if new := results(name, asked.think, path):
            write({name: row(name, merged(kept().get(name, ""), new))})


if __name__ == "__main__":
    main()
