"""Each sort of plan in words, as `gdl show GAME --plan` prints it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from gdl.model.build import conjuncts
from gdl.model.families import Holding, Lying, helped
from gdl.model.nodes import Expr, Var
from gdl.model.printing import Printer
from interpreter.native.plan import backwards as b
from interpreter.native.plan import choices as c
from interpreter.native.plan import fills as f
from interpreter.native.plan import lifting as s
from interpreter.native.plan import planes as p
from interpreter.native.plan import queries as q
from interpreter.native.plan.cells import Cells
from interpreter.native.plan.lines_at import LinesAt
from interpreter.native.plan.planner import Shifts

LONGEST = 100
"""Expressions are cut off here: they are to be recognised, not read."""


def short(printer: Printer, e: Expr) -> str:
    """An expression, cut off if it is long."""
    text = printer.expression(e)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


@singledispatch
def told(plan: Any, printer: Printer) -> str:
    """A plan in words."""
    raise TypeError(plan)


def _all(plans: Iterable[Any], printer: Printer, between: str = " and ") -> str:
    return between.join(told(plan, printer) for plan in plans)


def _where(plans: tuple[Any, ...], printer: Printer) -> str:
    return f" where {_all(plans, printer)}" if plans else ""


def _away(distances: Iterable[int]) -> str:
    return " ".join(f"{d:+d}" for d in distances)


@told.register
def _(plan: Shifts, printer: Printer) -> str:
    return f"shifts {_away(sorted(plan.distances))}" if plan.groups else "nothing"


@told.register
def _(plan: c.NoNames, printer: Printer) -> str:
    return f"one option, if {short(printer, plan.where)}"


@told.register
def _(plan: c.Filter, printer: Printer) -> str:
    text = f"{short(printer, plan.source)}{_where(plan.lifted, printer)}"
    for condition in plan.left:
        text += f"; each asked: {short(printer, condition)}"
    for condition, waiver in plan.waived:
        text += f"; each asked unless {short(printer, waiver)}: {short(printer, condition)}"
    return text


@told.register
def _(plan: c.Single, printer: Printer) -> str:
    return f"one set: {told(plan.filter, printer)}"


@told.register
def _(plan: c.Product, printer: Printer) -> str:
    return f"a product: {' times '.join(short(printer, e) for _, e in plan.binders)}"


@told.register
def _(plan: c.Rows, printer: Printer) -> str:
    outer = ", ".join(f"{printer.expression(v)} in {short(printer, e)}" for v, e in plan.outer)
    early = "".join(f" if {short(printer, e)}" for e in plan.early)
    again = " by C" if plan.are_found_again_by_c and not plan.are_found_again else ""
    again = f", found again{again} for the k-th" if plan.are_found_again_by_c else ""
    return f"rows: for each {outer}{early} {told(plan.last, printer)}{again}"


@told.register
def _(plan: c.Counted, printer: Printer) -> str:
    outer = "".join(f" for each {printer.expression(v)} in {short(printer, e)}" for v, e in plan.outer)
    early = "".join(f" if {short(printer, e)}" for e in plan.early)
    return f"counted:{outer}{early} the first {short(printer, plan.many)}"


@told.register
def _(plan: c.Listed, printer: Printer) -> str:
    names = ", ".join(f"{printer.expression(v)} in {short(printer, e)}" for v, e in plan.binders)
    return f"each kept: {names} if {short(printer, plan.where)}{_looked_up(printer, plan.binders, plan.where)}"


@told.register
def _(plan: c.Few, printer: Printer) -> str:
    known = ", ".join(map(str, plan.values))
    return f"a set for each of {known}: {told(plan.filters[0], printer)}"


@told.register
def _(plan: p.PlanesByDistance, printer: Printer) -> str:
    where = _where(plan.conditions, printer)
    return (f"planes by distance {_away(plan.distances)}: {short(printer, plan.origin)}{where};"
            f" second {told(plan.target, printer)}")  # fmt: skip


@told.register
def _(plan: p.PlanesByValue, printer: Printer) -> str:
    parts = [f"{value}{_where(part, printer)}" for value, part in zip(plan.values, plan.conditions, strict=True)]
    return f"planes by value: {short(printer, plan.origin)}; {'; '.join(parts)}"


@told.register
def _(plan: p.Anywhere, printer: Printer) -> str:
    return short(printer, plan.many)


@told.register
def _(plan: p.Related, printer: Printer) -> str:
    return told(plan.relation, printer)


@told.register
def _(plan: p.Combined, printer: Printer) -> str:
    return f"{plan.how}({_all(plan.parts, printer, ', ')})"


@told.register
def _(plan: p.Picked, printer: Printer) -> str:
    then, other = told(plan.then, printer), told(plan.other, printer)
    return f"({then} if {short(printer, plan.condition)} else {other})"


@told.register
def _(plan: s.Uniform, printer: Printer) -> str:
    return f"for all: {short(printer, plan.condition)}"


@told.register
def _(plan: s.Joined, printer: Printer) -> str:
    return f"({_all(plan.parts, printer, f' {plan.how} ')})"


@told.register
def _(plan: s.Not, printer: Printer) -> str:
    return f"not {told(plan.part, printer)}"


@told.register
def _(plan: s.Member, printer: Printer) -> str:
    return f"in {short(printer, plan.many)}"


@told.register
def _(plan: s.Reaches, printer: Printer) -> str:
    return f"{told(plan.relation, printer)} in {short(printer, plan.many)}"


@told.register
def _(plan: s.Within, printer: Printer) -> str:
    return f"all of {told(plan.relation, printer)} in {short(printer, plan.outer)}"


@told.register
def _(plan: s.Around, printer: Printer) -> str:
    text = told(plan.relation, printer)
    if plan.ray is not None:
        text += f" and on by {told(plan.ray.step, printer)} through {short(printer, plan.ray.area)}"
    return text + "".join(f" {'&' if keep else '-'} {short(printer, cut)}" for cut, keep in plan.cuts)


@told.register
def _(plan: s.Apart, printer: Printer) -> str:
    return short(printer, plan.many)


@told.register
def _(plan: s.Meets, printer: Printer) -> str:
    return f"something at {_all(plan.pieces, printer, ' or ')}"


@told.register
def _(plan: s.Compared, printer: Printer) -> str:
    count = f"the number at {told(plan.around, printer)}"
    return f"{plan.number} {plan.sign} {count}" if plan.number_first else f"{count} {plan.sign} {plan.number}"


@told.register
def _(plan: s.Under, printer: Printer) -> str:
    return f"all {'up to' if plan.or_equal else 'below'} {short(printer, plan.number)}"


@told.register
def _(plan: s.Listed, printer: Printer) -> str:
    return f"one of {plan.value.bit_count()} known"


@told.register
def _(plan: Cells, printer: Printer) -> str:
    return f"{len(plan.places)} cells of {plan.variable.name} compared together"


@told.register
def _(plan: s.Cases, printer: Printer) -> str:
    if not plan.alternatives:
        return "no case"
    first = _all(plan.alternatives[0], printer) or "sure"
    return f"one of {len(plan.alternatives)} cases, the first: {first}"


@told.register
def _(plan: q.AtOnce, printer: Printer) -> str:
    return f"at once: {short(printer, plan.source)}{_where(plan.conditions, printer)}"


@told.register
def _(plan: q.WrittenOut, printer: Printer) -> str:
    return f"written out for each of {plan.source.value.bit_count()}"


@told.register
def _(plan: q.OneByOne, printer: Printer) -> str:
    return f"{plan.source.value.bit_count()} looked at without a branch"


@told.register
def _(plan: q.LinesByTable, printer: Printer) -> str:
    return f"{len(plan.lines.value)} lines by a table of all sets"


@told.register
def _(plan: q.LinesByShifts, printer: Printer) -> str:
    last = ", or those through what was added last" if plan.through else ""
    return f"lines of {len(plan.forms)} forms by shifts{last}"


@told.register
def _(plan: q.LinesJoined, printer: Printer) -> str:
    return f"lines of {len(plan.forms)} forms by shifts and {len(plan.lone)} lines of their own, joined"


@told.register
def _(plan: LinesAt, printer: Printer) -> str:
    return f"{len(plan.masks[0])} lines through a site by a table"


@told.register
def _(plan: q.Always, printer: Printer) -> str:
    return "always"


@told.register
def _(plan: q.Halved, printer: Printer) -> str:
    return "the lowest place of the pile" if plan.how == "some" else f"the top of the pile in {len(plan.steps)} steps"


@told.register
def _(plan: q.Looped, printer: Printer) -> str:
    loop = f"a loop over {len(plan.binders)} name{'s' if len(plan.binders) > 1 else ''}"
    return loop + _looked_up(printer, plan.binders, plan.where)


def _looked_up(printer: Printer, binders: Sequence[tuple[Var, Expr]], where: Expr) -> str:
    """Which of the sets that a name stands for are looked at alone."""
    pending = [frozenset(v for v, _ in binders[i:]) for i in range(1, len(binders) + 1)]
    looked_up = [found for (v, source), later in zip(binders, pending, strict=True)
                 if (found := helped(v, source, conjuncts(where), later))]  # fmt: skip
    return "".join(f", of the sets that {_wanted(printer, one)}" for one in looked_up)


def _wanted(printer: Printer, sets: Holding | Lying) -> str:
    if isinstance(sets, Holding):
        return f"hold {printer.expression(sets.element)}"
    return f"lie within {printer.expression(sets.whole)}, by a tree"


@told.register
def _(plan: b.Backwards, printer: Printer) -> str:
    rest = ", but for a part of it" if plan.rest is not None else ""
    apart = ", by a function of its own" if plan.apart else ""
    return f"asked backwards{rest}{apart}: from each of {short(printer, plan.targets)}"


@told.register
def _(plan: f.ImageByShifts, printer: Printer) -> str:
    return f"shifts {_away(by for by, _ in plan.groups)}" if plan.groups else "nothing"


@told.register
def _(plan: f.ImageByTable, printer: Printer) -> str:
    return "a table, element by element"


@told.register
def _(plan: f.Flood, printer: Printer) -> str:
    more = ", from where the last one ended" if plan.continues else ""
    return f"flood by {told(plan.step, printer)}{more}"


@told.register
def _(plan: f.FloodByElements, printer: Printer) -> str:
    return "flood, element by element"


@told.register
def _(plan: f.RayByTable, printer: Printer) -> str:
    return "ray by table"


@told.register
def _(plan: f.RayWalked, printer: Printer) -> str:
    return "ray walked step by step"
