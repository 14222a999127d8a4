"""Options that depend on looking ahead: candidates are tried one after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.graph.abi import CANDIDATE, MAX_TRIES, NO_CANDIDATE, PASSED_OVER, ROUGHLY, TOO_MANY_OPTIONS
from interpreter.graph.graph import Ask
from interpreter.native.lower.choices import Chooser
from interpreter.native.lower.options import MAX_CANDIDATES, along
from interpreter.native.lower.tuples import learn
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.plan.ways import Part


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


def picked(w: Writer, ways: list[Way], k: Atom, take: Callable[[Way, Atom], None]) -> None:
    """Do something with the way to which option `k` of all belongs, and the option's number there."""
    way, *others = ways

    def here() -> None:
        with w.emit.scope("block"):
            take(way, k)

    if not others:
        here()
    else:
        later = lambda: picked(w, others, w.emit.op("sub", k, way.options), take)  # noqa: E731
        w.emit.when(w.emit.op("lt_s", k, way.options), here, later)


def tried(w: Writer, ways: list[Way], total: Atom, follow: Callable[[Loc, Atom], None]) -> Trial:
    """Draw among candidates until one is an option, as `Machine.draw` does; or if that takes too many tries, or an
    option is asked for by its number, make a list of those that are. `follow`: what a policy makes of one drawn; it is
    told whether that is the first one."""
    one: Atom = w.emit.op("lt_s", w.run.arguments.given, 0)
    if w.facts.jobs.by_candidate:
        one = w.emit.truth("or", one, w.emit.op("ge_s", w.run.arguments.given, CANDIDATE))
    drawn = w.emit.truth("and", one, w.emit.op("ne", w.run.arguments.budget, 0))
    trial = Trial(w.emit.copy(w.emit.negated(drawn), "i32"), w.emit.copy(0), w.emit.copy(0), w.emit.new(),
                  w.facts.memory.reserve(2 * MAX_CANDIDATES))  # fmt: skip
    w.fail(TOO_MANY_OPTIONS, w.emit.op("ge_s", total, MAX_CANDIDATES))
    tries = w.emit.copy(0)

    def first() -> None:
        if w.facts.jobs.by_candidate:
            w.emit.when(
                w.emit.op("ge_s", w.run.arguments.given, CANDIDATE), lambda: by_number(w, trial.candidate, total), draw
            )
        else:
            draw()

    def draw() -> None:
        w.emit.set(trial.bits, w.draws.bits(w.run.arguments.key))
        w.emit.set(trial.candidate, w.draws.scaled(trial.bits, total))

    def drew(holds: Loc, done: int, again: int) -> None:
        def hit() -> None:
            w.emit.set(trial.options, 1)
            w.emit.leave(done)

        w.emit.when(holds, hit)
        if w.facts.jobs.by_candidate:
            w.emit.when(w.emit.op("ge_s", w.run.arguments.given, CANDIDATE),
                     lambda: w.emit.put(("i64.const", PASSED_OVER), ("return",)))  # fmt: skip
        w.emit.set(tries, w.emit.op("add", tries, 1))

        def more() -> None:
            w.emit.set(trial.bits, w.draws.another(trial.bits))
            w.emit.set(trial.candidate, w.draws.scaled(trial.bits, total))

        def give_up() -> None:
            w.emit.set(trial.listing, 1)
            w.emit.set(trial.candidate, 0)

        w.emit.when(w.emit.op("lt_s", tries, MAX_TRIES), more, give_up)
        w.emit.leave(again)

    def listed(holds: Loc, done: int, again: int) -> None:
        def note() -> None:
            w.emit.wrapped(w.emit.op("shl", trial.options, 1))
            w.emit.push(trial.candidate)
            w.emit.put(("i64.store16", trial.list))
            w.emit.set(trial.options, w.emit.op("add", trial.options, 1))
            if w.facts.jobs.by_candidate:
                rough = w.emit.truth(
                    "and", w.emit.op("eq", w.run.arguments.limit, ROUGHLY), w.emit.op("eqz", w.run.arguments.budget)
                )
                w.emit.when(rough, one_is_enough)

        def one_is_enough() -> None:
            w.emit.set(trial.options, total)
            w.emit.leave(done)

        w.emit.when(holds, note)
        w.emit.set(trial.candidate, w.emit.op("add", trial.candidate, 1))
        w.emit.leave(again, w.emit.op("lt_s", trial.candidate, total))
        w.emit.leave(done)

    def loop() -> None:
        w.emit.when(w.emit.negated(trial.listing), first)
        variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
        with w.emit.block() as done, w.emit.block("loop", variables) as again:
            if w.facts.jobs.policy is not None:
                w.emit.when(w.emit.negated(trial.listing), lambda: follow(trial.candidate, w.emit.op("eqz", tries)))
            holds = w.emit.copy(1, "i32")
            picked(w, ways, trial.candidate, lambda way, k: _holds(w, way, k, holds))
            w.emit.when(trial.listing, lambda: listed(holds, done, again), lambda: drew(holds, done, again))

    w.emit.when(w.emit.op("ne", total, 0), loop)
    return trial


def by_number(w: Writer, candidate: Loc, total: Atom) -> None:
    """The candidate of the given number, if there are so many."""
    w.emit.set(candidate, w.emit.op("sub", w.run.arguments.given, CANDIDATE))
    none = w.emit.op("ge_s", candidate, total)
    w.emit.when(none, lambda: w.emit.put(("i64.const", NO_CANDIDATE), ("return",)))


def _holds(w: Writer, way: Way, k: Atom, holds: Loc) -> None:
    """Whether candidate `k` of a way is an option."""
    doubt = way.ask.doubt
    if doubt is None:
        return

    def look(w: Writer) -> None:
        binders = way.ask.choose.binders
        values = way.choose(k)
        with w.emit.scope("block", frozenset(v for v, _ in binders)):
            for (name, source), value in zip(binders, values, strict=True):
                w.emit.bind(name, value)
                learn(w, name, w.known.special(source))
            w.emit.set(holds, w.x(w.known.special(doubt)))

    along(w, way.parts, look)


def from_list(w: Writer, trial: Trial, options: Atom) -> None:
    """The candidate that is the given option, or a drawn one, of those in the list."""
    number = w.emit.copy(w.run.arguments.given)
    bits = w.draws.another(trial.bits)
    w.emit.when(w.emit.op("lt_s", number, 0), lambda: w.emit.set(number, w.draws.scaled(bits, options)))
    w.emit.wrapped(w.emit.op("shl", number, 1))
    w.emit.put(("i64.load16_u", trial.list), ("local.set", trial.candidate.number))
