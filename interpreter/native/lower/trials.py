"""Options that depend on looking ahead: candidates are tried one after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.graph.graph import Ask
from interpreter.native.lower.choices import Chooser
from interpreter.native.lower.options import MAX_KEPT, TOO_MANY_OPTIONS, Part
from interpreter.native.lower.stuck import Ahead
from interpreter.native.module.emitter import Atom, Loc
from interpreter.reference.machine import MAX_TRIES


@dataclass(frozen=True)
class Way:
    """What leads to a first decision, and the decision: how many options (candidates) it has, and their values."""

    parts: tuple[Part, ...]
    ask: Ask
    options: Atom
    choose: Chooser


@dataclass(frozen=True)
class Trial:
    """Candidates being tried: whether a list is made, how many options are known, the number of the candidate, the last
    bits drawn, and where the list is."""

    listing: Loc
    options: Loc
    candidate: Loc
    bits: Loc
    list: int


class Trials(Ahead):
    """Writes the search for an option among candidates."""

    def picked(self, ways: list[Way], k: Atom, take: Callable[[Way, Atom], None]) -> None:
        """Do something with the way to which option `k` of all belongs, and the option's number there."""
        way, *others = ways

        def here() -> None:
            with self.scope("block"):
                take(way, k)

        if not others:
            here()
        else:
            later = lambda: self.picked(others, self.op("sub", k, way.options), take)  # noqa: E731
            self.when(self.op("lt_s", k, way.options), here, later)

    def tried(self, ways: list[Way], total: Atom) -> Trial:
        """Draw among candidates until one is an option, as `Machine.draw` does; or if that takes too many tries, or an
        option is asked for by its number, make a list of those that are."""
        drawn = self.truth("and", self.op("lt_s", self.given, 0), self.op("ne", self.budget, 0))
        trial = Trial(self.copy(self.negated(drawn), "i32"), self.copy(0), self.copy(0), self.new(),
                      self.memory.reserve(2 * MAX_KEPT))  # fmt: skip
        self.fail(TOO_MANY_OPTIONS, self.op("ge_s", total, MAX_KEPT))
        tries = self.copy(0)

        def first() -> None:
            self.set(trial.bits, self.draws.bits(self.key))
            self.set(trial.candidate, self.draws.scaled(trial.bits, total))

        def drew(holds: Loc, done: int, again: int) -> None:
            def hit() -> None:
                self.set(trial.options, 1)
                self.leave(done)

            self.when(holds, hit)
            self.set(tries, self.op("add", tries, 1))

            def more() -> None:
                self.set(trial.bits, self.draws.another(trial.bits))
                self.set(trial.candidate, self.draws.scaled(trial.bits, total))

            def give_up() -> None:
                self.set(trial.listing, 1)
                self.set(trial.candidate, 0)

            self.when(self.op("lt_s", tries, MAX_TRIES), more, give_up)
            self.leave(again)

        def listed(holds: Loc, done: int, again: int) -> None:
            def note() -> None:
                self.wrapped(self.op("shl", trial.options, 1))
                self.push(trial.candidate)
                self.put(("i64.store16", trial.list))
                self.set(trial.options, self.op("add", trial.options, 1))

            self.when(holds, note)
            self.set(trial.candidate, self.op("add", trial.candidate, 1))
            self.leave(again, self.op("lt_s", trial.candidate, total))
            self.leave(done)

        def loop() -> None:
            self.when(self.negated(trial.listing), first)
            variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
            with self.block() as done, self.block("loop", variables) as again:
                holds = self.copy(1, "i32")
                self.picked(ways, trial.candidate, lambda way, k: self._holds(way, k, holds))
                self.when(trial.listing, lambda: listed(holds, done, again), lambda: drew(holds, done, again))

        self.when(self.op("ne", total, 0), loop)
        return trial

    def _holds(self, way: Way, k: Atom, holds: Loc) -> None:
        """Whether candidate `k` of a way is an option."""
        doubt = way.ask.doubt
        if doubt is None:
            return

        def look() -> None:
            names = [v for v, _ in way.ask.choose.binders]
            values = way.choose(k)
            with self.scope("block", frozenset(names)):
                self.scopes[-1].values |= dict(zip(names, values, strict=True))
                self.set(holds, self.x(self.special(doubt)))

        self.along(way.parts, look)

    def from_list(self, trial: Trial, options: Atom) -> None:
        """The candidate that is the given option, or a drawn one, of those in the list."""
        number = self.copy(self.given)
        bits = self.draws.another(trial.bits)
        self.when(self.op("lt_s", number, 0), lambda: self.set(number, self.draws.scaled(bits, options)))
        self.wrapped(self.op("shl", number, 1))
        self.put(("i64.load16_u", trial.list), ("local.set", trial.candidate.number))
