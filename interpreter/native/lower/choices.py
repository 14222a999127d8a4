"""Writing a decision: its options are counted, and the k-th of them found, without listing them.

Which form a decision's plan has is settled in `plan.choices`. Every form numbers the options in the order in which the
reference interpreter lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model import model as m
from gdl.model.build import conjunction
from gdl.model.cost import combinations
from gdl.model.nodes import Const, Expr, Var
from interpreter.graph.abi import TOO_MANY
from interpreter.native.lower import planes
from interpreter.native.lower.context import Context, Found
from interpreter.native.lower.draws import Draws
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.lower.planes import Hold
from interpreter.native.lower.queries import are_known, each_truth, tuples, under
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.plan.choices import Binder, Few, Filter, NoNames, Product, Rows, Single, choice, sets
from interpreter.native.plan.queries import is_short

MAX_KEPT = 1 << 20
"""Bytes for what one decision keeps while its options are counted."""
Chooser = Callable[[Atom], list[Any]]
Plan = tuple[Atom, Chooser]
"""How many options there are, and what writes the values of option k."""


def plan(ctx: Context, draws: Draws, choose: m.Choose, hold: Hold = lambda found: found()) -> Plan:
    """Write the counting of a decision's options."""
    decided = choice(ctx.planner, choose, ctx.special)
    match decided:
        case NoNames():
            return ctx.extended(ctx.atom(decided.where)), lambda k: []
        case Product():
            return _product(ctx, draws, list(decided.binders))
        case Single():
            return _single(ctx, draws, decided.filter, hold)
        case Rows():
            return _rows(ctx, draws, decided)
        case Few():
            return _few(ctx, draws, decided)
    return planes.counted(ctx, decided, hold)


def options(ctx: Context, choose: m.Choose) -> Callable[[], Found] | None:
    """What works out the sets from which a decision's options are counted, if there are such sets."""
    decided = sets(ctx.planner, choose, ctx.special)
    if decided is None:
        return None
    if isinstance(decided, Single):
        return lambda: (_filtered(ctx, decided.filter),)
    return lambda: planes.work(ctx, decided)


def _product(ctx: Context, draws: Draws, binders: list[Binder]) -> Plan:
    """Names that don't depend on each other: the number is a product."""
    sets = [ctx.copied(ctx.words(e)) for _, e in binders]
    counts = [ctx.count(many) for many in sets]
    n: Atom = 1
    for c in counts:
        n = ctx.op("mul", n, c)

    def chosen(k: Atom) -> list[Any]:
        values: list[Any] = []
        for i in reversed(range(len(binders))):
            place = ctx.op("rem_u", k, counts[i]) if i else k
            k = ctx.op("div_u", k, counts[i]) if i else k
            values.insert(0, _element(ctx, draws, binders[i][1], sets[i], place))
        return values

    return n, chosen


def _element(ctx: Context, draws: Draws, source: Expr, many: Words, k: Atom) -> Atom:
    base = source.type.base
    known = [w & (1 << 64) - 1 for w in many if isinstance(w, int)]
    if len(known) == len(many):
        mask = sum(w << 64 * j for j, w in enumerate(known))
        if mask and mask & mask + 1 == 0:  # all from 0 on: the k-th is k
            return ctx.op("add", k, base.low)
    if ctx.domains.size(base) == 2:  # the only one, or one of both
        (word,) = many
        return ctx.op(
            "add", ctx.op("and", ctx.op("shr_u", word, 1), ctx.op("or", k, ctx.op("xor", word, -1))), base.low
        )
    return ctx.op("add", draws.nth(many, k, ctx.domains.size(base)), base.low)


def _single(ctx: Context, draws: Draws, wanted: Filter, hold: Hold) -> Plan:
    (many,) = hold(lambda: (_filtered(ctx, wanted),))
    return ctx.count(many), lambda k: [_element(ctx, draws, wanted.source, many, k)]


def _filtered(ctx: Context, wanted: Filter) -> Words:
    """The elements for which all conditions hold."""
    many, variable, source = ctx.words(wanted.source), wanted.variable, wanted.source
    for lifted in wanted.lifted:
        many = ctx.each("and", many, lifted_set(lifted, ctx, variable))
    many = _met(ctx, variable, source, many, list(wanted.left))
    for condition, waiver in wanted.waived:
        kept = tuple(ctx.copy(word) for word in many)

        def look(condition: Expr = condition, before: Words = many, kept: Words = kept) -> None:
            ctx.assign(kept, _met(ctx, variable, source, before, [condition]))

        ctx.when(ctx.negated(ctx.atom(waiver)), look)
        many = kept
    return many


def _met(ctx: Context, variable: Var, source: Expr, many: Words, conditions: list[Expr]) -> Words:
    """Those of some elements for which all conditions hold."""
    if not conditions:
        return ctx.copied(many)  # type: ignore[no-any-return]
    base = source.type.base
    is_cheap = are_known(many) and not any(c.heavy for c in conditions)
    if isinstance(source, Const) and is_short(ctx.planner, source) and is_cheap:
        found: Words = (0,) * len(many)
        for i, truth in each_truth(ctx, variable, source, many, conditions):
            bit = ctx.bit(i, len(many))
            found = ctx.each("or", found, tuple(ctx.select(truth, w, 0) for w in bit))
        return ctx.copied(found)  # type: ignore[no-any-return]
    kept = tuple(ctx.copy(0) for _ in many)
    with ctx.elements(many, base.low, frozenset((variable,))) as (element, _):
        ctx.scopes[-1].values[variable] = element

        def keep() -> None:
            bit = ctx.bit(ctx.op("sub", element, base.low), len(kept))
            for word, more in zip(kept, bit, strict=True):
                ctx.set(word, ctx.op("or", word, more))

        under(ctx, conditions, keep)
    return kept


def _few(ctx: Context, draws: Draws, decided: Few) -> Plan:
    """For each of a few first things the set of the second ones, in locals."""
    base = decided.filters[0].source.type.base
    sets = [ctx.copied(_filtered(ctx, wanted)) for wanted in decided.filters]
    counts = [ctx.count(many) for many in sets]
    total: Atom = 0
    for n in counts:
        total = ctx.op("add", total, n)

    def chosen(k: Atom) -> list[Any]:
        left, many = k, sets[0]
        first: Atom = decided.values[0]
        before: Atom = 0
        for value, here, n in zip(decided.values[1:], sets[1:], counts, strict=False):
            before = ctx.op("add", before, n)
            beyond = ctx.op("ge_s", k, before)
            left = ctx.select(beyond, ctx.op("sub", k, before), left)
            first = ctx.select(beyond, value, first)
            many = tuple(ctx.select(beyond, b, a) for a, b in zip(many, here, strict=True))
        return [first, ctx.op("add", draws.nth(many, left, ctx.domains.size(base)), base.low)]

    return total, chosen


def _rows(ctx: Context, draws: Draws, decided: Rows) -> Plan:
    """For each tuple of the names but the last, the set of the last's elements is kept in memory."""
    outer, source = list(decided.outer), decided.last.source
    wide = ctx.domains.words(source.type.base)
    row = 8 * (len(outer) + wide)
    size = min(combinations(outer) * row, MAX_KEPT)
    address = ctx.memory.reserve(size + row)
    checked = combinations(outer) * row > MAX_KEPT
    end, total = ctx.copy(0), ctx.copy(0)

    def keep(values: list[Any]) -> None:
        many = _filtered(ctx, decided.last)

        def add() -> None:
            for i, word in enumerate([*values, *many]):
                ctx.wrapped(end)
                ctx.push(word)
                ctx.put(("i64.store", address + 8 * i))
            ctx.set(end, ctx.op("add", end, row))
            ctx.set(total, ctx.op("add", total, ctx.count(many)))
            if checked:
                ctx.fail(TOO_MANY, ctx.op("gt_s", end, size))

        if len(outer) > 1 or checked:
            ctx.when(ctx.some(many), add)
        else:  # rows that are empty are as good as others, and cheaper than a branch that nobody can guess
            add()

    tuples(ctx, outer, conjunction(decided.early), keep)

    def chosen(k: Atom) -> list[Any]:
        at, left = ctx.copy(0), ctx.copy(k)
        many: Any = None
        with ctx.block() as done, ctx.block("loop") as again:
            many = tuple(_word(ctx, at, address + 8 * (len(outer) + j)) for j in range(wide))
            n = ctx.count(many)
            ctx.leave(done, ctx.op("lt_s", left, n))
            ctx.set(left, ctx.op("sub", left, n))
            ctx.set(at, ctx.op("add", at, row))
            ctx.leave(again)
        values: list[Any] = [_word(ctx, at, address + 8 * i) for i in range(len(outer))]
        return [*values, _element(ctx, draws, source, many, left)]

    return total, chosen


def _word(ctx: Context, at: Atom, address: int) -> Atom:
    ctx.wrapped(at)
    ctx.put(("i64.load", address))
    return ctx.kept()
