"""Cells of an array compared at once: sixteen bytes are loaded, brought in the order of the elements, and compared."""

from __future__ import annotations

from gdl.model.nodes import Var
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.plan.cells import Cells

LANES = 16


def cells_between(w: Writer, plan: Cells, v: Var) -> Words:
    """The elements whose cells are within the limits."""
    start = w.facts.record.fields[w.facts.layout.slot[plan.variable]].offset
    words: list[Atom] = [0] * w.facts.domains.words(v.type.base)
    for first in range(0, len(plan.places), LANES):
        places = dict(enumerate(plan.places[first : first + LANES]))
        wanted = {lane: start + place for lane, place in places.items() if place >= 0}
        if not wanted:
            continue
        _gather(w, wanted)
        lows, spans = bytearray(LANES), bytearray(LANES)
        for lane in wanted:
            lows[lane] = plan.lows[first + lane]
            spans[lane] = plan.highs[first + lane] - lows[lane]
        if any(lows):
            w.emit.put(("v128.const", bytes(lows)), ("i8x16.sub",))
        w.emit.put(("v128.const", bytes(spans)), ("i8x16.le_u",), ("i8x16.bitmask",), ("i64.extend_i32_u",))
        found = w.emit.op("and", w.emit.kept(), sum(1 << lane for lane in wanted))
        at = first // 64
        words[at] = w.emit.op("or", words[at], w.emit.op("shl", found, first % 64))
    return tuple(words)


def _gather(w: Writer, wanted: dict[int, int]) -> None:
    """Push a vector that has the byte at an offset of the record in each of some lanes, and anything in the others."""
    last = w.facts.record.size - LANES
    windows: dict[int, dict[int, int]] = {}
    for lane, offset in wanted.items():
        window = next((word for word in windows if word <= offset < word + LANES), -1)
        if window < 0:  # such that nothing need be moved, where that is possible
            window = min(offset - lane if offset >= lane else offset, last)
        windows.setdefault(window, {})[lane] = offset - window
    order: dict[int, int] = {}
    for i, (window, lanes) in enumerate(windows.items()):
        w.emit.put(w.known.base.get, ("v128.load", window))
        if i:
            order |= {lane: LANES + source for lane, source in lanes.items()}
            _shuffle(w, order)
            order = {lane: lane for lane in order}
        else:
            order = dict(lanes)
    if any(lane != source for lane, source in order.items()):
        w.emit.put(("v128.const", bytes(LANES)))
        _shuffle(w, order)


def _shuffle(w: Writer, order: dict[int, int]) -> None:
    w.emit.put(("i8x16.shuffle", bytes(order.get(lane, lane) for lane in range(LANES))))
