"""How far the computer's levels lie apart, in Elo: each plays the next in some games. And where they should lie.

    nice python benchmarks/levels.py --games 20 --log levels.jsonl             # resumed by the same command
    nice python benchmarks/levels.py sparks chess --calibrate --budget 300 --log places.jsonl

Elo says how often the stronger one wins: 100 more are 64 % of the points, 200 are 76 %, 400 are 91 %. Intervals are
of 95 %. Games begin with two plies at random. The last column counts from level 1, by the steps' middles. Time is
processor time, so other work on the machine changes nothing.

--calibrate looks for even steps. Neighbours on the scale of levels (`interpreter/players/levels.py`) play each other,
and the game's opponent, who has --think for a turn, plays high ones. Two games at a time, the pair plays whose step is
known least for the time that its games take, until the stronger players have taken --budget seconds, and each step has
been played. Elo that explains all results best
(Bradley and Terry 1952) says where seven levels must stand so that all steps are alike. Those places go into
rulesets/levels.yaml.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from rivals import log
from rivals.log import Line
from rivals.matches import Plan, in_words, one, played, points
from rivals.processor import processor_clock
from rivals.table import PLACE, Pair

from interpreter import Game, GameError
from interpreter.lab.tools.summary import Mean
from interpreter.players.levels import FARTHEST, LEVELS, TABLE, places
from interpreter.players.specs import opponent

GAMES = ("breakthrough", "connect_four", "reversi")
OPENING = 2
CLOSE = 1e-3
HIGHEST = 7.0
"""The place from which the opponent's strength is measured."""
MUCH, SURE = 0.9, 6
"""Points that leave open how much better somebody is, if they are of more than SURE games."""
ROUND, LEAST = 2, 8
"""Games in which players change seats, and games of the opponent against the highest place, at least."""
TELLS, INSTANT = 0.5, 0.01
"""What is known of a step before any game, as games tell it; seconds a game at least, as it is more than thinking."""
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


Games = dict[tuple[str, str], list[Line]]
"""What is known of each pair: the stronger one first."""


def matches(name: str, asked: argparse.Namespace) -> list[Line]:
    """A round at a time of the pair that tells most for its time, until the budget is spent. Raises GameError if a game
    fails."""
    game, rival = Game.load(name), on_time(name, asked.think)
    known = {line.key: line for line in log.read(asked.log) if not line.failed}
    ladder, games = [float(place) for place in range(1, int(HIGHEST) + 1)], Games()
    while True:
        ladder = longer(ladder, rival, games)
        pair = due(ladder, rival, games)
        if pair is None and sum(map(seconds, games.values())) >= asked.budget:
            break
        pair = pair or most_telling(ladder, rival, games)
        plan = Plan(Pair(name, pair[1], {}, OPENING), pair[0], 0, 1.0)
        lines = games.setdefault(pair, [])
        for number in range(len(lines), len(lines) + ROUND):
            line = known.get(plan.line(number).key)
            if line is None:
                with processor_clock():
                    line = one(plan, game, number)
                log.add(asked.log, line)
            if line.failed:
                raise GameError(line.failed)
            lines.append(line)
    for pair, lines in games.items():
        print(in_words(Plan(Pair(name, pair[1], {}, OPENING), pair[0], len(lines), 1.0), lines), flush=True)
    return [line for lines in games.values() for line in lines]


def seconds(lines: Sequence[Line]) -> float:
    """What the stronger player's thoughts took."""
    return sum(line.seconds for line in lines)


def links(ladder: Sequence[float], rival: str) -> list[tuple[str, str]]:
    """Who may meet: neighbours, and the opponent and each."""
    return [*((at(high), at(low)) for low, high in pairwise(ladder)), *((rival, at(place)) for place in ladder)]


def due(ladder: Sequence[float], rival: str, games: Games) -> tuple[str, str] | None:
    """The first pair that must play more games, whatever the budget: neighbours a round, and the opponent and the
    highest place so many that the last step is known, too."""
    for pair in links(ladder, rival):
        least = ROUND if pair[0] != rival else LEAST if pair[1] == at(ladder[-1]) else 0
        if len(games.get(pair, ())) < least:
            return pair
    return None


def longer(ladder: Sequence[float], rival: str, games: Games) -> list[float]:
    """The places with those between two of which one is much better, and with one above them all if the opponent is
    much better than that."""
    found, top = list(ladder), ladder[-1]
    for low, high in pairwise(ladder):
        lines = games.get((at(high), at(low)), [])
        if len(lines) > SURE and points(lines).mean > MUCH and high - low > LEAST_APART:
            found.append((low + high) / 2)
    lines = games.get((rival, at(top)), [])
    if len(lines) > SURE and points(lines).mean > MUCH and top < FARTHEST:
        found.append(top + 1)
    return sorted(found)


def most_telling(ladder: Sequence[float], rival: str, games: Games) -> tuple[str, str]:
    """The pair whose next round makes a step most certain for the time that it takes.

    Games tell p · (1 - p) each of a step's Elo, if p is the share to expect; the variance is one by what all have told.
    All games of the opponent tell of one step.
    """
    pairs = links(ladder, rival)
    strengths = fitted([line for lines in games.values() for line in lines])
    told, cost = dict[str, float](), dict[tuple[str, str], float]()
    for pair in pairs:
        lines = games.get(pair, [])
        step = rival if pair[0] == rival else pair[0]
        told[step] = told.get(step, TELLS) + len(lines) * telling(strengths, pair)
        cost[pair] = seconds(lines) / len(lines) if lines else 0.0
    dearest = max(cost.values())

    def gain(pair: tuple[str, str]) -> float:
        more, before = telling(strengths, pair), told[pair[0]]
        return more / (before * (before + more)) / ((cost[pair] or dearest) + INSTANT)

    return max(pairs, key=gain)


def telling(strengths: Mapping[str, float], pair: tuple[str, str]) -> float:
    """What a game of two players tells, at most a quarter."""
    share = expected(strengths.get(pair[0], 0.0) - strengths.get(pair[1], 0.0))
    return share * (1 - share)


def on_time(name: str, think: str) -> str:
    """The game's opponent, with this time for a turn."""
    return f"{opponent(Game.load(name)).partition(':')[0]}:{think}"


def at(place: float) -> str:
    """Who stands there."""
    return f"{PLACE}:{place:g}"


def fitted(lines: Sequence[Line]) -> Mapping[str, float]:
    """The Elo of all who played, from that of the first place, that explains the results best."""
    pairs = {(line.ours, line.theirs): Mean() for line in lines}
    for line in lines:
        pairs[line.ours, line.theirs].add(line.worth)
    results = [(*pair, mean.mean, float(mean.count)) for pair, mean in pairs.items()]
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
        for high, low, worth, weight in results:
            more = weight * (worth - expected(found[high] - found[low]))
            gained[high] += more
            gained[low] -= more
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
    arguments.add_argument("--budget", type=float, default=120, help="processor seconds of the stronger players")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    asked = arguments.parse_args()
    for name in asked.names or GAMES:
        if asked.calibrate:
            try:
                write(name, line := calibrated(name, asked))
                print(line, flush=True)
            except GameError as problem:
                print(f"{name:<14} left out: {str(problem).splitlines()[0]}", flush=True)
            continue
        print(f"{name:<14} levels at {', '.join(f'{place:g}' for place in places(Game.load(name)))}", flush=True)
        for row in steps(name, asked):
            print(row, flush=True)


if __name__ == "__main__":
    main()
