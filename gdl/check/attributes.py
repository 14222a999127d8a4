"""`subject.link`: coordinates, directions, defines, state – lifted over the subject, be it one, maybe one, or many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gdl.check.borders import beside, half_a_step
from gdl.check.calls import arguments_of, call, indexed, thing_or_expr
from gdl.check.declared import Declared
from gdl.check.directions import opposite, times_of, turned, with_directions
from gdl.check.expressions import family_or_expr
from gdl.check.hints import coordinate, elsewhere, link
from gdl.check.names import expand, find_define, find_name, is_direction, named, of_shape, shape_attribute
from gdl.check.parts import Check, no_family
from gdl.check.pieces import bare_kind, number_type, sites_of
from gdl.check.piles import ON_TOP, Pile, pile_of
from gdl.check.scope import Scope, Silent, Thing
from gdl.check.values import name_of
from gdl.model.build import NO_SET, TRUE, as_masks, as_set, folded, given, lift, op, query, step, table, union
from gdl.model.model import MAX_HEIGHT, Shape
from gdl.model.nodes import Const, Content, Distance, Expr, Fill, Height, Layer, Op, Table, Var, node
from gdl.model.types import PLACE, Base, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import CONTENT, OF_BORDERS, OF_DIRECTIONS, STACK
from gdl.text.findings import fault
from gdl.text.source import Span
from gdl.text.suggest import did_you_mean

_FIRST = {"top": "uppermost", "bottom": "lowest"}


@dataclass(frozen=True)
class Directions:
    """A link that means steps: each direction on its own."""

    directions: Expr


@dataclass(frozen=True)
class Relation:
    """Any other link: what it gives for a subject of whatever size.

    `kind`: the kind, if what it gives is written as the name of one, or as a choice among such names.
    """

    apply: Callable[[Expr], Expr]
    kind: Callable[[Expr], Expr | None] = lambda _: None


Link = Directions | Relation


def dot(check: Check, e: t.Dot, scope: Scope) -> Expr | Thing:
    """The value of `subject.link` or `subject.link^power`."""
    subject = family_or_expr(check, e.subject, scope)  # `link` refuses a family in words of its own
    link = link_of(check, subject, e.link, scope)
    if e.power is None:
        found = apply(check, subject, link)
        if isinstance(link, Directions):
            _note_off_board(check, subject, link.directions, found)
        kind = link.kind(subject) if isinstance(link, Relation) else None
        return found if kind is None else Thing(kind, sites=found)
    power = check.expr(e.power, scope)
    if not power.type.is_number or power.type.size != Size.ONE:
        raise fault("T301", e.power.span, f"`^` takes a number of steps, not {power.type}",
                    "write `s.N^2`, for example")
    if isinstance(power, Const):
        return _steps(check, subject, link, power.value, e.power.span)
    if not isinstance(link, Directions):
        raise fault("T316", e.span, "only a direction can be repeated a number of times that varies",
                    "name one direction: `s.N^n`, for example")
    shape = subject.type.base
    type_ = Type(shape, Size.MAYBE)
    return lift(link.directions, lambda d: lift(subject, lambda s: node(Op, type_, "power", (d, power, s))))


def _note_off_board(check: Check, subject: Expr, directions: Expr, found: Expr) -> None:
    """Note it if some of several directions lead off the board from a site that is known."""
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
        value = apply(check, value, link)
    return value


def _each_direction(check: Check, subject: Expr, directions: Const, times: int, span: Span) -> Expr:
    whole: Expr | None = None
    for i in range(len(directions.type.values)):
        if directions.value >> i & 1:
            one = Const(directions.type.of_size(Size.ONE), i)
            there = _steps(check, subject, Directions(node(Const, one.type, i)), times, span)
            whole = there if whole is None else union(whole, there)
    return subject if whole is None else whole


def apply(check: Check, subject: Expr, link: Link) -> Expr:
    """What a link gives for a subject."""
    if isinstance(link, Relation):
        return link.apply(subject)
    assert isinstance(subject.type.base, Shape)
    return step(subject.type.base, link.directions, subject)


# ---- links


def link_of(check: Check, subject: Expr, e: t.Expression, scope: Scope) -> Link:
    """What stands behind a dot."""
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
    found = _named_link(check, subject.type.base, e, scope, inner)
    if found is None:
        raise _no_link(check, subject, e, scope)
    if isinstance(found, Directions):
        no_family(found.directions, e)
    return found


def _asks_a_pile(check: Check, name: str) -> bool:
    """Whether a name behind a dot asks something of a pile; what is in it may have that, which wins."""
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
        raise fault("T320", e.span, f"`{name}` takes one argument", f"write `p.{name}(1)` for the {_FIRST[name]} one")
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


def _named_link(check: Check, base: Base, e: t.Name | t.Call, scope: Scope, inner: Scope) -> Link | None:
    """What a name behind a dot means: the first of these that there is."""
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


def _local_direction(check: Check, base: Base, e: t.Name | t.Call, scope: Scope) -> Link | None:
    """A local name that stands for a direction. Other locals don't count behind a dot."""
    if not isinstance(e, t.Name) or not isinstance(base, Shape) or scope.find(e.text) is None:
        return None
    value = named(check, e, scope)
    return Directions(value) if isinstance(value, Expr) and value.type.base is base.directions else None


def _kept(check: Check, base: Base, name: str, e: t.Name | t.Call, inner: Scope) -> Link | None:
    """What the state keeps for each element."""
    for variable in check.declared.state.attributes.get(name, ()):
        if variable.subject is base or (isinstance(variable.subject, Range) and isinstance(base, Range)):
            check.trace.uses(check.declared.state.nodes[variable])
            return Relation(lambda s, v=variable: indexed(check, v, [s], e, inner))  # type: ignore[misc]
    return None


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
            check.memo.lifted[key] = _lift(subject, one, e.span)
            if named and subject.type.size < Size.MANY:
                check.memo.lifted[(*key, "kind")] = lift(subject, kind_of)
        return check.memo.lifted[key]

    def kind(subject: Expr) -> Expr | None:
        if subject.type.size == Size.ONE:
            return named[0] if named else None
        return check.memo.lifted.get((define, subject, arguments, "lifted", shape, "kind"))

    return Relation(apply, kind)


def _lift(subject: Expr, one: Callable[[Expr], Expr], span: Span) -> Expr:
    def checked(s: Expr) -> Expr:
        value = one(s)
        if subject.type.size == Size.MANY and not isinstance(value.type.base, Range | Domain):
            raise fault("T319", span, f"this gives {value.type} for each element of a set",
                        "use `some x in … where x.…`")  # fmt: skip
        return value

    return lift(subject, checked)


def _of_shape(check: Check, base: Base, e: t.Name | t.Call, inner: Scope, scope: Scope) -> Link | None:
    """What a shape itself says of its elements: coordinates, directions, defines."""
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
        raise fault("T320", e.span, f"`{name}` takes one argument", f"write `s.{name}(1)` for the {_FIRST[name]} piece")
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


def _no_link(check: Check, subject: Expr, e: t.Name | t.Call, scope: Scope) -> Exception:
    base, name = subject.type.base, name_of(e)
    if check.declared.unsure(name):
        return Silent()
    hint = next((hint for find in _HINTS if (hint := find(check, base, name, e)) is not None), "")
    where = (e if isinstance(e, t.Name) else e.name).span
    return fault("N205", where, f"{Type(base)} has no `{name}`", hint)


def _below(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    if not isinstance(base, Shape) or name in base.directions.index or not is_direction(check, name, base):
        return None
    return f"a direction can use those above it only: declare `{name}` first"


def _of_something_else(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    state = check.declared.state
    if name in state.of_game:
        if base in state.of_game[name].dimensions:
            return f"the game keeps one for each: write `{name}(x)`, x being the {base.name}"
        return f"`{name}` belongs to the game: write `{name}` alone"
    if other := state.attributes.get(name):
        return f"`{name}` belongs to {' and '.join(v.subject.name for v in other if v.subject)}"
    return None


def _stands_alone(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    if name in check.declared.pieces.nodes:
        return f"a kind is the set of sites where it stands: `… & {name}`, or `x in {name}`"
    define = check.declared.rules.defines.get((False, name))
    if define is None:
        return None
    arguments = ", ".join(p.text for p in define.parameters)
    return f"the define has no subject: write `{name}({arguments})`" if arguments else ""


def _of_a_site(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    declared = check.declared
    if name in STACK and base is declared.board and not declared.stacks:
        return "this needs a board with stacks: write `board stacks(…)`"
    if name in (*CONTENT, *(STACK if declared.stacks else ())) and base is not declared.board:
        return f"only a site has a {name}: write `s.{name}`, s being the site"
    return None


def _called_otherwise(check: Check, base: Base, name: str, e: t.Expression) -> str | None:
    names, is_call = _links_of(check, base), isinstance(e, t.Call)
    shape = base if isinstance(base, Shape) else None
    hint = link(name, base, names, is_call) or coordinate(name, base) or did_you_mean(name, names)
    return hint or elsewhere(name, check.declared.prelude, shape, subject=True, called=is_call)


_HINTS = (_below, _of_something_else, _stands_alone, _of_a_site, _called_otherwise)
"""What may be meant by a name behind a dot that means nothing there: the first that applies."""


def _links_of(check: Check, base: Base) -> set[str]:
    """The names that may stand behind a dot."""
    declared = check.declared
    names = {n for has_subject, n in [*declared.rules.defines, *declared.prelude.defines] if has_subject}
    names |= {n for n, vs in declared.state.attributes.items() if any(v.subject is base for v in vs)}
    if isinstance(base, Shape):
        names |= set(base.coordinates) | set(base.directions.labels)
        names |= {i.name.text for i in check.memo.boards.trees[base][0].items if isinstance(i, t.Define)}
    names |= set(OF_BORDERS) if isinstance(base, Shape) and base.of else set()
    names |= set(OF_DIRECTIONS) if with_directions(check.memo.boards, base) else set()
    if base is declared.board:
        names |= {*CONTENT, *(k.number[0] for k in declared.pieces.kinds if k.number)}
        names |= set(STACK if declared.stacks else ())
    return names


# ---- through


def through(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """`X.D through S`: all that is reached by steps D, going on only from sites of S."""
    subject, link, area, shape = _reaching(check, e, scope)
    if isinstance(link, Directions):
        return _rays(subject, link.directions, area, shape)
    site = Var(Type(shape), "s")
    return _flood(link.apply(subject), site, _relation(e, link, site, shape), area, shape)


def distance(check: Check, e: t.Call, scope: Scope) -> Expr:
    """`distance(X.D through S, T)`: with how many such steps a site of T is reached, at least."""
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
    """What stands before and behind `through`: whence, by which steps, on from which sites; and of which board."""
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
    """Where a step of a relation leads from a site."""
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


# ---- places in the plane


def place_of(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """A place in the plane: coordinates of a shape count as the places of its elements."""
    if isinstance(e, t.Binary) and e.operator in "+-*":
        a, b = place_of(check, e.left, scope), place_of(check, e.right, scope)
        if a.type == PLACE and b.type == PLACE and e.operator != "*":
            return op("place" + e.operator, PLACE, a, b)
        if PLACE in (a.type, b.type):
            number, where = (a, b) if b.type == PLACE else (b, a)
            if e.operator != "*" or not number.type.is_number:
                raise fault(
                    "B405",
                    e.span,
                    "places are added, subtracted, and multiplied by numbers",
                    "don't mix numbers with places; write `s.c` for a coordinate",
                )
            return op("place*", PLACE, number, where)
        return check.expr(e, scope)
    if isinstance(e, t.Call) and e.name.text == "around" and len(e.arguments) == 2:
        return op("around", PLACE, *(check.expr(a, scope) for a in e.arguments))
    value = check.expr(e, scope)
    base = value.type.base
    if isinstance(base, Shape) and value.type.size == Size.ONE:
        return table(base.places, PLACE, value)
    return value
