"""Boards: sites, places and the steps of each direction, from a definition with coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from gdl.check.parts import Check
from gdl.check.places import place_of
from gdl.check.queries import bind, is_family
from gdl.check.scope import Scope
from gdl.model.build import const, op, query, table
from gdl.model.cost import tuples
from gdl.model.evaluate import tabulate
from gdl.model.nodes import Const, Expr, Value, Var
from gdl.model.shape import Shape
from gdl.model.types import PLACE, TEXT, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault

MAX_SITES = 4096
MAX_TUPLES = 200_000


def make_shape(check: Check, decl: t.Shape, arguments: tuple[Value, ...], name: str, called: str = "") -> Shape:
    """A shape with its parameters settled; raises Fault."""
    names = {
        p.text: v if isinstance(v, Const) else const(Type(Range(v, v)), v)
        for p, v in zip(decl.parameters, arguments, strict=True)
    }
    outer = Scope(names, None, None, False, ())
    rows = [item for item in decl.items if isinstance(item, t.Sites)]
    points = [item for item in decl.items if isinstance(item, t.Point)]
    if len(rows) > 1 or bool(rows) == bool(points):
        raise fault("B409", decl.name.span, f"the board `{name}` needs one `for …` line, or a list of points",
                    "write `for c in 1..w, r in 1..h as \"{letter(c)}{r}\" at c, r`, for example")  # fmt: skip
    shape = _from_query(check, rows[0], outer, name) if rows else _from_points(check, points, outer, name)
    for item in decl.items:
        if isinstance(item, t.Direction):
            check.memo.budget.work(len(shape), item.span)
            shape = _with_direction(check, shape, item, decl, outer)
    kept = "direction" if called == "site" else f"direction of {name}"
    done = replace(shape, called=called, directions=replace(shape.directions, name=kept, called=kept))
    check.memo.boards.trees[done] = decl, outer
    return done


def add_directions(check: Check, shape: Shape, items: list[t.Direction]) -> tuple[Shape, frozenset[str]]:
    """The shape with the directions that a ruleset adds, and the names of wrong ones, which are reported."""
    lost: set[str] = set()
    decl, outer = check.memo.boards.trees.pop(shape)
    for item in items:
        more = check.findings.attempt(_with_direction, check, shape, item, decl, outer)
        lost |= set() if more else {item.name.text}
        shape = more or shape
    check.memo.boards.trees[shape] = decl, outer
    return shape, frozenset(lost)


def _from_query(check: Check, item: t.Sites, scope: Scope, name: str) -> Shape:
    binders, where, inner = bind(check, item.query, scope)
    if any(is_family(source) for _, source in binders):
        raise fault("T331", item.span, "a coordinate goes through a set", "write `for c in 1..w`, for example")
    size = tuples(binders)
    if size > MAX_TUPLES:
        raise fault("B408", item.query.span, f"this board may have {size:,} sites; the limit is {MAX_SITES}",
                    "choose a smaller size")  # fmt: skip
    label = check.expr(item.label, inner) if item.label else _default_label(binders)
    if label.type != TEXT:
        raise fault("B410", item.span, f"a label is text, not {label.type}",
                    'write a text: `as "{letter(c)}{r}"`, for example')
    place = _place(check, item.place, inner)
    type_ = Type(Range(0, 0), Size.MANY)  # the list's own type plays no part
    listed = query("list", type_, binders, where, *(v for v, _ in binders), label, *place)
    if not isinstance(listed, Const):
        raise fault("T310", item.span, "a board must be known before the game starts",
                    "use numbers, coordinates and options only")
    rows = listed.value
    n = len(binders)
    coordinates = {v.name: (v.type, tuple(r[i] for r in rows)) for i, (v, _) in enumerate(binders)}
    return _shape(name, [(r[n], r[n + 1 :]) for r in rows], coordinates, item)


def _default_label(binders: list[tuple[Var, Expr]]) -> Expr:
    parts: list[Expr] = []
    for v, _ in binders:
        parts += [const(TEXT, "/")] if parts else []
        labels = v.type.values.labels
        parts.append(table(labels, TEXT, v))
    return op("text", TEXT, *parts)


def _from_points(check: Check, points: list[t.Point], scope: Scope, name: str) -> Shape:
    rows = []
    for point in points:
        place = _place(check, point.place, scope)
        if not all(isinstance(p, Const) for p in place):
            raise fault("T310", point.span, "a board must be known before the game starts",
                        "use numbers, coordinates and options only")
        label = const(TEXT, str(point.number)) if point.label is None else check.expr(point.label, scope)
        if not isinstance(label, Const) or label.type != TEXT:
            raise fault("B410", point.span, f"a label is text, not {label.type}",
                        'write a text: `as "{letter(c)}{r}"`, for example')
        rows.append((label.value, tuple(p.value for p in place)))  # type: ignore[attr-defined]
    numbers = tuple(p.number for p in points)
    for i, point in enumerate(points):
        if point.number in numbers[:i]:
            raise fault("B412", point.span, f"two points of `{name}` have the number {point.number}",
                        "give each point a number of its own")  # fmt: skip
    coordinates = {"number": (Type(Range(min(numbers), max(numbers))), numbers)}
    return _shape(name, rows, coordinates, points[0])


def _place(check: Check, place: t.Place, scope: Scope) -> list[Expr]:
    """The numbers x, y, z, or one place; nothing if the definition gives none."""
    values = [place_of(check, e, scope) for e in place.items]
    if not values:
        return []
    if len(values) == 1 and values[0].type == PLACE:
        return values
    for value, e in zip(values, place.items, strict=True):
        if not value.type.is_number or value.type.size != Size.ONE or len(values) == 1:
            raise fault(
                "B405",
                e.span,
                "a place is two numbers (x, y), three numbers (x, y, layer), or `around(i, n)`",
                 "write `at c, r`, for example",
            )
    return values


def _shape(
    name: str,
    rows: list[tuple[str, tuple[Value, ...]]],
    coordinates: Mapping[str, tuple[Type, tuple[Value, ...]]],
    item: t.Sites | t.Point,
) -> Shape:
    """A shape from labels, places and coordinates, still without directions."""
    if not rows:
        raise fault("B411", item.span, f"the board `{name}` has no sites",
                    "choose a larger size; begin a range with the smaller number: `1..n`")
    if len(rows) > MAX_SITES:
        raise fault("B408", item.span, f"the board `{name}` has {len(rows):,} sites; the limit is {MAX_SITES:,}",
                    "choose a smaller size")  # fmt: skip
    labels = tuple(label for label, _ in rows)
    where = item.span if item.label is None else item.label.span
    for i, label in enumerate(labels):
        if not label or any(c.isspace() for c in label):
            raise fault(
                "B410",
                where,
                f"“{label}” can't be the label of a site: it needs a text without spaces", "leave out the space",
            )
        if labels.index(label) != i:
            raise fault("B412", where, f"two sites of `{name}` have the label {label}",
                        "after `as`, use all coordinates that distinguish them")
    given = [place[0] if len(place) == 1 else place or (i, 0) for i, (_, place) in enumerate(rows)]
    places = tuple((float(p[0]), float(p[1]), float(p[2]) if len(p) > 2 else 0.0) for p in given)
    directions = Domain(f"direction of {name}", (), "direction")
    joins = None if any(place for _, place in rows) else _joined([type_ for type_, _ in coordinates.values()])
    return Shape(name, labels, "", places, MappingProxyType(dict(coordinates)), directions, joins=joins)


def _joined(types: Sequence[Type]) -> Shape | None:
    """The board whose sites each element joins, two at a time."""
    bases = [type_.base for type_ in types if type_.size == Size.ONE]
    base = bases[0] if len(types) == len(bases) == 2 and bases[0] is bases[1] else None
    return base if isinstance(base, Shape) else None


def _with_direction(check: Check, shape: Shape, item: t.Direction, decl: t.Shape, outer: Scope) -> Shape:
    """The shape with one more direction. It may use the shape's own directions and those declared above it."""
    if item.name.text in shape.directions.index:
        raise fault("N203", item.name.span, f"the direction `{item.name.text}` is declared twice",
                    "keep one of the two")
    site = Var(Type(shape), "s")
    names = {c: table(values, type_, site) for c, (type_, values) in shape.coordinates.items()}
    check.memo.boards.trees[shape] = decl, outer
    try:
        value = check.expr(_of_steps(item.value, shape), Scope(outer.names, None, shape, True, ()).bind(names))
    finally:
        del check.memo.boards.trees[shape]
    if value.type.base is not shape or value.type.size >= Size.MANY or not value.static:
        raise fault("B413", item.value.span, f"a direction leads to a site, not to {value.type}",
                    "write its coordinates: `[c, r + 1]`, for example")  # fmt: skip
    row = tabulate(value, (site,))[:-1]
    directions = replace(shape.directions, labels=(*shape.directions.labels, item.name.text))
    return replace(shape, directions=directions, steps=(*shape.steps, row))


def _of_steps(e: t.Expression, shape: Shape) -> t.Expression:
    """Where a direction leads. One that is made of others, `N.N.E`, leads from each site to where they lead."""
    if isinstance(e, t.Dot):
        first = _of_steps(e.subject, shape)
        return e if first is e.subject else t.Dot(e.span, first, e.link, e.power)
    if isinstance(e, t.Name) and e.text in shape.directions.index and e.text not in shape.coordinates:
        here = t.Element(e.span, tuple(t.Name(e.span, c) for c in shape.coordinates))
        return t.Dot(e.span, here, e, None)
    return e
