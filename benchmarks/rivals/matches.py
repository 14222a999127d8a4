"""A match between two players, of ours or programs: the games that are on disk already, and then the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter import Game
from interpreter.errors import GameError
from interpreter.lab.matches import Pairing, Table, play_one
from interpreter.lab.tools.summary import Mean
from rivals import log
from rivals.log import Line
from rivals.table import Pair, maker

PATIENCE = 3
"""So many games may fail one after another before a match is given up."""
SEED = 1


@dataclass(frozen=True)
class Plan:
    """A match: who against whom, how often, how long programs may think, where it is kept."""

    pair: Pair
    ours: str
    games: int
    seconds: float
    jobs: int = 1
    path: Path | None = None

    def line(self, number: int) -> Line:
        """The game with this number, as yet without a result."""
        pair = self.pair
        return Line(pair.game, str(dict(pair.options)), self.ours, pair.rival, pair.opening, number)


def played(plan: Plan) -> Iterator[Line]:
    """The games of a match, those on disk first."""
    wanted = [plan.line(number) for number in range(plan.games)]
    known = {one.key: one for one in log.read(plan.path) if not one.failed}
    yield from (known[one.key] for one in wanted if one.key in known)
    numbers = [one.number for one in wanted if one.key not in known]
    games = [Game.load(plan.pair.game, **plan.pair.options) for _ in range(min(plan.jobs, len(numbers)))]

    def work(worker: int) -> Iterator[Line]:
        return (one(plan, games[worker], number) for number in numbers[worker :: plan.jobs])

    workers, failures = [work(k) for k in range(len(games))], 0
    with ThreadPoolExecutor(plan.jobs) as pool:
        while workers and failures < PATIENCE:
            made = list(pool.map(lambda worker: next(worker, None), workers))
            workers = [worker for worker, line in zip(workers, made, strict=True) if line is not None]
            for line in made:
                if line is not None:
                    log.add(plan.path, line)
                    yield line
                    failures = failures + 1 if line.failed else 0


def one(plan: Plan, game: Game, number: int) -> Line:
    """Play a game of the match. In even ones ours begins; players of our own may have several seats."""
    specs, opening = (plan.ours, plan.pair.rival), plan.pair.opening
    seats = tuple((seat + number) % 2 for seat in range(len(game.players)))
    line = plan.line(number)
    try:
        made = tuple(maker(spec, plan.seconds) for spec in specs)
        bout = play_one(game, Table(game, specs, SEED, opening, made), Pairing(number // 2, seats))
    except GameError as problem:
        return replace(line, failed=str(problem).splitlines()[0])
    mine = [seat for seat, who in enumerate(seats) if who == 0]
    worth = sum((bout.utilities[seat] + 1) / 2 for seat in mine) / len(mine)
    decisions, seconds = sum(bout.decisions[seat] for seat in mine), sum(bout.seconds[seat] for seat in mine)
    return replace(line, worth=worth, decisions=decisions, seconds=round(seconds, 3))


def points(lines: Sequence[Line]) -> Mean:
    """What the games that were finished came to, for ours: a draw is half a point."""
    mean = Mean()
    for line in lines:
        if not line.failed:
            mean.add(line.worth)
    return mean


def in_words(plan: Plan, lines: Sequence[Line]) -> str:
    """What a match came to."""
    good, failed = [line for line in lines if not line.failed], [line for line in lines if line.failed]
    head = f"{plan.pair.game:<14} {plan.ours:>16} : {plan.pair.rival:<16}"
    if not good:
        return f"{head} no game was finished: {lines[-1].failed if lines else 'none was asked for'}"
    share = points(lines)
    low, high = (100 * x for x in share.share_interval)
    won, drawn, lost = (sum(line.worth == worth for line in good) for worth in (1, 0.5, 0))
    thought = sum(line.seconds for line in good) / max(sum(line.decisions for line in good), 1)
    return (
        f"{head} {100 * share.mean:5.1f} % ({low:.0f}–{high:.0f}) of {len(good)}: won {won}, drawn {drawn}, "
        f"lost {lost}; {thought:.2f} s a decision"
        + (f"; {len(failed)} failed, the last: {failed[-1].failed}" if failed else "")
    )
