"""How far the computer's levels lie apart, in Elo: each plays the next in some games. And where they should lie.

    nice python benchmarks/levels.py --games 20 --log levels.jsonl             # resumed by the same command
    nice python benchmarks/levels.py sparks chess --calibrate --games 20 --log places.jsonl

Elo says how often the stronger one wins: 100 more are 64 % of the points, 200 are 76 %, 400 are 91 %. Intervals are
of 95 %. Games begin with two plies at random. The last column counts from level 1, by the steps' middles. Time is
processor time, so other work on the machine changes nothing.

--calibrate looks for even steps. Neighbours on the scale of levels (`interpreter/players/levels.py`) play each other,
and a high one plays the game's opponent, who has --think for a turn. Elo that explains all results best (Bradley and
Terry 1952) says where seven levels must stand so that all steps are alike. Those places go into rulesets/levels.yaml.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from rivals.log import Line
from rivals.matches import Plan, in_words, played, points
from rivals.processor import processor_clock
from rivals.table import PLACE, Pair

from interpreter import Game
from interpreter.players.levels import FARTHEST, LEVELS, TABLE, places
from interpreter.players.specs import opponent

GAMES = ("breakthrough", "connect_four", "reversi")
OPENING = 2
CLOSE = 1e-3
HIGHEST = 7.0
"""The place from which the opponent's strength is measured."""
MUCH, HARDLY = 0.9, 0.6
"""Points that leave open how much better somebody is, and that say that there is little between two players."""
LEAST_APART = 0.26
FAR = 300.0
"""Elo of a step, at most: 85 % of the points."""
USUAL, PRIOR = 200.0, 3.0
"""What a place is worth in Elo, as far as nothing is known: that counts as much as three games of two neighbours, and
as one game with the opponent, who is thought to be as good as whom it plays."""
ROUNDS = 4000
"""Of fitting."""
HEAD = """\
# Where the levels 1 to 7 of a ruleset stand on the scale of levels, so that the steps up to the game's opponent, level
# 8, are alike, as far as games have told: written by benchmarks/levels.py --calibrate, not by hand. Behind it, what a
# step is in Elo, and how many games that is from. Rulesets that aren't here have 1 to 7.
"""


def elo(share: float) -> float:
    """By how much a player is better who comes to this share of the points."""
    share = min(max(share, CLOSE), 1 - CLOSE)
    return 400 * math.log10(share / (1 - share))


def expected(difference: float) -> float:
    """The other way round."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def met(name: str, stronger: str, weaker: str, asked: argparse.Namespace) -> list[Line]:
    """The games of two players; those that failed don't count. Says how it stands."""
    plan = Plan(Pair(name, weaker, {}, OPENING), stronger, asked.games, 1.0, asked.jobs, asked.log)
    with processor_clock():
        lines = list(played(plan))
    print(in_words(plan, lines), flush=True)
    return [line for line in lines if not line.failed]


def steps(name: str, asked: argparse.Namespace) -> Iterator[str]:
    """A row of the table for each step."""
    total = 0.0
    for level in range(asked.lowest + 1, asked.highest + 1):
        share = points(met(name, f"level:{level}", f"level:{level - 1}", asked))
        if not share.count:
            break
        low, high = map(elo, share.share_interval)
        total += elo(share.mean)
        yield (f"{name:<14} {level - 1} → {level}  {100 * share.mean:5.1f} % of {share.count}   "
               f"Elo {elo(share.mean):+4.0f} ({low:+.0f} … {high:+.0f})   {total:5.0f}")  # fmt: skip


# ---- where they should lie


def matches(name: str, asked: argparse.Namespace) -> list[Line]:
    """Neighbours play each other; the opponent plays the highest place, and another where that one is much weaker than
    itself, or hardly."""
    rival, found, top = on_time(name, asked.think), list[Line](), HIGHEST
    while True:
        lines = met(name, rival, at(top), asked)
        found += lines
        share = points(lines).mean if lines else 0.5
        if share <= MUCH or top == FARTHEST:
            break
        top += 1
    if share < HARDLY:
        found += met(name, rival, at(top - 1), asked)
    for low in range(1, int(top)):
        found += between(name, low, low + 1, asked)
    return found


def between(name: str, low: float, high: float, asked: argparse.Namespace) -> list[Line]:
    """The games of two places. If one is much better, those of the places between tell by how much."""
    found = met(name, at(high), at(low), asked)
    if found and points(found).mean > MUCH and high - low > LEAST_APART:
        middle = (low + high) / 2
        found += between(name, low, middle, asked) + between(name, middle, high, asked)
    return found


def on_time(name: str, think: str) -> str:
    """The game's opponent, with this time for a turn."""
    return f"{opponent(Game.load(name)).partition(':')[0]}:{think}"


def at(place: float) -> str:
    """Who stands there."""
    return f"{PLACE}:{place:g}"


def fitted(lines: Sequence[Line]) -> Mapping[str, float]:
    """The Elo of all who played, from that of the first place, that explains the results best."""
    pairs = {(line.ours, line.theirs) for line in lines}
    results = [(line.ours, line.theirs, line.worth, 1.0) for line in lines]
    for ours, theirs in pairs:
        if ours.startswith(PLACE):
            apart = float(ours.removeprefix(f"{PLACE}:")) - float(theirs.removeprefix(f"{PLACE}:"))
            results.append((ours, theirs, expected(USUAL * apart), PRIOR))
        else:
            results.append((ours, theirs, 0.5, 1.0))
    found = {who: 0.0 for pair in pairs for who in pair}
    counts = {who: sum(weight for one, other, _, weight in results if who in (one, other)) for who in found}
    for _ in range(ROUNDS):
        gained = dict.fromkeys(found, 0.0)
        for one, other, worth, weight in results:
            more = weight * (worth - expected(found[one] - found[other]))
            gained[one] += more
            gained[other] -= more
        for who in found:
            found[who] += 400 * gained[who] / counts[who]
    return {who: value - found[at(1)] for who, value in found.items()}


def even(strengths: Mapping[str, float], rival: str) -> tuple[list[float], float]:
    """The places from which all steps are alike, and such a step in Elo; from the opponent downwards, where the first
    place would be too far."""
    known = sorted((float(who.removeprefix(f"{PLACE}:")), elo) for who, elo in strengths.items() if who != rival)
    rising = known[:1]
    for place, strength in known[1:]:  # chance may say that a higher place is weaker
        rising.append((place, max(strength, rising[-1][1] + 1)))
    step, found = min(strengths[rival] / (LEVELS - 1), FAR), []
    for level in range(1, LEVELS):
        wanted = strengths[rival] - step * (LEVELS - level)
        pairs = list(pairwise(rising))
        (low, less), (high, more) = next((pair for pair in pairs if pair[1][1] >= wanted), pairs[-1])
        found.append(round(min(max(low + (high - low) * (wanted - less) / (more - less), 1), high + 1), 1))
    return found, step


def calibrated(name: str, asked: argparse.Namespace) -> str:
    """The table's line for a ruleset, after its matches."""
    lines = matches(name, asked)
    strengths = fitted(lines)
    for who, value in sorted(strengths.items(), key=lambda item: item[1]):
        print(f"{name:<14} {who:<12} {value:+5.0f}", flush=True)
    found, step = even(strengths, on_time(name, asked.think))
    told = f"{step:.0f} Elo up to the opponent at {asked.think}, {len(lines)} games"
    return f"{name}: [{', '.join(f'{place:g}' for place in found)}]  # {told}"


def write(name: str, line: str) -> None:
    """Put a line into the table."""
    known = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    rows = {row.partition(":")[0]: row for row in known if row and not row.startswith("#")}
    rows[name] = line
    TABLE.write_text(HEAD + "\n".join(sorted(rows.values())) + "\n", encoding="utf-8")


def main() -> None:
    """Play, and print what comes of it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", default=[], help=f"rulesets; else {', '.join(GAMES)}")
    arguments.add_argument("--games", type=int, default=40, help="of each step")
    arguments.add_argument("--lowest", type=int, default=1, help="the level from which it goes")
    arguments.add_argument("--highest", type=int, default=LEVELS, help="the level to which it goes")
    arguments.add_argument("--calibrate", action="store_true", help="look for even steps, and write them down")
    arguments.add_argument("--think", default="1s", help="the opponent's time a turn while looking for them")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    asked = arguments.parse_args()
    for name in asked.names or GAMES:
        if asked.calibrate:
            write(name, line := calibrated(name, asked))
            print(line, flush=True)
            continue
        print(f"{name:<14} levels at {', '.join(f'{place:g}' for place in places(Game.load(name)))}", flush=True)
        for row in steps(name, asked):
            print(row, flush=True)


if __name__ == "__main__":
    main()
