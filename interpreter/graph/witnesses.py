"""The sites that witness why a game has ended, as an expression: what holds is taken apart, down to sites.

Of `some line in lines(5) where line within mine` the line is the witness, of `apex in mine` the apex, of a connection
the chain. What holds of nothing in particular – nobody can move, a number is reached – has none.
"""

from __future__ import annotations

from functools import reduce

from gdl.model import statements as m
from gdl.model.build import (
    TRUE,
    as_set,
    cond,
    conjunction,
    empty,
    intersection,
    present,
    union,
    union_over,
)
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Expr, Fill, Get, Given, Op, Query, Repeats, Stuck, node, within
from gdl.model.shape import Shape
from gdl.model.types import Size, Type
from interpreter.graph.ends import End


def of_end(model: Model, end: End) -> Expr | None:
    """The sites that witness why this line took effect, as a set; None if there is no such thing."""
    if model.board is None or not isinstance(end.statement, m.Finish) or end.statement.result == "draw":
        return None
    parts = _Parts(model.board)
    found = parts.none
    if end.condition is not None:
        found = union(parts.condition(end.condition), parts.named(end.condition))
    who = end.statement.who
    if isinstance(who, Query) and who.how == "union":
        found = union(found, parts.tuples(who, own=False))
    return None if found is parts.none else found


def reads_locals(e: Expr) -> bool:
    """Whether an expression depends on what was found in the turn: that is forgotten where the game has ended."""
    return any(isinstance(part, Get) and part.variable.local for part in within(e))


def is_forgotten(e: Expr) -> bool:
    """Whether an expression depends on what isn't known any more where the game has ended: what was found in the turn,
    other positions than the last."""
    return reads_locals(e) or any(isinstance(part, Repeats | After) for part in within(e))


class _Parts:
    """Takes conditions apart; each gives no sites where it doesn't hold."""

    def __init__(self, board: Shape) -> None:
        self.board = board
        self.type = Type(board, Size.MANY)
        self.none: Expr = empty(self.type)

    def all(self, parts: list[Expr]) -> Expr:
        """What is in one of these sets at least."""
        return reduce(union, parts, self.none)

    def sites(self, e: Expr) -> Expr:
        """The sites that an expression is; none if it is no site or set of sites of the board."""
        ours = e.type.base is self.board and e.type.size != Size.FAMILY
        return as_set(e) if ours else self.none

    def condition(self, e: Expr) -> Expr:
        """The witnesses of a condition."""
        match e:
            case Op(name="and"):
                found = self.all([self.condition(part) for part in e.operands])
                asked = [part for part in e.operands if not any(isinstance(x, Stuck) for x in within(part))]
                return self.where(conjunction(asked), found)
            case Op(name="or"):
                return self.all([self.condition(part) for part in e.operands])
            case Op(name="some"):
                return self.something(e.operands[0])
            case Op(name="there"):
                return self.sites(e.operands[0])
            case Op(name="member" | "within"):
                found = self.sites(e.operands[0])
                return self.where(e, self.among(*e.operands) if found is self.none else found)
            case Cond():
                return cond(e.condition, self.condition(e.then), self.condition(e.other))
            case Given():
                return self.given(e, self.condition(e.body))
            case Query(how="some"):
                return self.tuples(e)
        return self.none

    def where(self, condition: Expr, found: Expr) -> Expr:
        """The sites, if the condition holds."""
        return found if found is self.none or condition is TRUE else cond(condition, found, self.none)

    def given(self, e: Given, body: Expr) -> Expr:
        """The sites for the thing that may be there."""
        return self.none if body is self.none else node(Given, self.type, e.variable, e.value, body)

    def tuples(self, e: Query, own: bool = True) -> Expr:
        """The sites in the tuples of a query, with the groups around them that it names; those of other things are
        looked for in its condition."""
        mine = self.all([self.sites(variable) for variable, _ in e.binders if own])
        body = self.condition(e.where) if mine is self.none else self.all([mine, *self.groups(e.where, mine)])
        return self.none if body is self.none else union_over(list(e.binders), e.where, body)

    def groups(self, where: Expr, mine: Expr) -> list[Expr]:
        """The groups of which a condition speaks and to which these sites belong."""
        inner = frozenset().union(*(part.bound for part in within(where)))
        found = []
        for e in within(where):
            if isinstance(e, Fill) and e.type.size == Size.MANY and not e.free & inner:
                reached = intersection(e, self.sites(e.area))
                found.append(cond(present(intersection(reached, mine)), reached, self.none))
        return found

    def among(self, elements: Expr, many: Expr) -> Expr:
        """Why these elements belong to a set that is made by a condition."""
        if not isinstance(many, Query) or many.how != "union" or len(many.binders) != 1:
            return self.none
        ((variable, source),) = many.binders
        body = self.condition(many.where)
        if many.body != (variable,) or body is self.none:
            return self.none
        return union_over([(variable, intersection(as_set(elements), source))], many.where, body)

    def something(self, e: Expr) -> Expr:
        """Why there is something in a set: the sites in it; or, if they are reached through others, the chain."""
        match e:
            case Cond():
                return cond(e.condition, self.something(e.then), self.something(e.other))
            case Given():
                return self.given(e, self.something(e.body))
        goal = self.sites(e)
        fill = None if goal is self.none else _reach(e)
        if fill is None:
            return goal
        area = self.sites(fill.area)
        back = node(Fill, self.type, fill.variable, fill.step, goal, area)
        return union(goal, self.where(present(goal), intersection(back, area)))

    def named(self, e: Expr) -> Expr:
        """The sets of sites that were found in this turn and of which a condition speaks."""
        gets = [part for part in within(e) if isinstance(part, Get) and part.variable.local and not part.indices]
        return self.all([self.sites(get) for get in gets if get.type.size == Size.MANY])


def _reach(e: Expr) -> Fill | None:
    """How that is reached of which `e` is a part: `reached & goal`."""
    for part in e.operands if isinstance(e, Op) and e.name == "both" else ():
        fills = [inner for inner in within(part) if isinstance(inner, Fill) and inner.type.size == Size.MANY]
        if len(fills) == 1 and fills[0].start.type.size == Size.MANY:
            return fills[0]
    return None
