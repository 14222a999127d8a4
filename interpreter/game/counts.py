"""How many hidden things there are, if all players can count them.

`gdl.knowledge.counted` adds counters to the rules. A game's moves are played again by those rules, and the counters are
read. A counter follows from what all players have observed; nobody counts the hidden things themselves.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Protocol

from gdl.knowledge.counted import counted
from gdl.model.types import Size
from interpreter.game.moves import written
from interpreter.graph.backend import Broken, Endless, Stop, Stuck
from interpreter.graph.chance import Chance
from interpreter.reference.machine import Machine

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.state import Variable

KEPT = 256
"""The most moments whose counters are remembered."""
GAMES, LONGEST, PLIES = 60, 120, 480
"""Random games, moves of each, and moves of all. In these a counter must be right before it is used."""


class Happened(Protocol):
    """A decision or roll: its text, and whether players then go on to decide together."""

    @property
    def text(self) -> str:
        """The text of the decision or roll."""

    @property
    def inside(self) -> bool:
        """Whether nobody learns of it yet."""


class Moment(Protocol):
    """A moment of a game: the keys of what players know, and the moments before."""

    @property
    def keys(self) -> object:
        """The keys, to compare moments."""

    @property
    def came(self) -> tuple[Moment, Happened] | None:
        """The moment before, and what happened then; None at the beginning."""


class Counts:
    """Reads the counters of a game's rules."""

    def __init__(self, model: Model, begins: Callable[[], object]) -> None:
        """`begins`: gives the keys of what is known at the beginning of the game."""
        rules = counted(model)
        self._begins = begins
        self._counters: dict[Variable, Variable] = dict(rules.counters) if rules else {}
        self._machine = Machine(rules.model) if rules else None
        self._kept: OrderedDict[int, tuple[Moment, Stop | None]] = OrderedDict()
        if self._machine is not None:
            self._try_out(self._machine)

    def of(self, known: Moment, variable: Variable, at: int) -> int | None:
        """The number that a variable holds in its cell `at`; None if not all players know it.

        `known`: all that has happened. Decisions that are made together count when all have decided.
        """
        counter = self._counters.get(variable)
        if counter is None or self._machine is None:
            return None
        while known.came is not None and known.came[1].inside:
            known = known.came[0]
        stop = self._stop(known)
        return None if stop is None else self._cells(stop, counter)[at]

    def _cells(self, stop: Stop, variable: Variable) -> tuple[int, ...]:
        assert self._machine is not None
        found = stop.values[self._machine.layout.slot[variable]]
        return tuple(found) if variable.dimensions else (found,)

    def _stop(self, known: Moment) -> Stop | None:
        """Where the rules with counters wait after all that has happened; None if the game didn't begin at its start.
        """
        assert self._machine is not None
        later: list[Moment] = []
        at = known
        while id(at) not in self._kept and at.came is not None:
            later.append(at)
            at = at.came[0]
        try:
            stop = self._kept[id(at)][1] if id(at) in self._kept else self._first(at)
            self._keep(at, stop)
            for moment in reversed(later):
                assert moment.came is not None
                stop = self._after(stop, moment.came[1].text)
                self._keep(moment, stop)
        except (Stuck, Broken, Endless):
            return None
        return stop

    def _first(self, known: Moment) -> Stop | None:
        """The beginning of the rules. None for a game from a position: nobody has counted its cards."""
        assert self._machine is not None
        return self._machine.start() if known.keys == self._begins() else None

    def _after(self, stop: Stop | None, text: str) -> Stop | None:
        machine = self._machine
        if stop is None or machine is None:
            return None
        entry = next((one for one in stop.entries if written(machine, one) == text), None)
        return None if entry is None else machine.play(entry)

    def _keep(self, known: Moment, stop: Stop | None) -> None:
        self._kept[id(known)] = known, stop  # the number of an object names it for as long as it is kept
        self._kept.move_to_end(id(known))
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # ---- whether they are right

    def _try_out(self, machine: Machine) -> None:
        """Drop the counters that go wrong in random games, for example because something is put where it already lies.
        """
        games = (islice(_random_game(machine, number), LONGEST) for number in range(GAMES))
        for stop in islice(chain.from_iterable(games), PLIES):
            for variable, counter in [*self._counters.items()]:
                if self._cells(stop, counter) != self._true(stop, variable):
                    del self._counters[variable]

    def _true(self, stop: Stop, variable: Variable) -> tuple[int, ...]:
        cells = self._cells(stop, variable)
        if variable.collection == "bag":
            size = len(variable.held)
            return tuple(sum(cells[i : i + size]) for i in range(0, len(cells), size))
        if variable.collection == "pile":
            there, size = [cell != variable.type.nothing for cell in cells], len(variable.dimensions[-1])
            return tuple(sum(there[i : i + size]) for i in range(0, len(there), size))
        if variable.type.size == Size.MANY:
            return tuple(cell.bit_count() for cell in cells)
        return tuple(int(cell != variable.type.nothing) for cell in cells)


def _random_game(machine: Machine, number: int) -> Iterator[Stop]:
    chance = Chance(0, number, 0)
    try:
        stop = machine.start()
        for ply in count():
            yield stop
            if not stop.entries:
                return
            stop = machine.play(machine.draw(stop, chance.bits(ply)))
    except (Stuck, Broken, Endless):
        return
