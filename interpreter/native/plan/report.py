"""The plans of a ruleset as text: for each place of the rules how it is worked out, without writing any code.

`gdl show GAME --plan` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import singledispatch
from itertools import pairwise
from typing import Any

from gdl.model import model as m
from gdl.model.build import as_masks, conjuncts
from gdl.model.families import holding
from gdl.model.nodes import After, Expr, Fill, Image, Query, Var
from gdl.model.printing import Printer
from gdl.passes.specialise import Specialiser
from gdl.text.source import Span
from interpreter.graph.graph import Ask, Boundary, Collect, Fork, Graph, Leave, Node, Step, Take, TurnEnd
from interpreter.native.module.emitter import Unsupported
from interpreter.native.plan import choices as c
from interpreter.native.plan import fills as f
from interpreter.native.plan import lifting as s
from interpreter.native.plan import planes as p
from interpreter.native.plan import queries as q
from interpreter.native.plan.bounds import bound
from interpreter.native.plan.cells import Cells
from interpreter.native.plan.describing import describes_at_once
from interpreter.native.plan.planner import Planner, Shifts
from interpreter.native.plan.sowing import sowing
from interpreter.native.plan.turns import first_decisions, is_specialised, next_is_set
from interpreter.native.record.bit_positions import embedded

LONGEST = 100
"""Expressions are cut off here: they are to be recognised, not read."""


Players = list[tuple[str, int | None]]
"""Names, and who `me` is in their code, if that is known."""


def report(model: m.Model, is_compact: bool = False) -> str:
    """All plans, node by node of the graph; see `Planner` on `is_compact`."""
    return "\n".join(_Report(model, is_compact).lines()) + "\n"


class _Report:
    """What is needed on the way."""

    def __init__(self, model: m.Model, is_compact: bool) -> None:
        self.model, self.graph = model, Graph(model)
        self.planner = Planner(embedded(model), is_compact)
        self.specialised, self.firsts = is_specialised(model), first_decisions(self.graph)
        self.follows = not next_is_set(model)

    def lines(self) -> Iterator[str]:
        """The whole report."""
        names = self.model.players
        own = "code of its own for each player" if self.specialised else "the same code for all players"
        together = ", options described all at once" if describes_at_once(self.graph) else ""
        compact = ", loops where writing out would take too long" if self.planner.is_compact else ""
        yield f"{self.model.title}: {own}{together}{compact}"
        all_: Players = [("", None)]
        if self.specialised:
            all_ = [(name, me) for me, name in enumerate(names)]
        end = self.graph.successors(self.graph.nodes[self.graph.turn_end])[0]
        parts = (("set-up", self.graph.setup, all_[:1]), ("turn", self.graph.turn, all_), ("end", end, all_))
        for heading, start, players in parts:
            body = [line for at in self._reached(start) for line in self._node(self.graph.nodes[at], players)]
            if body:
                yield from ("", heading, *body)

    def _reached(self, start: int) -> list[int]:
        """The nodes of a part of the rules, as they come."""

        def onward(n: Node) -> Iterable[int]:
            return () if isinstance(n, Boundary | TurnEnd) else reversed(self.graph.successors(n))

        return list(self.graph.reached([start], onward))

    def _special(self, me: int | None) -> Specialiser:
        known = {} if me is None else {self.model.me: me}
        if me is not None and self.follows:
            known[self.model.next] = (me + 1) % len(self.model.players)
        return self.planner.once(("special", me), lambda: Specialiser(known))

    def _node(self, n: Node, players: Players) -> Iterator[str]:
        """A node's lines: for each player, or once for all of them where they are the same."""
        told: dict[tuple[str, ...], list[str]] = {}
        for name, me in players:
            try:
                lines = tuple(self._plans(n, self._special(me)))
            except Unsupported as reason:
                lines = (f"not compiled: {reason}",)
            told.setdefault(lines, []).append(name)
        if set(told) == {()}:
            return
        yield f"  {_place(n)}"
        for lines, names in told.items():
            if len(told) > 1:
                yield f"    {', '.join(names)}"
            yield from (f"    {'  ' if len(told) > 1 else ''}{line}" for line in lines or ("nothing",))

    def _plans(self, n: Node, special: Specialiser) -> Iterator[str]:
        notes = _Notes(self.planner)
        match n:
            case Ask():
                plan = c.choice(self.planner, n.candidates, special)
                yield from notes.plan(plan)
                if n.mosts:
                    known = bound(self.graph.mosts[n.mosts[0]]) is not None
                    yield "only the best of them, found by trying each" + (", up to a bound" if known else "")
                if n.doubt is not None:
                    yield "drawn by trial: candidates are tried until one meets what looks ahead"
                    yield from notes.within([special(n.doubt)])
                if n in self.firsts and not (n.mosts or n.is_roll or n.doubt is not None):
                    kept = c.sets(self.planner, n.choose, special)
                    yield f"`stuck` asks: {'one by one' if kept is None else 'its sets, which are kept for the turn'}"
            case Step():
                for first, then in pairwise(n.statements):
                    sown = sowing(self.planner, first, then, special)
                    if sown is not None:
                        names = f"{sown.walker.name} adds to {sown.array.name}"
                        yield f"sown by a table: {names}, up to {sown.most} steps at once"
                yield from notes.within([special(e) for e in _expressions(n.statements)])
                if n.condition is not None:
                    yield from notes.within([special(n.condition)])
            case Collect():
                yield from notes.within([special(e) for e in (*(e for _, e in n.loop.binders), n.loop.where)])
            case Leave():
                yield from notes.within([special(e) for e in n.most.values])
            case Fork():
                yield f"the options of {len(n.branches)} ways as one decision"


def _expressions(block: m.Block) -> list[Expr]:
    """What statements work out."""
    return [e for s in m.walk(block) for e in m.expressions(s)]


def _place(n: Node) -> str:
    """Where a node stands in the rules."""
    span = _span(n)
    if span is None:
        return f"if {_short(Printer(), n.condition)}" if isinstance(n, Step) and n.condition is not None else "then"
    text = span.source.text.splitlines()[span.line - 1].strip()
    return f"{span.source.name.rpartition('/')[2]}:{span.line}  {text}"


def _span(n: Node) -> Span | None:
    match n:
        case Ask():
            return n.choose.span
        case Fork():
            return n.span
        case Collect() | Take():
            return n.loop.span
        case Leave():
            return n.most.span
        case Step() if n.statements:
            return n.statements[0].span
    return None


def _short(printer: Printer, e: Expr) -> str:
    text = printer.expression(e)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# ---- a plan, and the plans within it


class _Notes:
    """Plans of one node, each told once."""

    def __init__(self, planner: Planner) -> None:
        self.planner, self.printer = planner, Printer()
        self.seen: set[Expr] = set()

    def plan(self, plan: Any) -> Iterator[str]:
        """A plan, and indented those of what it needs."""
        yield told(plan, self.printer)
        yield from (f"  {line}" for line in self.within(_needs(plan)))

    def within(self, needed: Iterable[Expr]) -> Iterator[str]:
        """The plans in expressions."""
        for e in needed:
            if e in self.seen:
                continue
            self.seen.add(e)
            plan = self._of(e)
            if plan is not None:
                yield f"{told(plan, self.printer)}  <- {_short(self.printer, e)}"
                yield from (f"  {line}" for line in self.within(_needs(plan)))
            inner = list(e.parts) if plan is None or isinstance(e, Fill | Image) else []
            if isinstance(e, After):
                inner += _expressions(e.change)
            yield from self.within(inner)

    def _of(self, e: Expr) -> Any:
        match e:
            case Query():
                return q.query_plan(self.planner, e)
            case Fill():
                return f.fill_plan(self.planner, e)
            case Image():
                masks = as_masks(e.masks, e.type)
                return f.image_plan(self.planner, masks, e.of.type.base, e.type.base)
        return None


def _needs(plan: Any) -> Iterator[Expr]:
    """The expressions that a plan has worked out."""
    if isinstance(plan, Expr):
        if not isinstance(plan, Var):
            yield plan
    elif isinstance(plan, tuple):
        for one in plan:
            yield from _needs(one)
    elif is_dataclass(plan) and not isinstance(plan, Shifts | type):
        for field in fields(plan):
            yield from _needs(getattr(plan, field.name))


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
    return f"one option, if {_short(printer, plan.where)}"


@told.register
def _(plan: c.Filter, printer: Printer) -> str:
    text = f"{_short(printer, plan.source)}{_where(plan.lifted, printer)}"
    for condition in plan.left:
        text += f"; each asked: {_short(printer, condition)}"
    for condition, waiver in plan.waived:
        text += f"; each asked unless {_short(printer, waiver)}: {_short(printer, condition)}"
    return text


@told.register
def _(plan: c.Single, printer: Printer) -> str:
    return f"one set: {told(plan.filter, printer)}"


@told.register
def _(plan: c.Product, printer: Printer) -> str:
    return f"a product: {' times '.join(_short(printer, e) for _, e in plan.binders)}"


@told.register
def _(plan: c.Rows, printer: Printer) -> str:
    outer = ", ".join(f"{printer.expression(v)} in {_short(printer, e)}" for v, e in plan.outer)
    early = "".join(f" if {_short(printer, e)}" for e in plan.early)
    return f"rows: for each {outer}{early} {told(plan.last, printer)}"


@told.register
def _(plan: c.Counted, printer: Printer) -> str:
    outer = "".join(f" for each {printer.expression(v)} in {_short(printer, e)}" for v, e in plan.outer)
    early = "".join(f" if {_short(printer, e)}" for e in plan.early)
    return f"counted:{outer}{early} the first {_short(printer, plan.many)}"


@told.register
def _(plan: c.Listed, printer: Printer) -> str:
    names = ", ".join(f"{printer.expression(v)} in {_short(printer, e)}" for v, e in plan.binders)
    return f"each kept: {names} if {_short(printer, plan.where)}"


@told.register
def _(plan: c.Few, printer: Printer) -> str:
    known = ", ".join(map(str, plan.values))
    return f"a set for each of {known}: {told(plan.filters[0], printer)}"


@told.register
def _(plan: p.PlanesByDistance, printer: Printer) -> str:
    where = _where(plan.conditions, printer)
    return (f"planes by distance {_away(plan.distances)}: {_short(printer, plan.origin)}{where};"
            f" second {told(plan.target, printer)}")  # fmt: skip


@told.register
def _(plan: p.PlanesByValue, printer: Printer) -> str:
    parts = [f"{value}{_where(part, printer)}" for value, part in zip(plan.values, plan.conditions, strict=True)]
    return f"planes by value: {_short(printer, plan.origin)}; {'; '.join(parts)}"


@told.register
def _(plan: p.Anywhere, printer: Printer) -> str:
    return _short(printer, plan.many)


@told.register
def _(plan: p.Related, printer: Printer) -> str:
    return told(plan.relation, printer)


@told.register
def _(plan: p.Combined, printer: Printer) -> str:
    return f"{plan.how}({_all(plan.parts, printer, ', ')})"


@told.register
def _(plan: p.Picked, printer: Printer) -> str:
    then, other = told(plan.then, printer), told(plan.other, printer)
    return f"({then} if {_short(printer, plan.condition)} else {other})"


@told.register
def _(plan: s.Uniform, printer: Printer) -> str:
    return f"for all: {_short(printer, plan.condition)}"


@told.register
def _(plan: s.Joined, printer: Printer) -> str:
    return f"({_all(plan.parts, printer, f' {plan.how} ')})"


@told.register
def _(plan: s.Not, printer: Printer) -> str:
    return f"not {told(plan.part, printer)}"


@told.register
def _(plan: s.Member, printer: Printer) -> str:
    return f"in {_short(printer, plan.many)}"


@told.register
def _(plan: s.Reaches, printer: Printer) -> str:
    return f"{told(plan.relation, printer)} in {_short(printer, plan.many)}"


@told.register
def _(plan: s.Within, printer: Printer) -> str:
    return f"all of {told(plan.relation, printer)} in {_short(printer, plan.outer)}"


@told.register
def _(plan: s.Around, printer: Printer) -> str:
    text = told(plan.relation, printer)
    if plan.ray is not None:
        text += f" and on by {told(plan.ray.step, printer)} through {_short(printer, plan.ray.area)}"
    return text + "".join(f" {'&' if keep else '-'} {_short(printer, cut)}" for cut, keep in plan.cuts)


@told.register
def _(plan: s.Apart, printer: Printer) -> str:
    return _short(printer, plan.many)


@told.register
def _(plan: s.Meets, printer: Printer) -> str:
    return f"something at {_all(plan.pieces, printer, ' or ')}"


@told.register
def _(plan: s.Compared, printer: Printer) -> str:
    count = f"the number at {told(plan.around, printer)}"
    return f"{plan.number} {plan.sign} {count}" if plan.number_first else f"{count} {plan.sign} {plan.number}"


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
    return f"at once: {_short(printer, plan.source)}{_where(plan.conditions, printer)}"


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
def _(plan: q.Always, printer: Printer) -> str:
    return "always"


@told.register
def _(plan: q.Looped, printer: Printer) -> str:
    loop = f"a loop over {len(plan.binders)} name{'s' if len(plan.binders) > 1 else ''}"
    pending = [frozenset(v for v, _ in plan.binders[i:]) for i in range(1, len(plan.binders) + 1)]
    held = [found for (v, source), later in zip(plan.binders, pending, strict=True)
            if (found := holding(v, source, conjuncts(plan.where), later))]  # fmt: skip
    return loop + "".join(f", of the sets that hold {printer.expression(one.element)}" for one in held)


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
