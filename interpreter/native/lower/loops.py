"""Loops that hold decisions: what is left to go over waits in a queue, a set of the numbers of tuples."""

from __future__ import annotations

from typing import Any

from interpreter.graph.abi import ENDLESS, MAX_STEPS
from interpreter.graph.graph import Collect, Take
from interpreter.native.lower.context import Context
from interpreter.native.lower.queries import tuples
from interpreter.native.module.emitter import Atom, Loc, Slot


def count_round(ctx: Context, rounds: Loc) -> None:
    """Count a round of such a loop."""
    ctx.set(rounds, ctx.op("add", rounds, 1))
    ctx.fail(ENDLESS, ctx.op("gt_s", rounds, MAX_STEPS))


def written_in(ctx: Context, n: Collect | Take) -> frozenset[Slot]:
    """The parts of the state that a loop itself changes, without its body."""
    variables = () if isinstance(n, Collect) else n.loop.variables
    return frozenset(ctx.layout.slot[v] for v in (n.queue, *variables))


def collect(ctx: Context, n: Collect) -> None:
    """Find what a loop is to go over."""
    slot = ctx.layout.slot[n.queue]
    numbered = ctx.record.tuples(n.queue)
    binders = [(v, ctx.special(e)) for v, e in n.loop.binders]
    found = tuple(ctx.copy(0) for _ in ctx.held[slot])

    def add(values: list[Any]) -> None:
        at: Atom = 0
        for value, base, size in zip(values, numbered.bases, numbered.sizes, strict=True):
            at = ctx.op("add", ctx.op("mul", at, size), ctx.op("sub", value, base.low))
        for word, more in zip(found, ctx.bit(at, len(found)), strict=True):
            ctx.set(word, ctx.op("or", word, more))

    tuples(ctx, binders, ctx.special(n.loop.where), add)
    ctx.assign(ctx.held[slot], found)
    ctx.wrote((slot,))


def is_left(ctx: Context, n: Take) -> Atom:
    """Whether there is a next round."""
    return ctx.some(ctx.held[ctx.layout.slot[n.queue]])


def take(ctx: Context, n: Take) -> None:
    """The next tuple of the queue, which isn't empty, goes to the loop's variables."""
    slot = ctx.layout.slot[n.queue]
    queue = ctx.copied(ctx.held[slot])
    numbered = ctx.record.tuples(n.queue)
    number = ctx.lowest(queue)
    ctx.assign(ctx.held[slot], ctx.minus(queue, ctx.bit(number, len(queue))))
    rows = list(zip(n.loop.variables, numbered.bases, numbered.sizes, strict=True))
    for i, (variable, base, size) in reversed(list(enumerate(rows))):
        at = ctx.op("rem_u", number, size) if i else number
        number = ctx.op("div_u", number, size) if i else number
        ctx.assign(ctx.held[ctx.layout.slot[variable]], ctx.op("add", at, base.low))
    ctx.wrote(written_in(ctx, n))
