"""Names that stand for the same things: expressions that differ in the variables they bind alone become one."""

from __future__ import annotations

from gdl.model.nodes import Const, Expr, Var
from gdl.passes.substitution import substitute_parts
from interpreter.native.plan.planner import Planner


def with_usual_names(planner: Planner, e: Expr) -> Expr:
    """The same expression with the usual names for what it binds, in the order in which they are met. Names from around
    it stay."""
    known: dict[Expr, Expr] = {name: name for name in e.free}
    met: list[Var] = []

    def go(x: Expr) -> Expr:
        if isinstance(x, Const):
            return x
        if x not in known:
            if isinstance(x, Var):
                known[x] = _usual(planner, x, len(met))
                met.append(x)
            else:
                known[x] = substitute_parts(x, go)
        return known[x]

    return go(e)


def _usual(planner: Planner, v: Var, number: int) -> Var:
    return planner.once((v.type, v.name, number, "usual"), lambda: Var(v.type, v.name))
