"""What a check met on its way, for lint, editors and rules that are watched."""

from __future__ import annotations

from dataclasses import dataclass, field

from gdl.check.missing import Notes
from gdl.check.outgrown import Outgrown
from gdl.check.scope import Thing
from gdl.model.nodes import Const, Expr, Value, Var
from gdl.model.shape import Shape
from gdl.model.types import Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Finding
from gdl.text.source import Span


@dataclass
class Trace:
    """What was met on the way, for lint, editors and rules that are watched. Nothing is ever taken away from it.

    `types`: those that an expression has come to, in order; None for a piece that is still a piece. `targets`: the
    types of what statements change. `came_to`: its values, None where it depends on the state. `conditions`: the same
    of conditions of statements, as they go into the model. `off_board`: how often something was met that lies off the
    board. `origins`: where in the text each expression comes from; None where nobody asks; `written`: what each was
    before it was made cheap. `outgrown`: the values that variables can't hold, by their place.
    """

    used: set[t.Node] = field(default_factory=set)
    types: dict[t.Expression, dict[Type | None, None]] = field(default_factory=dict)
    targets: dict[t.Expression, dict[Type | None, None]] = field(default_factory=dict)
    came_to: dict[t.Expression, set[Const | None]] = field(default_factory=dict)
    conditions: dict[t.Expression, set[Value]] = field(default_factory=dict)
    asked: dict[t.Expression, list[tuple[tuple[tuple[Var, Expr], ...], Expr]]] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    off_board: int = 0
    origins: dict[Expr, dict[Span, None]] | None = None
    written: dict[Expr, Expr] = field(default_factory=dict)
    outgrown: dict[Span, Outgrown] = field(default_factory=dict)
    useless: dict[t.Expression, Finding] = field(default_factory=dict)

    def uses(self, *names: t.Name) -> None:
        """Something refers to declarations, which are given by their names."""
        self.used.update(names)

    def value(self, e: t.Expression, value: Expr | Thing, counts: bool) -> None:
        """An expression was checked. `counts`: what it comes to is of interest."""
        if not isinstance(value, Expr):
            self.types.setdefault(e, {})[None] = None
            return
        self.types.setdefault(e, {})[value.type] = None
        known = value if isinstance(value, Const) else None
        if self.origins is not None and known is None:
            self.origins.setdefault(value, {})[e.span] = None
        if counts:
            self.came_to.setdefault(e, set()).add(known)

    def target(self, e: t.Expression, type_: Type) -> None:
        """A statement changes what is kept under an expression."""
        self.targets.setdefault(e, {})[type_] = None

    def part(self, value: Expr) -> None:
        """Something is put into a set: a site, unless it lies off the board."""
        if isinstance(value, Const) and isinstance(value.type.base, Shape) and value.type.size == Size.MAYBE:
            self.off_board += value.value == -1

    def condition(self, e: t.Expression, value: Expr) -> None:
        """A condition of a statement has come to a value."""
        self.conditions.setdefault(e, set()).add(value.value if isinstance(value, Const) else None)

    def settled(self, written: Expr, done: Expr) -> None:
        """An expression was made cheap."""
        if self.origins is not None:
            self.written.setdefault(done, written)

    def fork(self) -> Trace:
        """An empty trace of the same sort."""
        return Trace(origins=None if self.origins is None else {})

    def take(self, other: Trace) -> None:
        """Go on with what an attempt has met."""
        self.used |= other.used
        for mine, others in ((self.types, other.types), (self.targets, other.targets)):
            for e, types in others.items():
                mine.setdefault(e, {}).update(types)
        for e, values in other.came_to.items():
            self.came_to.setdefault(e, set()).update(values)
        for e, known in other.conditions.items():
            self.conditions.setdefault(e, set()).update(known)
        for e, questions in other.asked.items():
            self.asked.setdefault(e, []).extend(questions)
        self.notes.take(other.notes)
        self.outgrown |= other.outgrown
        self.useless |= other.useless
        if self.origins is not None:
            for value, spans in (other.origins or {}).items():
                self.origins.setdefault(value, {}).update(spans)
        for done, written in other.written.items():
            self.written.setdefault(done, written)
