"""The plans of a ruleset as text: for each place of the rules how it is worked out, without writing any code.

`gdl show GAME --plan` prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

from gdl.model import statements as m
from gdl.model.build import as_masks
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Expr, Fill, Image, Op, Query, Var
from gdl.model.printing import Printer
from gdl.passes.specialise import Specialiser
from gdl.text.source import Span
from interpreter.graph.graph import Ask, Boundary, Collect, Fork, Graph, Leave, Node, Step, Take, TurnEnd
from interpreter.graph.layout import Layout
from interpreter.native.module.emitter import Unsupported
from interpreter.native.plan import choices as c
from interpreter.native.plan import fills as f
from interpreter.native.plan import queries as q
from interpreter.native.plan.apart import apart
from interpreter.native.plan.backwards import Backwards, backwards
from interpreter.native.plan.bounds import bound
from interpreter.native.plan.describing import describes_at_once
from interpreter.native.plan.lines_at import lines_at
from interpreter.native.plan.planner import Planner, Shifts
from interpreter.native.plan.sowing import sowing
from interpreter.native.plan.turns import first_decisions, is_specialised, next_is_set
from interpreter.native.plan.vacant import is_kept
from interpreter.native.plan.words import short, told
from interpreter.native.record.bit_positions import embedded

Players = list[tuple[str, int | None]]
"""Names, and who `me` is in their code, if that is known."""


def report(model: Model, is_compact: bool = False) -> str:
    """All plans, node by node of the graph; see `Planner` on `is_compact`."""
    return "\n".join(_Report(model, is_compact).lines()) + "\n"


class _Report:
    """What is needed on the way."""

    def __init__(self, model: Model, is_compact: bool) -> None:
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
        vacant = ", the number of empty sites kept from ply to ply" if is_kept(Layout(self.graph)) else ""
        yield f"{self.model.title}: {own}{together}{vacant}{compact}"
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
        return f"if {short(Printer(), n.condition)}" if isinstance(n, Step) and n.condition is not None else "then"
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


# ---- a plan, and the plans within it


class _Notes:
    """Plans of one node, each told once."""

    def __init__(self, planner: Planner) -> None:
        self.planner, self.printer = planner, Printer()
        self.seen: set[Expr] = set()
        self.apart: set[Expr] = set()

    def plan(self, plan: Any) -> Iterator[str]:
        """A plan, and indented those of what it needs."""
        yield told(plan, self.printer)
        yield from (f"  {line}" for line in self.within(_needs(plan)))

    def within(self, needed: Iterable[Expr], is_apart: bool = False) -> Iterator[str]:
        """The plans in expressions. `is_apart`: these are of a function of its own."""
        for e in needed:
            if e in self.seen:
                continue
            self.seen.add(e)
            whole = f.group(self.planner, e) if isinstance(e, Op) else None
            if whole is not None:
                yield from self.within([whole], is_apart)
                continue
            if isinstance(e, Cond) and not is_apart:
                self.apart |= {branch for branch in (e.then, e.other) if apart(self.planner, branch) is not None}
            plan = self._of(e)
            if plan is not None:
                own = ", by a function of its own" if e in self.apart else ""
                inside = is_apart or e in self.apart or (isinstance(plan, Backwards) and plan.apart)
                yield f"{told(plan, self.printer)}{own}  <- {short(self.printer, e)}"
                yield from (f"  {line}" for line in self.within(_needs(plan), inside))
            inner = list(e.parts) if plan is None or isinstance(e, Fill | Image) else []
            if isinstance(e, After):
                inner += _expressions(e.change)
            yield from self.within(inner, is_apart)

    def _of(self, e: Expr) -> Any:
        match e:
            case Query():
                return q.query_plan(self.planner, e)
            case Op(name="some"):
                return backwards(self.planner, e)
            case Op(name="member"):
                return lines_at(self.planner, e)
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
