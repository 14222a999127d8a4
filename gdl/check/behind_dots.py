"""What a name behind a dot means: coordinates, directions, defines, what the state keeps, what stands on a site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gdl.check.borders import beside, half_a_step
from gdl.check.calls import arguments_of, call, indexed, refuse_no_set
from gdl.check.declared import Declared
from gdl.check.directions import opposite, times_of, turned, with_directions
from gdl.check.known_names import find_define
from gdl.check.names import expand, find_name, named, of_shape, shape_attribute
from gdl.check.parts import Check
from gdl.check.pieces import bare_kind, number_type, sites_of
from gdl.check.scope import Scope, Thing
from gdl.check.values import name_of
from gdl.model.build import everything, given, lift, table
from gdl.model.model import MAX_HEIGHT
from gdl.model.nodes import Const, Content, Expr, Height, Layer, node
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Base, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import OF_BORDERS, OF_DIRECTIONS
from gdl.text.findings import fault

FIRST = {"top": "uppermost", "bottom": "lowest"}
"""The words of messages for the piece at an end of a stack or a pile."""


@dataclass(frozen=True)
class Directions:
    """A link that means steps: one for each direction."""

    directions: Expr


@dataclass(frozen=True)
class Relation:
    """Any other link: a function from a subject, of any size, to a value.

    `kind`: gives the kind, if the value is written as the name of a kind or as a choice among such names.
    """

    apply: Callable[[Expr], Expr]
    kind: Callable[[Expr], Expr | None] = lambda _: None


Link = Directions | Relation


def named_link(check: Check, base: Base, e: t.Name | t.Call, scope: Scope, inner: Scope) -> Link | None:
    """The meaning of a name behind a dot: the first of these that applies."""
    declared = check.declared
    name = name_of(e)
    steps: tuple[Callable[[], Link | None], ...] = (
        lambda: _local_direction(check, base, e, scope),
        lambda: _of_shape(check, base, e, inner, scope) if scope.inside else None,
        lambda: _defined(check, declared.rules.defines.get((True, name)), e, inner, scope),
        lambda: _kept(check, base, name, e, inner),
        lambda: _of_shape(check, base, e, inner, scope),
        lambda: _content(declared, name) if base is declared.board and isinstance(e, t.Name) else None,
        lambda: _stacked(check, name, e, inner) if base is declared.board and declared.stacks else None,
        lambda: _piece_part(declared, name) if base is declared.pieces.things and isinstance(e, t.Name) else None,
        lambda: _successor(base, e),
        lambda: _border(check, base, e, inner),
        lambda: _of_direction(check, base, e, inner),
        lambda: _defined(check, declared.prelude.defines.get((True, name)), e, inner, scope),
        lambda: _global_direction(check, base, e, inner),
    )
    return next((link for step_ in steps if (link := step_()) is not None), None)


def of_whole_board(check: Check, subject: Expr, e: t.Name | t.Call, scope: Scope) -> Relation | None:
    """A define of a board without a subject, behind the name of the board's type: `site.row(1)`, `pit.lines(3)`."""
    base, name = subject.type.base, name_of(e)
    if not isinstance(base, Shape) or subject is not everything(base) or name in base.directions.index:
        return None
    if not any(isinstance(item, t.Define) and item.subject is None and item.name.text == name
               for item in check.memo.boards.trees[base][0].items):  # fmt: skip
        return None
    given_there = arguments_of(check, e, scope) if isinstance(e, t.Call) else ()
    value = of_shape(check, name, base, e.span, given_there, scope)
    return Relation(lambda _: value) if isinstance(value, Expr) else None


def _local_direction(check: Check, base: Base, e: t.Name | t.Call, scope: Scope) -> Link | None:
    """A local name that stands for a direction. Other locals don't count behind a dot."""
    if not isinstance(e, t.Name) or not isinstance(base, Shape) or scope.find(e.text) is None:
        return None
    value = named(check, e, scope)
    return Directions(value) if isinstance(value, Expr) and value.type.base is base.directions else None


def _kept(check: Check, base: Base, name: str, e: t.Name | t.Call, inner: Scope) -> Link | None:
    """A value that the state keeps for each element."""
    def fits(variable: Variable) -> bool:
        return variable.subject is base or (isinstance(variable.subject, Range) and isinstance(base, Range))

    variable = next(filter(fits, check.declared.state.attributes.get(name, ())), None)
    if variable is None:
        return None
    check.trace.uses(check.declared.state.nodes[variable])
    return Relation(lambda s: indexed(check, variable, [s], e, inner))


def _successor(base: Base, e: t.Name | t.Call) -> Link | None:
    """`.next` of players and other enumerations: the one after it, round and round."""
    named_next = isinstance(e, t.Name) and e.text == "next"
    if not named_next or not isinstance(base, Domain) or isinstance(base, Shape):
        return None
    rows = [*range(1, len(base)), 0]
    return Relation(lambda s: table(rows, Type(base), s))


def _border(check: Check, base: Base, e: t.Name | t.Call, inner: Scope) -> Link | None:
    """`.edges`, `.corners`, `.sites`; with a direction `.edge(d)`, `.corner(d)`, `.site(d)`."""
    name = name_of(e)
    if name not in OF_BORDERS or not isinstance(base, Shape):
        return None
    if name.endswith("s"):
        if isinstance(e, t.Call):
            raise fault("T320", e.span, f"`{name}` takes no arguments", f"one of them: `.{name[:-1]}(N)`, for example")
        rows = beside(check, base, name, e.span)
        return None if rows is None else Relation(lambda s: table(rows.values, rows.type, s))
    way = arguments_of(check, e, inner) if isinstance(e, t.Call) else ()
    half = half_a_step(check, base, name, way, e.span)
    return None if half is None else Relation(half)


def _of_direction(check: Check, base: Base, e: t.Name | t.Call, inner: Scope) -> Link | None:
    """`.opposite` and `.turned(k)` of directions."""
    name = name_of(e)
    shape = with_directions(check.memo.boards, base) if name in OF_DIRECTIONS else None
    if shape is None:
        return None
    arguments = arguments_of(check, e, inner) if isinstance(e, t.Call) else ()
    if name == "turned":
        times = times_of(e, arguments)
        return Relation(lambda way: turned(check, shape, way, times, e.span))
    if isinstance(e, t.Call):
        raise fault("T320", e.span, "`opposite` takes no arguments", "write `d.opposite`")
    return Relation(lambda way: opposite(check, shape, way))


def _global_direction(check: Check, base: Base, e: t.Name | t.Call, inner: Scope) -> Link | None:
    """A define without subject that stands for directions."""
    if not isinstance(base, Shape):
        return None
    if isinstance(e, t.Name):
        known = None if _takes_arguments(check, e.text, base) else find_name(check, e, inner)
    else:
        known = None if find_define(check.declared, False, e.name.text) is None else call(check, e, inner)
    return Directions(known) if isinstance(known, Expr) and known.type.base is base.directions else None


def _takes_arguments(check: Check, name: str, shape: Shape) -> bool:
    """Whether a name is that of a define that stands alone with arguments, as `row(n)`, so no direction."""
    own = [i for i in check.memo.boards.trees[shape][0].items if isinstance(i, t.Define) and i.name.text == name]
    define = next(iter(own), None) or find_define(check.declared, False, name)
    return define is not None and bool(define.parameters)


def _defined(
    check: Check,
    define: t.Define | None,
    e: t.Name | t.Call,
    inner: Scope,
    scope: Scope,
    shape: Shape | None = None,
) -> Relation | None:
    """A define with a subject, if there is one."""
    if define is None:
        return None
    arguments = arguments_of(check, e, inner) if isinstance(e, t.Call) else ()

    named: list[Expr] = []

    def one(s: Expr) -> Expr:
        value = expand(check, define, s, arguments, e.span, scope, shape)
        if not isinstance(value, Thing):
            return value
        known = bare_kind(value)
        named.extend([] if known is None else [known])
        return sites_of(check.declared, value, e.span)

    def kind_of(s: Expr) -> Expr:
        known = bare_kind(expand(check, define, s, arguments, e.span, scope, shape))
        assert known is not None
        return known

    def apply(subject: Expr) -> Expr:
        if subject.type.size == Size.ONE:
            return one(subject)
        key = (define, subject, arguments, "lifted", shape)
        if key not in check.memo.lifted:
            check.memo.lifted[key] = _lift(subject, one, e)
            if named and subject.type.size < Size.MANY:
                check.memo.lifted[(*key, "kind")] = lift(subject, kind_of)
        return check.memo.lifted[key]

    def kind(subject: Expr) -> Expr | None:
        if subject.type.size == Size.ONE:
            return named[0] if named else None
        return check.memo.lifted.get((define, subject, arguments, "lifted", shape, "kind"))

    return Relation(apply, kind)


def _lift(subject: Expr, one: Callable[[Expr], Expr], e: t.Name | t.Call) -> Expr:
    def checked(s: Expr) -> Expr:
        value = one(s)
        if subject.type.size == Size.MANY:
            refuse_no_set(value.type, e)
        return value

    return lift(subject, checked)


def _of_shape(check: Check, base: Base, e: t.Name | t.Call, inner: Scope, scope: Scope) -> Link | None:
    """What a shape's own definition says about its elements: coordinates, directions, defines."""
    if not isinstance(base, Shape):
        return None
    name = name_of(e)
    if isinstance(e, t.Name):
        if name in base.coordinates:
            type_, values = base.coordinates[name]
            return Relation(lambda s: table(values, type_, s))
        if name in base.directions.index:
            return Directions(node(Const, Type(base.directions), base.directions.index[name]))
    item = shape_attribute(check.memo.boards, name, base)
    if item is not None:
        return _defined(check, item, e, inner, scope, base)
    plain = isinstance(e, t.Name) and not _takes_arguments(check, name, base)
    value = of_shape(check, name, base, e.span, (), inner) if plain else None
    return Directions(value) if isinstance(value, Expr) and value.type.base is base.directions else None


def _content(declared: Declared, name: str) -> Relation | None:
    """What may be asked of the piece on a site."""
    types = {
        "owner": Type(declared.player, Size.MAYBE),
        "kind": Type(declared.pieces.domain, Size.MAYBE),
        "piece": Type(declared.pieces.things, Size.MAYBE),
    }
    if any(k.number and k.number[0] == name for k in declared.pieces.kinds):
        return Relation(lambda s: lift(s, lambda one: node(Content, number_type(declared.pieces), "number", one)))
    if name in types and declared.pieces.kinds:
        return Relation(lambda s: lift(s, lambda one: node(Content, types[name], name, one)))
    return None


def _stacked(check: Check, name: str, e: t.Name | t.Call, inner: Scope) -> Relation | None:
    """What may be asked of a stack: how high it is, and its pieces, counted from the top or the bottom."""
    if name == "height":
        if isinstance(e, t.Call):
            raise fault("T320", e.span, "`height` takes no argument", "write `s.height`; a single piece is `s.top(1)`")
        return Relation(lambda s: lift(s, lambda one: node(Height, Type(Range(0, MAX_HEIGHT)), one)))
    if name not in ("top", "bottom") or not check.declared.pieces.kinds:
        return None
    arguments = e.arguments if isinstance(e, t.Call) else ()
    if len(arguments) != 1:
        raise fault("T320", e.span, f"`{name}` takes one argument", f"write `s.{name}(1)` for the {FIRST[name]} piece")
    number = check.expr(arguments[0], inner)
    if not number.type.is_number or number.type.size == Size.MANY:
        raise fault("T301", arguments[0].span, f"`{name}` takes a number, not {number.type}",
                    f"write `s.{name}(1)`, for example")
    type_ = Type(check.declared.pieces.things, Size.MAYBE)

    def piece(site: Expr) -> Expr:
        return given(number, lambda n: node(Layer, type_, site, n, name == "top"))

    return Relation(lambda s: lift(s, piece))


def _piece_part(declared: Declared, name: str) -> Relation | None:
    """What is known of a piece itself: whose it is, of which kind, and its number."""
    if not declared.pieces.parts:
        return None
    kinds, owners, numbers = zip(*declared.pieces.parts, strict=True)
    if name == "kind":
        return Relation(lambda s: table(kinds, Type(declared.pieces.domain), s))
    if name == "owner":
        return Relation(lambda s: table(owners, Type(declared.player, Size.MAYBE), s))
    if any(k.number and k.number[0] == name for k in declared.pieces.kinds):
        return Relation(lambda s: table(numbers, number_type(declared.pieces), s))
    return None
