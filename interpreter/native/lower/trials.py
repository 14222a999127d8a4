"""Options that depend on looking ahead: candidates are tried one after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.graph.abi import CANDIDATE, MAX_TRIES, NO_CANDIDATE, PASSED_OVER, ROUGHLY, TOO_MANY_OPTIONS
from interpreter.graph.graph import Ask
from interpreter.native.lower.choices import Chooser
from interpreter.native.lower.context import Context
from interpreter.native.lower.options import MAX_CANDIDATES, Part, along
from interpreter.native.module.emitter import Atom, Loc


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


def picked(ctx: Context, ways: list[Way], k: Atom, take: Callable[[Way, Atom], None]) -> None:
    """Do something with the way to which option `k` of all belongs, and the option's number there."""
    way, *others = ways

    def here() -> None:
        with ctx.scope("block"):
            take(way, k)

    if not others:
        here()
    else:
        later = lambda: picked(ctx, others, ctx.op("sub", k, way.options), take)  # noqa: E731
        ctx.when(ctx.op("lt_s", k, way.options), here, later)


def tried(ctx: Context, ways: list[Way], total: Atom) -> Trial:
    """Draw among candidates until one is an option, as `Machine.draw` does; or if that takes too many tries, or an
    option is asked for by its number, make a list of those that are."""
    one: Atom = ctx.op("lt_s", ctx.given, 0)
    if ctx.by_candidate:
        one = ctx.truth("or", one, ctx.op("ge_s", ctx.given, CANDIDATE))
    drawn = ctx.truth("and", one, ctx.op("ne", ctx.budget, 0))
    trial = Trial(ctx.copy(ctx.negated(drawn), "i32"), ctx.copy(0), ctx.copy(0), ctx.new(),
                  ctx.memory.reserve(2 * MAX_CANDIDATES))  # fmt: skip
    ctx.fail(TOO_MANY_OPTIONS, ctx.op("ge_s", total, MAX_CANDIDATES))
    tries = ctx.copy(0)

    def first() -> None:
        if ctx.by_candidate:
            ctx.when(ctx.op("ge_s", ctx.given, CANDIDATE), lambda: by_number(ctx, trial.candidate, total), draw)
        else:
            draw()

    def draw() -> None:
        ctx.set(trial.bits, ctx.draws.bits(ctx.key))
        ctx.set(trial.candidate, ctx.draws.scaled(trial.bits, total))

    def drew(holds: Loc, done: int, again: int) -> None:
        def hit() -> None:
            ctx.set(trial.options, 1)
            ctx.leave(done)

        ctx.when(holds, hit)
        if ctx.by_candidate:
            ctx.when(ctx.op("ge_s", ctx.given, CANDIDATE),
                     lambda: ctx.put(("i64.const", PASSED_OVER), ("return",)))  # fmt: skip
        ctx.set(tries, ctx.op("add", tries, 1))

        def more() -> None:
            ctx.set(trial.bits, ctx.draws.another(trial.bits))
            ctx.set(trial.candidate, ctx.draws.scaled(trial.bits, total))

        def give_up() -> None:
            ctx.set(trial.listing, 1)
            ctx.set(trial.candidate, 0)

        ctx.when(ctx.op("lt_s", tries, MAX_TRIES), more, give_up)
        ctx.leave(again)

    def listed(holds: Loc, done: int, again: int) -> None:
        def note() -> None:
            ctx.wrapped(ctx.op("shl", trial.options, 1))
            ctx.push(trial.candidate)
            ctx.put(("i64.store16", trial.list))
            ctx.set(trial.options, ctx.op("add", trial.options, 1))
            if ctx.by_candidate:
                rough = ctx.truth("and", ctx.op("eq", ctx.limit, ROUGHLY), ctx.op("eqz", ctx.budget))
                ctx.when(rough, one_is_enough)

        def one_is_enough() -> None:
            ctx.set(trial.options, total)
            ctx.leave(done)

        ctx.when(holds, note)
        ctx.set(trial.candidate, ctx.op("add", trial.candidate, 1))
        ctx.leave(again, ctx.op("lt_s", trial.candidate, total))
        ctx.leave(done)

    def loop() -> None:
        ctx.when(ctx.negated(trial.listing), first)
        variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
        with ctx.block() as done, ctx.block("loop", variables) as again:
            holds = ctx.copy(1, "i32")
            picked(ctx, ways, trial.candidate, lambda way, k: _holds(ctx, way, k, holds))
            ctx.when(trial.listing, lambda: listed(holds, done, again), lambda: drew(holds, done, again))

    ctx.when(ctx.op("ne", total, 0), loop)
    return trial


def by_number(ctx: Context, candidate: Loc, total: Atom) -> None:
    """The candidate of the given number, if there are so many."""
    ctx.set(candidate, ctx.op("sub", ctx.given, CANDIDATE))
    none = ctx.op("ge_s", candidate, total)
    ctx.when(none, lambda: ctx.put(("i64.const", NO_CANDIDATE), ("return",)))


def _holds(ctx: Context, way: Way, k: Atom, holds: Loc) -> None:
    """Whether candidate `k` of a way is an option."""
    doubt = way.ask.doubt
    if doubt is None:
        return

    def look() -> None:
        names = [v for v, _ in way.ask.choose.binders]
        values = way.choose(k)
        with ctx.scope("block", frozenset(names)):
            ctx.scopes[-1].values |= dict(zip(names, values, strict=True))
            ctx.set(holds, ctx.x(ctx.special(doubt)))

    along(ctx, way.parts, look)


def from_list(ctx: Context, trial: Trial, options: Atom) -> None:
    """The candidate that is the given option, or a drawn one, of those in the list."""
    number = ctx.copy(ctx.given)
    bits = ctx.draws.another(trial.bits)
    ctx.when(ctx.op("lt_s", number, 0), lambda: ctx.set(number, ctx.draws.scaled(bits, options)))
    ctx.wrapped(ctx.op("shl", number, 1))
    ctx.put(("i64.load16_u", trial.list), ("local.set", trial.candidate.number))
