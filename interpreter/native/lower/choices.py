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
from interpreter.native.lower.changes import TOO_MANY, Rules
from interpreter.native.lower.draws import Draws
from interpreter.native.module.emitter import Atom, Unsupported, Words

MAX_KEPT = 1 << 20
"""Bytes for what one decision keeps while its options are counted."""
MAX_OPTIONS = 250_000

Found = tuple[Words, ...]
Hold = Callable[[Callable[[], Found]], Found]
"""Works sets out, or takes them as they have been worked out before."""
Chooser = Callable[[Atom], list[Any]]
Plan = tuple[Atom, Chooser]
"""How many options there are, and what writes the values of option k."""


def plan(rules: Rules, draws: Draws, choose: m.Choose, hold: Hold = lambda found: found()) -> Plan:
    """Write the counting of a decision's options."""
    binders = [(v, rules.special(e)) for v, e in choose.binders]
    where = rules.special(choose.where)
    if not binders:
        return rules.extended(rules.atom(where)), lambda k: []
    if any(e.type.size == Size.FAMILY for _, e in binders):
        raise Unsupported("choosing among sets")
    names = frozenset(v for v, _ in binders)
    if len(binders) > 1 and _is_true(where) and not any(e.free & names for _, e in binders):
        return _product(rules, draws, binders)
    if len(binders) == 1:
        return _single(rules, draws, binders[0], where, hold)
    if len(binders) == 2:
        found = planes.shape(rules, binders[0], binders[1], conjuncts(where))
        if found is not None:
            return planes.plan(rules, found, hold)
    return _rows(rules, draws, binders, where)


def options(rules: Rules, choose: m.Choose) -> Callable[[], Found] | None:
    """What works out the sets from which a decision's options are counted, if there are such sets."""
    binders = [(v, rules.special(e)) for v, e in choose.binders]
    conditions = conjuncts(rules.special(choose.where))
    if any(e.type.size == Size.FAMILY for _, e in binders):
        return None
    if len(binders) == 1:
        return lambda: (_filtered(rules, *binders[0], conditions),)
    if len(binders) == 2:
        found = planes.shape(rules, binders[0], binders[1], conditions)
        return None if found is None else found.work
    return None


def _is_true(e: Expr) -> bool:
    return isinstance(e, Const) and e.value is True


def _product(rules: Rules, draws: Draws, binders: list[tuple[Var, Expr]]) -> Plan:
    """Names that don't depend on each other: the number is a product."""
    sets = [rules.copied(rules.words(e)) for _, e in binders]
    counts = [rules.count(many) for many in sets]
    n: Atom = 1
    for c in counts:
        n = rules.op("mul", n, c)

    def chosen(k: Atom) -> list[Any]:
        values: list[Any] = []
        for i in reversed(range(len(binders))):
            place = rules.op("rem_u", k, counts[i]) if i else k
            k = rules.op("div_u", k, counts[i]) if i else k
            values.insert(0, _element(rules, draws, binders[i][1], sets[i], place))
        return values

    return n, chosen


def _element(rules: Rules, draws: Draws, source: Expr, many: Words, k: Atom) -> Atom:
    base = source.type.base
    known = [w & (1 << 64) - 1 for w in many if isinstance(w, int)]
    if len(known) == len(many):
        mask = sum(w << 64 * j for j, w in enumerate(known))
        if mask and mask & mask + 1 == 0:  # all from 0 on: the k-th is k
            return rules.op("add", k, base.low)
    if rules.domains.size(base) == 2:  # the only one, or one of both
        (word,) = many
        return rules.op(
            "add", rules.op("and", rules.op("shr_u", word, 1), rules.op("or", k, rules.op("xor", word, -1))), base.low
        )
    return rules.op("add", draws.nth(many, k, rules.domains.size(base)), base.low)


def _single(rules: Rules, draws: Draws, binder: tuple[Var, Expr], where: Expr, hold: Hold) -> Plan:
    (many,) = hold(lambda: (_filtered(rules, *binder, conjuncts(where)),))
    return rules.count(many), lambda k: [_element(rules, draws, binder[1], many, k)]


def _filtered(rules: Rules, variable: Var, source: Expr, conditions: list[Expr]) -> Words:
    """The elements for which all conditions hold."""
    many, conditions = rules.narrowed(variable, source, conditions, frozenset())
    waived = {c: e for c in conditions if (e := _without(c, variable)) is not None}
    many = _met(rules, variable, source, many, [c for c in conditions if c not in waived])
    for condition, waiver in waived.items():
        kept = tuple(rules.copy(word) for word in many)

        def look(condition: Expr = condition, before: Words = many, kept: Words = kept) -> None:
            rules.assign(kept, _met(rules, variable, source, before, [condition]))

        rules.when(rules.negated(rules.atom(waiver)), look)
        many = kept
    return many


def _without(condition: Expr, variable: Var) -> Expr | None:
    """What makes a condition hold for all elements alike, if there is such a thing."""
    if not isinstance(condition, Op) or condition.name != "or":
        return None
    parts = [o for o in condition.operands if variable not in o.free]
    return disjunction(parts) if parts else None


def _met(rules: Rules, variable: Var, source: Expr, many: Words, conditions: list[Expr]) -> Words:
    """Those of some elements for which all conditions hold."""
    if not conditions:
        return rules.copied(many)  # type: ignore[no-any-return]
    base = source.type.base
    if rules.is_short(source, many) and not any(c.heavy for c in conditions):
        found: Words = (0,) * len(many)
        for i, truth in rules.each_truth(variable, source, conditions):
            bit = rules.bit(i, len(many))
            found = rules.each("or", found, tuple(rules.select(truth, w, 0) for w in bit))
        return rules.copied(found)  # type: ignore[no-any-return]
    kept = tuple(rules.copy(0) for _ in many)
    with rules.elements(many, base.low, frozenset((variable,))) as (element, _):
        rules.scopes[-1].values[variable] = element

        def keep() -> None:
            bit = rules.bit(rules.op("sub", element, base.low), len(kept))
            for word, more in zip(kept, bit, strict=True):
                rules.set(word, rules.op("or", word, more))

        rules._under(conditions, keep)
    return kept


def _rows(rules: Rules, draws: Draws, binders: list[tuple[Var, Expr]], where: Expr) -> Plan:
    """For each tuple of the names but the last, the set of the last's elements is kept in memory."""
    *outer, (last, source) = binders
    conditions = conjuncts(where)
    early = [c for c in conditions if last not in c.free]
    late = [c for c in conditions if last in c.free]
    wide = rules.domains.words(source.type.base)
    row = 8 * (len(outer) + wide)
    size = min(combinations(outer) * row, MAX_KEPT)
    address = rules.memory.reserve(size + row)
    checked = combinations(outer) * row > MAX_KEPT
    end, total = rules.copy(0), rules.copy(0)

    def keep(values: list[Any]) -> None:
        many = _filtered(rules, last, source, late)

        def add() -> None:
            for i, word in enumerate([*values, *many]):
                rules.wrapped(end)
                rules.push(word)
                rules.put(("i64.store", address + 8 * i))
            rules.set(end, rules.op("add", end, row))
            rules.set(total, rules.op("add", total, rules.count(many)))
            if checked:
                rules.fail(TOO_MANY, rules.op("gt_s", end, size))

        rules.when(rules.some(many), add)

    rules.tuples(outer, conjunction(early), keep)

    def chosen(k: Atom) -> list[Any]:
        at, left = rules.copy(0), rules.copy(k)
        many: Any = None
        with rules.block() as done, rules.block("loop") as again:
            many = tuple(_word(rules, at, address + 8 * (len(outer) + j)) for j in range(wide))
            n = rules.count(many)
            rules.leave(done, rules.op("lt_s", left, n))
            rules.set(left, rules.op("sub", left, n))
            rules.set(at, rules.op("add", at, row))
            rules.leave(again)
        values: list[Any] = [_word(rules, at, address + 8 * i) for i in range(len(outer))]
        return [*values, _element(rules, draws, source, many, left)]

    return total, chosen


def _word(rules: Rules, at: Atom, address: int) -> Atom:
    rules.wrapped(at)
    rules.put(("i64.load", address))
    return rules.kept()
