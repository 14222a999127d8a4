"""Collections: what the names of bags and piles stand for."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.check.bags import Bag
from gdl.check.parts import Check
from gdl.check.piles import Pile
from gdl.model.build import as_set, fitting
from gdl.model.nodes import Const, Expr
from gdl.model.state import Variable
from gdl.model.types import Domain, Range, Size

KINDS: dict[str, type[Bag]] = {"bag": Bag, "pile": Pile}


def contents(check: Check, variable: Variable, whose: Sequence[Expr]) -> Expr:
    """The contents of a bag or a pile, each element once. `whose`: its subject and arguments, of any size."""
    fitted = tuple(_within(e, base) for e, base in zip(whose, variable.holders, strict=True))
    key = variable, fitted
    if key not in check.memo.contents:
        bag = KINDS[variable.collection](variable, fitted)
        found = bag.contents()
        check.memo.contents[key] = found
        if not isinstance(found, Const):
            check.memo.bags[found] = bag
    return check.memo.contents[key]


def _within(whose: Expr, base: Range | Domain) -> Expr:
    """An index, without the numbers that lie outside its dimension."""
    if not isinstance(base, Range):
        return whose
    return as_set(whose, base) if whose.type.size == Size.MANY else fitting(whose, base)
