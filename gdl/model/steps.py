"""Making expressions of steps on a board, in directions that are known or not."""

from __future__ import annotations

from functools import reduce

from gdl.model.build import const, empty, given, lift, perhaps, table, union
from gdl.model.nodes import Const, Expr, Op, Table, node
from gdl.model.shape import Shape
from gdl.model.types import Size, Type


def step(shape: Shape, direction: Expr, site: Expr) -> Expr:
    """One step from each site in each direction."""
    if direction.type.size == Size.MANY:
        if isinstance(direction, Const):
            ones = [i for i in range(len(shape.steps)) if direction.value >> i & 1]
            steps = (step(shape, const(direction.type.of_size(Size.ONE), i), site) for i in ones)
            nowhere: Expr = empty(Type(shape, Size.MANY))
            return reduce(union, steps, nowhere)
        return lift(direction, lambda d: step(shape, d, site))
    if direction.type.size == Size.MAYBE:
        return given(direction, lambda d: step(shape, d, site))
    if isinstance(direction, Const):
        return table(shape.steps[direction.value], _reached(shape, direction), site)
    if site.type.size == Size.MANY:
        return lift(site, lambda s: step(shape, direction, s))
    rows = tuple((*row, -1) for row in shape.steps)
    there = _reached(shape, direction)
    type_ = there if site.type.size == Size.ONE else perhaps(there)
    return node(Table, type_, (*rows, (-1,) * (len(shape) + 1)), (direction, site))


def power(shape: Shape, direction: Expr, times: Expr, site: Expr) -> Expr:
    """The site that a number of steps in one direction leads to; with less than one step it is the site itself."""
    return node(Op, _reached(shape, direction), "power", (direction, times, site))


def _reached(shape: Shape, direction: Expr) -> Type:
    """The type of what a step in one direction leads to: on a ring there is always a site."""
    rows = [shape.steps[direction.value]] if isinstance(direction, Const) else shape.steps
    return Type(shape, Size.MAYBE if any(-1 in row for row in rows) else Size.ONE)
