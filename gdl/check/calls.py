"""Calls: defines with arguments, numbered pieces, state that belongs to several things."""

from __future__ import annotations

from collections.abc import Callable

from gdl.check.hints import FOREIGN, elsewhere
from gdl.check.names import Names
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.values import arity, get
from gdl.findings import fault
from gdl.model.build import (
    as_set,
    fitting,
    lift,
)
from gdl.model.model import Shape, Variable
from gdl.model.nodes import Expr
from gdl.model.types import Range, Size, Type
from gdl.suggest import did_you_mean
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import FUNCTIONS


class Calls(Names):
    """Calls and their arguments."""

    def call(self, e: t.Call, scope: Scope) -> Expr | Thing:
        """A call: of something local to a shape, a define, a kind, a variable, or built in."""
        name = e.name.text
        shapes = self.shapes_in_order(scope)
        if scope.inside and scope.shape is not None and self._has_call(name, scope.shape):
            return self._shape_call(e, scope.shape, scope)
        define = self.find_define(False, name)
        if define is not None:
            return self.expand(define, None, self.arguments(e, scope), e.span, scope)
        if name in self.kind_nodes or name == "piece":
            return self._numbered(e, scope)
        if name in self.game_variables:
            variable = self.game_variables[name]
            self.used.add(self.variable_nodes[variable])
            return self.indexed(variable, [], e, scope)
        built_in: Callable[[t.Call, Scope], Expr] | None = getattr(self, f"call_{name}", None)
        if built_in is not None and name in FUNCTIONS:
            return built_in(e, scope)
        for shape in shapes:
            if self._has_call(name, shape):
                return self._shape_call(e, shape, scope)
        if self.shape_decl(name) is not None:
            raise fault("B415", e.span, "a board with a size needs a name before its sites can be listed",
                        f"write `type spot = {e.span.text}`, say, and use `spot` here")  # fmt: skip
        if self.known(e.name, scope) is not None:
            raise fault("T322", e.span, f"`{name}` takes no arguments", f"write `{name}` alone")
        if self.unsure(name):
            raise Silent
        functions = list(FUNCTIONS)
        functions += [n for subject, n in [*self.rules.defines, *self.prelude.defines] if not subject]
        for shape in shapes:
            functions += [i.name.text for i in self.shape_trees[shape][0].items if isinstance(i, t.Define)]
        behind = [d for d in (self.find_define(True, name), *(self.shape_attribute(name, s) for s in shapes)) if d]
        hint = f"it stands behind its subject: write `s.{name}`" if behind else FOREIGN.get(name, "")
        hint = hint or elsewhere(name, self.prelude, next(iter(shapes), None), called=True)
        raise fault("N201", e.name.span, f"nothing called `{name}` takes arguments here",
                    hint or did_you_mean(name, [*functions, *self.kind_nodes]))  # fmt: skip

    def _has_call(self, name: str, shape: Shape) -> bool:
        return any(
            isinstance(i, t.Define) and i.subject is None and i.name.text == name and i.parameters
            for i in self.shape_trees[shape][0].items
        )

    def _shape_call(self, e: t.Call, shape: Shape, scope: Scope) -> Expr | Thing:
        found = self.of_shape(e.name.text, shape, e.span, self.arguments(e, scope), scope)
        assert found is not None
        return found

    def arguments(self, e: t.Call, scope: Scope) -> tuple[Expr | Thing, ...]:
        """The arguments' values, in which a piece is a piece."""
        return tuple(self.value(a, scope) for a in e.arguments)

    def _numbered(self, e: t.Call, scope: Scope) -> Thing:
        """`stone(n)`."""
        thing = self.name(e.name, scope)
        if not isinstance(thing, Thing):  # the name stands for two things, which is reported
            raise Silent
        if len(e.arguments) != 1:
            raise fault("T320", e.span, f"`{e.name.text}` takes one argument, the piece's number")
        if not any(k.number for k in self.kinds):
            raise fault("P509", e.span, f"a `{e.name.text}` bears no number")
        return Thing(thing.kind, thing.owner, self.expr(e.arguments[0], scope))

    # ---- state

    def indexed(self, variable: Variable, subjects: list[Expr], e: t.Expression, scope: Scope) -> Expr:
        """What a variable holds for some subject and arguments; nothing for what lies outside its dimensions."""
        arguments = list(e.arguments) if isinstance(e, t.Call) else []
        dimensions = variable.dimensions[len(subjects) :]
        if len(arguments) != len(dimensions):
            wanted = ", ".join(d.name for d in dimensions)
            raise fault("T320", e.span, f"`{variable.name}` takes {arity(len(dimensions))}, not {len(arguments)}",
                        f"write `{variable.name}({wanted})`" if wanted else f"write `{variable.name}`")  # fmt: skip
        values = subjects + [self.index_value(a, d, scope) for a, d in zip(arguments, dimensions, strict=True)]
        return self.read(variable, values)

    def index_value(self, e: t.Expression, dimension: object, scope: Scope) -> Expr:
        """An argument that picks a value of a variable."""
        value = self.thing_or_expr(e, scope)
        base = value.type.base
        if base is not dimension and not (isinstance(base, Range) and isinstance(dimension, Range)):
            raise fault("T312", e.span, f"a {getattr(dimension, 'name', '?')} is wanted here, not {value.type}")
        return value

    def read(self, variable: Variable, values: list[Expr]) -> Expr:
        """What a variable holds, lifted over its indices."""

        def go(done: list[Expr], left: list[Expr]) -> Expr:
            if not left:
                return get(variable, *done)
            dimension = variable.dimensions[len(done)]
            first = left[0]
            if isinstance(dimension, Range):
                many = first.type.size == Size.MANY
                first = as_set(first, dimension) if many else fitting(first, dimension)
            return lift(first, lambda one: go([*done, one], left[1:]))

        return go([], values)

    # ---- pieces as things

    def thing_or_expr(self, e: t.Expression, scope: Scope) -> Expr:
        """An expression, in which a kind is the kind itself, not its sites."""
        value = self.value(e, scope)
        if not isinstance(value, Thing):
            return self.no_family(value, e)
        if value.kind is None:
            return self.sites_of(value, e.span)
        return value.kind if value.owner is None and value.number is None else self.piece(value, e.span)

    def value_for(self, type_: Type | None, e: t.Expression, scope: Scope) -> Expr:
        """What a variable of a type is to hold: a piece only where pieces or kinds are kept, else its sites."""
        if type_ is not None and type_.base in (self.kind_domain, self.pieces):
            value = self.thing_or_expr(e, scope)
            wanted = type_.base is self.pieces and value.type.base is self.kind_domain
            return self.piece(Thing(value), e.span) if wanted else value
        return self.expr(e, scope)
