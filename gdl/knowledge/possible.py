"""Whether a condition can ever hold, given some facts: worked out for all players, and for what else it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gdl.model.build import conjunction, negation
from gdl.model.evaluate import tabulate
from gdl.model.nodes import Const, Content, Expr, Op, Query, Var, node
from gdl.model.types import TRUTH, Domain, Plain, Range, Size
from gdl.passes.fold import substitute

MAX_CASES = 20_000
"""Combinations of values that are tried."""

Facts = tuple[Expr, ...]
"""Conditions that hold wherever something is read."""


def possible(condition: Expr, facts: Facts) -> bool | None:
    """Whether a condition can hold together with some facts; None where only play can tell."""
    condition = simpler(condition)
    if isinstance(condition, Const):
        return bool(condition.value)
    if condition in facts and not condition.free:
        return True
    if negation(condition) in facts:
        return False
    needs = leaves(condition)
    if needs is not None:
        return _tried(condition, needs, facts)
    match condition:
        case Op(name="and", operands=parts):
            return False if any(possible(part, facts) is False for part in parts) else None
        case Op(name="or", operands=parts):
            found = [possible(part, facts) for part in parts]
            return True if True in found else None if None in found else False
    return None


def _tried(condition: Expr, needs: frozenset[Expr], facts: Facts) -> bool | None:
    """The same for a condition on few single values: all of them are tried."""
    taken, left = [condition], [simpler(fact) for fact in facts]
    changed = True
    while changed:
        changed = False
        for fact in list(left):
            more = leaves(fact)
            if more is not None and more & needs and _cases(needs | more) <= MAX_CASES:
                taken.append(fact)
                left.remove(fact)
                needs |= more
                changed = True
    if _cases(needs) > MAX_CASES:
        return None
    names = {leaf: Var(leaf.type.of_size(Size.ONE), f"x{i}") for i, leaf in enumerate(needs)}
    values = {leaf: _as(leaf, name) for leaf, name in names.items()}
    whole = substitute(conjunction(taken), values)
    cases = whole.value if isinstance(whole, Const) else tabulate(whole, tuple(names.values()))
    if not any(_flat(cases)):
        return False
    unsure = any(not isinstance(leaf, Var) and not _is_owner(leaf) for leaf in needs)
    about = frozenset(leaf for leaf in needs if isinstance(leaf, Var))
    return None if unsure or any(about & _named(fact) for fact in left) else True


def simpler(e: Expr) -> Expr:
    """A membership in a set that is written out, as a condition on the thing."""
    if not isinstance(e, Op):
        return e
    if e.name == "not":
        return negation(simpler(e.operands[0]))
    if e.name in ("and", "or"):
        parts = tuple(simpler(part) for part in e.operands)
        return conjunction(parts) if e.name == "and" else node(Op, TRUTH, "or", parts)
    return is_in(*e.operands) if e.name == "member" else e


def is_in(one: Expr, many: Expr) -> Expr:
    """Whether one thing is in a set, by what the set is made of."""
    match many:
        case Op(name="union", operands=(a, b)):
            return node(Op, TRUTH, "or", (is_in(one, a), is_in(one, b)))
        case Op(name="both", operands=(a, b)):
            return conjunction((is_in(one, a), is_in(one, b)))
        case Op(name="minus", operands=(a, b)):
            return conjunction((is_in(one, a), negation(is_in(one, b))))
        case Op(name="single", operands=(other,)):
            return node(Op, TRUTH, "=", (one, other))
        case Query(how="union", binders=((variable, source),), body=(body,)):
            if body in (variable, node(Op, many.type, "single", (variable,))) and one.type == variable.type:
                return conjunction((is_in(one, source), simpler(substitute(many.where, {variable: one}))))
    return node(Op, TRUTH, "member", (one, many))


def leaves(e: Expr) -> frozenset[Expr] | None:
    """The single values that a condition hangs on; None if it hangs on more."""
    if isinstance(e, Const):
        return frozenset()
    if isinstance(e, Var) or e.reads:
        single = e.type.size <= Size.MAYBE and not isinstance(e.type.base, Plain)
        return frozenset((e,)) if single else None
    found: set[Expr] = set()
    for part in e.parts:
        more = leaves(part)
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
    found = frozenset[Expr]() if e.reads else frozenset[Expr]().union(*map(_named, e.parts))
    return found - e.bound


def _is_owner(leaf: Expr) -> bool:
    """Whether it is a piece's owner, who may be anybody if nothing is known."""
    return isinstance(leaf, Content) and leaf.what == "owner"


def _as(leaf: Expr, name: Var) -> Expr:
    return name if leaf.type == name.type else node(Op, leaf.type, "same", (name,))


def _cases(needs: Iterable[Expr]) -> int:
    number = 1
    for leaf in needs:
        base = leaf.type.base
        assert isinstance(base, Range | Domain)
        number *= len(base) + 1
    return number


def _flat(values: object) -> Iterator[bool]:
    if isinstance(values, tuple):
        for value in values:
            yield from _flat(value)
    else:
        yield bool(values)
