"""All candidates of a decision described at once, see `abi.LISTING`: for searches that put them into an order."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.graph.abi import LISTED, LISTING
from interpreter.native.lower.context import Context
from interpreter.native.lower.options import along
from interpreter.native.lower.trials import Way, picked
from interpreter.native.module.emitter import Atom

WORDS = LISTED // 8


def listed(ctx: Context, ways: Sequence[Way], total: Atom) -> None:
    """Where that is asked, a row for each candidate; and back to who asked."""

    def rows() -> None:
        if ways:
            ctx.when(ctx.op("ne", total, 0), lambda: _loop(ctx, list(ways), total))
        ctx.push(total)
        ctx.put(("return",))

    ctx.when(ctx.op("eq", ctx.budget, LISTING), rows)


def _loop(ctx: Context, ways: list[Way], total: Atom) -> None:
    candidate, at = ctx.copy(0), ctx.copy(ctx.key)
    variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
    with ctx.block("loop", variables) as again:
        picked(ctx, ways, candidate, lambda way, k: along(ctx, way.parts, lambda: _row(ctx, way, k, at)))
        ctx.set(at, ctx.op("add", at, LISTED))
        ctx.set(candidate, ctx.op("add", candidate, 1))
        ctx.leave(again, ctx.op("lt_s", candidate, total))


def _row(ctx: Context, way: Way, k: Atom, at: Atom) -> None:
    """What one candidate chooses."""
    values = way.choose(k)
    for i, value in enumerate([ctx.graph.nodes.index(way.ask), len(values), *values][:WORDS]):
        ctx.wrapped(at)
        ctx.push(value)
        ctx.put(("i64.store", 8 * i))
