"""Expressions for one player: where `me` is known, much of what depends on it is known as well."""

from __future__ import annotations

from typing import Any

from gdl.model.build import FALSE, TRUE, cond_as, conjunction, const, disjunction, folded, negation
from gdl.model.nodes import After, Cond, Const, Expr, Get, Op, Query, Standing, Table, Var, node
from gdl.model.state import Variable
from gdl.model.types import TRUTH, Range, Size
from gdl.passes.substitution import substitute_parts


class Specialiser:
    """Replaces variables of the state, or names, by what they are known to hold."""

    def __init__(self, known: dict[Variable, int], names: dict[Var, int] | None = None) -> None:
        self.known, self.names = known, names or {}
        self._done: dict[Expr, Expr] = {}

    def __call__(self, e: Expr) -> Expr:
        """The expression with all that is known worked out."""
        found = self._done.get(e)
        if found is None:
            found = self._done[e] = self._changed(e)
        return found

    def _changed(self, e: Expr) -> Expr:
        if isinstance(e, Var) and e in self.names:
            return const(e.type, self.names[e])
        if isinstance(e, Const | Var | After):
            return e
        if isinstance(e, Get) and e.variable in self.known:
            return const(e.type, self.known[e.variable])
        new = substitute_parts(e, self)
        if new is e:
            return e
        match new:
            case Table():
                return _cut(new)
            case Cond() if isinstance(new.condition, Const):
                return cond_as(new.condition, new.then, new.other, new.type)
            case Op(name="and"):
                return conjunction(new.operands)
            case Op(name="or"):
                return disjunction(new.operands)
            case Op() | Standing() if all(isinstance(p, Const) for p in new.parts) and not isinstance(new, Standing):
                return folded(new)
        return new


def _cut(e: Table) -> Expr:
    """A table without the arguments that are known."""
    if not any(isinstance(a, Const) for a in e.arguments):
        return e
    at = [_index(a) if isinstance(a, Const) else None for a in e.arguments]
    left = tuple(a for a in e.arguments if not isinstance(a, Const))
    values = chosen(e.values, at)
    return node(Table, e.type, values, left) if left else const(e.type, values)


def _index(a: Const) -> int:
    low = a.type.base.low if isinstance(a.type.base, Range) else 0
    return int(a.value) - low


def chosen(values: Any, at: list[int | None]) -> Any:
    """The entries of a table, nested as `Table` has them, for the arguments that are known."""
    if not at:
        return values
    first, *rest = at
    if first is not None:
        return chosen(values[first], rest)
    return tuple(chosen(v, rest) for v in values)


def inside(many: Expr, i: int) -> Expr:
    """Whether the element number `i` is in a set, asked of what the set is made of."""
    base = many.type.values
    if isinstance(many, Const):
        return TRUE if many.value >> i & 1 else FALSE
    match many:
        case Op(name="union"):
            return disjunction(inside(o, i) for o in many.operands)
        case Op(name="both"):
            return conjunction(inside(o, i) for o in many.operands)
        case Op(name="minus"):
            return conjunction((inside(many.operands[0], i), negation(inside(many.operands[1], i))))
        case Cond():
            then, other = inside(many.then, i), inside(many.other, i)
            if then is other:
                return then
            return disjunction((conjunction((many.condition, then)),
                                conjunction((negation(many.condition), other))))  # fmt: skip
        case Query(how="union") if len(many.binders) == 1 and many.body[0] is many.binders[0][0]:
            variable, source = many.binders[0]
            if source.type.base is base and source.type.size != Size.FAMILY:
                known = Specialiser({}, {variable: i + base.low})
                return conjunction((inside(source, i), known(many.where)))
        case Table() if len(many.arguments) == 1 and not isinstance(many.arguments[0].type.base, Range):
            return node(Table, TRUTH, tuple(bool(v >> i & 1) for v in many.values), many.arguments)
    element = const(many.type.of_size(Size.ONE), i + base.low)
    return node(Op, TRUTH, "member", (element, many))
