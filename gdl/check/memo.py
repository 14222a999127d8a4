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
"""Elements that all sets may have room for together, each by the elements of its type: a bit each, 6 MB in all."""
TRIED = 50
"""A combination that is tried for a set of sets, or a site's step in a direction, counts as so many elements."""
ASKED = 25
"""So does a part of a set that is asked about."""


@dataclass
class Budget:
    """How large the rules have grown: statements, defines that were written out, room of sets known beforehand.

    Each set has its own limit; but a text of the greatest size may hold thousands of the greatest sets.
    """

    made: int = 0
    expanded: int = 0
    room: int = 0
    kept: set[Const] = field(default_factory=set)

    def block(self, span: Span) -> None:
        """Refuse a block that is written out if that makes too many statements."""
        if self.made > MAX_STATEMENTS:
            raise fault("R612", span, "the rules become too large with every define written out",
                        "use fewer blocks within other blocks")  # fmt: skip

    def expansion(self, span: Span) -> None:
        """Count a define that is written out."""
        self.expanded += 1
        if self.expanded > MAX_EXPANSIONS:
            raise fault("R612", span, "the rules become too large with every define written out",
                        "use fewer values within other values")  # fmt: skip

    def work(self, combinations: int, span: Span) -> None:
        """Count what is to be tried for a set of sets or a direction, before it is."""
        self._spend(TRIED * combinations, span)

    def asked(self, parts: int, span: Span) -> None:
        """Count the parts of a set of which it is asked before the game whether they meet a condition."""
        self._spend(ASKED * parts, span)

    def value(self, value: Const, span: Span) -> None:
        """Count what a value takes, once for each value."""
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
    """The boards that were made, by their definition and what it was given; `trees`: the definition, and its scope."""

    made: dict[tuple[t.Shape, tuple[Value, ...]], Shape] = field(default_factory=dict)
    trees: dict[Shape, tuple[t.Shape, Scope]] = field(default_factory=dict)
    borders: dict[tuple[Shape, str], Shape] = field(default_factory=dict)
    """The edges and corners of boards."""


@dataclass
class Memo:
    """What is worked out once. `expansions`: defines, by what they were given; `off_board`: those of which
    a part lies off the board; `lifted`: those for several subjects;
    `contents`: what is in bags; `bags`: which bag such an expression belongs to."""

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
        """What `make` gives, which is kept in `done`; refuses to work out a thing in terms of itself."""
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
        """What an attempt goes on from."""
        boards = Boards({**self.boards.made}, {**self.boards.trees}, {**self.boards.borders})
        budget = replace(self.budget, kept={*self.budget.kept})
        return replace(self, bases={**self.bases}, boards=boards, expansions={**self.expansions},
                       lifted={**self.lifted}, budget=budget, failed={*self.failed})  # fmt: skip

    def take(self, other: Memo) -> None:
        """Go on from a fork."""
        self.bases, self.failed = other.bases, other.failed
        self.expansions, self.lifted = other.expansions, other.lifted
        self.boards.made, self.boards.trees = other.boards.made, other.boards.trees
        self.boards.borders = other.boards.borders
        self.budget = other.budget
