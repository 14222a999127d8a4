"""Writing a decision: its options are counted, and the k-th of them found, without listing them.

Which form a decision's plan has is settled in `plan.choices`. Every form numbers the options in the order in which the
reference interpreter lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gdl.model import statements as m
from gdl.model.build import conjunction
from gdl.model.cost import MAX_OPTIONS
from gdl.model.nodes import Expr, Var
from interpreter.graph.abi import TOO_MANY
from interpreter.native.lower import planes
from interpreter.native.lower.draws import Draws
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.lower.planes import Hold
from interpreter.native.lower.sets import counted
from interpreter.native.lower.tuples import are_known, each_truth, tuples, under
from interpreter.native.lower.writer import Found, Writer
from interpreter.native.module.emitter import Atom, Loc, Words
from interpreter.native.plan.choices import (
    Binder,
    Counted,
    Few,
    Filter,
    Listed,
    NoNames,
    Product,
    Rows,
    Single,
    choice,
    sets,
)
from interpreter.native.plan.while_writing import Seen, elements_without_branch, rows_kept

Chooser = Callable[[Atom], list[Any]]
Plan = tuple[Atom, Chooser]
"""How many options there are, and what writes the values of option k."""


def plan(w: Writer, draws: Draws, choose: m.Choose, hold: Hold = lambda found: found()) -> Plan:
    """Write the counting of a decision's options."""
    decided = choice(w.facts.planner, choose, w.known.special)
    match decided:
        case NoNames():
            return w.emit.extended(w.atom(decided.where)), lambda k: []
        case Product():
            return _product(w, draws, list(decided.binders))
        case Single():
            return _single(w, draws, decided.filter, hold)
        case Rows():
            return _rows(w, draws, decided)
        case Few():
            return _few(w, draws, decided)
        case Counted():
            return _counted(w, decided)
        case Listed():
            return _listed(w, decided)
    return planes.counted(w, decided, hold)


def options(w: Writer, choose: m.Choose) -> Callable[[], Found] | None:
    """What works out the sets from which a decision's options are counted, if there are such sets."""
    decided = sets(w.facts.planner, choose, w.known.special)
    if decided is None:
        return None
    if isinstance(decided, Single):
        return lambda: (_filtered(w, decided.filter),)
    return lambda: planes.work(w, decided)


def _product(w: Writer, draws: Draws, binders: list[Binder]) -> Plan:
    """Names that don't depend on each other: the number is a product."""
    sets = [w.values.copied(w.words(e)) for _, e in binders]
    counts = [w.sets.count(many) for many in sets]
    n: Atom = 1
    for c in counts:
        n = w.emit.op("mul", n, c)

    def chosen(k: Atom) -> list[Any]:
        values: list[Any] = []
        for i in reversed(range(len(binders))):
            place = w.emit.op("rem_u", k, counts[i]) if i else k
            k = w.emit.op("div_u", k, counts[i]) if i else k
            values.insert(0, _element(w, draws, binders[i][1], sets[i], place))
        return values

    return n, chosen


def _element(w: Writer, draws: Draws, source: Expr, many: Words, k: Atom) -> Atom:
    base = source.type.base
    known = [word & (1 << 64) - 1 for word in many if isinstance(word, int)]
    if len(known) == len(many):
        mask = sum(word << 64 * j for j, word in enumerate(known))
        if mask and mask & mask + 1 == 0:  # all from 0 on: the k-th is k
            return w.emit.op("add", k, base.low)
    if w.facts.domains.size(base) == 2:  # the only one, or one of both
        (word,) = many
        return w.emit.op(
            "add",
            w.emit.op("and", w.emit.op("shr_u", word, 1), w.emit.op("or", k, w.emit.op("xor", word, -1))),
            base.low,
        )
    place, alone = draws.element(many, k, w.facts.domains.size(base))
    if isinstance(place, Loc) and not base.low:
        w.held.alone[place] = alone
    return w.emit.op("add", place, base.low)


def _single(w: Writer, draws: Draws, wanted: Filter, hold: Hold) -> Plan:
    (many,) = hold(lambda: (_filtered(w, wanted),))
    is_whole = not (wanted.lifted or wanted.left or wanted.waived)
    n = counted(w, wanted.source, many) if is_whole else w.sets.count(many)
    return n, OneSet(w, draws, wanted.source, many)


@dataclass(frozen=True)
class OneSet:
    """What writes option k where the options are one set."""

    w: Writer
    draws: Draws
    source: Expr
    many: Words

    def __call__(self, k: Atom) -> list[Any]:
        """Its values."""
        return [_element(self.w, self.draws, self.source, self.many, k)]


def _filtered(w: Writer, wanted: Filter) -> Words:
    """The elements for which all conditions hold."""
    many, variable, source = w.words(wanted.source), wanted.variable, wanted.source
    for lifted in wanted.lifted:
        many = w.sets.each("and", many, lifted_set(lifted, w, variable))
    many = _met(w, variable, source, many, list(wanted.left))
    for condition, waiver in wanted.waived:
        kept = tuple(w.emit.copy(word) for word in many)

        def look(condition: Expr = condition, before: Words = many, kept: Words = kept) -> None:
            w.values.assign(kept, _met(w, variable, source, before, [condition]))

        w.emit.when(w.emit.negated(w.atom(waiver)), look)
        many = kept
    return many


def _met(w: Writer, variable: Var, source: Expr, many: Words, conditions: list[Expr]) -> Words:
    """Those of some elements for which all conditions hold."""
    if not conditions:
        return w.values.copied(many)  # type: ignore[no-any-return]
    base = source.type.base
    few = elements_without_branch(w.facts.planner, source, conditions, Seen(are_known(many)))
    if few is not None:
        found: Words = (0,) * len(many)
        for i, truth in each_truth(w, variable, few, many, conditions):
            bit = w.sets.bit(i, len(many))
            found = w.sets.each("or", found, tuple(w.emit.select(truth, word, 0) for word in bit))
        return w.values.copied(found)  # type: ignore[no-any-return]
    kept = tuple(w.emit.copy(0) for _ in many)
    with w.sets.elements(many, base.low, frozenset((variable,))) as (element, _):
        w.emit.bind(variable, element)

        def keep() -> None:
            bit = w.sets.bit(w.emit.op("sub", element, base.low), len(kept))
            for word, more in zip(kept, bit, strict=True):
                w.emit.set(word, w.emit.op("or", word, more))

        under(w, conditions, keep)
    return kept


def _few(w: Writer, draws: Draws, decided: Few) -> Plan:
    """For each of a few first things the set of the second ones, in locals."""
    base = decided.filters[0].source.type.base
    sets = [w.values.copied(_filtered(w, wanted)) for wanted in decided.filters]
    counts = [w.sets.count(many) for many in sets]
    total: Atom = 0
    for n in counts:
        total = w.emit.op("add", total, n)

    def chosen(k: Atom) -> list[Any]:
        left, many = k, sets[0]
        first: Atom = decided.values[0]
        before: Atom = 0
        for value, here, n in zip(decided.values[1:], sets[1:], counts, strict=False):
            before = w.emit.op("add", before, n)
            beyond = w.emit.op("ge_s", k, before)
            left = w.emit.select(beyond, w.emit.op("sub", k, before), left)
            first = w.emit.select(beyond, value, first)
            many = tuple(w.emit.select(beyond, b, a) for a, b in zip(many, here, strict=True))
        return [first, w.emit.op("add", draws.nth(many, left, w.facts.domains.size(base)), base.low)]

    return total, chosen


def _rows_found_again(w: Writer, draws: Draws, decided: Rows) -> Plan:
    """For each element of a set a row that is soon found: all are counted, and found again up to the one meant."""
    (name, source), names = decided.outer[0], frozenset((decided.outer[0][0],))
    many, base = w.values.copied(w.words(source)), source.type.base
    total = w.emit.copy(0)
    with w.sets.elements(many, base.low, names) as (element, _):
        w.emit.bind(name, element)
        w.emit.set(total, w.emit.op("add", total, w.sets.count(_filtered(w, decided.last))))

    def chosen(k: Atom) -> list[Any]:
        first, left = w.emit.new(), w.emit.copy(k)
        row = tuple(w.emit.new() for _ in range(w.facts.domains.words(decided.last.source.type.base)))
        with w.sets.elements(many, base.low, names) as (element, done):
            w.emit.bind(name, element)
            w.emit.set(first, element)
            w.values.assign(row, _filtered(w, decided.last))
            n = w.sets.count(row)
            w.emit.leave(done, w.emit.op("lt_s", left, n))
            w.emit.set(left, w.emit.op("sub", left, n))
        return [first, _element(w, draws, decided.last.source, row, left)]

    return total, chosen


def _rows(w: Writer, draws: Draws, decided: Rows) -> Plan:
    """For each tuple of the names but the last, the set of the last's elements is kept in memory."""
    if decided.are_found_again or (w.facts.jobs.by_c and decided.are_found_again_by_c):
        return _rows_found_again(w, draws, decided)
    outer, source = list(decided.outer), decided.last.source
    wide = w.facts.domains.words(source.type.base)
    row = 8 * (len(outer) + wide)
    size, checked = rows_kept(outer, row)
    address = w.facts.memory.reserve(size + row)
    end, total = w.emit.copy(0), w.emit.copy(0)

    def keep(values: list[Any]) -> None:
        many = _filtered(w, decided.last)

        def add() -> None:
            for i, word in enumerate([*values, *many]):
                w.emit.wrapped(end)
                w.emit.push(word)
                w.emit.put(("i64.store", address + 8 * i))
            w.emit.set(end, w.emit.op("add", end, row))
            w.emit.set(total, w.emit.op("add", total, w.sets.count(many)))
            if checked:
                w.fail(TOO_MANY, w.emit.op("gt_s", end, size))

        if len(outer) > 1 or checked:
            w.emit.when(w.sets.some(many), add)
        else:  # rows that are empty are as good as others, and cheaper than a branch that nobody can guess
            add()

    tuples(w, outer, conjunction(decided.early), keep)

    def chosen(k: Atom) -> list[Any]:
        at, left = w.emit.copy(0), w.emit.copy(k)
        many: Any = None
        with w.emit.block() as done, w.emit.block("loop") as again:
            many = tuple(_word(w, at, address + 8 * (len(outer) + j)) for j in range(wide))
            n = w.sets.count(many)
            w.emit.leave(done, w.emit.op("lt_s", left, n))
            w.emit.set(left, w.emit.op("sub", left, n))
            w.emit.set(at, w.emit.op("add", at, row))
            w.emit.leave(again)
        values: list[Any] = [_word(w, at, address + 8 * i) for i in range(len(outer))]
        return [*values, _element(w, draws, source, many, left)]

    return total, chosen


def _counted(w: Writer, decided: Counted) -> Plan:
    """For each tuple of the names but the last, how many numbers the last one ranges over is kept in memory."""
    outer, (_, source) = list(decided.outer), decided.last
    row = 8 * (len(outer) + 1)
    size, checked = rows_kept(outer, row)
    address = w.facts.memory.reserve(size + row)
    end, total = w.emit.copy(0), w.emit.copy(0)

    def keep(values: list[Any]) -> None:
        many = w.emit.copy(w.atom(decided.many))
        for i, value in enumerate([*values, many]):
            w.emit.wrapped(end)
            w.emit.push(value)
            w.emit.put(("i64.store", address + 8 * i))
        w.emit.set(end, w.emit.op("add", end, row))
        w.emit.set(total, w.emit.op("add", total, many))
        if checked:
            w.fail(TOO_MANY, w.emit.op("gt_s", end, size))

    tuples(w, outer, conjunction(decided.early), keep)
    w.fail(TOO_MANY, w.emit.op("gt_s", total, MAX_OPTIONS))

    def chosen(k: Atom) -> list[Any]:
        at, left = w.emit.copy(0), w.emit.copy(k)
        with w.emit.block() as done, w.emit.block("loop") as again:
            many = _word(w, at, address + 8 * len(outer))
            w.emit.leave(done, w.emit.op("lt_s", left, many))
            w.emit.set(left, w.emit.op("sub", left, many))
            w.emit.set(at, w.emit.op("add", at, row))
            w.emit.leave(again)
        values: list[Any] = [_word(w, at, address + 8 * i) for i in range(len(outer))]
        return [*values, w.emit.op("add", left, source.type.values.low)]

    return total, chosen


def _listed(w: Writer, decided: Listed) -> Plan:
    """Each tuple that fits as a row in memory."""
    row = 8 * len(decided.binders)
    size, checked = rows_kept(decided.binders, row)
    address = w.facts.memory.reserve(size + row)
    end, total = w.emit.copy(0), w.emit.copy(0)

    def keep(values: list[Any]) -> None:
        for i, value in enumerate(values):
            w.emit.wrapped(end)
            w.emit.push(value)
            w.emit.put(("i64.store", address + 8 * i))
        w.emit.set(end, w.emit.op("add", end, row))
        w.emit.set(total, w.emit.op("add", total, 1))
        if checked:
            w.fail(TOO_MANY, w.emit.op("gt_s", end, size))

    tuples(w, list(decided.binders), decided.where, keep)

    def chosen(k: Atom) -> list[Any]:
        at = w.emit.copy(w.emit.op("mul", k, row))
        return [_word(w, at, address + 8 * i) for i in range(len(decided.binders))]

    return total, chosen


def _word(w: Writer, at: Atom, address: int) -> Atom:
    w.emit.wrapped(at)
    w.emit.put(("i64.load", address))
    return w.emit.kept()
