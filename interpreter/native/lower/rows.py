"""All candidates of a decision, or all options, described at once; see `abi.LISTING`: for searches that put them into
an order, and for masks."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.graph.abi import LISTED, LISTING, LISTING_OPTIONS
from interpreter.native.lower.options import along
from interpreter.native.lower.trials import Trial, Way, picked
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom

WORDS = LISTED // 8


def listed(w: Writer, ways: Sequence[Way], total: Atom) -> None:
    """Where that is asked, a row for each candidate; and back to who asked. If nothing looks ahead, all candidates are
    options."""

    def rows() -> None:
        if ways:
            w.emit.when(w.emit.op("ne", total, 0), lambda: _loop(w, list(ways), total))
        w.emit.push(total)
        w.emit.put(("return",))

    doubted = any(way.ask.doubt is not None for way in ways)
    w.emit.when(w.emit.op("eq" if doubted else "le_s", w.run.arguments.budget, LISTING), rows)


def options_listed(w: Writer, ways: Sequence[Way], trial: Trial) -> None:
    """The same for those candidates that have turned out to be options."""

    def rows() -> None:
        if ways:
            w.emit.when(w.emit.op("ne", trial.options, 0), lambda: _loop(w, list(ways), trial.options, trial.list))
        w.emit.push(trial.options)
        w.emit.put(("return",))

    w.emit.when(w.emit.op("eq", w.run.arguments.budget, LISTING_OPTIONS), rows)


def _loop(w: Writer, ways: list[Way], total: Atom, those: int | None = None) -> None:
    """A row for each candidate, or for `those` in a list."""
    number, at = w.emit.copy(0), w.emit.copy(w.run.arguments.key)
    candidate = number if those is None else w.emit.new()
    variables = frozenset(v for way in ways for v, _ in way.ask.choose.binders)
    with w.emit.block("loop", variables) as again:
        if those is not None:
            w.emit.wrapped(w.emit.op("shl", number, 1))
            w.emit.put(("i64.load16_u", those), ("local.set", candidate.number))
        picked(w, ways, candidate, lambda way, k: along(w, way.parts, lambda w: _row(w, way, k, at)))
        w.emit.set(at, w.emit.op("add", at, LISTED))
        w.emit.set(number, w.emit.op("add", number, 1))
        w.emit.leave(again, w.emit.op("lt_s", number, total))


def _row(w: Writer, way: Way, k: Atom, at: Atom) -> None:
    """What one candidate chooses."""
    values = way.choose(k)
    for i, value in enumerate([w.facts.graph.nodes.index(way.ask), len(values), *values][:WORDS]):
        w.emit.wrapped(at)
        w.emit.push(value)
        w.emit.put(("i64.store", 8 * i))
