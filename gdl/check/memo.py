"""What a check works out once, and how large the results may become all together."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from gdl.check.scope import Scope, Silent, Thing
from gdl.model.nodes import Const, Expr, Value
from gdl.model.shape import Shape
from gdl.model.types import Base, Plain, Size
from gdl.passes.fold import Folder
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.source import Span

R = TypeVar("R")
K = TypeVar("K", bound=Hashable)

MAX_STATEMENTS = 20_000
MAX_EXPANSIONS = 10_000
MAX_ROOM = 50_000_000
"""The most elements for which all known sets together may have room. Each set has room for all elements of its type, at
a bit each: 6 MB in all."""
TRIED = 50
"""Elements that count for each tried combination of a set of sets, or for a site's step in a direction."""
ASKED = 25
"""Elements that count for each tested part of a set."""


@dataclass
class Budget:
    """How large the rules have grown: statements, written-out defines, room of the sets that are known beforehand.

    Each set has its own limit. But a text of the greatest size may hold thousands of the greatest sets.
    """

    made: int = 0
    expanded: int = 0
    room: int = 0
    kept: set[Const] = field(default_factory=set)

    def block(self, span: Span) -> None:
        """Refuse a written-out block if the rules have too many statements."""
        if self.made > MAX_STATEMENTS:
            raise fault("R612", span, "the rules become too large with every define written out",
                        "use fewer blocks within other blocks")  # fmt: skip

    def expansion(self, span: Span) -> None:
        """Count a written-out define."""
        self.expanded += 1
        if self.expanded > MAX_EXPANSIONS:
            raise fault("R612", span, "the rules become too large with every define written out",
                        "use fewer values within other values")  # fmt: skip

    def work(self, combinations: int, span: Span) -> None:
        """Count combinations of a set of sets or of a direction, before they are tried."""
        self._spend(TRIED * combinations, span)

    def asked(self, parts: int, span: Span) -> None:
        """Count parts of a set that are tested before the game."""
        self._spend(ASKED * parts, span)

    def value(self, value: Const, span: Span) -> None:
        """Count the room of a value, once for each value."""
        if value.type.size < Size.MANY or isinstance(value.type.base, Plain) or value in self.kept:
            return
        self.kept.add(value)
        sets = len(value.value) if value.type.size == Size.FAMILY else 1
        self._spend(sets * len(value.type.base), span)

    def _spend(self, elements: int, span: Span) -> None:
        self.room += elements
        if self.room > MAX_ROOM:
            raise fault(
                "T332", span,
                f"with this one, the fixed sets have room for over {MAX_ROOM:,} elements",
                "make fewer or smaller ones: sets of sets on a smaller board, numbers that lie closer together",
            )  # fmt: skip


@dataclass
class Boards:
    """The boards that were made, by their definition and arguments. `trees`: the definition of each, and its scope."""

    made: dict[tuple[t.Shape, tuple[Value, ...]], Shape] = field(default_factory=dict)
    trees: dict[Shape, tuple[t.Shape, Scope]] = field(default_factory=dict)
    borders: dict[tuple[Shape, str], Shape] = field(default_factory=dict)
    """The edges and corners of boards."""


@dataclass
class Memo:
    """Results that are worked out once.

    `expansions`: defines, by their arguments. `off_board`: those expansions of which a part lies off the board.
    `lifted`: defines for several subjects. `contents`: the contents of bags. `bags`: the bag to which such an
    expression belongs.
    """

    options: dict[str, Const] = field(default_factory=dict)
    bases: dict[str, Base] = field(default_factory=dict)
    boards: Boards = field(default_factory=Boards)
    expansions: dict[object, Expr | Thing] = field(default_factory=dict)
    off_board: set[object] = field(default_factory=set)
    lifted: dict[object, Expr] = field(default_factory=dict)
    contents: dict[object, Expr] = field(default_factory=dict)
    bags: dict[Expr, object] = field(default_factory=dict)
    folder: Folder = field(default_factory=Folder)
    budget: Budget = field(default_factory=Budget)
    under_way: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)

    def once(self, done: dict[K, R], key: K, what: str, span: Span, make: Callable[[], R]) -> R:
        """The result of `make`, kept in `done`. Refuses a thing that is defined in terms of itself."""
        if key in done:
            return done[key]
        if what in self.failed:
            raise Silent
        if what in self.under_way:
            ring = " → ".join([*self.under_way[self.under_way.index(what) :], what])
            raise fault("N204", span, f"{what} is defined in terms of itself ({ring})",
                        "a definition can't use itself: write it with other names")  # fmt: skip
        self.under_way.append(what)
        try:
            done[key] = make()
        except (Fault, Silent):
            self.failed.add(what)
            raise
        finally:
            self.under_way.pop()
        return done[key]

    def fork(self) -> Memo:
        """A copy, for an attempt."""
        boards = Boards({**self.boards.made}, {**self.boards.trees}, {**self.boards.borders})
        budget = replace(self.budget, kept={*self.budget.kept})
        return replace(self, bases={**self.bases}, boards=boards, expansions={**self.expansions},
                       lifted={**self.lifted}, budget=budget, failed={*self.failed})  # fmt: skip

    def take(self, other: Memo) -> None:
        """Go on with the results of an attempt."""
        self.bases, self.failed = other.bases, other.failed
        self.expansions, self.lifted = other.expansions, other.lifted
        self.boards.made, self.boards.trees = other.boards.made, other.boards.trees
        self.boards.borders = other.boards.borders
        self.budget = other.budget
