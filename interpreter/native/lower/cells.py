"""Cells of an array compared at once: sixteen bytes are loaded, brought in the order of the elements, and compared."""

from __future__ import annotations

from gdl.model.nodes import Var
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.plan.cells import Cells

LANES = 16


def cells_between(ctx: Context, plan: Cells, v: Var) -> Words:
    """The elements whose cells are within the limits."""
    start = ctx.record.fields[ctx.layout.slot[plan.variable]].offset
    words: list[Atom] = [0] * ctx.domains.words(v.type.base)
    for first in range(0, len(plan.places), LANES):
        places = dict(enumerate(plan.places[first : first + LANES]))
        wanted = {lane: start + place for lane, place in places.items() if place >= 0}
        if not wanted:
            continue
        _gather(ctx, wanted)
        lows, spans = bytearray(LANES), bytearray(LANES)
        for lane in wanted:
            lows[lane] = plan.lows[first + lane]
            spans[lane] = plan.highs[first + lane] - lows[lane]
        if any(lows):
            ctx.put(("v128.const", bytes(lows)), ("i8x16.sub",))
        ctx.put(("v128.const", bytes(spans)), ("i8x16.le_u",), ("i8x16.bitmask",), ("i64.extend_i32_u",))
        found = ctx.op("and", ctx.kept(), sum(1 << lane for lane in wanted))
        at = first // 64
        words[at] = ctx.op("or", words[at], ctx.op("shl", found, first % 64))
    return tuple(words)


def _gather(ctx: Context, wanted: dict[int, int]) -> None:
    """Push a vector that has the byte at an offset of the record in each of some lanes, and anything in the others."""
    last = ctx.record.size - LANES
    windows: dict[int, dict[int, int]] = {}
    for lane, offset in wanted.items():
        window = next((w for w in windows if w <= offset < w + LANES), -1)
        if window < 0:  # such that nothing need be moved, where that is possible
            window = min(offset - lane if offset >= lane else offset, last)
        windows.setdefault(window, {})[lane] = offset - window
    order: dict[int, int] = {}
    for i, (window, lanes) in enumerate(windows.items()):
        ctx.put(("local.get", ctx.base.number), ("v128.load", window))
        if i:
            order |= {lane: LANES + source for lane, source in lanes.items()}
            _shuffle(ctx, order)
            order = {lane: lane for lane in order}
        else:
            order = dict(lanes)
    if any(lane != source for lane, source in order.items()):
        ctx.put(("v128.const", bytes(LANES)))
        _shuffle(ctx, order)


def _shuffle(ctx: Context, order: dict[int, int]) -> None:
    ctx.put(("i8x16.shuffle", bytes(order.get(lane, lane) for lane in range(LANES))))
