"""What plans are made from besides the expressions: where the elements lie. What has been decided is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from gdl.model.meaning import shift_groups
from gdl.model.nodes import Expr, Op, Table, Var
from gdl.model.types import Plain, Range, Size
from interpreter.native.module.emitter import MAX_LOCALS
from interpreter.native.record.domains import Domains

T = TypeVar("T")

MAX_GROUPS = 16
"""A relation of more shifts than this stays a table. On a grid a king's steps are eight shifts, a knight's eight, and a
relation of two such things sixteen; a shift costs about as much as one entry that is read, so that far more of them
would gain nothing over a loop over some ten elements."""

MUCH = 20_000
"""Locals of a function in which things are written out. What takes more is quicker in loops: rules within rules that
took 18,000 so, and 2,300 in loops, played 1.3 times as many games in these. Of what ships, Hive takes most, 15,000."""


class Planner:
    """Makes plans: pure functions of (specialised) expressions and of the layout, each worked out once."""

    def __init__(self, domains: Domains, is_compact: bool = False) -> None:
        """`is_compact`: nothing is written out for each of a few things, which would make the code too long."""
        self.domains, self.is_compact = domains, is_compact
        self._known: dict[Any, Any] = {}

    @property
    def room(self) -> int:
        """How many locals a function may have."""
        return MAX_LOCALS if self.is_compact else MUCH

    def at_most(self, few: int) -> int:
        """How many things something is written out for, where there is room for so many."""
        return 1 if self.is_compact else few

    def once(self, key: Any, decide: Callable[[], T]) -> T:
        """What was decided under this key, or is decided now. Keys hold their expressions, so that none is freed."""
        if key not in self._known:
            self._known[key] = decide()
        found: T = self._known[key]
        return found


@dataclass(frozen=True)
class Shifts:
    """A relation as shifts of the board: for each distance the positions (a mask) from which it is gone."""

    groups: tuple[tuple[int, int], ...]
    masks: tuple[int, ...]
    """The same as a table: for each position those that it is related to."""

    @property
    def distances(self) -> frozenset[int]:
        """How far the related ones lie."""
        return frozenset(by for by, _ in self.groups)

    @property
    def only(self) -> tuple[int, int] | None:
        """The one shift, if it is one for the whole board."""
        return self.groups[0] if len(self.groups) == 1 else None


def shifts_of(planner: Planner, e: Expr, v: Var) -> Shifts | None:
    """A static function of `v` as shifts; None if it isn't one, or takes too many of them."""
    while isinstance(e, Op) and e.name in ("single", "same"):
        (e,) = e.operands
    if not (isinstance(e, Table) and e.arguments == (v,)) or isinstance(v.type.base, Range | Plain):
        return None
    if isinstance(e.type.base, Range | Plain):
        return None
    table = e
    return planner.once((table, "shifts"), lambda: _shifts(planner.domains, table, v))


def _shifts(domains: Domains, e: Table, v: Var) -> Shifts | None:
    masks = [0] * domains.size(v.type.base)
    for i, position in enumerate(domains.positions(v.type.base)):
        held = e.values[i]
        one = held if e.type.size == Size.MANY else 0 if held < 0 else 1 << held
        masks[position] = domains.mask(e.type.base, one)
    groups = shift_groups(tuple(masks), MAX_GROUPS)
    return None if groups is None else Shifts(groups, tuple(masks))
