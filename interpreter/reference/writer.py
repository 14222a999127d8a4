"""The reference interpreter's code: a Python function for each node of the graph, over the row of values of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.model import statements as m
from gdl.model.cost import MAX_OPTIONS, block_work
from gdl.model.meaning import Coder
from gdl.model.model import counters_of
from gdl.model.nodes import After, Const, Content, Expr, Get, Height, Layer, Repeats, Row, Standing, Stuck, Var
from gdl.model.python_code import Scope, is_something
from gdl.model.state import HEIGHT_OF, TAKEN_FROM
from gdl.model.types import Range, Size
from gdl.text.source import Span
from interpreter.cancellation import CancelToken
from interpreter.graph.backend import Broken, TooLong, Values
from interpreter.graph.graph import OVER, Graph
from interpreter.graph.layout import RESULT, Layout
from interpreter.reference.pieces import Pieces

Function = Callable[..., Any]
Functions = dict[str, Function]
IsStuck = Callable[[Values], bool]
"""Whether `next` could not make a first decision: what rules ask by `stuck`."""


MAX_ROUNDS = 20_000_000
UNGUARDED = MAX_ROUNDS
ROUNDS_AT_ONCE = 100_000
"""So many pass before it is asked whether to go on."""


class Rounds:
    """Counts the rounds of loops and queries since the last decision, `done`; `until` the next look at the token."""

    __slots__ = ("done", "most", "token", "until")

    def __init__(self) -> None:
        self.token: CancelToken | None = None
        self.most = MAX_ROUNDS
        self.begin()

    def begin(self) -> None:
        """Count anew."""
        self.done, self.until = 0, min(ROUNDS_AT_ONCE, self.most)


class Writer(Coder):
    """Writes expressions that read the state `V`, and statements that change it."""

    def __init__(self, graph: Graph, layout: Layout) -> None:
        super().__init__()
        self.graph, self.layout, self.model = graph, layout, graph.model
        self.state = "V"
        self.budget: Rounds | None = None
        """Counts the rounds of loops; None where a ruleset's loops are short enough to go without."""
        if max(block_work(b)[0] for b in (self.model.setup, self.model.turn, self.model.end)) > UNGUARDED:
            self.budget = self.constants["B"] = Rounds()
            self.constants["tired"] = _tired
        self.counters: list[int] = [0] * counters_of(self.model)
        """What `Count` counts in."""
        self.constants["C"] = self.counters
        self.span: Span | None = None
        """The rule that is being written."""
        self.pieces = Pieces(layout)
        self.texts: list[str] = []
        self.constants |= {
            "fail": _fail,
            "too_many": _too_many,
            "push": self.pieces.push,
            "lift_off": self.pieces.lift_off,
            "lift_some": self.pieces.lift_some,
            "carry": self.pieces.carry,
            "carry_some": self.pieces.carry_some,
            "height": self.pieces.height,
            "layer": self.pieces.layer,
        }

    @contextmanager
    def elements(
        self, many: str, variable: Var | None = None, low: int = 0, stem: str = "i"
    ) -> Iterator[tuple[str, Scope]]:
        """A loop over a set's elements, its rounds counted if need be."""
        with super().elements(many, variable, low, stem) as (name, scope):
            self.round()
            yield name, scope

    def round(self) -> None:
        """Count a round of a loop, if need be."""
        if self.budget is not None:
            self.line("B.done += 1")
            self.line(f"if B.done > B.until: tired(B, {self.constant(self.span, 'S')})")

    # ---- whole functions

    def finish(self, name: str, parameters: str = "V") -> None:
        """End the function whose lines have been written."""
        self.texts.append(self.function(name, parameters))

    def compiled(self, stuck: IsStuck) -> Functions:
        """The functions that have been written."""
        self.constants["stuck"] = stuck
        exec(compile("".join(self.texts), "<rules>", "exec"), self.constants)  # noqa: S102 - made from a checked model
        return self.constants

    def listed(self, query: m.Choose | m.Loop, word: str) -> None:
        """The tuples of a query, as a list."""
        if not query.binders:
            self.line(f"{word} [()] if {self.code(query.where)} else []")
            return
        found = self.store("[]", "found")

        def take() -> None:
            self.line(f"{found}.append(({''.join(self.code(v) + ', ' for v, _ in query.binders)}))")
            self.line(f"if len({found}) > {MAX_OPTIONS}: too_many({self.constant(query.span, 'S')})")

        self.tuples(query.binders, query.where, take)
        self.line(f"{word} {found}")

    # ---- reading the state

    def write(self, e: Expr) -> str:
        """Write the lines for an expression; gives the name of its value."""
        match e:
            case Get():
                return self._get(e)
            case Standing():
                return self._standing(e)
            case Content():
                return self._content(e)
            case Height():
                return self.store(f"height({self.state}, {self.code(e.site)})")
            case Layer():
                return self.store(f"layer({self.state}, {self.code(e.site)}, {self.code(e.number)}, {e.from_top})")
            case After():
                return self._after(e)
            case Repeats():
                past = self.layout.first_past + self.model.repeats.index(e.row)
                moments, now = f"{self.state}[{past}]", self.moment(e.row)
                if e.within is not None:
                    k = self.code(e.within)
                    moments = self.store(f"{moments}[-{k}:] if {k} > 0 else ()")
                return self.store(f"{moments}.count({now})")
            case Stuck():
                return self.store(f"stuck({self.state})")
        return super().write(e)

    def _index(self, variable: m.Variable, atoms: list[str]) -> str:
        """The place of a value in the flat row that a variable with dimensions is."""
        code = ""
        for dimension, atom in zip(variable.dimensions, atoms, strict=True):
            shifted = atom if dimension.low == 0 else f"({atom} - {dimension.low})"
            code = f"({code}) * {len(dimension)} + {shifted}" if code else shifted
        return code

    def _get(self, e: Get) -> str:
        place = f"{self.state}[{self.layout.slot[e.variable]}]"
        if e.indices:
            place += f"[{self._index(e.variable, [self.code(i) for i in e.indices])}]"
        return self.store(place)

    def _standing(self, e: Standing) -> str:
        slots = self.layout.kind_slot
        players = len(self.model.players)
        if e.owner is None:
            found = [s + p for k, s in enumerate(slots) if k in e.kinds
                     for p in range(players if self.model.kinds[k].owned else 1)]  # fmt: skip
            return self.store(" | ".join(f"{self.state}[{s}]" for s in found))
        owner = self.code(e.owner)
        if e.owner.type.size == Size.ONE:
            if isinstance(e.owner, Const):
                return self.store(" | ".join(f"{self.state}[{slots[k] + e.owner.value}]" for k in e.kinds))
            return self.store(" | ".join(f"{self.state}[{slots[k]} + {owner}]" for k in e.kinds))
        result = self.store("0")
        with self.elements(owner) as (p, _):
            self.line(f"{result} |= " + " | ".join(f"{self.state}[{slots[k]} + {p}]" for k in e.kinds))
        return result

    def _content(self, e: Content) -> str:
        site = self.code(e.site)
        if e.what == "number":
            return self.store(f"{self.state}[{self.layout.numbers}][{site}]")
        bit, result = self.store(f"1 << {site}"), self.store(repr(e.type.nothing))
        groups: dict[str, list[int]] = {}
        for slot in self.layout.piece_slots:
            piece = self.layout.pieces_of_slot(slot)[0]
            kind, owner, number = self.model.piece_parts[piece]
            if e.what == "owner" and owner < 0:
                continue
            value = str({"kind": kind, "owner": owner}.get(e.what, piece))
            if e.what == "piece" and number is not None:
                value += f" + {self.state}[{self.layout.numbers}][{site}] - {number}"
            groups.setdefault(value, []).append(slot)
        word = "if"
        for value, slots in groups.items():
            self.line(f"{word} ({' | '.join(f'{self.state}[{s}]' for s in slots)}) & {bit}: {result} = {value}")
            word = "elif"
        return result

    def _after(self, e: After) -> str:
        copy, before = self.name("W"), self.state
        self.line(f"{copy} = {before}[:]")
        self.state = copy
        try:
            self.statements(e.change)
            result = self.name()
            with self.region():
                self.line(f"{result} = {self.code(e.value)}")
        finally:
            self.state = before
        return result

    def moment(self, parts: Row) -> str:
        """The values that a `repeats` compares."""
        atoms: list[str] = []
        for part in parts:
            if isinstance(part, Expr):
                atoms.append(self.code(part))
            elif isinstance(part, m.Variable):
                atoms.append(f"{self.state}[{self.layout.slot[part]}]")
            else:
                board = [
                    *self.layout.piece_slots,
                    *(s for s in (self.layout.numbers, self.layout.stacks) if s >= 0),
                ]
                atoms += [f"{self.state}[{s}]" for s in board]
        return f"({''.join(a + ', ' for a in atoms)})"

    # ---- statements

    def statements(self, block: m.Block) -> None:
        """Write the lines for statements without decisions."""
        for s in block:
            self.span = s.span
            with self.region():
                self._statement(s)

    def _statement(self, s: m.Statement) -> None:
        match s:
            case m.Assign():
                self._assign(s)
            case m.Put():
                self._put(s)
            case m.Remove():
                sites = self.code(s.sites)
                if s.count is not None:
                    self.line(f"lift_some({self.state}, {self.code(s.count)}, {sites}, {s.under}, {self._place(s)})")
                elif self.model.stacks:
                    self.line(f"lift_off({self.state}, {sites})")
                else:
                    self._clear(sites)
            case m.Move():
                ends = f"{self.code(s.origin)}, {self.code(s.target)}"
                if s.count is not None:
                    self.line(f"carry_some({self.state}, {self.code(s.count)}, {ends}, {self._place(s)})")
                else:
                    self.line(f"carry({self.state}, {ends}, {self._place(s)})")
            case m.Finish():
                who = self.code(s.who)
                with self.indented(f"if {who}:"):
                    self.line(f"{self.state}[{RESULT}] = ({s.result!r}, {who})")
                    self.line(f"return {OVER}")
            case m.Rank():
                scores: list[str] = []
                for p in range(len(self.model.players)):
                    with self.region({s.player: str(p)}):
                        scores.append(self.store(self.code(s.score)))
                sort = "pay" if s.pays else "rank"
                self.line(f"{self.state}[{RESULT}] = ({sort!r}, ({''.join(x + ', ' for x in scores)}))")
                self.line(f"return {OVER}")
            case m.Count():
                self.line(f"C[{s.number}] += 1")
            case m.Branch():
                condition = self.code(s.condition)
                with self.indented(f"if {condition}:", "region"):
                    self.statements(s.then)
                if s.other:
                    with self.indented("else:", "region"):
                        self.statements(s.other)
            case m.Loop():
                self._loop(s)
            case _:
                raise TypeError(s)

    def _place(self, s: m.Statement) -> str:
        """Where a statement stands, and whether it is only looked at: for what `pieces` complains of."""
        return f"{self.constant(s.span, 'S')}, {self.state != 'V'}"

    def _assign(self, s: m.Assign) -> None:
        place = f"{self.state}[{self.layout.slot[s.variable]}]"
        value = self.code(s.value)
        base = s.variable.type.base
        if s.checked and isinstance(base, Range):
            there = "" if s.value.type.size == Size.ONE else f"{is_something(value, s.value.type)} and "
            span = self.constant(s.span, "S")
            self.line(f"if {there}not {base.low} <= {value} <= {base.high}: "
                      f"fail({span}, {s.variable.name!r}, {base.name!r}, {value}, {self.state != 'V'})")  # fmt: skip
        if not s.indices:
            self.line(f"{place} = {value}")
            return
        atoms = [self.code(i) for i in s.indices]
        there = " and ".join(
            is_something(a, i.type)
            for a, i in zip(atoms, s.indices, strict=True)
            if i.type.size == Size.MAYBE
        )
        row = self.name("row")
        lines = [
            f"{row} = list({place})",
            f"{row}[{self._index(s.variable, atoms)}] = {value}",
            f"{place} = tuple({row})",
        ]
        if there:
            self.line(f"if {there}:")
        for text in lines:
            self.line(("  " if there else "") + text)

    def _clear(self, sites: str) -> None:
        """Take every piece off some sites."""
        rest = self.store(f"~{sites}")
        for slot in self.layout.piece_slots:
            self.line(f"{self.state}[{slot}] &= {rest}")
        if self.layout.numbers >= 0:
            self._number(sites, "None")

    def _number(self, sites: str, number: str) -> None:
        """The pieces on some sites bear a number (or none)."""
        row = self.store(f"list({self.state}[{self.layout.numbers}])", "row")
        with self.elements(sites) as (i, _):
            self.line(f"{row}[{i}] = {number}")
        self.line(f"{self.state}[{self.layout.numbers}] = tuple({row})")

    def _put(self, s: m.Put) -> None:
        piece, sites = self.code(s.piece), self.code(s.sites)
        if self.model.stacks:
            self.line(f"push({self.state}, {piece}, {sites}, {s.under}, {self._place(s)})")
            return
        if s.piece.type.size == Size.MAYBE:
            with self.indented(f"if {piece} >= 0:"):
                self._put_here(s.piece, piece, sites)
        else:
            self._put_here(s.piece, piece, sites)

    def _put_here(self, e: Expr, piece: str, sites: str) -> None:
        self._clear(sites)
        parts = self.model.piece_parts
        if isinstance(e, Const):
            slot, number = str(self.layout.slot_of_piece(e.value)), parts[e.value][2]
            if number is not None:
                self._number(sites, str(number))
        else:
            slots = tuple(self.layout.slot_of_piece(i) for i in range(len(parts)))
            slot = self.store(f"{self.constant(slots)}[{piece}]")
            if self.layout.numbers >= 0:
                self._number(sites, f"{self.constant(tuple(n for _, _, n in parts))}[{piece}]")
        self.line(f"{self.state}[{slot}] |= {sites}")

    def _loop(self, s: m.Loop) -> None:
        found = self.name("found")
        self.listed(s, f"{found} =")
        targets = "".join(f"{self.state}[{self.layout.slot[v]}], " for v in s.variables)
        with self.indented(f"for ({targets}) in {found}:", "region"):
            self.round()
            if (needed := m.needed(s)) is not None:
                self.line(f"if not {self.code(needed)}: break")
            self.statements(s.body)


def _tired(rounds: Rounds, span: Span | None) -> None:
    if rounds.done <= rounds.most:
        rounds.until = min(rounds.done + ROUNDS_AT_ONCE, rounds.most)
        if rounds.token is not None:
            rounds.token.check()
        return
    raise TooLong(span, f"more than {rounds.most:,} rounds of loops and queries, and still no decision")


def _too_many(span: Span) -> None:
    raise Broken(span, f"there are more than {MAX_OPTIONS:,} combinations here, the limit")


def _fail(span: Span, name: str, range_: str, value: int, ahead: bool) -> None:
    where = ", while looking ahead" if ahead else ""
    most = range_.rpartition("..")[2]
    if name.startswith(HEIGHT_OF):
        pile = name.removeprefix(HEIGHT_OF)
        message = f"`{pile}` would hold {value} things, but it has room for {most}"
        message = message if value > 0 else f"`{pile}` has {-value} too few to take so many away"
    elif name.startswith(TAKEN_FROM):
        message = f"{value} things would be taken from `{name.removeprefix(TAKEN_FROM)}`, which holds 0..{most}"
    else:
        message = f"`{name}` would become {value}, but it holds {range_}"
    raise Broken(span, f"{message}{where}")
