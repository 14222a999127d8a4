"""Making expressions of numbers: the range of a result follows from the ranges of its operands."""

from __future__ import annotations

from gdl.model.build import FALSE, TRUE, empty, given, op
from gdl.model.nodes import Expr
from gdl.model.operators import function
from gdl.model.types import TRUTH, Range, Size, Type


def _bounds(name: str, a: Range, b: Range) -> Range:
    if name == "%":
        top = max(abs(b.low), abs(b.high))
        if b.low > 0:
            return Range(0, min(top - 1, a.high)) if a.low >= 0 else Range(0, top - 1)
        return Range(1 - top, top - 1)
    divisors = [n for n in (b.low, b.high, -1, 1) if n and b.low <= n <= b.high]
    results = [function(name)(x, y) for x in (a.low, a.high) for y in (divisors if name == "/" else (b.low, b.high))]
    return Range(min(results), max(results))


def arithmetic(name: str, a: Expr, b: Expr) -> Expr:
    """`+ - * / %` of numbers; nothing if one is missing or the divisor is 0. Division rounds down."""

    def apply(x: Expr, y: Expr) -> Expr:
        assert isinstance(x.type.base, Range)
        assert isinstance(y.type.base, Range)
        if name in "/%" and y.type.base.low <= 0 <= y.type.base.high:
            if y.type.base == Range(0, 0):
                return empty(Type(Range(0, 0), Size.MAYBE))
            maybe = Type(_bounds(name, x.type.base, y.type.base), Size.MAYBE)
            return op("quotient" if name == "/" else "remainder", maybe, x, y)
        return op(name, Type(_bounds(name, x.type.base, y.type.base)), x, y)

    return given(a, lambda x: given(b, lambda y: apply(x, y)))


def negative(a: Expr) -> Expr:
    """The number with the other sign."""
    return given(a, lambda x: op("neg", Type(Range(-x.type.base.high, -x.type.base.low)), x))  # type: ignore[union-attr]


def absolute(a: Expr) -> Expr:
    """How far a number is from 0."""

    def apply(x: Expr) -> Expr:
        r = x.type.base
        assert isinstance(r, Range)
        if r.low >= 0:
            return x
        return op("abs", Type(Range(max(-r.high, 0), max(-r.low, r.high))), x) if r.high > 0 else negative(x)

    return given(a, apply)


def less(a: Expr, b: Expr, name: str) -> Expr:
    """`<` or `<=`; known already where the ranges say so."""

    def apply(x: Expr, y: Expr) -> Expr:
        r, s = x.type.base, y.type.base
        assert isinstance(r, Range)
        assert isinstance(s, Range)
        if r.high < s.low or (name == "<=" and r.high <= s.low):
            return TRUE
        if r.low > s.high or (name == "<" and r.low >= s.high):
            return FALSE
        return op(name, TRUTH, x, y)

    return given(a, lambda x: given(b, lambda y: apply(x, y)))
