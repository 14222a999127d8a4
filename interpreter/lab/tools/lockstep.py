"""Two machines play a game side by side: whatever they are asked, they must say the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gdl.model.model import Model
from interpreter.game.game import Game
from interpreter.graph.backend import Broken, Endless, Stepper, Stop, Stuck, TooLong, Values
from interpreter.graph.chance import Chance
from interpreter.graph.graph import OVER
from interpreter.graph.layout import ME, NEXT
from interpreter.reference.machine import Machine

TOO_LONG = TooLong.__name__
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
    values: tuple[Any, ...] = ()


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
        message = "no option at a turn's first decision" if problem.first else "no option in the middle of a turn"
        return Failure("Stuck", problem.span.where, message, problem.values)


class Pair:
    """Two machines, and what has been done with both of them so far."""

    def __init__(self, ours: Stepper, theirs: Stepper, whole_rows: bool) -> None:
        self.ours, self.theirs = ours, theirs
        self.whole_rows = whole_rows
        self.done: list[str] = []

    def both(self, what: str, do: Callable[[Stepper, int], Outcome]) -> tuple[Outcome, Outcome]:
        """Have both do some work (told which of the two it is: 0 or 1), and compare what comes of it."""
        ours, theirs = outcome(lambda: do(self.ours, 0)), outcome(lambda: do(self.theirs, 1))
        if isinstance(ours, Failure) and ours.sort == TOO_LONG:
            return ours, ours  # there is nothing to compare with
        for part in ("turns", "place", "values", "origin", "entries") if isinstance(ours, Stop) else ():
            self.same(f"{what}: {part}", self.said(ours, part), self.said(theirs, part))
        self.same(what, *map(self.rest, (ours, theirs)))
        return ours, theirs

    def said(self, stop: Outcome, part: str) -> object:
        """A part of what a machine says."""
        if not isinstance(stop, Stop):
            return stop
        if part == "entries":
            return [(entry.ask, entry.chosen) for entry in stop.entries]
        value = getattr(stop, part)
        return self.row(value) if part in ("values", "origin") else value

    def rest(self, said: Outcome) -> object:
        """What a machine says, unless it is a stop."""
        if isinstance(said, Failure):
            return replace(said, values=tuple(self.shared(said.values)))
        return "a stop" if isinstance(said, Stop) else said

    def row(self, values: Sequence[Any] | None) -> Sequence[Any] | None:
        """The values of a state, with its locals only if they are compared."""
        return values if values is None or self.whole_rows else self.shared(values)

    def shared(self, values: Sequence[Any]) -> Sequence[Any]:
        """The values without locals. Where a rule is broken they mean nothing: some can't be read any more."""
        layout = self.ours.layout
        return values[: min([layout.slot[v] for v in layout.locals], default=layout.first_past)]

    def same(self, what: str, ours: object, theirs: object) -> None:
        """Two things are the same, and of the same type."""
        if ours != theirs or repr(ours) != repr(theirs):
            so_far = ", ".join(self.done) or "(none)"
            raise Disagreement(f"{what}\n  one machine:   {ours!r}\n  the other one: {theirs!r}\n  so far: {so_far}")


def lockstep(
    game: Game, other_machine_factory: Callable[[Model], Stepper], seed: int, plies: int = 60, whole_rows: bool = True
) -> Played:
    """Play a random game with the reference machine and with another one; raises Disagreement.

    The factory makes the other machine from a model: anything that can start, play, begin_turn, go_on, after_turn,
    resume and text as interpreter.reference.machine.Machine does. Set-up, dice and decisions are picked alike.
    `whole_rows`: locals are compared, too; not if the other machine plays another model, which may do without some of
    them.
    """
    pair = Pair(Machine(game.model), other_machine_factory(game.model), whole_rows)
    chance = Chance(seed)
    stops = pair.both("start", lambda machine, _: machine.start())
    for ply in range(plies + 1):
        ours = stops[0]
        if isinstance(ours, Failure):
            return Played(ply, False, ours)
        if not ours.entries:
            return Played(ply, True, None)
        compare_texts(pair, stops)
        if ply % 5 < 2:
            compare_other_ways(pair, stops, len(game.players))
        if ply == plies:
            break
        i = chance.pick(len(ours.entries), ply)
        pair.done.append(str(outcome(lambda entry=ours.entries[i]: pair.ours.text(entry))))  # type: ignore[misc]
        if isinstance(stops[1], Failure):
            return Played(ply, False, stops[1])
        stops = pair.both("play", lambda machine, which, at=stops, i=i: machine.play(at[which].entries[i]))  # type: ignore[misc]
    return Played(plies, False, None)


def compare_texts(pair: Pair, stops: tuple[Stop, Stop]) -> None:
    """The options are written alike."""
    many = range(0, len(stops[0].entries), len(stops[0].entries) // TEXTS + 1)
    pair.both("text", lambda machine, which: [machine.text(stops[which].entries[i]) for i in many])


def compare_other_ways(pair: Pair, stops: tuple[Stop, Stop], players: int) -> None:
    """The position, come to in the other ways there are, means the same: read back, or asked whether it is over."""
    if stops[0].origin is None:
        pair.both("resume", lambda machine, which: machine.resume(list(stops[which].values), stops[which].place))
        return

    def before(which: int) -> Values:
        values = list(stops[which].origin or ())
        values[NEXT], values[ME] = values[ME], (values[ME] - 1) % players
        return values

    def after(machine: Stepper, which: int) -> tuple[bool, Sequence[Any] | None]:
        values = before(which)
        return machine.after_turn(values) == OVER, pair.row(values)

    pair.both("go_on", lambda machine, which: machine.go_on(list(stops[which].origin or ())))
    pair.both("after_turn", after)
    pair.both("begin_turn", lambda machine, which: machine.begin_turn(before(which)))
