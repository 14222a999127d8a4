"""Tables of cases that leave none out: they always give a value."""

from __future__ import annotations

from itertools import product
from math import prod

from gdl.check.parts import Check
from gdl.check.pieces import bare_kind
from gdl.check.scope import Scope, Thing
from gdl.model.nodes import Const, Expr
from gdl.model.types import TRUTHS, Base, Domain, Range, Size, places_in
from gdl.syntax import tree as t

_LOOKED_AT = 10_000
"""The most combinations of arguments that are looked at. A larger table counts as one that may leave out a case."""


def leaves_none_out(check: Check, define: t.Define, inner: Scope) -> bool:
    """Whether the lines of a define cover all values that its arguments can have here."""
    table = define.value
    names = [name for name in (define.subject, *define.parameters) if name is not None]
    given = [inner.find(name.text) for name in names]
    bases = [v.type.base for v in given if isinstance(v, Expr) and v.type.size == Size.ONE and _is_finite(v.type.base)]
    if not isinstance(table, tuple) or len(bases) < len(names) or prod(map(_size, bases)) > _LOOKED_AT:
        return False
    left = set(product(*(range(_size(base)) for base in bases)))
    for line in table:
        if not isinstance(line, t.Case) or len(line.arguments) != len(names):
            return False
        meant = [_places(check, said, base, inner) for said, base in zip(line.arguments, bases, strict=True)]
        left.difference_update(product(*meant))
    return not left


def _is_finite(base: Base) -> bool:
    return isinstance(base, Range | Domain) or base is TRUTHS


def _size(base: Base) -> int:
    return len(base) if isinstance(base, Range | Domain) else 2


def _places(check: Check, said: t.Expression, base: Base, inner: Scope) -> list[int]:
    """The numbers of the values that a case names, in the type of the argument; none if they aren't known yet."""
    value = check.value(said, inner)
    one = bare_kind(value) if isinstance(value, Thing) else value
    if not isinstance(one, Const) or one.type.size == Size.FAMILY:
        return []
    its = one.type.base
    if its is not base and not (isinstance(its, Range) and isinstance(base, Range)):
        return []
    shift = its.low - base.low
    if one.type.size == Size.MANY:
        return [place + shift for place in places_in(one.value)]
    return [one.value - base.low]
