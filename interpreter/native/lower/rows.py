"""All candidates of a decision, or all options, described at once; see `abi.LISTING`: for searches that put them into
an order, and for masks."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.graph.abi import LISTED, LISTING, LISTING_OPTIONS
from interpreter.native.lower.context import Context
from interpreter.native.lower.options import along
from interpreter.native.lower.trials import Trial, Way, picked
from interpreter.native.module.emitter import Atom

WORDS = LISTED // 8


def listed(ctx: Context, ways: Sequence[Way], total: Atom) -> None:
    """Where that is asked, a row for each candidate; and back to who asked. If nothing looks ahead, all candidates are
    options."""

    def rows() -> None:
        if ways:
            ctx.when(ctx.op("ne", total, 0), lambda: _loop(ctx, list(ways), total))
        ctx.push(total)
        ctx.put(("return",))

    doubted = any(way.ask.doubt is not None for way in ways)
    ctx.when(ctx.op("eq" if doubted else "le_s", ctx.budget, LISTING), rows)


def options_listed(ctx: Context, ways: Sequence[Way], trial: Trial) -> None:
    """The same for those candidates that have turned out to be options."""

    def rows() -> None:
        if ways:
            ctx.when(ctx.op("ne", trial.options, 0), lambda: _loop(ctx, list(ways), trial.options, trial.list))
        ctx.push(trial.options)
        ctx.put(("return",))

    ctx.when(ctx.op("eq", ctx.budget, LISTING_OPTIONS), rows)


def _loop(ctx: Context, ways: list[Way], total: Atom, those: int | None = None) -> None:
    """A row for each candidate, or for `those` in a list."""
    number, at = ctx.copy(0), ctx.copy(ctx.key)
    candidate = number if those is None else ctx.new()
    variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
    with ctx.block("loop", variables) as again:
        if those is not None:
            ctx.wrapped(ctx.op("shl", number, 1))
            ctx.put(("i64.load16_u", those), ("local.set", candidate.number))
        picked(ctx, ways, candidate, lambda way, k: along(ctx, way.parts, lambda: _row(ctx, way, k, at)))
        ctx.set(at, ctx.op("add", at, LISTED))
        ctx.set(number, ctx.op("add", number, 1))
        ctx.leave(again, ctx.op("lt_s", number, total))


def _row(ctx: Context, way: Way, k: Atom, at: Atom) -> None:
    """What one candidate chooses."""
    values = way.choose(k)
    for i, value in enumerate([ctx.graph.nodes.index(way.ask), len(values), *values][:WORDS]):
        ctx.wrapped(at)
        ctx.push(value)
        ctx.put(("i64.store", 8 * i))
