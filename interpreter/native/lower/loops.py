"""Loops that hold decisions: what is left to go over waits in a queue, a set of the numbers of tuples."""

from __future__ import annotations

from typing import Any

from interpreter.graph.abi import ENDLESS, MAX_STEPS
from interpreter.graph.graph import Collect, Take
from interpreter.native.lower.tuples import tuples
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.plan.ways import written_in


def count_round(w: Writer, rounds: Loc) -> None:
    """Count a round of such a loop."""
    w.emit.set(rounds, w.emit.op("add", rounds, 1))
    w.fail(ENDLESS, w.emit.op("gt_s", rounds, MAX_STEPS))


def collect(w: Writer, n: Collect) -> None:
    """Find what a loop is to go over."""
    slot = w.facts.layout.slot[n.queue]
    numbered = w.facts.record.tuples(n.queue)
    binders = [(v, w.known.special(e)) for v, e in n.loop.binders]
    found = tuple(w.emit.copy(0) for _ in w.held[slot])

    def add(values: list[Any]) -> None:
        at: Atom = 0
        for value, base, size in zip(values, numbered.bases, numbered.sizes, strict=True):
            at = w.emit.op("add", w.emit.op("mul", at, size), w.emit.op("sub", value, base.low))
        for word, more in zip(found, w.sets.bit(at, len(found)), strict=True):
            w.emit.set(word, w.emit.op("or", word, more))

    tuples(w, binders, w.known.special(n.loop.where), add)
    w.values.assign(w.held[slot], found)
    w.held.wrote((slot,))


def is_left(w: Writer, n: Take) -> Atom:
    """Whether there is a next round."""
    return w.sets.some(w.held[w.facts.layout.slot[n.queue]])


def take(w: Writer, n: Take) -> None:
    """The next tuple of the queue, which isn't empty, goes to the loop's variables."""
    slot = w.facts.layout.slot[n.queue]
    queue = w.values.copied(w.held[slot])
    numbered = w.facts.record.tuples(n.queue)
    number = w.sets.lowest(queue)
    w.values.assign(w.held[slot], w.sets.minus(queue, w.sets.bit(number, len(queue))))
    rows = list(zip(n.loop.variables, numbered.bases, numbered.sizes, strict=True))
    for i, (variable, base, size) in reversed(list(enumerate(rows))):
        at = w.emit.op("rem_u", number, size) if i else number
        number = w.emit.op("div_u", number, size) if i else number
        w.values.assign(w.held[w.facts.layout.slot[variable]], w.emit.op("add", at, base.low))
    w.held.wrote(written_in(w.facts.layout, n))
