"""How a decision's options are counted, and the k-th of them found, without listing them.

Every plan numbers the options in the order in which the reference interpreter lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model import model as m
from gdl.model.build import conjunction, conjuncts, disjunction
from gdl.model.cost import combinations
from gdl.model.nodes import Const, Expr, Op, Var
from gdl.model.types import Size
from interpreter.native.lower import planes
from interpreter.native.lower.changes import TOO_MANY
from interpreter.native.lower.context import Context, Found
from interpreter.native.lower.draws import Draws
from interpreter.native.lower.queries import each_truth, is_short, narrowed, tuples, under
from interpreter.native.module.emitter import Atom, Unsupported, Words

MAX_KEPT = 1 << 20
"""Bytes for what one decision keeps while its options are counted."""
MAX_OPTIONS = 250_000
Hold = Callable[[Callable[[], Found]], Found]
"""Works sets out, or takes them as they have been worked out before."""
Chooser = Callable[[Atom], list[Any]]
Plan = tuple[Atom, Chooser]
"""How many options there are, and what writes the values of option k."""


def plan(ctx: Context, draws: Draws, choose: m.Choose, hold: Hold = lambda found: found()) -> Plan:
    """Write the counting of a decision's options."""
    binders = [(v, ctx.special(e)) for v, e in choose.binders]
    where = ctx.special(choose.where)
    if not binders:
        return ctx.extended(ctx.atom(where)), lambda k: []
    if any(e.type.size == Size.FAMILY for _, e in binders):
        raise Unsupported("choosing among sets")
    names = frozenset(v for v, _ in binders)
    if len(binders) > 1 and _is_true(where) and not any(e.free & names for _, e in binders):
        return _product(ctx, draws, binders)
    if len(binders) == 1:
        return _single(ctx, draws, binders[0], where, hold)
    if len(binders) == 2:
        found = planes.shape(ctx, binders[0], binders[1], conjuncts(where))
        if found is not None:
            return planes.plan(ctx, found, hold)
    return _rows(ctx, draws, binders, where)


def options(ctx: Context, choose: m.Choose) -> Callable[[], Found] | None:
    """What works out the sets from which a decision's options are counted, if there are such sets."""
    binders = [(v, ctx.special(e)) for v, e in choose.binders]
    conditions = conjuncts(ctx.special(choose.where))
    if any(e.type.size == Size.FAMILY for _, e in binders):
        return None
    if len(binders) == 1:
        return lambda: (_filtered(ctx, *binders[0], conditions),)
    if len(binders) == 2:
        found = planes.shape(ctx, binders[0], binders[1], conditions)
        return None if found is None else found.work
    return None


def _is_true(e: Expr) -> bool:
    return isinstance(e, Const) and e.value is True


def _product(ctx: Context, draws: Draws, binders: list[tuple[Var, Expr]]) -> Plan:
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


def _single(ctx: Context, draws: Draws, binder: tuple[Var, Expr], where: Expr, hold: Hold) -> Plan:
    (many,) = hold(lambda: (_filtered(ctx, *binder, conjuncts(where)),))
    return ctx.count(many), lambda k: [_element(ctx, draws, binder[1], many, k)]


def _filtered(ctx: Context, variable: Var, source: Expr, conditions: list[Expr]) -> Words:
    """The elements for which all conditions hold."""
    many, conditions = narrowed(ctx, variable, source, conditions, frozenset())
    waived = {c: e for c in conditions if (e := _without(c, variable)) is not None}
    many = _met(ctx, variable, source, many, [c for c in conditions if c not in waived])
    for condition, waiver in waived.items():
        kept = tuple(ctx.copy(word) for word in many)

        def look(condition: Expr = condition, before: Words = many, kept: Words = kept) -> None:
            ctx.assign(kept, _met(ctx, variable, source, before, [condition]))

        ctx.when(ctx.negated(ctx.atom(waiver)), look)
        many = kept
    return many


def _without(condition: Expr, variable: Var) -> Expr | None:
    """What makes a condition hold for all elements alike, if there is such a thing."""
    if not isinstance(condition, Op) or condition.name != "or":
        return None
    parts = [o for o in condition.operands if variable not in o.free]
    return disjunction(parts) if parts else None


def _met(ctx: Context, variable: Var, source: Expr, many: Words, conditions: list[Expr]) -> Words:
    """Those of some elements for which all conditions hold."""
    if not conditions:
        return ctx.copied(many)  # type: ignore[no-any-return]
    base = source.type.base
    if is_short(ctx, source, many) and not any(c.heavy for c in conditions):
        found: Words = (0,) * len(many)
        for i, truth in each_truth(ctx, variable, source, conditions):
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


def _rows(ctx: Context, draws: Draws, binders: list[tuple[Var, Expr]], where: Expr) -> Plan:
    """For each tuple of the names but the last, the set of the last's elements is kept in memory."""
    *outer, (last, source) = binders
    conditions = conjuncts(where)
    early = [c for c in conditions if last not in c.free]
    late = [c for c in conditions if last in c.free]
    wide = ctx.domains.words(source.type.base)
    row = 8 * (len(outer) + wide)
    size = min(combinations(outer) * row, MAX_KEPT)
    address = ctx.memory.reserve(size + row)
    checked = combinations(outer) * row > MAX_KEPT
    end, total = ctx.copy(0), ctx.copy(0)

    def keep(values: list[Any]) -> None:
        many = _filtered(ctx, last, source, late)

        def add() -> None:
            for i, word in enumerate([*values, *many]):
                ctx.wrapped(end)
                ctx.push(word)
                ctx.put(("i64.store", address + 8 * i))
            ctx.set(end, ctx.op("add", end, row))
            ctx.set(total, ctx.op("add", total, ctx.count(many)))
            if checked:
                ctx.fail(TOO_MANY, ctx.op("gt_s", end, size))

        ctx.when(ctx.some(many), add)

    tuples(ctx, outer, conjunction(early), keep)

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
