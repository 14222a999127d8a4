"""Making expressions: sizes and ranges are brought together, and what is constant is worked out at once.

Types have been checked before; these functions only join what fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from gdl.model.cost import work
from gdl.model.evaluate import evaluate
from gdl.model.nodes import Cond, Const, Expr, Given, Image, Op, Query, Table, Value, Var, node
from gdl.model.operators import OPERATORS
from gdl.model.primitives import HELPERS
from gdl.model.types import TEXTS, TRUTH, TRUTHS, Base, Domain, Range, Size, Type

MAX_RANGE = 1_000_000
"""So far apart may the least and the greatest number be that one set might hold: it takes a bit for each between."""


class TooWide(Exception):
    """A set of numbers that may lie too far apart."""

    def __init__(self, base: Range) -> None:
        super().__init__(f"a set that may hold numbers from {base.low:,} to {base.high:,}: too far apart")


TRUE = node(Const, TRUTH, True)
FALSE = node(Const, TRUTH, False)
MAX_STATIC_WORK = 20_000_000
MAX_STATIC_IN_ALL = 200_000_000
"""What is worked out beforehand in one check; beyond that it is left to the game."""
NO_SET = Type(Domain("nothing", ()), Size.MANY)
"""The type of `{}`, which fits any sort."""


def const(type_: Type, value: Value) -> Const:
    """A value."""
    return node(Const, type_, value)


def integer(n: int) -> Const:
    """A number."""
    return const(Type(Range(n, n)), n)


def bounded(type_: Type) -> Type:
    """The type, if its sets can be held; raises TooWide."""
    if type_.size >= Size.MANY and isinstance(type_.base, Range) and len(type_.base) > MAX_RANGE:
        raise TooWide(type_.base)
    return type_


def empty(type_: Type) -> Const:
    """Nothing, or no elements, of a type."""
    return const(type_, type_.nothing)


def everything(base: Range | Domain) -> Const:
    """The set of all elements."""
    return const(bounded(Type(base, Size.MANY)), (1 << len(base)) - 1)


_spent = [0]


def begin() -> None:
    """A new check begins: nothing has been worked out for it."""
    _spent[0] = 0


def folded(e: Expr) -> Expr:
    """The expression, or its value if that is known already."""
    if isinstance(e, Const) or not e.static or e.free:
        return e
    if e.heavy:
        steps = work(e)[0]
        if steps > MAX_STATIC_WORK or _spent[0] + steps > MAX_STATIC_IN_ALL:
            return e
        _spent[0] += steps
    return const(e.type, evaluate(e))


@cache
def _function(template: str) -> Callable[..., Any]:
    names = [f"x{i}" for i in range(template.count("{}"))]
    return eval(f"lambda {', '.join(names)}: " + template.format(*names), dict(HELPERS))  # type: ignore[no-any-return]  # noqa: S307 - a template of ours


def op(name: str, type_: Type, *operands: Expr) -> Expr:
    """An operator on operands of the right types; raises TooWide."""
    bounded(type_)
    python = OPERATORS[name].python
    if isinstance(python, str) and all(isinstance(o, Const) for o in operands):
        return const(type_, _function(python)(*(o.value for o in operands)))  # type: ignore[attr-defined]
    return folded(node(Op, type_, name, operands))


# ---- truth ---------------------------------------------------------------------------------------


def conjunction(operands: Iterable[Expr]) -> Expr:
    """All hold."""
    return _connected("and", operands, TRUE, FALSE)


def disjunction(operands: Iterable[Expr]) -> Expr:
    """One holds at least."""
    return _connected("or", operands, FALSE, TRUE)


def _connected(name: str, operands: Iterable[Expr], neutral: Expr, decisive: Expr) -> Expr:
    """Conditions joined by `and` or `or`, flat and each once; those that may break a rule are asked last."""
    flat: list[Expr] = []
    for operand in operands:
        flat += operand.operands if isinstance(operand, Op) and operand.name == name else [operand]
    if decisive in flat:
        return decisive
    left = sorted(dict.fromkeys(e for e in flat if e is not neutral), key=lambda e: e.may_break)
    return neutral if not left else left[0] if len(left) == 1 else node(Op, TRUTH, name, tuple(left))


def negation(e: Expr) -> Expr:
    """It does not hold."""
    return e.operands[0] if isinstance(e, Op) and e.name == "not" else op("not", TRUTH, e)


def conjuncts(e: Expr) -> list[Expr]:
    """The conditions that all must hold."""
    if e is TRUE:
        return []
    return list(e.operands) if isinstance(e, Op) and e.name == "and" else [e]


# ---- sizes ---------------------------------------------------------------------------------------


def as_set(e: Expr, base: Base | None = None) -> Expr:
    """One thing, or perhaps one, as the set of it; a set of numbers as one of the wider range `base`."""
    base = base or e.type.base
    many = Type(base, Size.MANY)
    if e.type == NO_SET:
        return const(many, 0)
    if e.type.size < Size.MANY:
        if isinstance(base, Range) and isinstance(e.type.base, Range):
            e = fitting(e, base)
        return op("single", many, e)
    if e.type.base == base:
        return e
    assert isinstance(base, Range)
    assert isinstance(e.type.base, Range)
    return op("rebase" if base.holds(e.type.base) else "narrow", many, e)


def join(a: Type, b: Type) -> Type:
    """The least type that holds the values of both (of one base, or numbers)."""
    base = a.base.join(b.base) if isinstance(a.base, Range) and isinstance(b.base, Range) else a.base
    base = b.base if a == NO_SET else base
    return Type(base, max(a.size, b.size))


def convert(e: Expr, type_: Type) -> Expr:
    """The value in a wider type."""
    if type_.size == Size.MANY:
        return as_set(e, type_.base)
    return e


def present(e: Expr) -> Expr:
    """Whether there is something: not nothing, not empty."""
    if e.type.size == Size.ONE:
        return TRUE if e.type.base is not TRUTHS else e
    if e.type.size == Size.FAMILY and isinstance(e, Table):
        return node(Table, TRUTH, tuple(map(bool, e.values)), e.arguments)
    if e.type.size == Size.FAMILY:
        return const(TRUTH, bool(e.value)) if isinstance(e, Const) else TRUE
    return op("some", TRUTH, e) if e.type.size == Size.MANY else op("there", TRUTH, e)


def surely(e: Expr) -> Expr:
    """A value that might be missing by its type, but is known to be there, as one that is there: `[3]`, say."""
    there = isinstance(e, Const) and e.type.size == Size.MAYBE and e.value not in (None, -1)
    if not there or isinstance(e.type.base, Range):
        return e
    assert isinstance(e, Const)
    return const(e.type.of_size(Size.ONE), e.value)


def given(value: Expr, body: Callable[[Expr], Expr]) -> Expr:
    """`body` of the thing that there may be; nothing, empty or false if there is none."""
    if value.type.size == Size.ONE:
        return body(value)
    if isinstance(value, Const):
        absent = value.value is None if isinstance(value.type.base, Range) else value.value == -1
        whole = body(const(value.type.of_size(Size.ONE), 0 if absent and not isinstance(value.type.base, Range)
                           else value.type.values.low if absent else value.value))  # fmt: skip
        type_ = perhaps(whole.type)
        return empty(type_) if absent else convert_size(whole, type_)
    variable = Var(value.type.of_size(Size.ONE), "it")
    whole = body(variable)
    return folded(node(Given, perhaps(whole.type), variable, value, whole))


def perhaps(type_: Type) -> Type:
    """The type of what may be missing; a truth and a text never are."""
    if type_.base in (TRUTHS, TEXTS):
        return type_
    return type_.of_size(max(type_.size, Size.MAYBE))


def convert_size(e: Expr, type_: Type) -> Expr:
    """The same value, seen as one that might be missing."""
    if e.type == type_:
        return e
    if isinstance(e, Const):
        return const(type_, e.value)
    return node(Op, type_, "same", (e,))


def lift(subject: Expr, body: Callable[[Expr], Expr]) -> Expr:
    """`body` of one thing; of the one there may be; or the union of `body` over a set."""
    if subject.type.size < Size.MANY:
        return given(subject, body)
    variable = Var(subject.type.of_size(Size.ONE), "each")
    return union_over([(variable, subject)], TRUE, body(variable))


def union_over(binders: list[tuple[Var, Expr]], where: Expr, body: Expr) -> Expr:
    """All that the body gives for the tuples of a query."""
    return folded(node(Query, bounded(body.type.of_size(Size.MANY)), "union", tuple(binders), where, (body,)))


def query(how: str, type_: Type, binders: list[tuple[Var, Expr]], where: Expr, *body: Expr) -> Expr:
    """A query of another kind."""
    return folded(node(Query, bounded(type_), how, tuple(binders), where, body))


def cond(condition: Expr, then: Expr, other: Expr) -> Expr:
    """`then` if the condition holds, else `other`, both brought to one type."""
    type_ = join(then.type, other.type)
    if isinstance(condition, Const):
        return convert(then if condition.value else other, type_)
    if then.type.base is TRUTHS:
        if other is FALSE:
            return conjunction((condition, then))
        if then is TRUE:
            return disjunction((condition, other))
    then, other = convert(then, type_), convert(other, type_)
    return then if then is other else node(Cond, type_, condition, then, other)


def otherwise(a: Expr, b: Expr) -> Expr:
    """`a`, or `b` if a is nothing or empty."""
    b = surely(b)
    if a.type.size == Size.ONE:
        return a
    if a.type.size == Size.MAYBE and b.type.size == Size.ONE:
        type_ = join(a.type.of_size(Size.ONE), b.type)
        return cond_as(present(a), a, b, type_)
    return cond(present(a), a, b)


def cond_as(condition: Expr, then: Expr, other: Expr, type_: Type) -> Expr:
    """A choice between two values that are known to be of the type."""
    if isinstance(condition, Const):
        return convert_size(then if condition.value else other, type_)
    return node(Cond, type_, condition, then, other)


# ---- sets ----------------------------------------------------------------------------------------


def union(a: Expr, b: Expr) -> Expr:
    """All of both."""
    base = join(a.type, b.type).base
    a, b = as_set(a, base), as_set(b, base)
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Const) and x.value == 0:
            return y
    return op("union", a.type, a, b)


def intersection(a: Expr, b: Expr) -> Expr:
    """What is in both; of numbers, in a range no wider than needed."""
    base = join(a.type, b.type).base
    if isinstance(a.type.base, Range) and isinstance(b.type.base, Range):
        base = a.type.base
        low, high = max(base.low, b.type.base.low), min(base.high, b.type.base.high)
        if low > high:
            return empty(Type(base, Size.MANY))
        base = Range(low, high)
    a, b = as_set(a, base), as_set(b, base)
    for x, y in ((a, b), (b, a)):
        if isinstance(x, Const) and x.value == (1 << len(x.type.values)) - 1:
            return y
    return op("both", a.type, a, b)


def difference(a: Expr, b: Expr) -> Expr:
    """What is in `a` alone; of the range of `a`."""
    a = as_set(a)
    if a.type == NO_SET:
        return a
    b = as_set(as_set(b), a.type.base)
    if isinstance(b, Const) and b.value == 0:
        return a
    two = len(a.type.values) == 2 and isinstance(a.type.base, Domain)
    if two and isinstance(a, Const) and a.value == 3 and isinstance(b, Op) and b.name == "single":
        (one,) = b.operands  # of two things, all but one are the other
        if one.type.size == Size.ONE:
            return op("single", a.type, table((1, 0), one.type, one))
    return op("minus", a.type, a, b)


SET_OPERATIONS: dict[str, Callable[[Expr, Expr], Expr]] = {"union": union, "both": intersection, "minus": difference}
"""What makes the operators on two sets."""


def member(one: Expr, many: Expr) -> Expr:
    """It is there, and in the set."""
    many = as_set(many)
    if isinstance(many.type.base, Range) and isinstance(one.type.base, Range):
        one = fitting(one, many.type.base)
    if one.type.size == Size.ONE and isinstance(many, Op) and many.name == "single":
        return equal(one, many.operands[0])
    if isinstance(many, Const) and many.value == (1 << len(many.type.values)) - 1:
        return present(one)
    return given(one, lambda it: op("member", TRUTH, it, many))


def within(a: Expr, b: Expr) -> Expr:
    """Every element of `a` is one of `b`."""
    base = join(a.type, b.type).base
    return op("within", TRUTH, as_set(a, base), as_set(b, base))


def equal(a: Expr, b: Expr) -> Expr:
    """The same value; the same set. False if something is missing."""
    if Size.MANY in (a.type.size, b.type.size):
        base = join(a.type, b.type).base
        return op("=", TRUTH, as_set(a, base), as_set(b, base))
    one, other = a.type.base, b.type.base
    if isinstance(one, Range) and isinstance(other, Range) and (one.high < other.low or other.high < one.low):
        return FALSE
    return given(a, lambda x: given(b, lambda y: TRUE if x is y else op("=", TRUTH, x, y)))


def count(e: Expr) -> Expr:
    """How many."""
    if e.type.size == Size.FAMILY:
        return _sets_in(e)
    if e.type.size == Size.MANY and isinstance(e, Const):
        return integer(e.value.bit_count())
    return op("count", Type(Range(0, len(e.type.values))), as_set(e))


def _sets_in(e: Expr) -> Expr:
    """How many sets there are in a family that is known, or in one for each thing that something may be."""
    if isinstance(e, Table):
        numbers = tuple(map(len, e.values))
        return node(Table, Type(Range(0, max(numbers))), numbers, e.arguments)
    assert isinstance(e, Const)
    return integer(len(e.value))


def fitting(e: Expr, base: Range) -> Expr:
    """A number, as one of `base`; nothing if it is not."""
    assert isinstance(e.type.base, Range)
    if base.holds(e.type.base):
        return e
    if e.type.base.high < base.low or e.type.base.low > base.high:
        return empty(Type(base, Size.MAYBE))
    return given(e, lambda n: op("fits", Type(base, Size.MAYBE), n))


# ---- tables --------------------------------------------------------------------------------------


def table(values: Iterable[Value], type_: Type, argument: Expr) -> Expr:
    """A static function of one argument, given by its value for each element; lifted if the argument is a set."""
    rows = tuple(values)
    base = argument.type.values
    if argument.type.size == Size.MANY:
        return image(rows, type_, argument)
    if isinstance(argument, Const) and argument.type.size == Size.ONE:
        return const(type_, rows[argument.value - base.low])
    if isinstance(base, Range):
        return given(argument, lambda n: node(Table, type_, rows, (n,)))
    padded = (*rows, type_.nothing)
    result = type_ if argument.type.size == Size.ONE else perhaps(type_)
    return folded(node(Table, result, padded, (argument,)))


def image(rows: tuple[Value, ...], type_: Type, argument: Expr) -> Expr:
    """The union of a static function's values over a set."""
    return folded(node(Image, type_.of_size(Size.MANY), as_masks(rows, type_), argument))


def as_masks(rows: tuple[Value, ...], type_: Type) -> tuple[int, ...]:
    """Values of a type as sets."""
    if type_.size == Size.MANY:
        return rows
    low = type_.values.low
    return tuple(0 if v is None or (v < 0 and low == 0) else 1 << v - low for v in rows)
