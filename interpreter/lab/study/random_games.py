"""Random games: results and lengths of all of them in sums, a part of them looked at ply by ply."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.abi import DECISION
from interpreter.graph.backend import GivenUp
from interpreter.graph.chance import mix, seed_key, signed
from interpreter.graph.layout import RESULT
from interpreter.lab.study import endings
from interpreter.lab.study.rows import KERNELS, MOVER, OPTIONS, WAITING, Problem, Rows, decoded, problem, rows
from interpreter.lab.study.sums import TraceSums, summed
from interpreter.lab.tools import tally
from interpreter.lab.tools.simulate import EndlessError, playout
from interpreter.lab.tools.summary import Summary
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.native.host.instance import Instance

MOST_PROBLEMS = 8
TRIED = 8
"""If so many games that compiled rules gave up are broken, the others of a task are taken to be."""
MOST_BRANCHES = 128


@dataclass(frozen=True)
class RandomTask:
    """Games `first` … `first + count - 1` of a seed; from behind an option of the start, if one is named."""

    seed: int
    first: int
    count: int
    limit: int
    option: int = -1
    endings: bool = True
    """Whether to find out by which line of the rules they end."""


@dataclass
class RandomSums:
    """What random games came to, as `kernels/playouts.py` reports it."""

    totals: list[int] = field(default_factory=list)
    endings: Counter[int] = field(default_factory=Counter)
    broken: int = 0
    endless: int = 0
    problems: list[Problem] = field(default_factory=list)

    def __add__(self, other: RandomSums) -> RandomSums:
        there = self.totals and other.totals
        totals = tally.merged(self.totals, other.totals) if there else self.totals or other.totals
        return RandomSums(
            totals, Counter(dict(self.endings)) + other.endings, self.broken + other.broken,
            self.endless + other.endless, (self.problems + other.problems)[:MOST_PROBLEMS],
        )  # fmt: skip

    @property
    def games(self) -> int:
        """How many came to their end."""
        return self.totals[0] if self.totals else 0

    def points(self, seat: int, players: int) -> tuple[float, int]:
        """The points of a seat in all games, and their number."""
        return tally.points(self.totals, seat, players)

    def squares(self, seat: int, players: int) -> float:
        """The sum of the squares of these points."""
        return tally.squares_of_points(self.totals, seat, players)

    def summary(self, model: Model) -> Summary:
        """Means and shares."""
        found = Summary(model.players)
        if self.totals:
            tally.take_in(found, self.totals, model.partners)
        return found


def play(game: Game, task: RandomTask) -> RandomSums:
    """Play the games of a task."""
    found = RandomSums(tally.empty(len(game.players)))
    start = None
    if task.option >= 0:
        before = game.start(task.seed)
        start = before.play(before.ways[task.option])
    try:
        left = _compiled(game, task, start, found) if game.native is not None else None
    except GivenUp:
        left = None
    todo = list(range(task.first, task.first + task.count) if left is None else left)
    for done, number in enumerate(todo):
        if left is not None and done == TRIED and found.broken == TRIED:
            found.broken += len(todo) - done  # compiled rules gave them up like those that are broken
            break
        _one(game, task, start, number, found)
    if task.endings:
        found.endings = endings.counted(game, task.seed, task.first, task.count, task.limit)
    return found


def _compiled(game: Game, task: RandomTask, start: State | None, found: RandomSums) -> list[int]:
    """By compiled rules; gives the numbers of games that are left to the reference interpreter."""
    assert game.native is not None
    if start is not None and start.is_over:
        for _ in range(task.count):
            tally.count(found.totals, start._stop.values[RESULT], game.model, 0, 0)
        return []
    left: list[int] = []
    stop = None if start is None else start._stop
    batch = game.native.random_games(task.seed, task.first, task.count, task.limit, stop)
    found.totals = tally.settled(batch.totals, game.model)
    for unplayed in batch.unplayed:
        if unplayed.reached is None:
            left.append(unplayed.number)
            continue
        found.endless += 1
        if len(found.problems) < MOST_PROBLEMS:
            found.problems.append(problem(game, task.seed, unplayed.number, task.limit, True))
    return left


def _one(game: Game, task: RandomTask, start: State | None, number: int, found: RandomSums) -> None:
    """One game by the reference interpreter."""
    try:
        played = playout(game, task.seed, number, task.limit, start)
    except RuleError as error:
        endless = isinstance(error, EndlessError)
        found.endless += endless
        found.broken += not endless
        if len(found.problems) < MOST_PROBLEMS:
            text = str(error).splitlines()[0] if endless else f"game {number} of seed {task.seed}: {error}"
            found.problems.append(Problem(number, endless, text))
        return
    tally.count(found.totals, played.end._stop.values[RESULT], game.model, played.decisions, played.turns)


# ---- ply by ply


@dataclass(frozen=True)
class TraceTask:
    """Games that are looked at ply by ply; in so many of them one state's options are all tried."""

    seed: int
    first: int
    count: int
    limit: int
    branched: int = 4


@dataclass
class Traced:
    """What was seen in them."""

    sums: TraceSums
    blocked: list[float] = field(default_factory=list)
    """For some states, by how much the options of the player who follows depend on the move (see `metrics`)."""

    def __add__(self, other: Traced) -> Traced:
        return Traced(self.sums + other.sums, self.blocked + other.blocked)


def trace(game: Game, task: TraceTask) -> Traced:
    """Look at the games of a task."""
    held = rows(game, task.seed, task.first, task.count, task.limit)
    found = Traced(summed(game.model, game.machine.layout, held))
    if game.native is not None and len(game.players) > 1:
        found.blocked = _blocked(game, task)
    return found


def _blocked(game: Game, task: TraceTask) -> list[float]:
    """Of some games one state each, drawn by the game's number: 1 less the mean of what the moves leave the next player
    of the most options that one of them leaves."""
    found: list[float] = []

    held = engine(game, KERNELS)
    instance = held.take()
    for number in range(task.first, task.first + min(task.count, task.branched)):
        key = signed(seed_key(task.seed))
        if instance.call("trace", key, number, 1, task.limit, 0):
            continue
        _, at, lines, size = instance.report(4)
        line = mix(number + 1) % max(lines - 1, 1)
        row = instance.read(at + line * size, size)
        before = _read(instance, row)
        if before.head[0, WAITING] != DECISION:
            continue
        instance.write(instance.compiled.work, _without_past(instance, row[64:]))
        if instance.call("branch", instance.compiled.work, MOST_BRANCHES) < 2:
            continue
        _, at, lines, size = instance.report(4)
        after = _read(instance, instance.read(at, lines * size)).head
        theirs = (after[:, MOVER] != before.head[0, MOVER]) & (after[:, WAITING] == DECISION)
        options = after[theirs, OPTIONS]
        if len(options) > 1:
            found.append(1 - float(np.mean(options)) / float(options.max()))
    held.give_back(instance)
    return found


def _read(instance: Instance, held: bytes) -> Rows:
    record = instance.compiled.record
    return decoded(record, np.frombuffer(held, dtype=np.uint8).reshape(-1, 64 + record.size), grounds=False)


def _without_past(instance: Instance, record: bytes) -> bytes:
    past = instance.compiled.record.past
    if past is None:
        return record
    out = bytearray(record)
    out[past.count : past.count + 8] = bytes(8)
    out[past.filter : past.filter + 512] = bytes(512)
    return bytes(out)
