"""Single moves by whichever backend is quicker: the reference interpreter, until moves turn out to take long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from gdl.model import model as m
from interpreter.backend import BranchEntry, Entry, Stop, TooLong, Values
from interpreter.graph.graph import Fork
from interpreter.reference.machine import Machine

SLOW = 0.002
"""Seconds a move, on average, from which compiled rules are worth asking for single moves …"""
TRIED = 0.3
"""… after so many seconds: compiling takes about as long."""


class AdaptiveMachine(Machine):
    """Begins as the reference interpreter, which is quicker where little is to be done for a move; where moves turn
    out to take long, or one takes longer than it may, the compiled rules take over. Nobody notices."""

    def __init__(self, model: m.Model, taking_over: Callable[[Machine], Machine | None]) -> None:
        super().__init__(model)
        self._taking_over = taking_over
        self._swift: Machine | None = None
        self._spent, self._count = 0.0, 0

    def play(self, entry: Entry) -> Stop:
        """What follows an entry."""
        if self._swift is not None:
            return self._swift.play(entry)
        began = time.perf_counter()
        values = list(entry.values)
        try:
            stop = super()._run(values, self._enter(values, entry))
        except TooLong:
            self._swift = self._taking_over(self)
            if self._swift is None:
                raise
            return self._swift.play(entry)
        self._spent += time.perf_counter() - began
        self._count += 1
        if self._spent > TRIED:
            if self._spent > SLOW * self._count:
                self._swift = self._taking_over(self)
            self._spent, self._count = 0.0, 0
        return stop

    def _run(self, values: Values, at: int, fresh: bool = False, origin: tuple[Any, ...] | None = None) -> Stop:
        if self._swift is not None:
            return self._swift._run(values, at, fresh, origin)
        before = values[:]
        try:
            return super()._run(values, at, fresh, origin)
        except TooLong:
            self._swift = self._taking_over(self)
            if self._swift is None:
                raise
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
