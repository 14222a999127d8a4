"""What decided a game: the line of the rules that ended it, and the sites that witness its condition.

The last move is played once more by rules that say by which line they end. Its condition is then taken apart where it
holds: of `some line in lines(5) where line within mine` the line is the witness, of `apex in mine` the apex, of a
connection the shortest way. What holds of nothing in particular – nobody can move, a number is reached – has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gdl.model import model as m
from gdl.model.build import query
from gdl.model.nodes import Cond, Expr, Fill, Get, Given, Op, Query, Value, Var, within
from gdl.model.primitives import bits
from gdl.model.types import TEXT, TRUTH, Size
from gdl.syntax.source import Span
from interpreter.backend import Broken, Endless, Entry, Stop, Stuck
from interpreter.game.ends import End, numbered
from interpreter.graph.graph import OVER
from interpreter.graph.layout import RESULT
from interpreter.reference.machine import Machine
from interpreter.reference.writer import Writer

MOST = 50
"""Witnesses of one condition that are looked at: several lines may have been finished at once."""

Known = Mapping[Var, Value]


@dataclass(frozen=True)
class Decisive:
    """What ended the game: the line of the rules, and the labels of the sites that witness it, in the board's order."""

    sites: tuple[str, ...]
    span: Span

    @property
    def rule(self) -> str:
        """The line, as the rules say it."""
        return " ".join(self.span.text.split("#")[0].split())


def decisive(model: m.Model, last: Entry | None, stop: Stop) -> Decisive | None:
    """What ended the game that stopped here, after the entry `last` (None if that isn't known); None if that can't be
    told."""
    machine = _machine(model)
    try:
        values = _ended(machine, last, stop)
        if values is None:
            return None
        end = numbered(model).ends[values[RESULT][1][0]]
        sites = 0
        if isinstance(end.statement, m.Finish) and end.statement.result != "draw" and model.board is not None:
            sites = _Witnesses(machine, values, model.board).of_end(end)
    except (Broken, Endless, Stuck):  # the rules can't say: then nobody can
        return None
    labels = model.board.labels if model.board else ()
    return Decisive(tuple(labels[i] for i in bits(sites)), end.span)


@lru_cache(maxsize=4)
def _machine(model: m.Model) -> Machine:
    machine = Machine(numbered(model).model)
    machine.keep_locals_at_the_end()
    return machine


def _ended(machine: Machine, last: Entry | None, stop: Stop) -> tuple[Any, ...] | None:
    """The values of the numbered rules where they end."""
    if last is not None:
        return machine.play(Entry(last.ask, last.chosen, last.values)).values
    values = list(stop.values)  # a position, or read back from a file: what `end` says of it
    values[RESULT] = machine.layout.initial[RESULT]
    return tuple(values) if machine.after_turn(values) == OVER else None


class _Witnesses:
    """Takes conditions apart in one state."""

    def __init__(self, machine: Machine, values: tuple[Any, ...], board: m.Shape) -> None:
        self.machine, self.values, self.board = machine, list(values), board
        self.functions: dict[Expr, Any] = {}

    def of_end(self, end: End) -> int:
        """The sites that witness why a line took effect, as a set."""
        found = 0
        if end.condition is not None:
            found |= self.condition(end.condition, {}) | self.named(end.condition)
        who = end.statement.who if isinstance(end.statement, m.Finish) else None
        if isinstance(who, Query) and who.how == "union":
            found |= self.tuples(who, {}, own=False)
        return found

    # ---- values

    def value(self, e: Expr, known: Known) -> Value:
        """What an expression is in the state."""
        if e not in self.functions:
            writer = Writer(self.machine.graph, self.machine.layout)
            free = sorted(e.free, key=lambda variable: variable.number)
            names = {variable: f"b{i}" for i, variable in enumerate(free)}
            with writer.region(names):
                writer.line(f"return {writer.code(e)}")
            writer.finish("it", ", ".join(("V", *names.values())))
            self.functions[e] = writer.compiled(self.machine.next_is_stuck)["it"], free
        function, free = self.functions[e]
        return function(self.values, *(known[variable] for variable in free))

    def sites(self, e: Expr, known: Known) -> int:
        """The sites that an expression is, as a set; none if it is no site or set of sites of the board."""
        if e.type.base is not self.board or e.type.size == Size.FAMILY:
            return 0
        found: int = self.value(e, known)
        return found if e.type.size == Size.MANY else 1 << found if found >= 0 else 0

    # ---- conditions that hold

    def condition(self, e: Expr, known: Known) -> int:
        """The witnesses of a condition; none if it doesn't hold."""
        if e.type != TRUTH or not self.value(e, known):
            return 0
        match e:
            case Op(name="and" | "or"):
                found = 0
                for part in e.operands:
                    found |= self.condition(part, known)
                return found
            case Op(name="not"):
                return 0
            case Op(name="some"):
                return self.something(e.operands[0], known)
            case Op(name="there"):
                return self.sites(e.operands[0], known)
            case Op(name="member"):
                return self.sites(e.operands[0], known) or self.among(e.operands[0], e.operands[1], known)
            case Op(name="within"):
                return self.sites(e.operands[0], known) or self.among(e.operands[0], e.operands[1], known)
            case Cond():
                return self.condition(e.then if self.value(e.condition, known) else e.other, known)
            case Given():
                return self.condition(e.body, {**known, e.variable: self.value(e.value, known)})
            case Query(how="some"):
                return self.tuples(e, known)
        return 0

    def tuples(self, e: Query, known: Known, own: bool = True) -> int:
        """The sites in the tuples of a query, with the groups around them that it names; those of other things are
        looked for in its condition."""
        variables = [variable for variable, _ in e.binders]
        rows = self.value(query("list", TEXT, list(e.binders), e.where, *variables), known)
        found = 0
        for row in rows[:MOST]:
            inner = {**known, **dict(zip(variables, row, strict=True))}
            mine = 0
            for variable in variables if own else ():
                mine |= self.sites(variable, inner)
            if mine:
                found |= mine | self.groups(e.where, mine, inner)
            else:
                found |= self.condition(e.where, inner)
        return found

    def groups(self, where: Expr, sites: int, known: Known) -> int:
        """The groups of which a condition speaks and to which these sites belong."""
        found = 0
        for e in within(where):
            if isinstance(e, Fill) and e.type.size == Size.MANY and e.free <= known.keys():
                reached = self.sites(e, known) & self.sites(e.area, known)
                found |= reached if reached & sites else 0
        return found

    def among(self, elements: Expr, many: Expr, known: Known) -> int:
        """Why these elements belong to a set that is made by a condition."""
        if not isinstance(many, Query) or many.how != "union" or len(many.binders) != 1:
            return 0
        (variable, _), *_ = many.binders
        if many.body != (variable,):
            return 0
        value, low = self.value(elements, known), elements.type.values.low
        found = 0
        for element in (low + i for i in bits(value)) if elements.type.size == Size.MANY else (value,):
            found |= self.condition(many.where, {**known, variable: element})
        return found

    def something(self, e: Expr, known: Known) -> int:
        """Why there is something in a set: the sites in it; or, if it is what is reached, the way there."""
        match e:
            case Cond():
                return self.something(e.then if self.value(e.condition, known) else e.other, known)
            case Given():
                return self.something(e.body, {**known, e.variable: self.value(e.value, known)})
        goal = self.sites(e, known)
        fill = _reach(e)
        if fill is None or not goal:
            return goal
        whole, way = fill
        starts = 0
        for part in whole.operands if isinstance(whole, Op) and whole.name == "union" else ():
            if not any(inner is way for inner in within(part)):
                starts |= self.sites(part, known)
        return self.way(way, starts or self.sites(way.start, known), goal, known) or goal

    def way(self, fill: Fill, starts: int, goal: int, known: Known) -> int:
        """A shortest way from one of the starts to a goal, by the steps and through the area of a fill."""
        area = self.sites(fill.area, known) | starts
        before: dict[int, int] = dict.fromkeys(bits(starts), -1)
        front = list(before)
        while front:
            if there := [site for site in front if goal >> site & 1]:
                return _traced(there[0], before)
            onward = []
            for site in front:
                for other in bits(self.sites(fill.step, {**known, fill.variable: site}) & area):
                    if other not in before:
                        before[other] = site
                        onward.append(other)
            front = onward
        return 0

    def named(self, e: Expr) -> int:
        """The sets of sites that were found in this turn and of which a condition speaks."""
        found = 0
        for part in within(e):
            if isinstance(part, Get) and part.variable.local and not part.indices and part.type.size == Size.MANY:
                found |= self.sites(part, {})
        return found


def _traced(site: int, before: Mapping[int, int]) -> int:
    """The way to a site, as a set."""
    found = 0
    while site >= 0:
        found |= 1 << site
        site = before[site]
    return found


def _reach(e: Expr) -> tuple[Expr, Fill] | None:
    """The set of what is reached, and how, of which `e` is a part: `reached & goal`."""
    for part in e.operands if isinstance(e, Op) and e.name == "both" else ():
        for whole in part.operands if isinstance(part, Op) and part.name == "union" else (part,):
            fills = [inner for inner in within(whole) if isinstance(inner, Fill) and inner.type.size == Size.MANY]
            if len(fills) == 1:
                return part, fills[0]
    return None
