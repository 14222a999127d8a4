"""What a condition tells about values that may be missing: which of them are there if it is true (or false)."""

from __future__ import annotations

from functools import lru_cache

from gdl.model.nodes import After, Cond, Const, Expr, Fill, Given, Op, Query, Repeats, Table, Value, Var, node
from gdl.model.operators import ALL, ANY, Inside, holders, laws
from gdl.model.types import Range, Size, Type
from gdl.passes.substitution import substitute, substitute_parts

Facts = frozenset[Expr]
"""Values that are there, in the form that `canonical` gives."""
NONE: Facts = frozenset()


# ---- expressions that say the same ------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def canonical(e: Expr) -> Expr:
    """The expression with standard names for its bound variables. So expressions of equal meaning are one object."""
    if isinstance(e, Const | Var | After | Repeats):
        return e
    new = substitute_parts(e, canonical)
    if not new.bound:
        return new
    own: dict[Expr, Expr] = {}
    names = [v for v, _ in new.binders] if isinstance(new, Query) else list(new.bound)
    for i, v in enumerate(names):
        own[v] = _bound(v.type, _level(new), i)
    return substitute_parts(new, lambda part: substitute(part, own))


@lru_cache(maxsize=20_000)
def _level(e: Expr) -> int:
    """How deep binders lie within each other."""
    return max((_level(part) for part in e.parts), default=0) + bool(e.bound)


@lru_cache(maxsize=2_000)
def _bound(type_: Type, level: int, place: int) -> Var:
    return Var(type_, f"bound{level}_{place}")


# ---- what is there ----------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def told(e: Expr, holds: bool = True) -> Facts:
    """Values that are there if a condition holds, or if it doesn't hold."""
    match e:
        case Op(name="not", operands=(inner,)):
            return told(inner, not holds)
        case Op(operands=operands) if (logic := laws(e).logic) in (ALL, ANY):
            each = [told(operand, holds) for operand in operands]
            return NONE.union(*each) if (logic is ALL) == holds else each[0].intersection(*each[1:])
    if not holds:
        return NONE
    match e:
        case Op(name="there", operands=(value,)):
            return there(value)
        case Op(name="some", operands=(many,)):
            return filled(many)
        case Op(name="=", operands=(Op(name="count", operands=(many,)), Const(value=1))):
            return filled(many) | {canonical(node(Op, many.type.of_size(Size.MAYBE), "the", (many,)))}
        case Op(name="member", operands=(one, many)):
            return member(one, many)
        case Given():
            return there(e.value) | outside(told(substituted(e)), e)
        case Query(how="some"):
            facts = told(e.where).union(*(filled(source) for _, source in e.binders))
            return outside(facts.union(*(member(v, source) for v, source in e.binders)), e)
    return NONE


@lru_cache(maxsize=20_000)
def there(e: Expr) -> Facts:
    """Values that are there if this value is there."""
    facts = frozenset((canonical(e),))
    match e:
        case Given():
            facts |= there(e.value) | outside(there(substituted(e)), e)
        case Op(name="same", operands=(value,)):
            facts |= there(value)
        case Op(name="the", operands=(many,)):
            facts |= filled(many)
        case Cond() if _is_nothing(e.other):
            facts |= told(e.condition) | there(e.then)
        case Table(values=values, arguments=arguments):
            for at, argument in enumerate(arguments):
                if argument.type.size == Size.MAYBE and _is_lost(values, at, len(arguments), e.type.nothing):
                    facts |= there(argument)
    return facts


def _is_lost(values: Value, at: int, depth: int, nothing: object) -> bool:
    """Whether a table gives nothing where one of its arguments is nothing."""
    if depth == 0:
        return bool(values == nothing)
    if at == 0:
        return _is_lost(values[-1], -1, depth - 1, nothing)
    return all(_is_lost(row, at - 1, depth - 1, nothing) for row in values)


@lru_cache(maxsize=20_000)
def filled(e: Expr) -> Facts:
    """Values that are there if this set has an element."""
    match e:
        case Op(name="single", operands=(value,)):
            return there(value)
        case Op(operands=(first, *others)) if laws(e).inside is Inside.ONE:
            return filled(first).intersection(*map(filled, others))
        case Op():
            return NONE.union(*map(filled, holders(e)))
        case Cond() if _is_nothing(e.other):
            return told(e.condition) | filled(e.then)
        case Given():
            return there(e.value) | outside(filled(substituted(e)), e)
        case Fill():
            return there(e.start) if e.start.type.size < Size.MANY else filled(e.start)
        case Query(how="union"):
            facts = told(e.where).union(*(filled(source) for _, source in e.binders))
            return outside(facts.union(*(member(v, source) for v, source in e.binders)), e)
    return NONE


@lru_cache(maxsize=20_000)
def member(one: Expr, many: Expr) -> Facts:
    """Values that are there if a value is an element of a set."""
    facts = filled(many)
    match many:
        case Op(operands=(first, *others)) if laws(many).inside is Inside.ONE:
            return facts | member(one, first).intersection(*(member(one, other) for other in others))
        case Op():
            return facts.union(*(member(one, part) for part in holders(many) if part.type == many.type))
        case Cond() if _is_nothing(many.other):
            return facts | told(many.condition) | member(one, many.then)
        case Query(how="union", body=(Var() as element,)) if element in many.bound:
            rename: dict[Expr, Expr] = {element: one}
            facts |= outside(told(substituted_in(many.where, rename)), many)
            for v, source in many.binders:
                if v is element:
                    facts |= outside(member(one, source), many)
    return facts


def sure(e: Expr, facts: Facts) -> bool:
    """Whether a value can't be missing, given these facts."""
    if e.type.size != Size.MAYBE or canonical(e) in facts:
        return True
    match e:
        case Const(value=value):
            return value is not None and (isinstance(e.type.base, Range) or value >= 0)
        case Op(name="same", operands=(value,)):
            return sure(value, facts)
        case Cond():
            return sure(e.then, facts | told(e.condition)) and sure(e.other, facts | told(e.condition, False))
        case Given():
            return sure(e.value, facts) and sure(substituted(e), facts)
    return False


def outside(facts: Facts, query: Expr) -> Facts:
    """The facts that don't use the bound variables of a query."""
    return frozenset(fact for fact in facts if not fact.free & query.bound)


def substituted(e: Given) -> Expr:
    """The body of a `Given`, of the value itself."""
    return substituted_in(e.body, {e.variable: e.value})


def substituted_in(e: Expr, values: dict[Expr, Expr]) -> Expr:
    """An expression with values in the place of bound variables."""
    return substitute(e, values) if e.free & values.keys() else e


def _is_nothing(e: Expr) -> bool:
    return isinstance(e, Const) and e.value == e.type.nothing and e.value is not False
