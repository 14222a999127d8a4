"""Single moves by whichever backend is quicker: the reference interpreter, until moves turn out to take long."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter as clock
from typing import Any

from gdl.model.model import Model
from interpreter.graph.backend import BranchEntry, Entry, Stop, TooLong, Values
from interpreter.graph.graph import Fork
from interpreter.reference.machine import Machine

SLOW = 0.002
"""Seconds a move, on average, from which compiled rules are worth asking for single moves …"""
TRIED = 0.3
"""… after so many seconds: compiling takes about as long. The compiled rules are judged after as many."""


class AdaptiveMachine(Machine):
    """Begins as the reference interpreter, which is quicker where little is to be done for a move. Where moves turn
    out to take long the compiled rules take over, and stay if they are quicker; where one takes longer than it may,
    they stay in any case. Nobody notices."""

    def __init__(self, model: Model, taking_over: Callable[[Machine], Machine | None]) -> None:
        super().__init__(model)
        self._taking_over = taking_over
        self._swift: Machine | None = None
        self._spent, self._count = 0.0, 0
        self._to_beat: float | None = None
        """Seconds a move that the reference interpreter took, while the compiled rules are on trial."""
        self._decided = False
        """Whether it is known for good who plays."""

    def play(self, entry: Entry) -> Stop:
        """What follows an entry."""
        if self._decided and self._swift is not None:
            return self._swift.play(entry)
        began = clock()
        stop = self._swift.play(entry) if self._swift is not None else self._by_reference(entry)
        if not self._decided:
            self._judge(clock() - began)
        return stop

    def _by_reference(self, entry: Entry) -> Stop:
        values = list(entry.values)
        try:
            return super()._run(values, self.walk.enter(values, entry))
        except TooLong:
            if not self._needs_swift():
                raise
            assert self._swift is not None
            return self._swift.play(entry)

    def _needs_swift(self) -> bool:
        """The reference interpreter takes too long; whether the compiled rules can play in its place, from now on."""
        self._swift, self._decided = self._taking_over(self), True
        return self._swift is not None

    def _judge(self, seconds: float) -> None:
        """Another move has taken so long: see who is to play the next ones."""
        self._spent += seconds
        self._count += 1
        if self._spent <= TRIED:
            return
        average = self._spent / self._count
        self._spent, self._count = 0.0, 0
        if self._to_beat is not None:
            self._decided = True
            if average > self._to_beat:
                self._swift = None
        elif average > SLOW:
            self._swift, self._to_beat = self._taking_over(self), average
            self._decided = self._swift is None

    def _run(self, values: Values, at: int, fresh: bool = False, origin: tuple[Any, ...] | None = None) -> Stop:
        if self._swift is not None:
            return self._swift._run(values, at, fresh, origin)
        before = values[:]
        try:
            return super()._run(values, at, fresh, origin)
        except TooLong:
            if not self._needs_swift():
                raise
            assert self._swift is not None
            return self._swift._run(before, at, fresh, origin)

    def _stop(
        self, values: Values, at: int, entries: tuple[Entry, ...], turns: int, origin: tuple[Any, ...] | None
    ) -> Stop:
        """Entries of an `either` say where they were found: the compiled rules know no places within it."""
        stop = super()._stop(values, at, entries, turns, origin)
        if not isinstance(self.graph.nodes[at], Fork):
            return stop
        found = tuple([BranchEntry(e.ask, e.chosen, e.values, at, stop.values) for e in entries])
        return Stop(at, stop.values, found, turns, origin)
