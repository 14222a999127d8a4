"""What becomes of a value as a set grows: of conditions on parts of a set, some fail for good."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.model.arithmetic import less
from gdl.model.build import integer
from gdl.model.nodes import Const, Expr, Image, Op, Query, Var
from gdl.model.operators import directions, laws
from gdl.model.types import Range, Size


def failing_for_good(condition: Expr, variable: Var) -> Expr | None:
    """What follows from a condition, is known before the game and, once it fails for a set, fails for all sets that
    hold it, too; None if nothing is. For `count(S.rank) = 1` it is `count(S.rank) <= 1`. For `sum(c.pips for c in S) =
    number`, where the number isn't known yet, it is that the sum isn't above all that it can be."""
    if condition.static and condition.free == {variable} and direction(condition, variable) == -1:
        return condition
    if not isinstance(condition, Op) or not laws(condition).compares:
        return None
    grown, other = condition.operands
    if condition.name == "=" and variable not in grown.free:
        grown, other = other, grown
    highest = _highest(other)
    if highest is None or variable in other.free or direction(grown, variable) != 1:
        return None
    test = less(grown, highest, "<" if condition.name == "<" else "<=")
    return test if test.static and test.free == {variable} else None


def _highest(number: Expr) -> Expr | None:
    """The highest number that it can be, if it is one."""
    if not isinstance(number.type.base, Range) or number.type.size != Size.ONE:
        return None
    return number if isinstance(number, Const) else integer(number.type.base.high)


def direction(e: Expr, variable: Var) -> int | None:
    """Whether a value never becomes less (1) or never more (-1) as a set grows, or doesn't hang on it (0); None if
    nothing is known."""
    if variable not in e.free:
        return 0
    match e:
        case Op(operands=operands):
            signs = directions(e)
            return _together(
                sign * way if (way := direction(operand, variable)) is not None else None
                for sign, operand in zip(signs, operands, strict=True)
            ) if signs else None  # fmt: skip
        case Image(of=of):
            return direction(of, variable)
        case Query(how="some" | "count" | "union" | "sum" as how, binders=binders, where=where, body=body):
            if how == "sum" and not (isinstance(base := body[0].type.base, Range) and base.low >= 0):
                return None
            if any(variable in one.free for one in body):
                return None
            return _together(direction(one, variable) for one in (*(source for _, source in binders), where))
    return 1 if e is variable else None


def _together(ways: Iterable[int | None]) -> int | None:
    """The way of a value that never becomes less as any of its parts does."""
    found = {way for way in ways if way != 0}
    return found.pop() if len(found) == 1 else 0 if not found else None
