"""How a decision's options are counted, and the k-th of them found: which form its plan has.

Every form numbers the options in the order in which the reference interpreter lists them.
"""

from __future__ import annotations

from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.build import conjuncts, disjunction
from gdl.model.nodes import Cond, Const, Expr, Op, Query, Table, Var, node
from gdl.model.sharing import due
from gdl.model.types import TRUTH, Size
from gdl.passes.fold import Folder
from gdl.passes.specialise import Specialiser
from interpreter.native.module.emitter import Unsupported
from interpreter.native.plan.lifting import MAX_SMALL, Lifted, lift
from interpreter.native.plan.planes import Planes, planes
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.queries import is_helped
from interpreter.native.plan.runs import how_many, is_counted_out

Binder = tuple[Var, Expr]


@dataclass(frozen=True)
class Filter:
    """The elements of a set for which conditions hold.

    `lifted`: conditions that are sets. `left`: those that are asked of each element. `waived`: the same, but not asked
    at all where something holds that doesn't speak of the element.
    """

    variable: Var
    source: Expr
    lifted: tuple[Lifted, ...]
    left: tuple[Expr, ...]
    waived: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True)
class NoNames:
    """Nothing is chosen: one option, if the condition holds."""

    where: Expr


@dataclass(frozen=True)
class Single:
    """One name: the set of what may be chosen."""

    filter: Filter


@dataclass(frozen=True)
class Product:
    """Names that don't depend on each other: a set for each, and the number is the product of theirs."""

    binders: tuple[Binder, ...]


@dataclass(frozen=True)
class Rows:
    """What is left: for each tuple of the names but the last, the last's set is a row in memory."""

    outer: tuple[Binder, ...]
    early: tuple[Expr, ...]
    """The conditions that don't speak of the last name."""
    last: Filter

    @property
    def are_found_again(self) -> bool:
        """Whether each row is so soon found that it is found once more to take the k-th option, not kept: a set, cut
        with what a table has for the one outer name."""
        return self.are_found_again_by_c and not isinstance(self.last.source, Cond)

    @property
    def are_found_again_by_c(self) -> bool:
        """The same in C, where a row may also be one of two such sets, by a condition that doesn't speak of that name.
        Nine Men's Morris plays 1.03 times as many games so by C, and 0.98 in wasmtime."""
        if len(self.outer) != 1 or self.early or self.last.lifted or self.last.left or self.last.waived:
            return False
        return _is_soon_found(self.last.source, self.outer[0][0])


def _is_soon_found(many: Expr, name: Var) -> bool:
    if isinstance(many, Cond):
        return name not in many.condition.free and all(_is_soon_found(e, name) for e in (many.then, many.other))
    parts = many.operands if isinstance(many, Op) and many.name in ("both", "minus") else (many,)
    asked = [part for part in parts if name in part.free]
    return not asked or (len(asked) == 1 and isinstance(asked[0], Table) and asked[0].arguments == (name,))


@dataclass(frozen=True)
class Counted:
    """The last name ranges over the first `many` numbers of its range, and no condition speaks of it: for each tuple of
    the others only that number is kept."""

    outer: tuple[Binder, ...]
    early: tuple[Expr, ...]
    last: Binder
    many: Expr


@dataclass(frozen=True)
class Listed:
    """Names of which one ranges over more than a set can hold: each tuple that fits is kept in memory."""

    binders: tuple[Binder, ...]
    where: Expr


@dataclass(frozen=True)
class Few:
    """Two names, of which the first ranges over a few things that are known: a set of the second for each."""

    values: tuple[int, ...]
    filters: tuple[Filter, ...]


Choice = NoNames | Single | Product | Planes | Few | Rows | Counted | Listed


def choice(planner: Planner, choose: m.Choose, special: Specialiser) -> Choice:
    """The plan of a decision, for what is known of `me` and `next`."""
    return planner.once((choose, special, "choice"), lambda: _choice(planner, choose, special))


def _choice(planner: Planner, choose: m.Choose, special: Specialiser) -> Choice:
    binders = tuple((v, special(e)) for v, e in choose.binders)
    where = special(choose.where)
    if not binders:
        return NoNames(where)
    if any(e.type.size == Size.FAMILY for _, e in binders):
        raise Unsupported("choosing among sets", "number the sets in a type, and choose a number")
    counted = _counted(binders, conjuncts(where))
    if counted is not None:
        return counted
    if any(is_counted_out(e) for _, e in binders):
        return Listed(binders, where)
    names = frozenset(v for v, _ in binders)
    is_open = isinstance(where, Const) and where.value is True
    if len(binders) > 1 and is_open and not any(e.free & names or e.may_break for _, e in binders):
        return Product(binders)
    conditions = conjuncts(where)
    if len(binders) == 1:
        return Single(filtered(planner, *binders[0], conditions))
    if len(binders) == 2:
        found = planes(planner, binders[0], binders[1], conditions)
        if found is not None:
            return found
        few = _few(planner, binders[0], binders[1], conditions)
        if few is not None:
            return few
    *outer, (last, source) = binders
    early, late = due(conditions, frozenset((last,)))
    return Rows(tuple(outer), tuple(early), filtered(planner, last, source, late))


def _counted(binders: tuple[Binder, ...], conditions: list[Expr]) -> Counted | None:
    """The last name's numbers by how many they are, where a set of them would take several words."""
    *outer, (last, source) = binders
    if len(source.type.values) <= 64 or (isinstance(source, Const) and not is_counted_out(source)):
        return None
    many, (early, late) = how_many(source), due(conditions, frozenset((last,)))
    return None if many is None or late else Counted(tuple(outer), tuple(early), (last, source), many)


def _few(planner: Planner, first: Binder, second: Binder, conditions: list[Expr]) -> Few | None:
    """For each of a few first things the second ones, where that helps: their set can then be worked out whole."""
    (one, things), (other, source) = first, second
    if not isinstance(things, Const) or not 0 < things.value.bit_count() <= planner.at_most(MAX_SMALL):
        return None
    if not is_helped(one, [source, *conditions]) or any(c.may_break for c in (source, *conditions)):
        return None
    values, filters = [], []
    for i in range(things.value.bit_length()):
        if things.value >> i & 1:
            known = Specialiser({}, {one: i + things.type.values.low})
            values.append(i + things.type.values.low)
            filters.append(filtered(planner, other, known(source), [known(c) for c in conditions]))
    return Few(tuple(values), tuple(filters))


def asked(planner: Planner, choose: m.Choose, special: Specialiser) -> Expr:
    """Whether a decision has an option, as one expression."""
    return planner.once((choose, special, "asked"), lambda: _asked(choose, special))


def _asked(choose: m.Choose, special: Specialiser) -> Expr:
    where = special(choose.where)
    if not choose.binders:
        return where
    binders = tuple((v, special(e)) for v, e in choose.binders)
    return Folder().fold(node(Query, TRUTH, "some", binders, where, ()))


def sets(planner: Planner, choose: m.Choose, special: Specialiser) -> Single | Planes | None:
    """The sets that tell whether a decision has an option, if there are such sets: all are empty if it has none."""
    if any(e.type.size == Size.FAMILY for _, e in choose.binders):
        return None
    decided = choice(planner, choose, special)
    if isinstance(decided, Product):
        first, *rest = decided.binders
        return planes(planner, first, rest[0], []) if len(rest) == 1 else None
    return None if isinstance(decided, NoNames | Few | Rows | Counted | Listed) else decided


def filtered(planner: Planner, variable: Var, source: Expr, conditions: list[Expr]) -> Filter:
    """How the elements are found for which all conditions hold. What is waived is asked last, and so may be what may
    break a rule: it is waived as well, or nothing is."""
    same = _same_for_all(planner, variable, conditions)
    lifted, rest = narrowed(planner, variable, [c for c in conditions if c not in same], frozenset())
    lifted = (*same.values(), *lifted)
    waived = tuple((c, waiver) for c in rest if (waiver := _without(c, variable)) is not None)
    if any(c.may_break and all(c is not late for late, _ in waived) for c in rest):
        waived = ()
    asked_later = {c for c, _ in waived}
    return Filter(variable, source, lifted, tuple(c for c in rest if c not in asked_later), waived)


def _same_for_all(planner: Planner, variable: Var, conditions: list[Expr]) -> dict[Expr, Lifted]:
    """The conditions that don't speak of a name, and aren't dear: they hold for all elements, or for none."""
    return {
        c: found for c in conditions if variable not in c.free and (found := lift(planner, c, variable)) is not None
    }


def narrowed(
    planner: Planner, variable: Var, conditions: list[Expr], later: frozenset[Var]
) -> tuple[tuple[Lifted, ...], list[Expr]]:
    """The conditions that are sets of a name's elements, and those that are left. `later`: names that come after it."""
    lifted, left = [], []
    for c in conditions:
        found = None if variable not in c.free or c.free & later else lift(planner, c, variable)
        if found is None:
            left.append(c)
        else:
            lifted.append(found)
    return tuple(lifted), left


def _without(condition: Expr, variable: Var) -> Expr | None:
    """What makes a condition hold for all elements alike, if there is such a thing."""
    if not isinstance(condition, Op) or condition.name != "or":
        return None
    parts = [o for o in condition.operands if variable not in o.free and not o.may_break]
    return disjunction(parts) if parts else None
