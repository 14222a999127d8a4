"""Piles: things in an order, one on the other, under one name.

A pile is a variable with a thing for each place, from the bottom; above its top there is nothing. For counting, and for
loops over its contents, it is a bag.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from gdl.check.bags import Bag, bag_of
from gdl.check.parts import Check
from gdl.check.values import get
from gdl.model.arithmetic import arithmetic
from gdl.model.build import TRUE, equal, everything, fitting, given, integer, present, query, union_over
from gdl.model.nodes import Expr, Var
from gdl.model.types import Range, Size, Type

ON_TOP = "on top"
"""The name for the n-th thing from the top. No author can have it."""


@dataclass(frozen=True)
class Pile(Bag):
    """The pile of something, or the piles of several things as one. `whose`: the indices before the place."""

    @property
    def places(self) -> Range:
        """1 … the greatest height."""
        base = self.variable.dimensions[-1]
        assert isinstance(base, Range)
        return base

    @property
    def single(self) -> bool:
        """Whether this is one pile, not those of several owners."""
        return all(index.type.size == Size.ONE for index in self.whose)

    def at(self, place: Expr) -> Expr:
        """The thing at a place of a single pile, from the bottom; nothing outside the pile."""

        def there(n: Expr) -> Expr:
            return get(self.variable, *self.whose, n)

        inside = fitting(place, self.places)
        return there(inside) if inside.type.size == Size.ONE else given(inside, there)

    def layer(self, number: Expr, from_top: bool) -> Expr:
        """The n-th thing from the top or from the bottom; nothing if there is none."""

        def of_one(n: Expr) -> Expr:
            return self.at(arithmetic("-", arithmetic("+", self.total(), integer(1)), n) if from_top else n)

        return of_one(number) if number.type.size == Size.ONE else given(number, of_one)

    def number(self, element: Expr) -> Expr:
        """How often an element is in the pile."""
        return self._count(lambda thing: equal(thing, element))

    def total(self) -> Expr:
        """How many things are in the pile."""
        return self._count(present)

    def contents(self) -> Expr:
        """The things in the pile, each element once."""
        binders, thing = self._each_thing()
        return union_over(binders, TRUE, thing)

    def _count(self, condition: Callable[[Expr], Expr]) -> Expr:
        binders, thing = self._each_thing()
        most = reduce(lambda product, b: product * len(b[1].type.values), binders, 1)
        return query("count", Type(Range(0, most)), binders, condition(thing))

    def _each_thing(self) -> tuple[list[tuple[Var, Expr]], Expr]:
        """Names for each place, and the thing there."""
        binders, indices = self.each()
        place = Var(Type(self.places), "place")
        return [*binders, (place, everything(self.places))], get(self.variable, *indices, place)


def pile_of(check: Check, value: Expr) -> Pile | None:
    """The pile whose contents an expression is."""
    bag = bag_of(check, value)
    return bag if isinstance(bag, Pile) else None
