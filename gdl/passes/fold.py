"""Making expressions cheap before play: what only depends on a site, a player or a number becomes a table of its
values, and conditions of queries become sets that are cut with the sets they range over."""

from __future__ import annotations

from collections.abc import Mapping

from gdl.model.build import (
    MAX_STATIC_WORK,
    TRUE,
    as_masks,
    as_set,
    cond,
    conjunction,
    conjuncts,
    count,
    difference,
    disjunction,
    empty,
    folded,
    image,
    intersection,
    present,
)
from gdl.model.cost import work
from gdl.model.evaluate import tabulate
from gdl.model.nodes import (
    After,
    Cond,
    Const,
    Distance,
    Expr,
    Fill,
    Get,
    Given,
    Image,
    Op,
    Query,
    Table,
    Var,
    node,
)
from gdl.model.operators import OPERATORS
from gdl.model.types import PLACES, TEXTS, TRUTH, Plain, Range, Size
from gdl.passes.cuts import Cut, cut
from gdl.passes.known_pieces import Pieces, known_of, simplified
from gdl.passes.substitution import substitute, substitute_parts

MAX_ENTRIES = 16_384
MAX_LEAVES = 3

Binders = tuple[tuple[Var, Expr], ...]


class Folder:
    """Remembers what it has folded, so that shared parts are folded once."""

    def __init__(self) -> None:
        self._folded: dict[Expr, Expr] = {}
        self._leaves: dict[Expr, tuple[Expr, ...] | None] = {}

    # ---- whole expressions

    def fold(self, e: Expr) -> Expr:
        """An expression that means the same and costs less."""
        if e not in self._folded:
            self._folded[e] = self._fold(e)
        return self._folded[e]

    def _fold(self, e: Expr) -> Expr:
        if isinstance(e, Const | Var | Get) and not getattr(e, "indices", ()):
            return e
        if e.static and not e.free:
            return folded(e)
        as_table = self._tabulated(e)
        if as_table is not None:
            return as_table
        match e:
            case Query():
                return self._query(e)
            case Given() if isinstance(e.body, Const) and e.body.value is True:
                return present(self.fold(e.value))
            case Fill():
                return self._fill(e)
        return self._rebuilt(e)

    def _rebuilt(self, e: Expr) -> Expr:
        """The same node with folded parts."""
        if isinstance(e, After):
            return e
        new = substitute_parts(e, self.fold)
        if isinstance(new, Op) and new.name == "some":
            return self._present(new)
        return new

    def _present(self, e: Op) -> Expr:
        """Whether a set has elements; of a query's set, whether there is a tuple."""
        (many,) = e.operands
        if isinstance(many, Query) and many.how == "union":
            (body,) = many.body
            inner = self._rebuilt(present(body)) if isinstance(present(body), Op) else present(body)
            return self._some(many.binders, conjunction([many.where, inner]))
        if isinstance(many, Op) and many.name == "union":
            parts = [present(o) for o in many.operands]
            if any(isinstance(o, Query) for o in many.operands):
                return disjunction([self._present(p) if isinstance(p, Op) and p.name == "some" else p for p in parts])
        return e

    def _fill(self, e: Fill) -> Expr:
        step, start, area = self.fold(e.step), self.fold(e.start), self.fold(e.area)
        if start.type.size == Size.MANY and isinstance(step, Table) and step.arguments == (e.variable,):
            masks = as_masks(step.values[:-1], step.type)
            step = node(Table, e.type, (*masks, 0), (e.variable,))
        return node(Fill, e.type, e.variable, step, start, area)

    # ---- tables

    def leaves(self, e: Expr) -> tuple[Expr, ...] | None:
        """The single values on which a state-free expression depends, as they come; None if it depends on more."""
        if e not in self._leaves:
            self._leaves[e] = self._find_leaves(e)
        return self._leaves[e]

    def _find_leaves(self, e: Expr) -> tuple[Expr, ...] | None:
        if isinstance(e, Var) or (isinstance(e, Get) and not e.indices):
            single = e.type.size == Size.ONE and not isinstance(e.type.base, Plain)
            return (e,) if single else None
        if not isinstance(e, Const | Op | Table | Image | Cond | Given | Query | Fill | Distance):
            return None
        found: dict[Expr, None] = {}
        for part in e.parts:
            if part in e.bound:
                continue
            more = self.leaves(part)
            if more is None:
                return None
            found |= dict.fromkeys(more)
            if len(found.keys() - e.bound) > MAX_LEAVES + len(e.bound):
                return None
        return tuple(leaf for leaf in found if leaf not in e.bound)

    def _tabulated(self, e: Expr) -> Expr | None:
        """The expression as a table over its leaves, if it has few and that saves work."""
        if e.type.base in (TEXTS, PLACES) or e.type.size == Size.FAMILY or not _worth(e):
            return None
        leaves = self.leaves(e)
        if leaves is None or not 1 <= len(leaves) <= MAX_LEAVES:
            return None
        entries = 1
        for leaf in leaves:
            entries *= len(leaf.type.values)
        if entries > MAX_ENTRIES or entries * work(e)[0] > MAX_STATIC_WORK:
            return None
        ordered = sorted(leaves, key=lambda leaf: (len(leaf.type.values), _name(leaf)))
        variables = [leaf if isinstance(leaf, Var) else Var(leaf.type, "x") for leaf in ordered]
        replace = {leaf: v for leaf, v in zip(ordered, variables, strict=True) if leaf is not v}
        body = substitute(e, replace) if replace else e
        if not body.static:
            return None
        return node(Table, e.type, tabulate(body, variables), tuple(ordered))

    # ---- queries

    def _query(self, e: Query) -> Expr:
        binders, where = self.plan(e.binders, e.where)
        known = known_of(binders)
        body = tuple(self._simplified(self.fold(b), known) for b in e.body)
        if e.how == "some":
            return self._some(binders, where)
        if e.how == "count" and len(binders) == 1 and where is TRUE:
            return count(binders[0][1])
        if e.how == "union":
            return self._union(e, binders, where, body[0])
        return node(Query, e.type, e.how, binders, where, body)

    def _some(self, binders: Binders, where: Expr) -> Expr:
        """Names that the condition doesn't mention need only exist."""
        conditions = conjuncts(where)
        while binders:
            last, source = binders[-1]
            if source.type.size == Size.FAMILY or any(last in c.free for c in conditions):
                break
            binders, conditions = binders[:-1], [*conditions, present(source)]
        where = conjunction(conditions)
        return node(Query, TRUTH, "some", binders, where, ()) if binders else where

    def _union(self, e: Query, binders: Binders, where: Expr, body: Expr) -> Expr:
        """The last name's elements, or a table's values for them, are a set by themselves."""
        last, source = binders[-1]
        conditions = conjuncts(where)
        if source.type.size != Size.FAMILY and not any(last in c.free for c in conditions):
            inner: Expr | None = None
            if body is last:
                inner = source
            elif isinstance(body, Table) and body.arguments == (last,) and not isinstance(last.type.base, Range):
                inner = image(body.values[:-1], body.type, source)
            elif last not in body.free and body.type.size == Size.MANY:
                inner = cond(present(source), body, empty(body.type))
            elif not source.free & {v for v, _ in binders}:
                inner = _at_once(body, last, source)
            if inner is not None:
                if where.may_break:
                    where = conjunction([where, present(source)])
                if len(binders) == 1:
                    return cond(where, inner, empty(inner.type)) if where is not TRUE else inner
                binders, body = binders[:-1], inner
        return node(Query, e.type, "union", binders, where, (body,))

    def plan(self, binders: Binders, where: Expr) -> tuple[Binders, Expr]:
        """A query's binders and condition, with every part of the condition that is a set of one name's elements
        made part of what that name ranges over."""
        sources = [(v, self.fold(s)) for v, s in binders]
        names = [v for v, _ in sources]
        rest: list[Expr] = []
        for condition in conjuncts(where):
            for part in conjuncts(self.fold(condition)):
                for i in reversed(range(len(names))):
                    if names[i] not in part.free:
                        continue
                    name, source = sources[i]
                    found = None if source.type.size == Size.FAMILY else cut(part, name, frozenset(names[i:]))
                    if found is not None:
                        sources[i] = name, _narrowed(source, found)
                    if found is None or not found.is_all:
                        rest.append(part)
                    break
                else:
                    rest.append(part)
        return self._knowing(sources, rest)

    def _knowing(self, sources: list[tuple[Var, Expr]], rest: list[Expr]) -> tuple[Binders, Expr]:
        """The same, without what is known to stand on the sites that the names are."""
        known = known_of(sources)
        if not known:
            return tuple(sources), conjunction(rest)
        further = tuple((v, self._simplified(source, known)) for v, source in sources)
        return further, conjunction([self._simplified(c, known) for c in rest])

    def _simplified(self, e: Expr, known: Mapping[Var, Pieces]) -> Expr:
        simple = simplified(e, known)
        return e if simple is e else self.fold(simple)


def _narrowed(source: Expr, by: Cut) -> Expr:
    if not by.keep:
        return difference(source, by.elements)
    narrow = intersection(source, by.elements)
    return narrow if narrow.type == source.type else as_set(narrow, source.type.base)


def _at_once(e: Expr, v: Var, source: Expr) -> Expr | None:
    """The union of a set over all values of a name, worked out once: possible where it is made from the set of this
    one element by what can as well be done to the whole set (a flood from many sites, say)."""
    if e.type.size != Size.MANY:
        return None
    match e:
        case Op(name="single") if e.operands[0] is v:
            return source
        case Image():
            of = _at_once(e.of, v, source)
            return None if of is None else image(e.masks, e.type, of)
        case Table() if e.arguments == (v,) and not isinstance(v.type.base, Range):
            return image(e.values[:-1], e.type, source)
        case Fill() if v not in e.step.free | e.area.free and e.start.type.size == Size.MANY:
            start = _at_once(e.start, v, source)
            return None if start is None else node(Fill, e.type, e.variable, e.step, start, e.area)
        case Op(name="union"):
            parts = [_at_once(o, v, source) for o in e.operands]
            return None if None in parts else node(Op, e.type, "union", tuple(parts))
        case Op(name="both" | "minus"):
            a, b = e.operands
            if v not in b.free and (left := _at_once(a, v, source)) is not None:
                return node(Op, e.type, e.name, (left, b))
            if v not in a.free and e.name == "both" and (right := _at_once(b, v, source)) is not None:
                return node(Op, e.type, "both", (a, right))
        case Cond() if v not in e.condition.free:
            then, other = _at_once(e.then, v, source), _at_once(e.other, v, source)
            return None if then is None or other is None else node(Cond, e.type, e.condition, then, other)
    return None


def _name(leaf: Expr) -> str:
    return leaf.name if isinstance(leaf, Var) else str(getattr(leaf, "variable", ""))


def _worth(e: Expr) -> bool:
    """Whether looking a value up is cheaper than working it out."""
    if isinstance(e, Table):
        return any(not isinstance(a, Var | Get) for a in e.arguments)
    if isinstance(e, Op):
        if e.name == "single":
            return not isinstance(e.operands[0], Var | Get)
        if not OPERATORS[e.name].is_cheap or e.type.size == Size.MANY:
            return True
        return any(not isinstance(o, Const | Var | Get) for o in e.operands)
    return True
