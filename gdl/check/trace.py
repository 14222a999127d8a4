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
    """What a check met. Nothing is ever taken away from it.

    `types`: those that an expression had, in order; None for a piece that is still a piece. `targets`: the types of
    what statements change. `came_to`: the values of an expression; None if one depends on the state. `conditions`: the
    same for conditions of statements, as they go into the model. `off_board`: how often a site off the board was met.
    `origins`: where in the text each expression comes from; None if nobody asks. `written`: each expression before
    folding made it cheap. `outgrown`: values that variables can't hold, by place. `useless`: each `otherwise` that may
    never be needed.
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
        """Note that declarations are used; they are given by their names."""
        self.used.update(names)

    def value(self, e: t.Expression, value: Expr | Thing, counts: bool) -> None:
        """Note the value of an expression. `counts`: the value itself is of interest."""
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
        """Note that a statement changes what this expression stands for."""
        self.targets.setdefault(e, {})[type_] = None

    def part(self, value: Expr) -> None:
        """Note a part of a set: count a site that lies off the board."""
        if isinstance(value, Const) and isinstance(value.type.base, Shape) and value.type.size == Size.MAYBE:
            self.off_board += value.value == -1

    def condition(self, e: t.Expression, value: Expr) -> None:
        """Note the value of a statement's condition."""
        self.conditions.setdefault(e, set()).add(value.value if isinstance(value, Const) else None)

    def settled(self, written: Expr, done: Expr) -> None:
        """Note that folding has made an expression cheap."""
        if self.origins is not None:
            self.written.setdefault(done, written)

    def fork(self) -> Trace:
        """An empty trace of the same sort, for an attempt."""
        return Trace(origins=None if self.origins is None else {})

    def take(self, other: Trace) -> None:
        """Add the trace of an attempt."""
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
