"""Names that stand for the same things: expressions that differ in the variables they bind alone become one."""

from __future__ import annotations

from functools import lru_cache

from gdl.model.nodes import Const, Expr, Var
from gdl.model.types import Type
from gdl.passes.substitution import substitute_parts


def with_usual_names(e: Expr) -> Expr:
    """The same as an expression that needs no variables from around it, with the usual ones in the order in which they
    are met."""
    known: dict[Expr, Expr] = {}
    met: list[Expr] = []

    def go(x: Expr) -> Expr:
        if isinstance(x, Const):
            return x
        if x not in known:
            known[x] = _usual(x.type, x.name, len(met)) if isinstance(x, Var) else substitute_parts(x, go)
            if isinstance(x, Var):
                met.append(x)
        return known[x]

    return go(e)


@lru_cache(maxsize=1_000)
def _usual(type_: Type, name: str, number: int) -> Var:
    """The variable that is met as number so-and-so."""
    return Var(type_, name)
