"""`X.D through S`, and `distance`: sites reached step by step."""

from __future__ import annotations

from gdl.check.attributes import link_of
from gdl.check.behind_dots import Directions, Link, Relation
from gdl.check.parts import Check
from gdl.check.scope import Scope
from gdl.model.build import NO_SET, TRUE, as_masks, as_set, folded, given, lift, query, union
from gdl.model.nodes import Const, Distance, Expr, Fill, Table, Var, node
from gdl.model.shape import Shape
from gdl.model.steps import step
from gdl.model.types import Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault


def through(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """`X.D through S`: all sites reached by steps D, where only a site of S is stepped on from."""
    subject, link, area, shape = _reaching(check, e, scope)
    if isinstance(link, Directions):
        return _rays(subject, link.directions, area, shape)
    site = Var(Type(shape), "s")
    return _flood(link.apply(subject), site, _relation(e, link, site, shape), area, shape)


def distance(check: Check, e: t.Call, scope: Scope) -> Expr:
    """`distance(X.D through S, T)`: the least number of such steps to a site of T."""
    way, target = e.arguments
    if not isinstance(way, t.Binary) or way.operator != "through":
        inner = isinstance(way, t.Binary) and isinstance(way.left, t.Binary) and way.left.operator == "through"
        hint = "write `distance(a.adjacent through empty, goal)`, for example"
        hint = "put everything after `through` in parentheses: `through (A - B)`" if inner else hint
        raise fault("T323", way.span, "`distance` takes a way: steps, `through`, and the sites they may cross", hint)
    subject, link, area, shape = _reaching(check, way, scope)
    goal = check.expr(target, scope)
    if goal.type.base is not shape and goal.type != NO_SET:
        raise fault("T324", target.span, f"this way leads to {Type(shape, Size.MANY)}, not to {goal.type}",
                    "give it a goal: a site, or a set of sites")
    origin, goal = as_set(subject), as_set(goal, shape)
    type_, site = Type(Range(0, max(len(shape) - 1, 0)), Size.MAYBE), Var(Type(shape), "s")

    def along(there: Expr) -> Expr:
        return folded(node(Distance, type_, site, _in_sets(there, site), origin, area, goal))

    if not isinstance(link, Directions):
        return along(_relation(way, link, site, shape))
    if link.directions.type.size < Size.MANY:
        return given(link.directions, lambda d: along(step(shape, d, site)))
    d = Var(Type(shape.directions), "d")
    return query("min", type_, [(d, link.directions)], TRUE, along(step(shape, d, site)))


def _reaching(check: Check, e: t.Binary, scope: Scope) -> tuple[Expr, Link, Expr, Shape]:
    """The operands of `through`: the first sites, the steps, the sites to go on from; and their board."""
    if not isinstance(e.left, t.Dot) or e.left.power is not None:
        raise fault("T323", e.left.span, "`through` needs a step before it: a site, a dot, and a direction",
                    "write `s.N through empty`, for example")  # fmt: skip
    subject = check.expr(e.left.subject, scope)
    link = link_of(check, subject, e.left.link, scope)
    area = check.expr(e.right, scope)
    shape = subject.type.base
    if not isinstance(shape, Shape) or area.type.base is not shape:
        raise fault("T324", e.right.span, f"`through` needs {Type(shape, Size.MANY)} after it, not {area.type}",
                    "name the sites that it may cross: `s.N through empty`, for example")
    return subject, link, as_set(area), shape


def _relation(e: t.Binary, link: Relation, site: Var, shape: Shape) -> Expr:
    """The sites to which one step of a relation leads from a site."""
    assert isinstance(e.left, t.Dot)
    there = link.apply(site)
    if there.type.base is not shape:
        raise fault(
            "T323",
            e.left.link.span,
            f"a step leads to a site, not to {there.type}",
            "write a direction or what a site has, as in `s.N` or `s.adjacent`",
        )
    return there


def _rays(subject: Expr, directions: Expr, area: Expr, shape: Shape) -> Expr:
    if isinstance(directions, Const) and directions.type.size == Size.MANY:
        whole: Expr = node(Const, Type(shape, Size.MANY), 0)
        for i in range(len(shape.directions)):
            if directions.value >> i & 1:
                one = node(Const, Type(shape.directions), i)
                whole = union(whole, _rays(subject, one, area, shape))
        return whole
    if directions.type.size != Size.ONE:
        return lift(directions, lambda d: _rays(subject, d, area, shape))
    site = Var(Type(shape), "s")
    start, there = step(shape, directions, subject), step(shape, directions, site)
    return _flood(start, site, there, area, shape)


def _flood(start: Expr, site: Var, there: Expr, area: Expr, shape: Shape) -> Expr:
    many = Type(shape, Size.MANY)
    is_ray = isinstance(there, Table) and there.type.size != Size.MANY and there.arguments[-1] is site
    if start.type.size == Size.MANY or not is_ray:
        start, there = as_set(start), _in_sets(there, site)
    return folded(node(Fill, many, site, there, start, area))


def _in_sets(there: Expr, site: Var) -> Expr:
    """A step from a site, as the set of sites that it leads to."""
    if isinstance(there, Table) and there.arguments == (site,):
        return node(Table, there.type.of_size(Size.MANY), (*as_masks(there.values[:-1], there.type), 0), (site,))
    return as_set(there)
