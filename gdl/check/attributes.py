"""`subject.link`: coordinates, directions, defines and state, for a subject that is one, maybe one, or many."""

from __future__ import annotations

from gdl.check.behind_dots import FIRST, Directions, Link, Relation, named_link, of_whole_board
from gdl.check.calls import thing_or_expr
from gdl.check.expressions import family_or_expr
from gdl.check.no_attribute import no_link
from gdl.check.parts import Check, no_family
from gdl.check.piles import ON_TOP, Pile, pile_of
from gdl.check.scope import Scope, Thing
from gdl.check.values import name_of
from gdl.model.build import lift, union
from gdl.model.nodes import Const, Expr, node
from gdl.model.shape import Shape
from gdl.model.steps import power, step
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import STACK
from gdl.text.findings import fault
from gdl.text.source import Span


def dot(check: Check, e: t.Dot, scope: Scope) -> Expr | Thing:
    """The value of `subject.link` or `subject.link^power`."""
    subject = family_or_expr(check, e.subject, scope)  # `link` refuses a family in words of its own
    link = link_of(check, subject, e.link, scope)
    if e.power is None:
        found = _applied(subject, link)
        if isinstance(link, Directions):
            _note_off_board(check, subject, link.directions, found)
        kind = link.kind(subject) if isinstance(link, Relation) else None
        return found if kind is None else Thing(kind, sites=found)
    times = check.expr(e.power, scope)
    if not times.type.is_number or times.type.size != Size.ONE:
        raise fault("T301", e.power.span, f"`^` takes a number of steps, not {times.type}",
                    "write `s.N^2`, for example")
    if isinstance(times, Const):
        return _steps(check, subject, link, times.value, e.power.span)
    if not isinstance(link, Directions):
        raise fault("T316", e.span, "only a direction can be repeated a number of times that varies",
                    "name one direction: `s.N^n`, for example")
    shape = subject.type.base
    assert isinstance(shape, Shape)
    return lift(link.directions, lambda d: lift(subject, lambda s: power(shape, d, times, s)))


def _note_off_board(check: Check, subject: Expr, directions: Expr, found: Expr) -> None:
    """Count a known site from which some of several directions lead off the board."""
    if subject.type.size == Size.MANY or directions.type.size < Size.MANY:
        return
    if isinstance(found, Const) and isinstance(directions, Const):
        check.trace.off_board += found.value.bit_count() < directions.value.bit_count()


def _steps(check: Check, subject: Expr, link: Link, times: int, span: Span) -> Expr:
    if not 0 <= times <= 1000:
        raise fault("T316", span, "a step is repeated 0 to 1000 times",
                    "to go as far as possible, use `through`: `s.N through empty`")
    if isinstance(link, Directions) and link.directions.type.size == Size.MANY:
        return lift(link.directions, lambda d: _steps(check, subject, Directions(d), times, span)) if not isinstance(
            link.directions, Const) else _each_direction(check, subject, link.directions, times, span)  # fmt: skip
    value = subject
    for _ in range(times):
        value = _applied(value, link)
    return value


def _each_direction(check: Check, subject: Expr, directions: Const, times: int, span: Span) -> Expr:
    whole: Expr | None = None
    for i in range(len(directions.type.values)):
        if directions.value >> i & 1:
            one = Const(directions.type.of_size(Size.ONE), i)
            there = _steps(check, subject, Directions(node(Const, one.type, i)), times, span)
            whole = there if whole is None else union(whole, there)
    return subject if whole is None else whole


def _applied(subject: Expr, link: Link) -> Expr:
    """The value of a link for a subject."""
    if isinstance(link, Relation):
        return link.apply(subject)
    assert isinstance(subject.type.base, Shape)
    return step(subject.type.base, link.directions, subject)


def link_of(check: Check, subject: Expr, e: t.Expression, scope: Scope) -> Link:
    """The meaning of a name behind a dot."""
    if subject.type.size == Size.FAMILY or not isinstance(subject.type.base, Range | Domain):
        raise fault("T317", e.span, f"a dot can't follow {subject.type}",
                    "go through its sets: `some line in lines(3) where …`" if subject.type.size == Size.FAMILY
                    else "a dot follows a site, a piece or a player: `s.owner`, for example")
    inner = scope.hinted(subject.type.base)
    pile = pile_of(check, subject)
    if pile is not None and isinstance(e, t.Name | t.Call) and _asks_a_pile(check, name_of(e)):
        return _of_pile(check, pile, e, scope)
    if not isinstance(e, t.Name | t.Call):
        return _directions(subject, thing_or_expr(check, e, inner), e)
    found = named_link(check, subject.type.base, e, scope, inner) or of_whole_board(check, subject, e, scope)
    if found is None:
        raise no_link(check, subject, e, scope)
    if isinstance(found, Directions):
        no_family(found.directions, e)
    return found


def _asks_a_pile(check: Check, name: str) -> bool:
    """Whether a name behind a dot asks about the pile itself. If the things in the pile have such a name, theirs wins.
    """
    is_own = (True, name) in check.declared.rules.defines or name in check.declared.state.attributes
    return name == ON_TOP or (name in STACK and not is_own)


def _of_pile(check: Check, pile: Pile, e: t.Name | t.Call, scope: Scope) -> Relation:
    """How high a pile is, and what lies there, counted from the top or the bottom."""
    name, arguments = name_of(e), e.arguments if isinstance(e, t.Call) else ()
    if name == "height":
        if isinstance(e, t.Call):
            raise fault("T320", e.span, "`height` takes no argument", "write `p.height`; one thing is `p.top(1)`")
        return Relation(lambda _: pile.total())
    if len(arguments) != 1:
        raise fault("T320", e.span, f"`{name}` takes one argument", f"write `p.{name}(1)` for the {FIRST[name]} one")
    if not pile.single:
        raise fault("T345", e.span, f"of which pile? There is a `{pile.variable.name}` for each",
                    f"say whose: `me.{pile.variable.name}.{name}(1)`, for example")  # fmt: skip
    number = check.expr(arguments[0], scope)
    if not number.type.is_number or number.type.size == Size.MANY:
        raise fault("T301", arguments[0].span, f"`{name}` takes a number, not {number.type}",
                    f"write `p.{name}(1)`, for example")  # fmt: skip
    return Relation(lambda _: pile.layer(number, name != "bottom"))


def _directions(subject: Expr, value: Expr, e: t.Expression) -> Directions:
    shape = subject.type.base
    if isinstance(shape, Shape) and value.type.base is shape.directions:
        return Directions(value)
    if isinstance(e, t.Set) and not e.items and isinstance(shape, Shape):
        return Directions(node(Const, Type(shape.directions, Size.MANY), 0))
    raise fault(
        "T318",
        e.span,
        f"a dot takes a direction or a name, not {value.type}",
        "write `s.N` or `s.owner` for what a thing has, and `A & B` for what is in two sets",
    )
