"""Two machines play a game side by side: whatever they are asked, they must say the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gdl.model import Model
from interpreter import Game
from interpreter.chance import Chance
from interpreter.graph import OVER
from interpreter.layout import ME, NEXT
from interpreter.machine import Broken, Endless, Machine, Stop, Stuck

TEXTS = 60
"""Of so many options at most the texts are compared."""


class Disagreement(AssertionError):
    """Two machines say different things."""


@dataclass(frozen=True)
class Failure:
    """A rule that was broken: how, where and with which words."""

    sort: str
    where: str
    message: str


@dataclass(frozen=True)
class Played:
    """What a game in lockstep has come to."""

    plies: int
    over: bool
    failure: Failure | None


Outcome = Any


def outcome(work: Callable[[], Outcome]) -> Outcome:
    """What some work gives, or the rule that it breaks."""
    try:
        return work()
    except (Broken, Endless) as problem:
        where = problem.span.where if problem.span else ""
        return Failure(type(problem).__name__, where, str(problem))
    except Stuck as problem:
        return Failure("Stuck", problem.span.where, f"{problem.first} {problem.values!r}")


class Pair:
    """Two machines, and what has been done with both of them so far."""

    def __init__(self, ours: Any, theirs: Any) -> None:
        self.ours, self.theirs = ours, theirs
        self.done: list[str] = []

    def both(self, what: str, do: Callable[[Any, int], Outcome]) -> tuple[Outcome, Outcome]:
        """Have both do some work (told which of the two it is: 0 or 1), and compare what comes of it."""
        ours, theirs = outcome(lambda: do(self.ours, 0)), outcome(lambda: do(self.theirs, 1))
        for part in ("turns", "place", "values", "origin", "entries") if isinstance(ours, Stop) else ():
            self.same(f"{what}: {part}", said(ours, part), said(theirs, part))
        self.same(what, *(None if isinstance(x, Stop) else x for x in (ours, theirs)))
        return ours, theirs

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        """Two things are the same, and of the same type."""
        if ours != theirs or repr(ours) != repr(theirs):
            so_far = ", ".join(self.done) or "(none)"
            raise Disagreement(f"{what}\n  one machine:   {ours!r}\n  the other one: {theirs!r}\n  so far: {so_far}")


def said(stop: Stop | Failure, part: str) -> Any:
    """A part of what a machine says."""
    if isinstance(stop, Failure):
        return stop
    if part == "entries":
        return [(entry.ask, entry.chosen) for entry in stop.entries]
    return getattr(stop, part)


def lockstep(game: Game, other_machine_factory: Callable[[Model], Any], seed: int, plies: int = 60) -> Played:
    """Play a random game with the reference machine and with another one; raises Disagreement.

    The factory makes the other machine from a model: anything that can start, play, begin_turn, go_on, after_turn,
    resume and text as interpreter.machine.Machine does. Set-up, dice and decisions are picked alike.
    """
    pair = Pair(Machine(game.model), other_machine_factory(game.model))
    chance = Chance(seed)
    stops = pair.both("start", lambda machine, _: machine.start())
    for ply in range(plies + 1):
        ours, theirs = stops
        if isinstance(ours, Failure):
            return Played(ply, False, ours)
        if not ours.entries:
            return Played(ply, True, None)
        compare_texts(pair, stops)
        if ply % 5 < 2:
            compare_other_ways(pair, ours, len(game.players))
        if ply == plies:
            break
        i = chance.pick(len(ours.entries), ply)
        pair.done.append(str(outcome(lambda entry=ours.entries[i]: pair.ours.text(entry))))  # type: ignore[misc]
        stops = pair.both("play", lambda machine, which, i=i: machine.play(stops[which].entries[i]))  # type: ignore[misc]
    return Played(plies, False, None)


def compare_texts(pair: Pair, stops: tuple[Stop, Stop]) -> None:
    """The options are written alike."""
    many = range(0, len(stops[0].entries), len(stops[0].entries) // TEXTS + 1)
    pair.both("text", lambda machine, which: [machine.text(stops[which].entries[i]) for i in many])


def compare_other_ways(pair: Pair, stop: Stop, players: int) -> None:
    """The position, come to in the other ways there are, means the same: read back, or asked whether it is over."""
    if stop.origin is None:
        pair.both("resume", lambda machine, _: machine.resume(list(stop.values), stop.place))
        return
    origin = stop.origin
    pair.both("go_on", lambda machine, _: machine.go_on(list(origin)))
    before = list(origin)
    before[NEXT], before[ME] = origin[ME], (origin[ME] - 1) % players

    def after(machine: Any, _: int) -> tuple[bool, list[Any]]:
        values = list(before)
        return machine.after_turn(values) == OVER, values

    pair.both("after_turn", after)
    pair.both("begin_turn", lambda machine, _: machine.begin_turn(list(before)))
