"""How many things lie where somebody doesn't see them, as far as all players can count along.

`gdl.knowledge.counted` writes counters into the rules. Here a game's moves are played again by those rules, and the
counters are read: they say what follows from what all have observed. The hidden things themselves are never counted.
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
"""Moments of games whose counters are remembered."""
GAMES, LONGEST, PLIES = 60, 120, 480
"""Random games, moves of each, and moves of all, in which a counter must be right before it is believed."""


class Happened(Protocol):
    """A decision or roll: its text, and whether players go on to decide together behind it."""

    @property
    def text(self) -> str:
        """What was decided or rolled."""

    @property
    def inside(self) -> bool:
        """Whether nobody learns of it yet."""


class Moment(Protocol):
    """A moment of a game: the keys of what players know, and what came before."""

    @property
    def keys(self) -> object:
        """What can be compared of it."""

    @property
    def came(self) -> tuple[Moment, Happened] | None:
        """The moment before, and what happened then; None at the beginning."""


class Counts:
    """Reads the counters of a game's rules."""

    def __init__(self, model: Model, begins: Callable[[], object]) -> None:
        """`begins`: the keys of what is known at the game's beginning."""
        rules = counted(model)
        self._begins = begins
        self._counters: dict[Variable, Variable] = dict(rules.counters) if rules else {}
        self._machine = Machine(rules.model) if rules else None
        self._kept: OrderedDict[int, tuple[Moment, Stop | None]] = OrderedDict()
        if self._machine is not None:
            self._try_out(self._machine)

    def of(self, known: Moment, variable: Variable, at: int) -> int | None:
        """The number that a variable holds, in the cell `at` of those that say whose it is; None if not all players
        know it. `known`: all that has happened. What is decided together counts when it is over."""
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
        """Where the rules with counters wait after all that has happened; None for no game from its beginning."""
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
        """Where the rules begin; None if the game began from a position, of which nobody has counted the cards."""
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
        """Forget the counters that go wrong in play, because something is put where it lies already, say."""
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
