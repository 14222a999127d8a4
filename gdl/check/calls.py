"""Calls: defines with arguments, numbered pieces, state that belongs to several things."""

from __future__ import annotations

from gdl.check.context import Context, no_family
from gdl.check.hints import FOREIGN, elsewhere
from gdl.check.names import (
    expand,
    find_define,
    find_name,
    is_removed,
    named,
    of_shape,
    shape_attribute,
    shapes_in_order,
)
from gdl.check.pieces import no_kind, piece_of, sites_of
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.values import arity, get
from gdl.check.written_types import shape_decl
from gdl.model.build import (
    as_set,
    fitting,
    lift,
)
from gdl.model.model import Shape, Variable
from gdl.model.nodes import Expr
from gdl.model.types import Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import FUNCTIONS
from gdl.text.findings import fault
from gdl.text.suggest import did_you_mean


def call(ctx: Context, e: t.Call, scope: Scope) -> Expr | Thing:
    """A call: of something local to a shape, a define, a kind, a variable, or built in."""
    name = e.name.text
    shapes = shapes_in_order(ctx, scope)
    if scope.inside and scope.shape is not None and _has_call(ctx, name, scope.shape):
        return _shape_call(ctx, e, scope.shape, scope)
    define = find_define(ctx, False, name)
    if define is not None:
        return expand(ctx, define, None, arguments_of(ctx, e, scope), e.span, scope)
    if is_removed(ctx, e.name):
        arguments_of(ctx, e, scope)
        return no_kind(ctx)
    if name in ctx.kind_nodes or name == "piece":
        return _numbered(ctx, e, scope)
    if name in ctx.game_variables:
        variable = ctx.game_variables[name]
        ctx.used.add(ctx.variable_nodes[variable])
        return indexed(ctx, variable, [], e, scope)
    built_in = ctx.forms.functions.get(name)
    if built_in is not None and name in FUNCTIONS:
        return built_in(ctx, e, scope)
    for shape in shapes:
        if _has_call(ctx, name, shape):
            return _shape_call(ctx, e, shape, scope)
    if shape_decl(ctx, name) is not None:
        raise fault("B415", e.span, "a board with a size needs a name before its sites can be listed",
                    f"write `type spot = {e.span.text}`, say, and use `spot` here")  # fmt: skip
    if find_name(ctx, e.name, scope) is not None:
        raise fault("T322", e.span, f"`{name}` takes no arguments", f"write `{name}` alone")
    if ctx.unsure(name):
        raise Silent
    functions = list(FUNCTIONS)
    functions += [n for subject, n in [*ctx.rules.defines, *ctx.prelude.defines] if not subject]
    for shape in shapes:
        functions += [i.name.text for i in ctx.shape_trees[shape][0].items if isinstance(i, t.Define)]
    behind = [d for d in (find_define(ctx, True, name), *(shape_attribute(ctx, name, s) for s in shapes)) if d]
    hint = f"it stands behind its subject: write `s.{name}`" if behind else FOREIGN.get(name, "")
    hint = hint or elsewhere(name, ctx.prelude, next(iter(shapes), None), called=True)
    raise fault("N201", e.name.span, f"nothing called `{name}` takes arguments here",
                hint or did_you_mean(name, [*functions, *ctx.kind_nodes]))  # fmt: skip


def _has_call(ctx: Context, name: str, shape: Shape) -> bool:
    return any(
        isinstance(i, t.Define) and i.subject is None and i.name.text == name and i.parameters
        for i in ctx.shape_trees[shape][0].items
    )


def _shape_call(ctx: Context, e: t.Call, shape: Shape, scope: Scope) -> Expr | Thing:
    found = of_shape(ctx, e.name.text, shape, e.span, arguments_of(ctx, e, scope), scope)
    assert found is not None
    return found


def arguments_of(ctx: Context, e: t.Call, scope: Scope) -> tuple[Expr | Thing, ...]:
    """The arguments' values, in which a piece is a piece."""
    return tuple(ctx.value(a, scope) for a in e.arguments)


def _numbered(ctx: Context, e: t.Call, scope: Scope) -> Thing:
    """`stone(n)`."""
    thing = named(ctx, e.name, scope)
    if not isinstance(thing, Thing):  # the name stands for two things, which is reported
        raise Silent
    if len(e.arguments) != 1:
        raise fault("T320", e.span, f"`{e.name.text}` takes one argument, the piece's number",
                    f"write `{e.name.text}(1)`, say")
    if not any(k.number for k in ctx.kinds):
        raise fault("P509", e.span, f"a `{e.name.text}` bears no number",
                    f"write `{e.name.text}` alone, or declare its number: `pieces {e.name.text}(number: 1..6)`, say")
    return Thing(thing.kind, thing.owner, ctx.expr(e.arguments[0], scope))


# ---- state


def indexed(ctx: Context, variable: Variable, subjects: list[Expr], e: t.Expression, scope: Scope) -> Expr:
    """What a variable holds for some subject and arguments; nothing for what lies outside its dimensions."""
    arguments = list(e.arguments) if isinstance(e, t.Call) else []
    dimensions = variable.dimensions[len(subjects) :]
    if len(arguments) != len(dimensions):
        wanted = ", ".join(d.name for d in dimensions)
        raise fault("T320", e.span, f"`{variable.name}` takes {arity(len(dimensions))}, not {len(arguments)}",
                    f"write `{variable.name}({wanted})`" if wanted else f"write `{variable.name}`")  # fmt: skip
    values = subjects + [index_value(ctx, a, d, scope) for a, d in zip(arguments, dimensions, strict=True)]
    return read(ctx, variable, values)


def index_value(ctx: Context, e: t.Expression, dimension: object, scope: Scope) -> Expr:
    """An argument that picks a value of a variable."""
    value = thing_or_expr(ctx, e, scope)
    base = value.type.base
    if base is not dimension and not (isinstance(base, Range) and isinstance(dimension, Range)):
        raise fault("T312", e.span, f"a {getattr(dimension, 'name', '?')} is wanted here, not {value.type}",
                    f"it is kept for each {getattr(dimension, 'name', '?')}: say for which")
    return value


def read(ctx: Context, variable: Variable, values: list[Expr]) -> Expr:
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


def thing_or_expr(ctx: Context, e: t.Expression, scope: Scope) -> Expr:
    """An expression, in which a kind is the kind itself, not its sites."""
    value = ctx.value(e, scope)
    if not isinstance(value, Thing):
        return no_family(ctx, value, e)
    if value.kind is None:
        return sites_of(ctx, value, e.span)
    return value.kind if value.owner is None and value.number is None else piece_of(ctx, value, e.span)


def value_for(ctx: Context, type_: Type | None, e: t.Expression, scope: Scope) -> Expr:
    """What a variable of a type is to hold: a piece only where pieces or kinds are kept, else its sites."""
    if type_ is not None and type_.base in (ctx.kind_domain, ctx.pieces):
        value = thing_or_expr(ctx, e, scope)
        wanted = type_.base is ctx.pieces and value.type.base is ctx.kind_domain
        return piece_of(ctx, Thing(value), e.span) if wanted else value
    return ctx.expr(e, scope)
