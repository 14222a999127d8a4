"""Decisions and rolls: to wait, to describe an option, or to take one and go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gdl.model import statements as m
from gdl.model.types import TRUTHS
from interpreter.graph.abi import (
    CANDIDATE,
    DECISION,
    EXPLORING,
    FOLLOWING,
    LEFT,
    NO_ROLL,
    ROLL,
    ROUGHLY,
    STUCK,
    TRACE_PLIES,
    TRACING,
)
from interpreter.graph.graph import Ask, Fork, Leave
from interpreter.graph.layout import ME
from interpreter.native.kernel_compiler.parameters import FACTOR
from interpreter.native.lower.choices import Chooser, plan
from interpreter.native.lower.following import follow
from interpreter.native.lower.options import again, along, best_of, planned
from interpreter.native.lower.rows import listed, options_listed
from interpreter.native.lower.trials import Trial, Way, by_number, from_list, picked, tried
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.module.wasm import i64
from interpreter.native.plan.regions import Key, Region
from interpreter.native.plan.ways import branches

# ---- one of several options


def write_ask(w: Writer, region: Region, key: Key, n: Ask) -> None:
    """A decision, or a roll."""
    if n.doubt is not None:
        _decide(w, region, key, [Way((), n, *planned(w, n))], None)
        return
    options, choose = planned(w, n)
    if w.facts.jobs.by_candidate and not n.is_roll:
        listed(w, [Way((), n, options, choose)], options)
    _none(w, n.is_roll, options)
    ways = [] if n.is_roll else [Way((), n, options, choose)]
    _taken(w, region, key, n, choose(_drawn(w, key, options, n.is_roll, ways)))


def fork(w: Writer, region: Region, key: Key, n: Fork) -> None:
    """The decision that an `either` begins with: the options of all its ways."""
    ways: list[Way] = []
    for parts, ask in branches(w.facts.graph, n):
        options = w.emit.copy(0)
        held: list[Any] = []

        def count(w: Writer, ask: Ask = ask, options: Loc = options, held: list[Any] = held) -> None:
            inner, choose = planned(w, ask, n.mosts)
            w.emit.set(options, inner)
            held.append(choose)

        along(w, parts, count)
        if held:  # it may be known that a way leads nowhere
            ways.append(Way(parts, ask, options, held[0]))
    if n.mosts and ways:
        left = best_of(w, n, [way.options for way in ways])
        ways = [replace(way, options=count, choose=_renumbered(w, way.ask, among))
                for way, (count, among) in zip(ways, left, strict=True)]  # fmt: skip
    _decide(w, region, key, ways, n.otherwise)


def _renumbered(w: Writer, ask: Ask, number: Callable[[Atom], Atom]) -> Chooser:
    """The values of an option that has another number; planned anew, as looking ahead has used the same memory."""
    return lambda k: plan(w, w.draws, ask.choose)[1](number(k))


def _decide(w: Writer, region: Region, key: Key, ways: list[Way], otherwise: int | None) -> None:
    """Take one of the options of several ways; if there is none, do otherwise."""
    total: Atom = 0
    for way in ways:
        total = w.emit.op("add", total, way.options)
    if w.facts.jobs.by_candidate:
        listed(w, ways, total)
    trial, key_before = None, None
    if any(way.ask.doubt is not None for way in ways):
        key_before = w.emit.copy(w.run.arguments.key)
        trial = tried(w, ways, total, lambda k, is_first: follow(w, ways, k, total, is_first))
        if w.facts.jobs.lists_options:
            options_listed(w, ways, trial)
        total = trial.options
    if otherwise is None:
        _none(w, False, total)
    else:

        def instead() -> None:
            if key_before is not None:  # candidates were drawn, but nothing was decided
                w.emit.set(w.run.arguments.key, key_before)
            w.run.go_on(w, region, (otherwise, key[1]))

        w.emit.when(w.emit.op("eqz", total), instead)

    def take(way: Way, k: Atom) -> None:
        again(w, way.parts)
        _taken(w, region, key, way.ask, way.choose(k))

    if ways:
        picked(w, ways, _drawn(w, key, total, False, ways, trial), take)


def _drawn(w: Writer, key: Key, options: Atom, is_roll: bool, ways: list[Way], trial: Trial | None = None) -> Loc:
    """The number of the option (of the candidate, after trying) that is taken here; or the way out, if none is."""
    _count(w, key, options, is_roll)
    if trial is not None:
        w.emit.when(trial.listing, lambda: from_list(w, trial, options))
        return trial.candidate
    k = w.emit.new()

    def asked_for() -> None:
        w.emit.set(k, w.run.arguments.given)
        if w.facts.jobs.by_candidate:
            w.emit.when(w.emit.op("ge_s", k, CANDIDATE), lambda: by_number(w, k, options))

    def draw() -> None:
        w.emit.set(k, w.draws.pick(w.run.arguments.key, options))
        if ways:
            follow(w, ways, k, options, 1)

    w.emit.when(
        w.emit.op("ge_s", w.run.arguments.given, 0),
        asked_for,
        draw,
    )
    return k


def _none(w: Writer, is_roll: bool, options: Atom) -> None:
    """There is nothing to choose among."""

    def none() -> None:
        if w.facts.graph.mosts:
            w.emit.when(
                w.emit.op("le_s", w.run.arguments.limit, EXPLORING), lambda: w.emit.put(("i64.const", 0), ("return",))
            )
        w.fail(NO_ROLL if is_roll else STUCK)

    w.emit.when(w.emit.op("eqz", options), none)


def left(w: Writer, n: Leave) -> None:
    """The end of a `most` block: the way to go on, unless it is only being tried."""

    def tried() -> None:
        worth(w, n.most)
        give_out(w, LEFT, 0, 0)

    w.emit.when(w.emit.op("eq", w.run.arguments.limit, EXPLORING - n.number), tried)


def worth(w: Writer, most: m.Most) -> None:
    """Write the values that a `most` block compares."""
    for i, e in enumerate(most.values):
        value = w.x(e)
        if e.type.base is TRUTHS:
            value = w.emit.extended(value)
        w.emit.put(("i32.const", w.facts.addresses.worth + 8 * i))
        w.emit.push(value)
        w.emit.put(("i64.store", 0))


def _count(w: Writer, key: Key, options: Atom, is_roll: bool) -> None:
    def out() -> None:
        reset(w, w.facts.graph.live[key[0]])
        give_out(w, options, key[0], ROLL if is_roll else DECISION)

    w.emit.when(w.emit.op("eqz", w.run.arguments.budget), out)
    w.emit.set(w.run.arguments.budget, w.emit.op("sub", w.run.arguments.budget, 1))
    if is_roll:
        w.emit.set(w.run.counters.rolled, w.emit.op("add", w.run.counters.rolled, 1))
    if w.facts.turns.may_idle:
        w.emit.set(w.run.counters.idle, 0)
    if w.facts.graph.rounds:
        w.emit.set(w.run.counters.steps, 0)


def reset(w: Writer, live: frozenset[m.Variable]) -> None:
    """Locals of the turn that are not needed any more get their first values, so that equal states are equal."""
    for variable in w.facts.layout.locals:
        if variable not in live:
            field = w.facts.record.fields[w.facts.layout.slot[variable]]
            initial = w.facts.record.held(
                field.type,
                variable.initial or field.type.nothing if variable in w.facts.record.queues else variable.initial,
            )
            w.values.assign(w.held[w.facts.layout.slot[variable]], initial)


def give_out(w: Writer, result: Atom, place: int, stop: int) -> None:
    """Leave: what `run` gives, and where the record stands."""
    w.emit.set(w.run.counters.count, result)
    w.emit.set(w.run.counters.stop, stop)
    w.emit.put(("i32.const", place), ("local.set", w.run.counters.place.number))
    w.emit.leave(w.run.exit)


def _taken(w: Writer, region: Region, key: Key, n: Ask, values: list[Any]) -> None:
    """Take an option, or describe it."""

    def describe() -> None:
        for i, value in enumerate([w.facts.graph.nodes.index(n), len(values), *values]):
            w.emit.put(("i32.const", 0))
            w.emit.push(value)
            w.emit.put(("i64.store", w.facts.addresses.out + 8 * i))
        give_out(w, 1, w.facts.graph.nodes.index(n), 0)

    w.emit.when(w.emit.op("lt_s", w.run.arguments.budget, 0), describe)
    if w.facts.jobs.trace is not None:
        noted = w.emit.op("eq", w.run.arguments.limit, TRACING)
        if w.facts.jobs.policy is not None:
            noted = w.emit.truth("or", noted, w.emit.op("eq", w.run.arguments.limit, FOLLOWING))
        if w.facts.jobs.by_candidate:
            noted = w.emit.truth("or", noted, w.emit.op("eq", w.run.arguments.limit, ROUGHLY))
        w.emit.when(noted, lambda: _note(w, n, values))
    slots = [w.facts.layout.slot[v] for v in n.choose.variables]
    for slot, value in zip(slots, values, strict=True):
        w.values.assign(w.held[slot], value)
    w.held.wrote(slots)
    for slot, (_, source) in zip(slots, n.choose.binders, strict=True):
        w.emit.learn(slot, w.facts.of_sites(w.known.special(source)))
    for variable, value in zip(n.choose.variables, values, strict=True):
        alone = w.facts.put_alone(variable)
        if alone is not None and value in w.held.alone:
            w.emit.bind(alone, w.held.alone[value]())
    w.run.go_on(w, region, (n.then, key[1]))


def _note(w: Writer, n: Ask, values: list[Any]) -> None:
    """Note which option was taken, in this call's row of moves; see `kernel_compiler.parameters`."""
    number: Atom = w.facts.graph.nodes.index(n)
    for value in (*values, w.held[ME]):
        number = w.emit.op("mul", w.emit.op("xor", number, value), i64(FACTOR))
    noted = w.emit.op("or", w.emit.op("shr_u", number, 48), w.emit.op("shl", w.held[ME], 16))
    w.emit.wrapped(w.emit.op("shl", w.emit.op("sub", w.run.counters.allowed, w.run.arguments.budget), 2))
    w.emit.push(-1 if n.is_roll else noted)
    w.emit.put(("i64.store32", (w.facts.jobs.trace or 0) - 4))
    w.emit.put(("i32.const", (w.facts.jobs.trace or 0) + 4 * TRACE_PLIES), ("i64.load", 0))
    w.emit.when(w.emit.op("ne", w.emit.kept(), 0), lambda: _stop_at_next(w))


def _stop_at_next(w: Writer) -> None:
    """Allow no decision more, as if no more had been allowed from the first."""
    budget, allowed = w.run.arguments.budget, w.run.counters.allowed
    w.emit.set(allowed, w.emit.op("sub", allowed, budget))
    w.emit.set(budget, 0)
