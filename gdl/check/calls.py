"""Calls: defines with arguments, numbered pieces, state that belongs to several things."""

from __future__ import annotations

from gdl.check.bag_parts import PartOfBag
from gdl.check.bags import bag_of
from gdl.check.collections import contents
from gdl.check.hints import FOREIGN, as_function, elsewhere
from gdl.check.known_names import find_define, shapes_in_order
from gdl.check.memo import Boards
from gdl.check.names import (
    expand,
    find_name,
    is_removed,
    named,
    of_shape,
    shape_attribute,
)
from gdl.check.parts import Check, no_family
from gdl.check.pieces import no_kind, piece_of, sites_of
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.values import arity, get
from gdl.check.written_types import shape_decl
from gdl.model.build import (
    as_set,
    fitting,
    lift,
)
from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import FUNCTIONS, STACK
from gdl.text.findings import fault
from gdl.text.suggest import did_you_mean


def call(check: Check, e: t.Call, scope: Scope) -> Expr | Thing:
    """A call: of something local to a shape, a define, a kind, a variable, or built in."""
    declared = check.declared
    name = e.name.text
    shapes = shapes_in_order(check, scope)
    if scope.inside and scope.shape is not None and _has_call(check.memo.boards, name, scope.shape):
        return _shape_call(check, e, scope.shape, scope)
    define = find_define(declared, False, name)
    if define is not None:
        return expand(check, define, None, arguments_of(check, e, scope), e.span, scope)
    if is_removed(declared.rules, e.name):
        arguments_of(check, e, scope)
        return no_kind(declared.pieces)
    if name in declared.pieces.nodes or name == "piece":
        return _numbered(check, e, scope)
    if name in declared.state.of_game:
        variable = declared.state.of_game[name]
        check.trace.uses(declared.state.nodes[variable])
        return indexed(check, variable, [], e, scope)
    built_in = check.forms.functions.get(name)
    if built_in is not None and name in FUNCTIONS:
        return built_in(check, e, scope)
    for shape in shapes:
        if _has_call(check.memo.boards, name, shape):
            return _shape_call(check, e, shape, scope)
    if shape_decl(declared, name) is not None:
        raise fault("B415", e.span, "a board with a size needs a name before its sites can be listed",
                    f"write `type spot = {e.span.text}`, for example, and use `spot` here")  # fmt: skip
    local = find_name(check, e.name, scope)
    part = None if local is None or isinstance(local, Thing) else bag_of(check, local)
    if isinstance(part, PartOfBag):
        return _number_in(check, part, e, scope)
    if local is not None and not isinstance(local, Thing) and local.type.base is declared.pieces.domain:
        return _of_kind(check, local, e, scope)
    if local is not None:
        raise fault("T322", e.span, f"`{name}` takes no arguments", f"write `{name}` alone")
    if declared.unsure(name):
        raise Silent
    functions = list(FUNCTIONS)
    functions += [n for subject, n in [*declared.rules.defines, *declared.prelude.defines] if not subject]
    for shape in shapes:
        functions += [i.name.text for i in check.memo.boards.trees[shape][0].items if isinstance(i, t.Define)]
    own = any(shape_attribute(check.memo.boards, name, shape) for shape in shapes)
    behind = own or find_define(declared, True, name) is not None
    kept = len(e.arguments) == 1 and name in declared.state.attributes
    owner = e.arguments[0].span.text if kept else "s"
    behind = behind or kept
    hint = f"write it after its subject: `{owner}.{name}`" if behind else FOREIGN.get(name, "") or as_function(name)
    if (define := find_define(declared, True, name)) is not None and len(e.arguments) == len(define.parameters) + 1:
        hint = f"write it after its subject: `{_behind(e)}`"
    elif name in STACK and len(e.arguments) == 1:
        hint = f"write it after its subject: `{_behind(e)}{'' if name == 'height' else '(1)'}`"
    hint = hint or elsewhere(name, declared.prelude, next(iter(shapes), None), called=True)
    raise fault("N201", e.name.span, f"nothing called `{name}` takes arguments here",
                hint or did_you_mean(name, [*functions, *declared.pieces.nodes]))  # fmt: skip


def _behind(e: t.Call) -> str:
    """A call with its first argument before a dot."""
    first, *others = (argument.span.text for argument in e.arguments)
    subject = first if isinstance(e.arguments[0], t.Name | t.Dot | t.Call) else f"({first})"
    return f"{subject}.{e.name.text}" + (f"({', '.join(others)})" if others else "")


def _has_call(boards: Boards, name: str, shape: Shape) -> bool:
    return any(
        isinstance(i, t.Define) and i.subject is None and i.name.text == name and i.parameters
        for i in boards.trees[shape][0].items
    )


def _shape_call(check: Check, e: t.Call, shape: Shape, scope: Scope) -> Expr | Thing:
    found = of_shape(check, e.name.text, shape, e.span, arguments_of(check, e, scope), scope)
    assert found is not None
    return found


def arguments_of(check: Check, e: t.Call, scope: Scope) -> tuple[Expr | Thing, ...]:
    """The arguments' values, in which a piece is a piece."""
    return tuple(check.value(a, scope) for a in e.arguments)


def _numbered(check: Check, e: t.Call, scope: Scope) -> Thing:
    """`stone(n)`."""
    thing = named(check, e.name, scope)
    if not isinstance(thing, Thing):  # the name stands for two things, which is reported
        raise Silent
    if len(e.arguments) != 1:
        raise fault("T320", e.span, f"`{e.name.text}` takes one argument, the piece's number",
                    f"write `{e.name.text}(1)`, for example")
    if not any(k.number for k in check.declared.pieces.kinds):
        raise fault("P509", e.span, f"a `{e.name.text}` has no number",
                    f"write `{e.name.text}` alone, or declare its number: "
                    f"`pieces {e.name.text}(number: 1..6)`, for example")
    return Thing(thing.kind, thing.owner, check.expr(e.arguments[0], scope))


def _of_kind(check: Check, kind: Expr, e: t.Call, scope: Scope) -> Thing:
    """`k(n)`, where k holds a kind."""
    if len(e.arguments) != 1:
        raise fault("T320", e.span, f"`{e.name.text}` takes one argument, the piece's number",
                    f"write `{e.name.text}(1)`, for example")
    if not any(k.number for k in check.declared.pieces.kinds):
        raise fault("P509", e.span, "no piece has a number", f"write `{e.name.text}` alone")
    return Thing(kind, None, check.expr(e.arguments[0], scope))


# ---- state


def indexed(check: Check, variable: Variable, subjects: list[Expr], e: t.Expression, scope: Scope) -> Expr:
    """The value of a variable for a subject and arguments; missing if one lies outside its dimensions."""
    arguments = list(e.arguments) if isinstance(e, t.Call) else []
    dimensions = variable.dimensions[len(subjects) :]
    if variable.collection and len(arguments) == len(dimensions) - 1:
        given = [index_value(check, a, d, scope) for a, d in zip(arguments, dimensions, strict=False)]
        return contents(check, variable, subjects + given)
    if len(arguments) != len(dimensions):
        wanted = ", ".join(d.name for d in dimensions)
        raise fault("T320", e.span, f"`{variable.name}` takes {arity(len(dimensions))}, not {len(arguments)}",
                    f"write `{variable.name}({wanted})`" if wanted else f"write `{variable.name}`")  # fmt: skip
    values = subjects + [index_value(check, a, d, scope) for a, d in zip(arguments, dimensions, strict=True)]
    if any(value.type.size == Size.MANY for value in values):
        refuse_no_set(variable.type, e)
    return read(variable, values)


def refuse_no_set(type_: Type, e: t.Expression) -> None:
    """Refuse what would make a set of truths or texts: `player.passed`."""
    if not isinstance(type_.base, Range | Domain):
        name = e.span.text
        raise fault("T319", e.span, f"this gives {type_} for each element of a set",
                    f"ask for one, `some x in … where x.{name}`, or for all, `no x in … where not x.{name}`"
                    if isinstance(e, t.Name) else "use `some x in … where …`")  # fmt: skip


def _number_in(check: Check, part: PartOfBag, e: t.Call, scope: Scope) -> Expr:
    """How many of something there are in a part of a bag."""
    if len(e.arguments) != 1:
        raise fault("T320", e.span, f"`{e.name.text}` takes one argument, not {len(e.arguments)}",
                    f"write `{e.name.text}({part.base.name})`: how many of one thing there are in it")  # fmt: skip
    value = index_value(check, e.arguments[0], part.base, scope)
    if isinstance(part.base, Range):
        value = as_set(value, part.base) if value.type.size == Size.MANY else fitting(value, part.base)
    return lift(value, part.number)


def index_value(check: Check, e: t.Expression, dimension: object, scope: Scope) -> Expr:
    """An argument that picks a value of a variable."""
    value = thing_or_expr(check, e, scope)
    base = value.type.base
    if base is not dimension and not (isinstance(base, Range) and isinstance(dimension, Range)):
        raise fault("T312", e.span, f"a {getattr(dimension, 'name', '?')} is needed here, not {value.type}",
                    f"there is one for each {getattr(dimension, 'name', '?')}: say for which")
    return value


def read(variable: Variable, values: list[Expr]) -> Expr:
    """The value of a variable, for indices of any size."""

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


def thing_or_expr(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """An expression, in which a kind is the kind itself, not its sites."""
    value = check.value(e, scope)
    if not isinstance(value, Thing):
        return no_family(value, e)
    if value.kind is None:
        return sites_of(check.declared, value, e.span)
    return value.kind if value.owner is None and value.number is None else piece_of(check.declared, value, e.span)


def value_for(check: Check, type_: Type | None, e: t.Expression, scope: Scope) -> Expr:
    """A value for a variable of a type. A piece stays a piece only if the variable keeps pieces or kinds; else it is
    its sites."""
    declared = check.declared
    if type_ is not None and type_.base in (declared.pieces.domain, declared.pieces.things):
        value = thing_or_expr(check, e, scope)
        wanted = type_.base is declared.pieces.things and value.type.base is declared.pieces.domain
        return piece_of(declared, Thing(value), e.span) if wanted else value
    return check.expr(e, scope)
