"""`subject.link`: coordinates, directions, defines, state – lifted over the subject, be it one, maybe one, or many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gdl.check.builtins import Functions
from gdl.check.hints import coordinate, elsewhere, link
from gdl.check.scope import Scope, Silent, Thing
from gdl.findings import fault
from gdl.model.build import as_masks, as_set, folded, lift, op, step, table, union
from gdl.model.model import Shape
from gdl.model.nodes import Const, Content, Expr, Fill, Op, Table, Var, node
from gdl.model.types import PLACE, TRUTH, Base, Domain, Range, Size, Type
from gdl.suggest import did_you_mean
from gdl.syntax import tree as t
from gdl.syntax.source import Span
from gdl.syntax.vocabulary import CONTENT

_SHOWN = 40
"""Characters of the rules that a hint repeats at most."""


@dataclass(frozen=True)
class Directions:
    """A link that means steps: each direction on its own."""

    directions: Expr


@dataclass(frozen=True)
class Relation:
    """Any other link: what it gives for a subject of whatever size."""

    apply: Callable[[Expr], Expr]


Link = Directions | Relation


class Dots(Functions):
    """Dots, powers and `through`."""

    lifted: dict[object, Expr]

    def dot(self, e: t.Dot, scope: Scope) -> Expr:
        """The value of `subject.link` or `subject.link^power`."""
        subject = self.family_or_expr(e.subject, scope)  # `link` refuses a family in words of its own
        link = self.link(subject, e.link, scope)
        if e.power is None:
            return self.apply(subject, link)
        power = self.expr(e.power, scope)
        if not power.type.is_number or power.type.size != Size.ONE:
            raise fault("T301", e.power.span, f"`^` takes a number of steps, not {power.type}")
        if isinstance(power, Const):
            return self._steps(subject, link, power.value, e.power.span)
        if not isinstance(link, Directions):
            raise fault("T316", e.span, "only a direction can be repeated a number of times that varies")
        shape = subject.type.base
        type_ = Type(shape, Size.MAYBE)
        return lift(link.directions, lambda d: lift(subject, lambda s: node(Op, type_, "power", (d, power, s))))

    def _steps(self, subject: Expr, link: Link, times: int, span: Span) -> Expr:
        if not 0 <= times <= 1000:
            raise fault("T316", span, "a step is repeated 0 to 1000 times")
        if isinstance(link, Directions) and link.directions.type.size == Size.MANY:
            return lift(link.directions, lambda d: self._steps(subject, Directions(d), times, span)) if not isinstance(
                link.directions, Const) else self._each_direction(subject, link.directions, times, span)  # fmt: skip
        value = subject
        for _ in range(times):
            value = self.apply(value, link)
        return value

    def _each_direction(self, subject: Expr, directions: Const, times: int, span: Span) -> Expr:
        whole: Expr | None = None
        for i in range(len(directions.type.values)):
            if directions.value >> i & 1:
                one = Const(directions.type.of_size(Size.ONE), i)
                there = self._steps(subject, Directions(node(Const, one.type, i)), times, span)
                whole = there if whole is None else union(whole, there)
        return subject if whole is None else whole

    def apply(self, subject: Expr, link: Link) -> Expr:
        """What a link gives for a subject."""
        if isinstance(link, Relation):
            return link.apply(subject)
        assert isinstance(subject.type.base, Shape)
        return step(subject.type.base, link.directions, subject)

    # ---- links

    def link(self, subject: Expr, e: t.Expression, scope: Scope) -> Link:
        """What stands behind a dot."""
        if subject.type.size == Size.FAMILY or not isinstance(subject.type.base, Range | Domain):
            raise fault("T317", e.span, f"nothing belongs to {subject.type}")
        inner = scope.hinted(subject.type.base)
        if not isinstance(e, t.Name | t.Call):
            return self._directions(subject, self.thing_or_expr(e, inner), e)
        found = self._named_link(subject.type.base, e, scope, inner)
        if found is None:
            raise self._no_link(subject, e, scope)
        if isinstance(found, Directions):
            self.no_family(found.directions, e)
        return found

    def _directions(self, subject: Expr, value: Expr, e: t.Expression) -> Directions:
        shape = subject.type.base
        if isinstance(shape, Shape) and value.type.base is shape.directions:
            return Directions(value)
        if isinstance(e, t.Set) and not e.items and isinstance(shape, Shape):
            return Directions(node(Const, Type(shape.directions, Size.MANY), 0))
        raise fault(
            "T318",
            e.span,
            f"behind a dot stands a direction or a name, not {value.type}",
        )

    def _named_link(self, base: Base, e: t.Name | t.Call, scope: Scope, inner: Scope) -> Link | None:
        """What a name behind a dot means: the first of these that there is."""
        name = e.text if isinstance(e, t.Name) else e.name.text
        steps: tuple[Callable[[], Link | None], ...] = (
            lambda: self._local_direction(base, e, scope),
            lambda: self._of_shape(base, e, inner, scope) if scope.inside else None,
            lambda: self._defined(self.rules.defines.get((True, name)), e, inner, scope),
            lambda: self._kept(base, name, e, inner),
            lambda: self._of_shape(base, e, inner, scope),
            lambda: self._content(name) if base is self.board and isinstance(e, t.Name) else None,
            lambda: self._successor(base, e),
            lambda: self._defined(self.prelude.defines.get((True, name)), e, inner, scope),
            lambda: self._global_direction(base, e, inner),
        )
        return next((link for step_ in steps if (link := step_()) is not None), None)

    def _local_direction(self, base: Base, e: t.Name | t.Call, scope: Scope) -> Link | None:
        """A local name that stands for a direction. Other locals don't count behind a dot."""
        if not isinstance(e, t.Name) or not isinstance(base, Shape) or scope.find(e.text) is None:
            return None
        value = self.name(e, scope)
        return Directions(value) if isinstance(value, Expr) and value.type.base is base.directions else None

    def _kept(self, base: Base, name: str, e: t.Name | t.Call, inner: Scope) -> Link | None:
        """What the state keeps for each element."""
        for variable in self.attributes.get(name, ()):
            if variable.subject is base or (isinstance(variable.subject, Range) and isinstance(base, Range)):
                self.used.add(self.variable_nodes[variable])
                return Relation(lambda s, v=variable: self.indexed(v, [s], e, inner))  # type: ignore[misc]
        return None

    def _successor(self, base: Base, e: t.Name | t.Call) -> Link | None:
        """`.next` of players and other enumerations: the one after it, round and round."""
        named_next = isinstance(e, t.Name) and e.text == "next"
        if not named_next or not isinstance(base, Domain) or isinstance(base, Shape):
            return None
        rows = [*range(1, len(base)), 0]
        return Relation(lambda s: table(rows, Type(base), s))

    def _global_direction(self, base: Base, e: t.Name | t.Call, inner: Scope) -> Link | None:
        """A define without subject that stands for directions."""
        if not isinstance(base, Shape):
            return None
        if isinstance(e, t.Name):
            known = None if self._takes_arguments(e.text, base) else self.known(e, inner)
        else:
            known = None if self.find_define(False, e.name.text) is None else self.call(e, inner)
        return Directions(known) if isinstance(known, Expr) and known.type.base is base.directions else None

    def _takes_arguments(self, name: str, shape: Shape) -> bool:
        """Whether a name is that of a define that stands alone with arguments, as `row(n)`, so no direction."""
        own = [i for i in self.shape_trees[shape][0].items if isinstance(i, t.Define) and i.name.text == name]
        define = next(iter(own), None) or self.find_define(False, name)
        return define is not None and bool(define.parameters)

    def _defined(
        self,
        define: t.Define | None,
        e: t.Name | t.Call,
        inner: Scope,
        scope: Scope,
        shape: Shape | None = None,
    ) -> Relation | None:
        """A define with a subject, if there is one."""
        if define is None:
            return None
        arguments = self.arguments(e, inner) if isinstance(e, t.Call) else ()

        def one(s: Expr) -> Expr:
            value = self.expand(define, s, arguments, e.span, scope, shape)
            return self.sites_of(value, e.span) if isinstance(value, Thing) else value

        def apply(subject: Expr) -> Expr:
            if subject.type.size == Size.ONE:
                return one(subject)
            key = (define, subject, arguments, "lifted", shape)
            if key not in self.lifted:
                self.lifted[key] = self._lift(subject, one, e.span)
            return self.lifted[key]

        return Relation(apply)

    def _lift(self, subject: Expr, one: Callable[[Expr], Expr], span: Span) -> Expr:
        def checked(s: Expr) -> Expr:
            value = one(s)
            if subject.type.size == Size.MANY and not isinstance(value.type.base, Range | Domain):
                raise fault("T319", span, f"this gives {value.type} for each of several things",
                            "use `some x in … where x.…`")  # fmt: skip
            return value

        return lift(subject, checked)

    def _of_shape(self, base: Base, e: t.Name | t.Call, inner: Scope, scope: Scope) -> Link | None:
        """What a shape itself says of its elements: coordinates, directions, defines."""
        if not isinstance(base, Shape):
            return None
        name = e.text if isinstance(e, t.Name) else e.name.text
        if isinstance(e, t.Name):
            if name in base.coordinates:
                type_, values = base.coordinates[name]
                return Relation(lambda s: table(values, type_, s))
            if name in base.directions.index:
                return Directions(node(Const, Type(base.directions), base.directions.index[name]))
        item = self.shape_attribute(name, base)
        if item is not None:
            return self._defined(item, e, inner, scope, base)
        plain = isinstance(e, t.Name) and not self._takes_arguments(name, base)
        value = self.of_shape(name, base, e.span, (), inner) if plain else None
        return Directions(value) if isinstance(value, Expr) and value.type.base is base.directions else None

    def _content(self, name: str) -> Relation | None:
        """What may be asked of the piece on a site."""
        types = {
            "owner": Type(self.player, Size.MAYBE),
            "kind": Type(self.kind_domain, Size.MAYBE),
            "piece": Type(self.pieces, Size.MAYBE),
        }
        if any(k.number and k.number[0] == name for k in self.kinds):
            return Relation(lambda s: lift(s, lambda one: node(Content, self.number_type(), "number", one)))
        if name in types and self.kinds:
            return Relation(lambda s: lift(s, lambda one: node(Content, types[name], name, one)))
        return None

    def _no_link(self, subject: Expr, e: t.Name | t.Call, scope: Scope) -> Exception:
        base, name = subject.type.base, e.text if isinstance(e, t.Name) else e.name.text
        if self.unsure(name):
            return Silent()
        names = {n for has_subject, n in [*self.rules.defines, *self.prelude.defines] if has_subject}
        names |= {n for n, vs in self.attributes.items() if any(v.subject is base for v in vs)}
        if isinstance(base, Shape):
            names |= set(base.coordinates) | set(base.directions.labels)
            names |= {i.name.text for i in self.shape_trees[base][0].items if isinstance(i, t.Define)}
        if base is self.board:
            names |= set(CONTENT) | {k.number[0] for k in self.kinds if k.number}
        other = self.attributes.get(name)
        if isinstance(base, Shape) and self.is_direction(name, base):
            hint = f"a direction knows those above it: declare `{name}` first"
        elif name in self.game_variables:
            hint = f"`{name}` belongs to the game: write `{name}` alone"
        elif other:
            hint = f"`{name}` belongs to {' and '.join(v.subject.name for v in other if v.subject)}"
        elif name in self.kind_nodes:
            hint = f"a kind is the set of sites where it stands: `… & {name}`, or `x in {name}`"
        elif (False, name) in self.rules.defines:
            arguments = ", ".join(p.text for p in self.rules.defines[False, name].parameters)
            hint = f"it was introduced without a subject: write `{name}({arguments})`" if arguments else ""
        elif name in CONTENT and base is not self.board:
            hint = f"only a site has a {name}: write `s.{name}`, s being the site"
        else:
            hint = link(name, base, names, isinstance(e, t.Call))
            hint = hint or coordinate(name, base) or did_you_mean(name, names)
            shape = base if isinstance(base, Shape) else None
            hint = hint or elsewhere(name, self.prelude, shape, subject=True, called=isinstance(e, t.Call))
        where = (e if isinstance(e, t.Name) else e.name).span
        noun = str(Type(base))
        return fault("N205", where, f"{noun} has no `{name}`", hint)

    # ---- through

    def through(self, e: t.Binary, scope: Scope) -> Expr:
        """`X.D through S`: all that is reached by steps D, going on only from sites of S."""
        if not isinstance(e.left, t.Dot) or e.left.power is not None:
            raise fault("T323", e.left.span, "before `through` stands a step: site, dot, direction or relation",
                        "write `s.N through empty`, say")  # fmt: skip
        subject = self.expr(e.left.subject, scope)
        link = self.link(subject, e.left.link, scope)
        area = self.expr(e.right, scope)
        shape = subject.type.base
        if not isinstance(shape, Shape) or area.type.base is not shape:
            raise fault("T324", e.right.span, f"behind `through` stands {Type(shape, Size.MANY)}, not {area.type}")
        area = as_set(area)
        if isinstance(link, Directions):
            return self._rays(subject, link.directions, area, shape)
        site = Var(Type(shape), "s")
        there = link.apply(site)
        if there.type.base is not shape:
            raise fault(
                "T323",
                e.left.link.span,
                f"a step leads from site to site, not to {there.type}",
            )
        return self._flood(link.apply(subject), site, there, area, shape)

    def _rays(self, subject: Expr, directions: Expr, area: Expr, shape: Shape) -> Expr:
        if isinstance(directions, Const) and directions.type.size == Size.MANY:
            whole: Expr = node(Const, Type(shape, Size.MANY), 0)
            for i in range(len(shape.directions)):
                if directions.value >> i & 1:
                    one = node(Const, Type(shape.directions), i)
                    whole = union(whole, self._rays(subject, one, area, shape))
            return whole
        if directions.type.size != Size.ONE:
            return lift(directions, lambda d: self._rays(subject, d, area, shape))
        site = Var(Type(shape), "s")
        start, there = step(shape, directions, subject), step(shape, directions, site)
        return self._flood(start, site, there, area, shape)

    def _flood(self, start: Expr, site: Var, there: Expr, area: Expr, shape: Shape) -> Expr:
        many = Type(shape, Size.MANY)
        is_ray = isinstance(there, Table) and there.type.size != Size.MANY and there.arguments[-1] is site
        if start.type.size == Size.MANY or not is_ray:
            start = as_set(start)
            if isinstance(there, Table) and there.arguments == (site,):
                masks = as_masks(there.values[:-1], there.type)
                there = node(Table, many, (*masks, 0), (site,))
            else:
                there = as_set(there)
        return folded(node(Fill, many, site, there, start, area))

    # ---- places in the plane

    def place(self, e: t.Expression, scope: Scope) -> Expr:
        """A place in the plane: coordinates of a shape count as the places of its elements."""
        if isinstance(e, t.Binary) and e.operator in "+-*":
            a, b = self.place(e.left, scope), self.place(e.right, scope)
            if a.type == PLACE and b.type == PLACE and e.operator != "*":
                return op("place" + e.operator, PLACE, a, b)
            if PLACE in (a.type, b.type):
                number, where = (a, b) if b.type == PLACE else (b, a)
                if e.operator != "*" or not number.type.is_number:
                    raise fault(
                        "B405",
                        e.span,
                        "places are added, subtracted, and multiplied by numbers",
                        "mix no numbers with places; a coordinate is written `s.c`",
                    )
                return op("place*", PLACE, number, where)
            return self.expr(e, scope)
        if isinstance(e, t.Call) and e.name.text == "around" and len(e.arguments) == 2:
            return op("around", PLACE, *(self.expr(a, scope) for a in e.arguments))
        value = self.expr(e, scope)
        base = value.type.base
        if isinstance(base, Shape) and value.type.size == Size.ONE:
            return table(base.places, PLACE, value)
        return value

    def truth(self, e: t.Expression, scope: Scope, what: str = "a condition") -> Expr:
        """A condition."""
        value = self.expr(e, scope)
        if value.type != TRUTH:
            shown, hint = e.span.text if len(e.span.text) < _SHOWN and "\n" not in e.span.text else "…", ""
            if value.type.size >= Size.MAYBE:
                hint = f"write `some {shown}` to ask whether there is one"
                hint += f", `x in {shown}` to ask whether x is one" if value.type.size == Size.MANY else ""
            elif isinstance(value.type.base, Shape):
                hint = f"say what of it is asked: `{shown} in mine`"
            raise fault("T309", e.span, f"{what} is true or false, not {value.type}", hint)
        return value
