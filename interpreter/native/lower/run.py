"""The function `run`: from where a record stands, decision by decision, to where it is to stop."""

from __future__ import annotations

from gdl.model import model as m
from interpreter.graph.graph import OVER, Ask, Boundary, Collect, Fork, Graph, Leave, Step, Take, TurnEnd
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.changes import ENDLESS
from interpreter.native.lower.decisions import LEFT, PAUSE, PAUSING, Decisions
from interpreter.native.lower.options import EXPLORING
from interpreter.native.module.emitter import Unsupported
from interpreter.native.module.memory import Memory
from interpreter.native.module.wasm import Function
from interpreter.native.plan.regions import Key, Region, regions
from interpreter.native.record import past
from interpreter.native.record.domains import Domains
from interpreter.native.record.record import DECISIONS, PLIES, STOP, TURNS, Record
from interpreter.reference.machine import MAX_IDLE

MAX_LOCALS = 49_900
"""WebAssembly's engines allow 50,000 to a function, its parameters included."""


class Flow(Decisions):
    """Writes `run(ptr, budget, given, key, limit)`.

    At each decision or roll: if the budget is 0, the record is stored and the number of options given back. If it is
    negative, option `given` is described at `out`. Else one option is taken: `given`, or if that is negative the one
    that `key` draws, and the budget is one less. From turn number `limit` on the budget is 0. At the end of the game
    it gives 0, and a negative status where the rules fail.
    """

    def __init__(self, graph: Graph, record: Record, memory: Memory, domains: Domains) -> None:
        super().__init__(graph, record, memory, domains)
        self.labels: dict[Key, int] = {}
        self.cases: dict[Key, int] = {}
        self.dispatch = -1

    # ---- the graph for each player

    def successors(self, key: Key) -> list[Key]:
        """Where a node may lead."""
        number, me = key
        n = self.graph.nodes[number]
        if isinstance(n, Boundary):
            if not self.specialised:
                return [(n.then, None)]
            following = None if key == self.first_boundary else self.next_of(me)
            return [(n.then, p) for p in (range(self.players) if following is None else [following])]
        if isinstance(n, Fork):
            found = [(ask.then, me) for _, ask in self.branches(n)]
            found += [(self.graph.nodes.index(ask), me) for _, ask in self.branches(n) if ask.mosts]
            return found + ([] if n.otherwise is None else [(n.otherwise, me)])
        return [(following, me) for following in self.graph.successors(n) if following != OVER]

    @property
    def first_boundary(self) -> Key | None:
        """The boundary after the set-up, where `next` may be anyone."""
        return (self.graph.boundary, -1) if self.specialised else None

    def roots(self) -> list[Key]:
        """Where a record may stand, and where turns begin."""
        if not self.specialised:
            return [(n, None) for n in (self.graph.setup, self.graph.turn, *self.graph.stops, self.graph.boundary)]
        found: list[Key] = []
        for p in range(self.players):
            found += [(n, p) for n in (self.graph.turn, *self.graph.stops)]
        return found

    # ---- the function

    def write_run(self) -> Function:
        """The whole function."""
        setup: Key = (self.graph.setup, -1 if self.specialised else None)
        boundary: Key = (self.graph.boundary, -1 if self.specialised else None)
        roots = dict.fromkeys([setup, boundary, *self.roots()])
        found = regions(self._reached(roots), self.successors)
        self.cases = {key: i for i, key in enumerate(found)}
        self._entry()
        with self.block() as self.exit:
            with self.block() as over:
                self.over = [over]
                with self.block("loop", writes=self.everything) as self.dispatch:
                    self._cases(list(found.values()))
            self._ended()
        self._leaving()
        assert len(self.scopes) == 1
        self.function.code = self.scopes[0].code
        return self.function

    def _reached(self, roots: dict[Key, None]) -> list[Key]:
        """The roots that can be come to at all: stops of the set-up are no stops of a turn."""
        unknown = -1 if self.specialised else None
        start = [(n, unknown) for n in (self.graph.setup, self.graph.boundary)]
        start += [key for key in roots if key[0] == self.graph.turn]
        seen = dict.fromkeys(start)
        todo = list(start)
        while todo:
            for key in self.successors(todo.pop()):
                if key not in seen:
                    seen[key] = None
                    todo.append(key)
        stops = set(self.graph.stops)
        return list(dict.fromkeys([*start, *(key for key in seen if key[0] in stops)]))

    def _entry(self) -> None:
        self.wrapped(self.ptr)
        self.put(("local.set", self.base.number))
        self.load_all()
        self.put(("local.get", self.base.number), ("i64.load", TURNS), ("local.set", self.turns.number))
        self.set(self.allowed, self.budget)
        width = self.players + 1
        table = bytearray(b"\xff" * (2 * width * len(self.graph.nodes)))
        for (number, me), case in self.cases.items():
            columns = range(width) if me is None or me < 0 else [me]
            for column in columns:
                at = 2 * (number * width + column)
                if me is None or me >= 0 or table[at : at + 2] == b"\xff\xff":
                    table[at : at + 2] = case.to_bytes(2, "little")
        address = self.memory.constant(bytes(table))
        self.put(("local.get", self.base.number), ("i64.load", self.record.place))
        place = self.kept()
        me = self.held[ME]
        self.wrapped(self.op("mul", self.op("add", self.op("mul", place, width), me), 2))
        self.put(("i32.load16_u", address), ("local.set", self.place.number))

    def _cases(self, found: list[Region]) -> None:
        """The regions, one after another; each ends by going on with another one, or leaves."""

        def nest(left: int) -> None:
            if not left:
                self.put(("local.get", self.place.number),
                         ("br_table", tuple(range(len(found))), len(found)))  # fmt: skip
                return
            with self.block():
                nest(left - 1)
            region = found[left - 1]
            with self.scope("fence"):  # nothing is worked out before it is known which region comes
                self._tree(region, region.root)

        with self.block():
            nest(len(found))
        self.put(("unreachable",))

    def _tree(self, region: Region, key: Key) -> None:
        """A node and all that it dominates."""

        def within(merges: list[Key]) -> None:
            if not merges:
                self._node(region, key)
                return
            with self.block() as self.labels[merges[0]]:
                within(merges[1:])
            self._tree(region, merges[0])

        within(region.children.get(key, []))

    def go(self, region: Region, key: Key) -> None:
        """Go on with another node."""
        if key[0] == OVER:
            self.leave(self.over[-1])
        elif key in self.cases:
            self.put(("i32.const", self.cases[key]), ("local.set", self.place.number))
            self.leave(self.dispatch)
        elif key in region.merges:
            self.leave(self.labels[key])
        else:
            with self.scope("block"):
                self._tree(region, key)

    def _node(self, region: Region, key: Key) -> None:
        number, me = key
        n = self.graph.nodes[number]
        me = 0 if me == -1 and not isinstance(n, Boundary) else me
        with self.knowing(me if me is None or me >= 0 else None, None if key[1] == -1 else self.next_of(me)):
            if number in self.graph.rounds:
                self.round()
            match n:
                case Step():
                    self.statements(n.statements)
                    if n.condition is None:
                        self.go(region, (n.yes, key[1]))
                    else:
                        self.when(self.x(n.condition), lambda: self.go(region, (n.yes, key[1])),
                                  lambda: self.go(region, (n.no, key[1])))  # fmt: skip
                case Ask():
                    self._ask(region, key, n)
                case Fork():
                    self._fork(region, key, n)
                case TurnEnd():
                    self.go(region, (n.then, key[1]))
                case Leave():
                    self._left(n)
                    self.go(region, (n.then, key[1]))
                case Boundary():
                    self._boundary(region, key, n)
                case Collect():
                    self._collect(region, key, n)
                case Take():
                    self._take_next(region, key, n)
                case _:
                    raise TypeError(n)
        if len(self.function.locals) > MAX_LOCALS:
            raise Unsupported(f"rules that take more than {MAX_LOCALS:,} values in one piece")

    # ---- between turns

    def _boundary(self, region: Region, key: Key, n: Boundary) -> None:
        following = self.next_of(key[1]) if key[1] is None or key[1] >= 0 else None
        self.set(self.turns, self.op("add", self.turns, 1))
        if self.record.past is not None:
            past.remember(self)
        if not self.specialised or following is None:
            self.set(self.held[ME], self.read(NEXT))
            self.wrote((ME, NEXT))
        else:
            self.set(self.held[ME], following)
        after = self.op("add", self.held[ME], 1)
        self.set(self.held[NEXT], self.select(self.op("eq", after, self.players), 0, after))
        self.wrote((ME, NEXT))
        if self.graph.rounds:
            self.set(self.steps, 0)
        if self.may_idle:
            self.set(self.idle, self.op("add", self.idle, 1))
            self.fail(ENDLESS, self.op("gt_s", self.idle, MAX_IDLE))

        def limited() -> None:
            self.set(self.allowed, self.op("sub", self.allowed, self.budget))
            self.set(self.budget, 0)

            def pause() -> None:
                self._reset(frozenset())
                self._out(PAUSE, n.then, 0)

            self.when(self.op("eq", self.limit, PAUSING), pause)

        self.when(self.op("ge_s", self.turns, self.limit), limited)
        self._choose_player(region, self.successors(key))

    def _choose_player(self, region: Region, targets: list[Key]) -> None:
        if len(targets) == 1:
            self.go(region, targets[0])
            return
        here = self.op("eq", self.held[ME], targets[0][1] or 0)
        self.when(here, lambda: self.go(region, targets[0]), lambda: self._choose_player(region, targets[1:]))

    # ---- the ways out

    def _ended(self) -> None:
        """The game is over."""
        for number, most in enumerate(self.graph.mosts):
            with self.scope("block"):

                def tried(most: m.Most = most) -> None:
                    self._worth(most)
                    self._out(LEFT, 0, 0)

                self.when(self.op("eq", self.limit, EXPLORING - number), tried)
        self._reset(frozenset())
        self.set(self.turns, self.op("add", self.turns, 1))
        self.set(self.count_, 0)
        self.set(self.stop, 0)
        self.put(("i32.const", OVER), ("local.set", self.place.number))

    def _leaving(self) -> None:
        self.store_all()
        self.put(("local.get", self.base.number), ("local.get", self.place.number), ("i64.extend_i32_u",),
                 ("i64.store", self.record.place))  # fmt: skip
        plies = self.op("sub", self.allowed, self.budget)
        decisions = self.op("sub", plies, self.rolled)
        for local, offset, more in ((self.turns, TURNS, False), (plies, PLIES, True), (decisions, DECISIONS, True),
                                    (self.stop, STOP, False)):  # fmt: skip
            self.put(("local.get", self.base.number))
            if more:
                self.put(("local.get", self.base.number), ("i64.load", offset))
            self.push(local)
            self.put(*([("i64.add",)] if more else []), ("i64.store", offset))
        self.put(("local.get", self.count_.number))
