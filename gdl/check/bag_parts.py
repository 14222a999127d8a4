"""`S within X` for a bag X: some of its contents, as one thing to choose or to ask about.

All possible parts are known before the game. Each is a row of numbers: how many it has of each element. In play, a test
says which parts the bag can give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gdl.check.bags import Counted, bag_of
from gdl.check.parts import Check
from gdl.check.piles import Pile
from gdl.check.scope import Scope
from gdl.check.subsets import MAX_SETS, sizes
from gdl.model.arithmetic import less
from gdl.model.build import everything, given, negation, query, table
from gdl.model.nodes import Const, Expr, Table, Var, node
from gdl.model.types import TRUTH, Domain, Parts, Range, Size, Type, name_of
from gdl.passes.substitution import substitute
from gdl.syntax import tree as t
from gdl.text.findings import fault

MAX_NUMBERS = 1_000_000
"""The most numbers in all parts together: one for each element of each part."""

Row = tuple[int, ...]
"""How many there are of each element."""


@dataclass(frozen=True)
class PartOfBag(Counted):
    """A chosen part of a bag.

    `most`: how many the bag can hold of an element. `rows`: all parts. `chosen`: the number of this part among them.
    """

    of: Range | Domain
    most: int
    rows: tuple[Row, ...]
    chosen: Expr

    @property
    def base(self) -> Range | Domain:
        """The type of its contents."""
        return self.of

    def number(self, element: Expr) -> Expr:
        """How many there are of an element."""
        numbers, low = Type(Range(0, self.most)), self.of.low
        if isinstance(element, Const) and element.type.size == Size.ONE:
            return table([row[element.value - low] for row in self.rows], numbers, self.chosen)
        nothing = () if isinstance(self.base, Range) else ((None,) * (len(self.rows) + 1),)
        columns = (*((*column, None) for column in zip(*self.rows, strict=True)), *nothing)
        return given(element, lambda one: node(Table, numbers, columns, (one, self.chosen)))

    def contents(self) -> Expr:
        """Its contents, each element once."""
        return table(map(_held, self.rows), Type(self.base, Size.MANY), self.chosen)

    def total(self) -> Expr:
        """How many there are in all."""
        return table(map(sum, self.rows), Type(Range(0, self.most * len(self.of))), self.chosen)

    def now(self, chosen: Expr) -> PartOfBag:
        """The same part after the decision, with its number as a local keeps it."""
        return replace(self, chosen=chosen)


def bag_behind(check: Check, whole: Expr) -> Counted | None:
    """The bag (or part of a bag) whose parts are meant. None for a set, and for a pile, since its order matters."""
    bag = bag_of(check, whole)
    return None if isinstance(bag, Pile) else bag


def part_of_bag(
    check: Check, binder: t.Binder, bag: Counted, where: t.Expression | None, scope: Scope
) -> tuple[tuple[Var, Expr], Expr, Expr]:
    """A name that ranges over all parts; the contents of the part that it stands for; whether the bag can give that
    part."""
    element = Var(Type(bag.base), "held")
    number = bag.number(element)
    assert isinstance(number.type.base, Range)
    most, kinds = number.type.base.high, len(bag.base)
    wanted = [n for n in sizes(check, binder.name.text, where, scope, most * kinds) if n <= most * kinds]
    ways = _ways(kinds, most, max(wanted, default=0))
    many = sum(ways[n] for n in wanted)
    if many > MAX_SETS or many * kinds > MAX_NUMBERS:
        named = binder.name.text
        raise fault("T332", binder.span,
                    f"there are {many:,} such parts, of up to {most:,} each of {kinds:,} elements; at most "
                    f"{min(MAX_SETS, MAX_NUMBERS // kinds):,} may be",
                    f"say how many it holds: `where count({named}) = 3`, `in 1..3`, `<= 3`")  # fmt: skip
    check.memo.budget.work(many * kinds, binder.span)
    rows = tuple(row for n in wanted for row in _rows(kinds, most, n))
    labels = tuple("+".join(_names(bag.base, row)) or "nothing" for row in rows)
    parts = Parts(f"parts for {binder.name.text}", labels, of=bag.base, held=tuple(map(_held, rows)), rows=rows)
    variable = Var(Type(parts), binder.name.text)
    part = PartOfBag(bag.base, most, rows or ((0,) * kinds,), variable)
    value = part.contents()
    check.memo.bags[value] = part
    too_many = less(number, part.number(element), "<")
    lacks = query("some", TRUTH, [(element, everything(bag.base))], too_many)
    return (variable, everything(parts)), value, negation(lacks)


def held_part(check: Check, value: Expr, name: Var, held: Expr) -> Expr:
    """The value of a decision's name after the decision; `held` keeps what was chosen."""
    found = substitute(value, {name: held})
    part = bag_of(check, value)
    if isinstance(part, PartOfBag):
        check.memo.bags[found] = part.now(held)
    return found


def _ways(kinds: int, most: int, size: int) -> list[int]:
    """How many parts there are of 0 … `size` things, with up to `most` of each kind."""
    ways = [1] + [0] * size
    for _ in range(kinds):
        ways = [sum(ways[max(0, n - most) : n + 1]) for n in range(size + 1)]
    return ways


def _rows(kinds: int, most: int, size: int) -> Iterator[Row]:
    """All parts of so many things, those with most of the first element first."""
    if kinds == 0:
        yield from [()] * (size == 0)
        return
    for first in range(min(most, size), max(0, size - most * (kinds - 1)) - 1, -1):
        for others in _rows(kinds - 1, most, size - first):
            yield (first, *others)


def _names(base: Range | Domain, row: Row) -> Iterator[str]:
    return (name_of(base, i) for i, times in enumerate(row) for _ in range(times))


def _held(row: Sequence[int]) -> int:
    return sum(1 << i for i, number in enumerate(row) if number)
