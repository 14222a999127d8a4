"""Sets that a function of its own finds, for the one thing that they depend on: what a piece reaches from its site."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model.nodes import Const, Expr, Query, Var
from gdl.model.types import Size, Type
from gdl.passes.substitution import substitute_parts
from interpreter.native.plan.length import length
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.usual_names import with_usual_names

LONG = 216
"""From this length on, times the words of a set: a cannon's way in Janggi has 220, an elephant's 308. A horse's, there
and in Xiangqi, has 212, and there it is quicker where it stands."""
MOST_GIVEN = 9
"""A function of so few words and numbers; what needs more would take longer to call than to step over."""


@dataclass(frozen=True)
class SetFunction:
    """A set, `body`, of what the names stand for."""

    names: tuple[Var, ...]
    body: Expr


@dataclass(frozen=True)
class SetCall:
    """What such a function is given: the one thing that the set depends on, and what it reads of the state."""

    function: SetFunction
    given: tuple[Expr, ...]


def apart(planner: Planner, e: Expr) -> SetCall | None:
    """How a set is found by a function; None if it stands where it is asked for. It pays only where few things need the
    set: code that is stepped over most of the time is better elsewhere.

    All that doesn't depend on the one thing is given: it is worked out once, wherever that is best, and sets that
    differ in nothing else share a function.
    """
    return planner.once((e, "apart as a set"), lambda: _decided(planner, e))


def _decided(planner: Planner, e: Expr) -> SetCall | None:
    if not isinstance(e, Query) or e.type.size != Size.MANY or len(e.free) != 1 or e.may_break:
        return None
    (one,) = e.free
    given: dict[Expr, Var] = {}

    def go(x: Expr) -> Expr:
        if x is one or not (x.free or x.static):
            if x not in given:
                given[x] = _name(planner, x.type, len(given))
            return given[x]
        return x if isinstance(x, Const | Var) else substitute_parts(x, go)

    body = with_usual_names(planner, go(e))
    names = tuple(given.values())
    numbers = sum(planner.domains.words(name.type.base) if name.type.size == Size.MANY else 1 for name in names)
    is_long = length(planner, body) * planner.domains.words(e.type.base) >= LONG
    if not is_long or not body.static or numbers > MOST_GIVEN or any(name.type.size == Size.FAMILY for name in names):
        return None
    return SetCall(planner.once((names, body), lambda: SetFunction(names, body)), tuple(given))


def _name(planner: Planner, type_: Type, number: int) -> Var:
    return planner.once((type_, number, "given"), lambda: Var(type_, "given"))
