"""Decisions and rolls: to wait, to describe an option, or to take one and go on."""

from __future__ import annotations

from typing import Any

from gdl.model import model as m
from gdl.model.types import TRUTHS
from interpreter.graph.abi import (
    CANDIDATE,
    DECISION,
    EXPLORING,
    LEFT,
    NO_ROLL,
    ROLL,
    STUCK,
    TRACING,
)
from interpreter.graph.graph import Ask, Fork, Leave
from interpreter.graph.layout import ME
from interpreter.native.kernel_compiler.parameters import FACTOR
from interpreter.native.lower.context import Context
from interpreter.native.lower.facts import occupied
from interpreter.native.lower.options import again, along, branches, planned
from interpreter.native.lower.rows import listed, options_listed
from interpreter.native.lower.trials import Trial, Way, by_number, from_list, picked, tried
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.module.wasm import i64
from interpreter.native.plan.regions import Key, Region

# ---- one of several options


def write_ask(ctx: Context, region: Region, key: Key, n: Ask) -> None:
    """A decision, or a roll."""
    if n.doubt is not None:
        _decide(ctx, region, key, [Way((), n, *planned(ctx, n))], None)
        return
    options, choose = planned(ctx, n)
    if ctx.by_candidate and not n.is_roll:
        listed(ctx, [Way((), n, options, choose)], options)
    _none(ctx, n.is_roll, options)
    _taken(ctx, region, key, n, choose(_drawn(ctx, key, options, n.is_roll)))


def fork(ctx: Context, region: Region, key: Key, n: Fork) -> None:
    """The decision that an `either` begins with: the options of all its ways."""
    ways: list[Way] = []
    for parts, ask in branches(ctx, n):
        options = ctx.copy(0)
        held: list[Any] = []

        def count(ask: Ask = ask, options: Loc = options, held: list[Any] = held) -> None:
            inner, choose = planned(ctx, ask)
            ctx.set(options, inner)
            held.append(choose)

        along(ctx, parts, count)
        if held:  # it may be known that a way leads nowhere
            ways.append(Way(parts, ask, options, held[0]))
    _decide(ctx, region, key, ways, n.otherwise)


def _decide(ctx: Context, region: Region, key: Key, ways: list[Way], otherwise: int | None) -> None:
    """Take one of the options of several ways; if there is none, do otherwise."""
    total: Atom = 0
    for way in ways:
        total = ctx.op("add", total, way.options)
    if ctx.by_candidate:
        listed(ctx, ways, total)
    trial, key_before = None, None
    if any(way.ask.doubt is not None for way in ways):
        key_before = ctx.copy(ctx.key)
        trial = tried(ctx, ways, total)
        if ctx.lists_options:
            options_listed(ctx, ways, trial)
        total = trial.options
    if otherwise is None:
        _none(ctx, False, total)
    else:

        def instead() -> None:
            if key_before is not None:  # candidates were drawn, but nothing was decided
                ctx.set(ctx.key, key_before)
            ctx.go(region, (otherwise, key[1]))

        ctx.when(ctx.op("eqz", total), instead)

    def take(way: Way, k: Atom) -> None:
        again(ctx, way.parts)
        _taken(ctx, region, key, way.ask, way.choose(k))

    if ways:
        picked(ctx, ways, _drawn(ctx, key, total, False, trial), take)


def _drawn(ctx: Context, key: Key, options: Atom, is_roll: bool, trial: Trial | None = None) -> Loc:
    """The number of the option (of the candidate, after trying) that is taken here; or the way out, if none is."""
    _count(ctx, key, options, is_roll)
    if trial is not None:
        ctx.when(trial.listing, lambda: from_list(ctx, trial, options))
        return trial.candidate
    k = ctx.new()

    def asked_for() -> None:
        ctx.set(k, ctx.given)
        if ctx.by_candidate:
            ctx.when(ctx.op("ge_s", k, CANDIDATE), lambda: by_number(ctx, k, options))

    ctx.when(
        ctx.op("ge_s", ctx.given, 0),
        asked_for,
        lambda: ctx.set(k, ctx.draws.pick(ctx.key, options)),
    )
    return k


def _none(ctx: Context, is_roll: bool, options: Atom) -> None:
    """There is nothing to choose among."""

    def none() -> None:
        if ctx.graph.mosts:
            ctx.when(ctx.op("le_s", ctx.limit, EXPLORING), lambda: ctx.put(("i64.const", 0), ("return",)))
        ctx.fail(NO_ROLL if is_roll else STUCK)

    ctx.when(ctx.op("eqz", options), none)


def left(ctx: Context, n: Leave) -> None:
    """The end of a `most` block: the way to go on, unless it is only being tried."""

    def tried() -> None:
        worth(ctx, n.most)
        give_out(ctx, LEFT, 0, 0)

    ctx.when(ctx.op("eq", ctx.limit, EXPLORING - n.number), tried)


def worth(ctx: Context, most: m.Most) -> None:
    """Write the values that a `most` block compares."""
    for i, e in enumerate(most.values):
        value = ctx.x(e)
        if e.type.base is TRUTHS:
            value = ctx.extended(value)
        ctx.put(("i32.const", ctx.worth + 8 * i))
        ctx.push(value)
        ctx.put(("i64.store", 0))


def _count(ctx: Context, key: Key, options: Atom, is_roll: bool) -> None:
    def out() -> None:
        reset(ctx, ctx.graph.live[key[0]])
        give_out(ctx, options, key[0], ROLL if is_roll else DECISION)

    ctx.when(ctx.op("eqz", ctx.budget), out)
    ctx.set(ctx.budget, ctx.op("sub", ctx.budget, 1))
    if is_roll:
        ctx.set(ctx.rolled, ctx.op("add", ctx.rolled, 1))
    if ctx.may_idle:
        ctx.set(ctx.idle, 0)
    if ctx.graph.rounds:
        ctx.set(ctx.steps, 0)


def reset(ctx: Context, live: frozenset[m.Variable]) -> None:
    """Locals of the turn that are not needed any more get their first values, so that equal states are equal."""
    for variable in ctx.layout.locals:
        if variable not in live:
            field = ctx.record.fields[ctx.layout.slot[variable]]
            initial = ctx.record.held(
                field.type,
                variable.initial or field.type.nothing if variable in ctx.record.queues else variable.initial,
            )
            ctx.assign(ctx.held[ctx.layout.slot[variable]], initial)


def give_out(ctx: Context, result: Atom, place: int, stop: int) -> None:
    """Leave: what `run` gives, and where the record stands."""
    ctx.set(ctx.count_, result)
    ctx.set(ctx.stop, stop)
    ctx.put(("i32.const", place), ("local.set", ctx.place.number))
    ctx.leave(ctx.exit)


def _taken(ctx: Context, region: Region, key: Key, n: Ask, values: list[Any]) -> None:
    """Take an option, or describe it."""

    def describe() -> None:
        for i, value in enumerate([ctx.graph.nodes.index(n), len(values), *values]):
            ctx.put(("i32.const", 0))
            ctx.push(value)
            ctx.put(("i64.store", ctx.out + 8 * i))
        give_out(ctx, 1, ctx.graph.nodes.index(n), 0)

    ctx.when(ctx.op("lt_s", ctx.budget, 0), describe)
    if ctx.trace is not None:
        ctx.when(ctx.op("eq", ctx.limit, TRACING), lambda: _note(ctx, n, values))
    slots = [ctx.layout.slot[v] for v in n.choose.variables]
    for slot, value in zip(slots, values, strict=True):
        ctx.assign(ctx.held[slot], value)
    ctx.wrote(slots)
    for slot, (_, source) in zip(slots, n.choose.binders, strict=True):
        ctx.scopes[-1].facts[slot] = occupied(ctx, ctx.special(source))
    ctx.go(region, (n.then, key[1]))


def _note(ctx: Context, n: Ask, values: list[Any]) -> None:
    """Note which option was taken, in this call's row of moves; see `kernel_compiler.parameters`."""
    number: Atom = ctx.graph.nodes.index(n)
    for value in (*values, ctx.held[ME]):
        number = ctx.op("mul", ctx.op("xor", number, value), i64(FACTOR))
    noted = ctx.op("or", ctx.op("shr_u", number, 48), ctx.op("shl", ctx.held[ME], 16))
    ctx.wrapped(ctx.op("shl", ctx.op("sub", ctx.allowed, ctx.budget), 2))
    ctx.push(-1 if n.is_roll else noted)
    ctx.put(("i64.store32", (ctx.trace or 0) - 4))
