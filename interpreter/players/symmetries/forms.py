"""Expressions and statements as numbers: the same number where they mean the same by their form, whatever names are
bound in them, in whatever order what may be exchanged stands, and seen by a symmetry.

A form is of the rules as one player has them before them: `me` is known. The form seen by a symmetry says of the image
of a state what the rules say of the state: constants, tables and owners are those that take their place. So where
the forms of the rules for each player, seen by the symmetry, are those for the player who takes the part, whatever
is true of a state is true of its image, and the symmetry is proven. Whatever can't be carried over so – an order of
sites, texts, coordinates put together in play – raises Unproven.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gdl.model import nodes as n
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.operators import ALL, ANY, NOT, OPERATORS, ORDERED, OWN, UNPROVEN
from gdl.model.shape import Shape
from gdl.model.types import TRUTHS, Domain, Range, Size, Type
from gdl.passes.specialise import Specialiser
from interpreter.players.symmetries.images import Imaging
from interpreter.players.symmetries.loops import order_matters

Bound = Mapping[n.Var, int]
Facts = Mapping[n.Var, n.Standing]


class Unproven(Exception):
    """The rules hold something of which it can't be said what it is seen by the symmetry."""


class Forms:
    """Gives numbers to parts of the rules; those with the same `rows` can be compared."""

    def __init__(self, model: Model, rows: dict[tuple[Any, ...], int], me: int, imaging: Imaging) -> None:
        self.model, self.rows, self.imaging = model, rows, imaging
        self.known = Specialiser({model.me: me})
        self._done: dict[tuple[n.Expr, tuple[int, ...], Any], int] = {}
        self._around: Bound = {}
        """The names that statements may speak of: those around a change that is looked ahead at."""
        self.true, self.false = (self._row("const", self._type(m_type), value) for m_type, value in _TRUTHS)

    def _row(self, *row: Any) -> int:
        return self.rows.setdefault(row, len(self.rows))

    def _type(self, type_: Type) -> tuple[Any, ...]:
        base = type_.base
        return (base.low, base.high, type_.size) if isinstance(base, Range) else (id(base), type_.size)

    def _moves(self, base: object) -> bool:
        """Whether elements go to others."""
        return self.imaging.permutation(base) is not None

    # ---- statements

    def block(self, block: m.Block) -> int:
        """The number of a row of statements."""
        return self._row("block", *(self._statement(s) for s in block if not isinstance(s, m.Count)))

    def _of(self, e: n.Expr) -> int:
        return self.expression(self.known(e), self._around, {})

    def _statement(self, s: m.Statement) -> int:
        match s:
            case m.Choose():
                names = [id(v) for v in s.variables]
                hidden = s.hidden if isinstance(s, m.Roll) else -1
                return self._row("choose", hidden, *names, *self._query(s.binders, s.where, (), self._around, {}))
            case m.Assign():
                indices = [self._of(i) for i in s.indices]
                return self._row("assign", id(s.variable), s.checked, *indices, self._of(s.value))
            case m.Put():
                return self._row("put", self._of(s.piece), self._of(s.sites), s.under)
            case m.Move():
                count = -1 if s.count is None else self._of(s.count)
                return self._row("move", self._of(s.origin), self._of(s.target), count)
            case m.Remove():
                count = -1 if s.count is None else self._of(s.count)
                return self._row("remove", self._of(s.sites), count, s.under)
            case m.Finish():
                return self._row("finish", s.result, self._of(s.who))
            case m.Rank():
                bound = {**self._around, s.player: len(self._around)}
                return self._row("rank", self.expression(self.known(s.score), bound, {}))
            case m.Branch():
                return self._branch(s)
            case m.Loop():
                if any(self._moves(source.type.base) for _, source in s.binders) and order_matters(s, self._moves):
                    raise Unproven("a loop whose order may matter")
                names = [id(v) for v in s.variables]
                query = self._query(s.binders, s.where, (), self._around, {})
                return self._row("loop", *names, *query, self.block(s.body))
            case m.Repeat():
                return self._row("repeat", self.block(s.body), self._of(s.until))
            case m.Either():
                otherwise = -1 if s.otherwise is None else self.block(s.otherwise)
                return self._row("either", *map(self.block, s.branches), otherwise)
            case m.Most():
                if any(self._moves(e.type.base) for e in s.values):
                    raise Unproven("an order of what goes elsewhere")
                return self._row("most", *map(self._of, s.values), self.block(s.body))
        raise Unproven(f"a statement: {type(s).__name__}")

    def _branch(self, s: m.Branch) -> int:
        condition = self._of(s.condition)
        if condition in (self.true, self.false):
            taken = self.block(s.then if condition == self.true else s.other)
            decides = any(isinstance(x, m.Choose | m.Either | m.Most | m.Repeat) for x in m.walk((*s.then, *s.other)))
            return self._row("branch", condition, taken) if decides else taken  # a decision has a place of its own
        return self._row("branch", condition, self.block(s.then), self.block(s.other))

    # ---- expressions

    def expression(self, e: n.Expr, bound: Bound, facts: Facts) -> int:
        """The number of an expression; `bound`: the depth of each name around it; `facts`: where some of them stand."""
        names = sorted(e.free, key=lambda v: bound.get(v, -1))
        known = tuple((bound[v], facts[v].kinds, facts[v].owner) for v in names if v in facts and v in bound)
        key = e, tuple(bound.get(v, -1) for v in names), known
        found = self._done.get(key)
        if found is None:
            found = self._done[key] = self._expression(e, bound, facts)
        return found

    def _expression(self, e: n.Expr, bound: Bound, facts: Facts) -> int:
        of: Callable[[n.Expr], int] = lambda part: self.expression(part, bound, facts)  # noqa: E731
        type_ = self._type(e.type)
        match e:
            case n.Const():
                return self._row("const", type_, self._constant(e.type, e.value))
            case n.Var():
                if e not in bound:
                    raise Unproven("a name from outside")
                return self._row("var", bound[e])
            case n.Get():
                return self._row("get", id(e.variable), *map(of, e.indices))
            case n.Standing():
                return self._row("standing", tuple(sorted(e.kinds)), -1 if e.owner is None else of(e.owner))
            case n.Content():
                return self._row("content", e.what, of(e.site))
            case n.Height():
                return self._row("height", of(e.site))
            case n.Layer():
                return self._row("layer", of(e.site), of(e.number), e.from_top)
            case n.Table():
                return self._row("table", type_, self._table(e), *map(of, e.arguments))
            case n.Image():
                return self._row("image", type_, self._masks(e), of(e.of))
            case n.Op():
                return self._operator(e, bound, facts)
            case n.Cond():
                condition = of(e.condition)
                if condition in (self.true, self.false):
                    return of(e.then if condition == self.true else e.other)
                return self._row("cond", condition, of(e.then), of(e.other))
            case n.Given():
                inner = {**bound, e.variable: len(bound)}
                return self._row("given", type_, of(e.value), self.expression(e.body, inner, facts))
            case n.Query():
                return self._row("query", e.how, type_, *self._query(e.binders, e.where, e.body, bound, facts, e.how))
            case n.Fill():
                step = self.expression(e.step, {**bound, e.variable: len(bound)}, facts)
                return self._row("fill", step, of(e.start), of(e.area))
            case n.Distance():
                step = self.expression(e.step, {**bound, e.variable: len(bound)}, facts)
                return self._row("distance", step, of(e.origin), of(e.area), of(e.goal))
            case n.After():
                return self._after(e, bound)
            case n.Repeats():
                row = [of(p) if isinstance(p, n.Expr) else id(p) if isinstance(p, m.Variable) else p for p in e.row]
                return self._row("repeats", *row, -1 if e.within is None else of(e.within))
            case n.Stuck():
                return self._row("stuck")
        raise Unproven(f"an expression: {type(e).__name__}")

    def _constant(self, type_: Type, value: Any) -> Any:
        if not isinstance(type_.base, Range | Domain) and type_.base is not TRUTHS:
            raise Unproven("a text or a place")
        image = self.imaging.of_type(type_)(value)
        return tuple(sorted(image)) if type_.size == Size.FAMILY else image

    def _table(self, e: n.Table) -> Any:
        """A table's values where they belong, seen by the symmetry."""
        value = self.imaging.of_type(e.type)
        if e.type.size == Size.FAMILY:
            sets, value = value, lambda family: tuple(sorted(sets(family)))

        def level(values: Any, arguments: tuple[n.Expr, ...]) -> Any:
            if not arguments:
                return value(values)
            found = [level(row, arguments[1:]) for row in values]
            permutation = self.imaging.permutation(arguments[0].type.base)
            if permutation is not None:
                placed = list(found)  # behind the elements stands what holds for nothing
                for i, image in enumerate(permutation):
                    placed[image] = found[i]
                found = placed
            return tuple(found)

        return level(e.values, e.arguments)

    def _masks(self, e: n.Image) -> tuple[int, ...]:
        image = self.imaging.of_type(e.type)
        permutation = self.imaging.permutation(e.of.type.base)
        found = [image(mask) for mask in e.masks]
        placed = list(found)
        for i, to in enumerate(permutation or ()):
            placed[to] = found[i]
        return tuple(placed)

    def _operator(self, e: n.Op, bound: Bound, facts: Facts) -> int:
        law = OPERATORS[e.name]
        if e.name == "power":
            shape = e.type.base
            assert isinstance(shape, Shape)
            if self._moves(shape) and not self.imaging.keeps_directions(shape):
                raise Unproven("steps that don't become steps")
        elif e.name == "element":
            shape = e.type.base
            assert isinstance(shape, Shape)
            image = self.imaging.of_type(Type(shape))
            at = tuple(sorted((place, image(site)) for place, site in shape.at.items()))
            return self._row("element", at, *(self.expression(o, bound, facts) for o in e.operands))
        elif law.image in (OWN, UNPROVEN):
            raise Unproven(f"an operator: {e.name}")
        if law.image is ORDERED and any(self._moves(o.type.base) for o in e.operands):
            raise Unproven("an order of what goes elsewhere")
        operands = [self.expression(o, bound, facts) for o in e.operands]
        if e.name == "member":
            certain = _known_member(e, facts)
            if certain is not None:
                return self.true if certain else self.false
        elif law.logic is NOT and operands[0] in (self.true, self.false):
            return self.false if operands[0] == self.true else self.true
        elif law.logic in (ALL, ANY):
            neutral, deciding = (self.true, self.false) if law.logic is ALL else (self.false, self.true)
            operands = [o for o in operands if o != neutral]
            if deciding in operands:
                return deciding
            if len(operands) < 2:
                return operands[0] if operands else neutral
        if law.commutes:
            operands.sort()
        return self._row("op", e.name, self._type(e.type), *operands)

    def _query(
        self, binders: tuple[tuple[n.Var, n.Expr], ...], where: n.Expr, body: tuple[n.Expr, ...], bound: Bound,
        facts: Facts, how: str = "",
    ) -> tuple[int, ...]:  # fmt: skip
        """The parts of a query: what each name ranges over, the condition, and what is taken."""
        if how in ("max", "min") and any(self._moves(b.type.base) for b in body):
            raise Unproven("an order of what goes elsewhere")
        if how == "list" and any(b.type.size != Size.MANY for b in body):
            raise Unproven("a list of what is no set")
        inner, stand = dict(bound), dict(facts)
        sources: list[int] = []
        for variable, source in binders:
            source = self.known(source)  # noqa: PLW2901 - the same, with `me` known
            sources.append(self.expression(source, inner, stand))
            inner[variable] = len(inner)
            if isinstance(source, n.Standing):
                stand[variable] = source
        taken = [self.expression(self.known(b), inner, stand) for b in body]
        return (*sources, self.expression(self.known(where), inner, stand), *taken)

    def _after(self, e: n.After, bound: Bound) -> int:
        """What would be after a change. Facts of before the change hold no longer."""
        around, self._around = self._around, bound
        try:
            return self._row("after", self.block(e.change), self._of(e.value))
        finally:
            self._around = around


_TRUTHS = ((Type(TRUTHS), True), (Type(TRUTHS), False))


def _known_member(e: n.Op, facts: Facts) -> bool | None:
    """Whether a site is one of a set of pieces, if that is plain from what it was chosen from."""
    one, many = e.operands
    if not isinstance(one, n.Var) or one not in facts or not isinstance(many, n.Standing):
        return None
    here = facts[one]
    if not {*here.kinds} & {*many.kinds}:
        return False
    same = many.owner is None or here.owner is many.owner
    if same:
        return True if {*here.kinds} <= {*many.kinds} else None
    apart = isinstance(here.owner, n.Const) and isinstance(many.owner, n.Const) and here.owner.value != many.owner.value
    return False if apart else None
