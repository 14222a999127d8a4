"""How far the computer's levels lie apart, in Elo: each plays the next in some games. And where they should lie.

    nice python benchmarks/levels.py --games 20 --log levels.jsonl             # resumed by the same command
    nice python benchmarks/levels.py sparks chess --calibrate --budget 300 --log places.jsonl

Elo says how often the stronger one wins: 100 more are 64 % of the points, 200 are 76 %, 400 are 91 %. Intervals are
of 95 %. Games begin with two plies at random. The last column counts from level 1, by the steps' middles. Time is
processor time, so other work on the machine changes nothing.

--calibrate looks for even steps. Neighbours on the scale of levels (`interpreter/players/levels.py`) play each other,
and the game's opponent, who has --think for a turn, plays high ones. Two games at a time, the pair plays that tells
most of the steps for the time that its games take, until games have taken --budget seconds, and each step has been
played. There is one place more, as long as the seventh level should stand more than a place above the highest. Their
strengths (`rivals/scale.py`) say where seven levels must stand so that all steps are alike. In its usual time, the
opponent is thought to gain as much as the places with so much more work have over each other. The levels' places go
into rulesets/levels.yaml, if they are surely evener than 1 to 7.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from rivals import log
from rivals.log import Line
from rivals.matches import Plan, in_words, one, played, points
from rivals.processor import processor_clock
from rivals.scale import Result, Scale, at, elo, fitted, rising
from rivals.table import PLACE, Pair, seconds_of

from interpreter import Game, GameError
from interpreter.players.levels import FARTHEST, LEVELS, MORE_GAMES, MORE_POSITIONS, TABLE, by_depth, places
from interpreter.players.specs import opponent

GAMES = ("breakthrough", "connect_four", "reversi")
OPENING = 2
HIGHEST = 7.0
"""The place from which the opponent's strength is measured."""
MUCH, GAMES_UP, GAMES_BETWEEN = 0.9, 7, 16
"""A share of the points from which on nobody knows how much better a player is; and after how many games that counts:
those of the opponent, those of neighbours."""
ROUND, LEAST = 2, 8
"""Games in which players change seats, and games of the opponent against the highest place, at least."""
BESIDES = 0.2
"""Seconds that a game takes besides the stronger player's thoughts."""
LEAST_APART = 0.26
USUAL = tuple(range(1, LEVELS))
SURELY = 0.9
"""Places are written down if they are evener than the usual ones with this probability."""
HEAD = """\
# Where the levels 1 to 7 of a ruleset stand on the scale of levels, so that the steps up to the game's opponent, level
# 8, are alike, as far as games have told: written by benchmarks/levels.py --calibrate, not by hand. Behind it, what a
# step is in Elo, and by how much steps are thought to differ from that, with these places and with 1 to 7 (a standard
# deviation). Rulesets that aren't here have 1 to 7.
"""


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
    game, rival, more = Game.load(name), on_time(name, asked.think), places_of(name, asked.think)
    games = kept(name, rival, asked.log)
    known = [place for pair in games for player in pair if (place := place_of(player)) is not None]
    ladder = sorted({*map(float, USUAL), *known})
    while True:
        ladder = longer(ladder, rival, games)
        pair = due(ladder, rival, games)
        if pair is None and ladder[-1] < FARTHEST and is_too_short(scale_with(ladder, games).with_more(more)):
            ladder.append(ladder[-1] + 1)
            continue
        if pair is None and sum(map(seconds, games.values())) >= asked.budget:
            break
        pair = pair or most_telling(ladder, rival, games)
        plan = plan_of(name, pair)
        lines = games.setdefault(pair, [])
        for number in range(len(lines), len(lines) + ROUND):
            with processor_clock():
                line = one(plan, game, number)
            log.add(asked.log, line)
            if line.failed:
                raise GameError(line.failed)
            lines.append(line)
    for pair, lines in games.items():
        print(in_words(plan_of(name, pair), lines), flush=True)
    return [line for lines in games.values() for line in lines]


def kept(name: str, rival: str, path: Path | None) -> Games:
    """The games of the ruleset that a log has, by pair, in their order."""
    games = defaultdict[tuple[str, str], list[Line]](list)
    for line in log.read(path):
        ours = line.ours == rival or place_of(line.ours) is not None
        if line.game == name and ours and place_of(line.theirs) is not None and not line.failed:
            games[line.ours, line.theirs].append(line)
    return dict(games)


def plan_of(name: str, pair: tuple[str, str]) -> Plan:
    """A match of two players, the stronger one first; how many games it has is said elsewhere."""
    return Plan(Pair(name, pair[1], {}, OPENING), pair[0], 0, 1.0)


def seconds(lines: Sequence[Line]) -> float:
    """What games took, about."""
    return sum(line.seconds + BESIDES for line in lines)


def links(ladder: Sequence[float], rival: str) -> list[tuple[str, str]]:
    """Who may meet: neighbours, and the opponent and each."""
    return [*((who(high), who(low)) for low, high in pairwise(ladder)), *((rival, who(place)) for place in ladder)]


def due(ladder: Sequence[float], rival: str, games: Games) -> tuple[str, str] | None:
    """The first pair that must play more games, whatever the budget: neighbours a round, and the opponent and the
    highest place so many that the last step is known, too."""
    for pair in links(ladder, rival):
        least = ROUND if pair[0] != rival else LEAST if pair[1] == who(ladder[-1]) else 0
        if len(games.get(pair, ())) < least:
            return pair
    return None


def longer(ladder: Sequence[float], rival: str, games: Games) -> list[float]:
    """The places with those between two of which one is much better, and with one above them all if the opponent is
    much better than that."""
    found, top = list(ladder), ladder[-1]
    for low, high in pairwise(ladder):
        lines = games.get((who(high), who(low)), [])
        if len(lines) >= GAMES_BETWEEN and points(lines).mean > MUCH and high - low > LEAST_APART:
            found.append((low + high) / 2)
    lines = games.get((rival, who(top)), [])
    if len(lines) >= GAMES_UP and points(lines).mean > MUCH and top < FARTHEST:
        found.append(top + 1)
    return sorted(found)


def most_telling(ladder: Sequence[float], rival: str, games: Games) -> tuple[str, str]:
    """The pair whose next round makes the steps most certain for the time that it takes."""
    scale, pairs = scale_with(ladder, games), links(ladder, rival)
    cost = {pair: seconds(lines) / len(lines) for pair, lines in games.items() if lines}
    dearest = max(cost.values())

    def gain(pair: tuple[str, str]) -> float:
        told = scale.gain(place_of(pair[0]), float(pair[1].removeprefix(f"{PLACE}:")), ROUND)
        return told / cost.get(pair, dearest)

    return max(pairs, key=gain)


def on_time(name: str, think: str) -> str:
    """The game's opponent, with this time for a turn."""
    return f"{opponent(Game.load(name)).partition(':')[0]}:{think}"


def places_of(name: str, think: str) -> float:
    """How many places more work is done in the opponent's usual time."""
    known = opponent(Game.load(name))
    more = MORE_POSITIONS if by_depth(Game.load(name), known) else MORE_GAMES
    return math.log(seconds_of(known.partition(":")[2]) / seconds_of(think)) / math.log(more)


def who(place: float) -> str:
    """Who stands there."""
    return f"{PLACE}:{place:g}"


def place_of(player: str) -> float | None:
    """Where a player stands; None for the opponent."""
    return float(player.removeprefix(f"{PLACE}:")) if player.startswith(f"{PLACE}:") else None


def scale_of(lines: Sequence[Line], ladder: Sequence[float]) -> Scale:
    """What games say of who stands at these places."""
    pairs = defaultdict[tuple[float | None, float | None], list[Line]](list)
    for line in lines:
        pairs[place_of(line.ours), place_of(line.theirs)].append(line)
    results = [Result(*pair, points(found).total, len(found)) for pair, found in pairs.items()]
    return fitted(results, ladder)


def scale_with(ladder: Sequence[float], games: Games) -> Scale:
    """What all games so far say of who stands at these places."""
    return scale_of([line for lines in games.values() for line in lines], ladder)


def is_too_short(scale: Scale) -> bool:
    """Whether the opponent is much better than all places that have been measured, so that the seventh level should
    stand more than a place above them: it doesn't, and may be like the sixth."""
    strengths, step = rising(scale.strengths), scale.rival / (LEVELS - 1)
    if scale.rival - strengths[-1] <= elo(MUCH):
        return False
    return at(strengths, scale.places, step * (LEVELS - 2)) > scale.places[-1] + 1


def even(scale: Scale) -> tuple[list[float], float]:
    """The places from which all steps are alike, and such a step in Elo. The first level stands at the first place,
    however far below the opponent that is: somebody must lose to a beginner."""
    strengths, step, found = rising(scale.strengths), scale.rival / (LEVELS - 1), list[float]()
    for level in range(1, LEVELS):
        place = at(strengths, scale.places, step * (level - 1))
        found.append(round(min(max(place, scale.places[0]), scale.places[-1] + 1, FARTHEST), 1))
    return found, step


def calibrated(name: str, asked: argparse.Namespace) -> tuple[str, float]:
    """The table's line for a ruleset, after its matches, and how likely it is that its places are evener than the usual
    ones."""
    lines = matches(name, asked)
    scale = scale_of(lines, sorted({place for line in lines if (place := place_of(line.theirs)) is not None}))
    scale = scale.with_more(places_of(name, asked.think))
    for place, strength in zip(scale.places, scale.strengths, strict=True):
        print(f"{name:<14} {who(place):<12} {strength:+5.0f}", flush=True)
    print(f"{name:<14} {'opponent':<12} {scale.rival:+5.0f}", flush=True)
    found, step = even(scale)
    now, before = scale.unevenness(found), scale.unevenness(USUAL)
    told = f"{step:.0f} Elo, ±{now.mean():.0f} (1 to 7: ±{before.mean():.0f}); {len(lines)} games at {asked.think}"
    return f"{name}: [{', '.join(f'{place:g}' for place in found)}]  # {told}", float((now < before).mean())


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
    arguments.add_argument("--budget", type=float, default=120, help="processor seconds of its games, about")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    asked = arguments.parse_args()
    for name in asked.names or GAMES:
        if asked.calibrate:
            try:
                line, sure = calibrated(name, asked)
                if sure >= SURELY:
                    write(name, line)
                print(f"{line}; evener with {100 * sure:.0f} %{'' if sure >= SURELY else ', not written'}", flush=True)
            except GameError as problem:
                print(f"{name:<14} left out: {str(problem).splitlines()[0]}", flush=True)
            continue
        print(f"{name:<14} levels at {', '.join(f'{place:g}' for place in places(Game.load(name)))}", flush=True)
        for row in steps(name, asked):
            print(row, flush=True)


if __name__ == "__main__":
    main()
