"""Bags: how many there are of each element of a type, under one name.

A bag is a variable with a number for each element. Its name alone is the set of its contents, each element once. The
memo remembers which bag belongs to that set, so counting, adding, drawing and loops find the numbers again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from gdl.check.parts import Check
from gdl.check.values import get
from gdl.model.arithmetic import arithmetic, less
from gdl.model.build import TRUE, as_set, everything, integer, op, query, union_over
from gdl.model.nodes import Expr, Var
from gdl.model.state import Variable
from gdl.model.types import Domain, Range, Size, Type


class Counted(ABC):
    """Things of a type, with a number for each element: several may be alike."""

    @property
    @abstractmethod
    def base(self) -> Range | Domain:
        """The type of its contents."""

    @abstractmethod
    def number(self, element: Expr) -> Expr:
        """How many there are of an element."""

    @abstractmethod
    def contents(self) -> Expr:
        """Its contents, each element once."""

    @abstractmethod
    def total(self) -> Expr:
        """How many there are in all."""


@dataclass(frozen=True)
class Bag(Counted):
    """The bag of something, or the bags of several things as one. `whose`: the indices before the element's index."""

    variable: Variable
    whose: tuple[Expr, ...]

    @property
    def base(self) -> Range | Domain:
        """The type of its contents."""
        return self.variable.held

    def each(self) -> tuple[list[tuple[Var, Expr]], list[Expr]]:
        """One of the bags: names for the owners, if there are several, and the indices of the bag."""
        binders: list[tuple[Var, Expr]] = []
        indices: list[Expr] = []
        for whose in self.whose:
            one_of = Var(whose.type.of_size(Size.ONE), "whose")
            single = whose.type.size == Size.ONE
            indices.append(whose if single else one_of)
            binders += [] if single else [(one_of, as_set(whose))]
        return binders, indices

    def number(self, element: Expr) -> Expr:
        """How many there are of an element."""
        binders, indices = self.each()
        one = get(self.variable, *indices, element)
        if not binders:
            return one
        assert isinstance(one.type.base, Range)
        several = reduce(lambda product, b: product * len(b[1].type.values), binders, 1)
        return query("sum", Type(Range(0, one.type.base.high * several)), binders, TRUE, one)

    def contents(self) -> Expr:
        """Its contents, each element once."""
        element = Var(Type(self.base), "held")
        there = less(integer(0), self.number(element), "<")
        return union_over([(element, everything(self.base))], there, element)

    def total(self) -> Expr:
        """How many there are in all."""
        element = Var(Type(self.base), "held")
        number = self.number(element)
        assert isinstance(number.type.base, Range)
        all_of_them = Range(0, number.type.base.high * len(self.base))
        return query("sum", Type(all_of_them), [(element, everything(self.base))], TRUE, number)


def bag_of(check: Check, value: Expr) -> Counted | None:
    """The bag (or part of a bag) whose contents this expression is; None if it is something else."""
    found = check.memo.bags.get(value)
    return found if isinstance(found, Counted) else None


def times(check: Check, binders: Sequence[tuple[Var, Expr]]) -> Expr | None:
    """How often a tuple of a query counts, if some of its names range over bags; None if none does."""
    numbers = [bag.number(name) for name, source in binders if (bag := bag_of(check, source)) is not None]
    return reduce(lambda a, b: arithmetic("*", a, b), numbers) if numbers else None


def copies(check: Check, binders: Sequence[tuple[Var, Expr]]) -> list[tuple[Var, Expr]]:
    """Hidden names that make a query go through each thing in a bag as often as it is there."""
    found = []
    for name, source in binders:
        bag = bag_of(check, source)
        if bag is not None:
            found.append(so_many(bag.number(name)))
    return found


def so_many(number: Expr) -> tuple[Var, Expr]:
    """A hidden name that ranges from 1 to a number."""
    assert isinstance(number.type.base, Range)
    base = Range(1, max(1, number.type.base.high))
    return Var(Type(base), "way"), op("range", Type(base, Size.MANY), integer(1), number)
