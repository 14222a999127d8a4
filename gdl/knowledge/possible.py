"""Whether a condition can ever hold, given some facts: worked out for all players, and for what else it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any

from gdl.model.build import conjunction, conjuncts, disjunction, member, negation
from gdl.model.evaluate import tabulate
from gdl.model.nodes import Cond, Const, Content, Expr, Get, Op, Query, Var, node, within
from gdl.model.operators import ALL, ANY, Logic, laws
from gdl.model.types import TRUTH, TRUTHS, Domain, Plain, Range, Size, Type
from gdl.passes.substitution import substitute

_BIT = Type(Range(0, 1))
MAX_CASES = 20_000
"""Combinations of values of what one condition hangs on."""
TRIED = 4_000
"""Values that are tried, one after another, to answer one question."""
KEPT = 20_000
"""Answers that are kept: the same is asked of many statements."""

Facts = tuple[Expr, ...]
"""Conditions that hold wherever something is read."""


class Holds(IntEnum):
    """Whether a condition can hold, as far as the text tells: each answer is more certain than the one before."""

    NEVER = 0
    UNKNOWN = 1
    """It hangs on sets, or on what stands where; only play can tell."""
    MAYBE = 2
    """It does if single values of the state are such; that they ever are isn't proven."""
    SURELY = 3
    """Nothing that is known stands against it, whatever the state holds."""


@lru_cache(maxsize=KEPT)
def possible(condition: Expr, facts: Facts) -> Holds:
    """Whether a condition can hold together with some facts.

    What names stand for, and who owns a piece, may be anything that the facts allow: one way suffices. What the state
    holds is taken to be independent, part by part.
    """
    condition = simpler(condition)
    if isinstance(condition, Const):
        return Holds.SURELY if condition.value else Holds.NEVER
    if condition in facts and not condition.free:
        return Holds.SURELY
    if negation(condition) in facts:
        return Holds.NEVER
    needs = leaves(condition)
    if _cases(needs) > MAX_CASES:
        return Holds.UNKNOWN
    taken, left = [condition], [part for fact in facts for part in conjuncts(simpler(fact))]
    changed = True
    while changed:
        changed = False
        for fact in list(left):
            more = leaves(fact)
            if more & needs and _cases(more) <= MAX_CASES:
                taken.append(fact)
                left.remove(fact)
                needs |= more
                changed = True
    try:
        found = _Trial(condition, taken[1:], needs).best(0) or Holds.NEVER
    except _TooMany:
        return Holds.UNKNOWN
    about = frozenset(leaf for leaf in needs if isinstance(leaf, Var))
    return min(found, Holds.UNKNOWN) if any(about & _named(fact) for fact in left) else found


_Placed = tuple[Any, list[int]]
"""A condition for all values of what it hangs on, and the places of these."""


class _TooMany(Exception):
    """More combinations than are tried."""


class _Trial:
    """All values of what a condition and some facts hang on, the freest first; of these, what the condition needs."""

    def __init__(self, condition: Expr, facts: list[Expr], needs: frozenset[Expr]) -> None:
        asked = leaves(condition)
        self.needs = sorted(needs, key=lambda leaf: (-_certainty(leaf), leaf not in asked))
        self.sizes = [len(_single(leaf).values) for leaf in self.needs]
        places = {leaf: i for i, leaf in enumerate(self.needs)}

        def by_last_place(conditions: Sequence[Expr]) -> list[list[_Placed]]:
            found: list[list[_Placed]] = [[] for _ in range(len(self.needs) + 1)]
            for table, own in map(_table, conditions):
                placed = [places[leaf] for leaf in own]
                found[max(placed, default=-1) + 1].append((table, placed))
            return found

        self.parts, self.facts = by_last_place(conjuncts(condition)), by_last_place(facts)
        self.end = max(i for i, settled in enumerate(self.parts) if settled)
        """How many of the first values settle the condition, unless they make a part of it false earlier."""
        self.values = [0] * len(self.needs)
        self.left = TRIED

    def best(self, i: int) -> Holds | None:
        """What holds over the values of what is left; None where the facts rule out all of them."""
        if not self._is_allowed(i):
            return None
        holds = all(map(self._at, self.parts[i]))
        if not holds or i == self.end:
            if not self._is_satisfied(i):
                return None
            return Holds.SURELY if holds else Holds.NEVER
        certainty = _certainty(self.needs[i])
        found: list[Holds] = []
        for _ in self._each(i):
            one = self.best(i + 1)
            if one is not None:
                found.append(one)
                if max(found) == Holds.SURELY and (min(found) <= certainty or certainty == Holds.SURELY):
                    break  # nothing that comes changes it
        return min(max(found), max(certainty, min(found))) if found else None

    def _is_satisfied(self, i: int) -> bool:
        """Whether the facts allow some values of what is left."""
        if not self._is_allowed(i):
            return False
        return i == len(self.needs) or any(self._is_satisfied(i + 1) for _ in self._each(i))

    def _each(self, i: int) -> Iterator[int]:
        for value in range(self.sizes[i]):
            self.left -= 1
            if self.left < 0:
                raise _TooMany
            self.values[i] = value
            yield value

    def _is_allowed(self, i: int) -> bool:
        """Whether the facts that are settled by the first values allow them."""
        return all(map(self._at, self.facts[i]))

    def _at(self, placed: _Placed) -> bool:
        value, places = placed
        for place in places:
            value = value[self.values[place]]
        return bool(value)


@lru_cache(maxsize=KEPT)
def _table(e: Expr) -> tuple[Any, tuple[Expr, ...]]:
    """A condition for all values of what it hangs on, in this order."""
    own = tuple(leaves(e))
    names = {leaf: Var(_single(leaf), f"x{i}") for i, leaf in enumerate(own)}
    whole = substitute(e, {leaf: _as(leaf, name) for leaf, name in names.items()})
    if isinstance(whole, Const):
        return whole.value, ()
    return tabulate(whole, tuple(names.values())), own


def _certainty(leaf: Expr) -> Holds:
    """What it is worth to know that a condition holds for one of the values of this."""
    if isinstance(leaf, Var) or (isinstance(leaf, Content) and leaf.what == "owner"):
        return Holds.SURELY
    return Holds.MAYBE if isinstance(leaf, Get) else Holds.UNKNOWN


@lru_cache(maxsize=KEPT)
def simpler(e: Expr) -> Expr:
    """A membership in a set that is written out, as a condition on the thing."""
    if not isinstance(e, Op):
        return e
    if e.name == "not":
        return negation(simpler(e.operands[0]))
    if (logic := laws(e).logic) in (ALL, ANY):
        parts = tuple(simpler(part) for part in e.operands)
        return conjunction(parts) if logic is ALL else disjunction(parts)
    return is_in(*e.operands) if e.name == "member" else e


def is_in(one: Expr, many: Expr) -> Expr:
    """Whether one thing is in a set, by what the set is made of."""
    match many:
        case Op(name="union", operands=(a, b)):
            return disjunction((is_in(one, a), is_in(one, b)))
        case Op(name="both", operands=(a, b)):
            return conjunction((is_in(one, a), is_in(one, b)))
        case Op(name="minus", operands=(a, b)):
            return conjunction((is_in(one, a), negation(is_in(one, b))))
        case Op(name="single", operands=(other,)):
            return node(Op, TRUTH, "=", (one, other))
        case Cond(condition=condition, then=then, other=other):
            condition = simpler(condition)
            there = conjunction((negation(condition), is_in(one, other)))
            return disjunction((conjunction((condition, is_in(one, then))), there))
        case Query(how="union", binders=((variable, source),), body=(body,)):
            if body in (variable, node(Op, many.type, "single", (variable,))) and one.type == variable.type:
                return conjunction((is_in(one, source), simpler(substitute(many.where, {variable: one}))))
    return member(one, many)  # what may be missing is in no set


@lru_cache(maxsize=KEPT)
def leaves(e: Expr) -> frozenset[Expr]:
    """What a condition hangs on: single values, and conditions that can't be taken apart."""
    found = values_of(e)
    if found is not None:
        return found
    if laws(e).logic is not Logic.NONE:
        return frozenset[Expr]().union(*map(leaves, e.parts))
    return frozenset((e,))


@lru_cache(maxsize=KEPT)
def values_of(e: Expr) -> frozenset[Expr] | None:
    """The single values that an expression hangs on; None if it hangs on more."""
    if isinstance(e, Const):
        return frozenset()
    if isinstance(e, Var) or e.reads:
        single = e.type.size <= Size.MAYBE and (e.type.base is TRUTHS or not isinstance(e.type.base, Plain))
        return frozenset((e,)) if single else None
    found: set[Expr] = set()
    for part in e.parts:
        more = values_of(part)
        if more is None:
            return None
        found |= more
    inner = e.bound
    if any(not isinstance(leaf, Var) and not inner.isdisjoint(leaf.free) for leaf in found):
        return None
    return frozenset(found) - inner


@lru_cache(maxsize=20_000)
def _named(e: Expr) -> frozenset[Expr]:
    """The names about which a condition says something itself, other than by what the state holds for them."""
    if isinstance(e, Var):
        return frozenset((e,))
    if e.reads or (isinstance(e, Query) and any(x.reads for _, source in e.binders for x in within(source))):
        return frozenset()
    found = frozenset[Expr]().union(*map(_named, e.parts))
    return found - e.bound


def _single(leaf: Expr) -> Type:
    """The type of a number or thing that stands for it: of a truth 0 or 1, of what may be missing also -1."""
    if leaf.type == TRUTH:
        return _BIT
    if leaf.type.size == Size.MAYBE and isinstance(leaf.type.base, Domain):
        return Type(Range(-1, len(leaf.type.base) - 1))
    return leaf.type.of_size(Size.ONE)


def _as(leaf: Expr, name: Var) -> Expr:
    if leaf.type == TRUTH:
        return node(Op, TRUTH, "=", (name, node(Const, _BIT, 1)))
    return name if leaf.type == name.type else node(Op, leaf.type, "same", (name,))


def _cases(needs: Iterable[Expr]) -> int:
    number = 1
    for leaf in needs:
        number *= 2 if leaf.type == TRUTH else len(leaf.type.values) + 1
    return number
