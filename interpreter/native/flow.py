"""The function `run`: from where a record stands, decision by decision, to where it is to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gdl import model as m
from gdl.fold import Folder
from gdl.nodes import After, Expr, Query, Stuck, node
from gdl.types import TRUTH, TRUTHS
from interpreter.graph import OVER, Ask, Boundary, Collect, Fork, Graph, Leave, Over, Step, Take, TurnEnd
from interpreter.layout import ME, NEXT
from interpreter.native import past
from interpreter.native.domains import Domains
from interpreter.native.draws import Draws
from interpreter.native.emitter import Atom, Loc, Slot, Unsupported
from interpreter.native.given import FACTOR, TRACING
from interpreter.native.memory import Memory
from interpreter.native.plans import Found, Plan, plan
from interpreter.native.plans import options as sets
from interpreter.native.rules import ENDLESS, NO_ROLL, STUCK, Rules
from interpreter.native.shape import Key, Region, regions
from interpreter.native.state import DECISIONS, PLIES, STOP, TURNS, Record
from interpreter.native.wasm import Function, i64

MAX_SPECIAL = 4
"""With so many players at most, each has code of its own …"""
MAX_CODE = 1_000
"""… unless there are more expressions in all, which would take too long to compile."""
MAX_IDLE = 1_000
MAX_STEPS = 1_000_000
MAX_BRANCHES = 24
PAUSE = 1 << 40
"""What `run` gives at the beginning of a turn, if `limit` is PAUSING."""
PAUSING = -3
LEFT = PAUSE + 1
"""What it gives at the end of a `most` block number n, if `limit` is EXPLORING - n."""
EXPLORING = -16
MAX_KEPT = 1 << 13
TOO_MANY_OPTIONS = -9

Part = m.Block | tuple[Expr | Fork, bool]
Branch = tuple[tuple[Part, ...], Ask]
"""A way to a first decision: statements, and conditions that must hold, or not (of a fork: to have an option); and the
decision."""


@dataclass
class Memo:
    """A decision's options, worked out before it comes: whether they hold, what they were read from, and the sets."""

    valid: Loc
    reads: frozenset[Slot]
    sets: Found = ()


class Flow(Rules):
    """Writes `run(ptr, budget, given, key, limit)`.

    At each decision or roll: if the budget is 0, the record is stored and the number of options given back. If it is
    negative, option `given` is described at `out`. Else one option is taken: `given`, or if that is negative the one
    that `key` draws, and the budget is one less. From turn number `limit` on the budget is 0. At the end of the game
    it gives 0, and a negative status where the rules fail.
    """

    def __init__(self, graph: Graph, record: Record, memory: Memory, domains: Domains) -> None:
        super().__init__(Function("run", ("i64",) * 5, ("i64",), True), record, memory, domains)
        self.graph = graph
        self.draws = Draws(self, memory)
        self.folder = Folder()
        self.ptr, self.budget, self.given, self.key, self.limit = (Loc(i, "i64") for i in range(5))
        self.turns, self.rolled, self.allowed = self.new(), self.new(), self.new()
        self.place, self.count_, self.stop = self.new("i32"), self.new(), self.new()
        self.idle, self.steps = self.new(), self.new()
        self.out = memory.reserve(8 * 16)
        self.trace: int | None = None
        """Where the moves of random games are noted, if a search wants to know them."""
        self.values = max((len(most.values) for most in graph.mosts), default=1)
        self.worth = memory.reserve(8 * self.values)
        self.best: Function | None = None
        self.players = len(self.model.players)
        turning = (self.model.turn, self.model.end)
        expressions = sum(1 for _ in m.deep((*self.model.turn, *self.model.end)))
        self.specialised = self.players <= MAX_SPECIAL and self.players * expressions <= MAX_CODE
        changes = [*turning, *(e.change for block in turning for e in m.deep(block) if isinstance(e, After))]
        self.next_is_set = any(
            isinstance(s, m.Assign) and s.variable is self.model.next for block in changes for s in m.walk(block)
        )
        self.may_idle = self._idles()
        self.memos: dict[tuple[Ask, int | None], Memo] = {}
        self.firsts = self._first_decisions()
        self.labels: dict[Key, int] = {}
        self.cases: dict[Key, int] = {}
        self.dispatch = self.exit = -1

    def _first_decisions(self) -> set[Ask]:
        """The decisions that may begin a turn, if `stuck` asks for them."""
        if not any(isinstance(e, Stuck) for e in m.deep((*self.model.turn, *self.model.end))):
            return set()
        todo, seen, found = [self.graph.turn], set[int](), set[Ask]()
        while todo:
            at = todo.pop()
            n = self.graph.nodes[at]
            if at in seen or isinstance(n, TurnEnd | Boundary):
                continue
            seen.add(at)
            if isinstance(n, Ask):
                found.add(n)
            else:
                todo += self.graph.successors(n)
        return found

    def _idles(self) -> bool:
        """Whether a turn may pass without a decision or a roll."""
        todo, seen = [self.graph.turn], set[int]()
        while todo:
            at = todo.pop()
            n = self.graph.nodes[at]
            if at in seen or isinstance(n, Ask):
                continue
            seen.add(at)
            if isinstance(n, Fork):
                todo += [] if n.otherwise is None else [n.otherwise]
            else:
                todo += self.graph.successors(n)
        return self.graph.boundary in seen

    # ---- options that are known before the turn begins

    def wrote(self, slots: Iterable[Slot]) -> None:
        """Parts of the state have changed; so may have options that were known."""
        changed = set(slots)
        super().wrote(changed)
        for memo in self.memos.values():
            if memo.reads & changed:
                self.put(("i32.const", 0), ("local.set", memo.valid.number))

    def memo(self, n: Ask) -> Memo | None:
        """What is known of a turn's first decision since `stuck` has asked for it."""
        if n not in self.firsts or n.mosts or n.is_roll:
            return None
        key = (n, self.me)
        if key not in self.memos:
            parts = [self.special(e) for e in (*(s for _, s in n.choose.binders), n.choose.where)]
            self.memos[key] = Memo(self.new("i32"), frozenset[Slot]().union(*(self.reads(e) for e in parts)))
        return self.memos[key]

    def held_back(self, n: Ask) -> Callable[[Callable[[], Found]], Found]:
        """Options as they are known, or as they are worked out."""
        memo = self.memo(n)
        if memo is None:
            return lambda work: work()

        def hold(work: Callable[[], Found]) -> Found:
            self.when(self.negated(memo.valid), lambda: self._keep(memo, work()))
            return memo.sets

        return hold

    def _keep(self, memo: Memo, found: Found) -> None:
        if not memo.sets:
            memo.sets = tuple(tuple(self.new() for _ in words) for words in found)
        for kept, words in zip(memo.sets, found, strict=True):
            self.assign(kept, words)

    # ---- the graph for each player

    def next_of(self, me: int | None) -> int | None:
        """Who comes next in this player's turn, if that is known."""
        return None if me is None or self.next_is_set else (me + 1) % self.players

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

    def branches(self, fork: Fork) -> list[Branch]:
        """The first decisions of a fork's branches, each with the way to it."""
        found: list[Branch] = []

        def follow(at: int, way: tuple[Part, ...]) -> None:
            n = self.graph.nodes[at]
            if len(found) > MAX_BRANCHES or len(way) > MAX_BRANCHES:
                raise Unsupported(f"more than {MAX_BRANCHES} branches, or a loop before a branch's first decision")
            match n:
                case Step():
                    way = (*way, n.statements) if n.statements else way
                    if n.condition is None:
                        follow(n.yes, way)
                    else:
                        follow(n.yes, (*way, (n.condition, True)))
                        follow(n.no, (*way, (n.condition, False)))
                case Ask():
                    found.append((way, n))
                case Fork():
                    for branch in n.branches:
                        follow(branch, way)
                    if n.otherwise is not None:
                        follow(n.otherwise, (*way, (n, False)))
                case Leave():
                    follow(n.then, way)
                case TurnEnd() | Over() | Boundary():
                    pass  # no decision: no option
                case _:
                    raise Unsupported("a branch with a loop before its first decision")

        for branch in fork.branches:
            follow(branch, ())
        return found

    def changes(self, way: tuple[Part, ...]) -> frozenset[Slot]:
        """What the statements on the way to a decision may change."""
        blocks = [self.writes(part) for part in way if not isinstance(part[0], Expr | Fork)]  # type: ignore[arg-type]
        return frozenset[Slot]().union(*blocks)

    def along(self, way: tuple[Part, ...], then: Callable[[], None]) -> None:
        """Go the way to a decision; do something if it leads there. What it changes is taken back."""
        slots = self.changes(way)

        def follow(left: tuple[Part, ...]) -> None:
            if not left:
                then()
                return
            first, *rest = left
            if isinstance(first[0], Fork):
                self.when(self.negated(self._some(first[0])), lambda: follow(tuple(rest)))
            elif isinstance(first[0], Expr):
                truth = self.x(first[0])
                self.when(truth if first[1] else self.negated(truth), lambda: follow(tuple(rest)))
            else:
                self.statements(first)  # type: ignore[arg-type]
                follow(tuple(rest))

        if not slots:
            follow(way)
            return
        with self.scope("block"), self.undone(slots), self.block() as out:
            self.scopes[-1].sort = "fence"
            self.over.append(out)  # a way that ends the game leads to no decision
            follow(way)
            self.over.pop()

    def again(self, way: tuple[Part, ...]) -> None:
        """Go the way to a decision for good."""
        for part in way:
            if not isinstance(part[0], Expr | Fork):
                self.statements(part)  # type: ignore[arg-type]

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
        targets = [(n.then, None)] if not self.specialised else self.successors(key)
        self._choose_player(region, targets)

    def _choose_player(self, region: Region, targets: list[Key]) -> None:
        if len(targets) == 1:
            self.go(region, targets[0])
            return
        here = self.op("eq", self.held[ME], targets[0][1] or 0)
        self.when(here, lambda: self.go(region, targets[0]), lambda: self._choose_player(region, targets[1:]))

    # ---- decisions

    def _ask(self, region: Region, key: Key, n: Ask) -> None:
        options, choose = self._planned(n)
        self._none(n.is_roll, options)
        k = self._drawn(key, options, n.is_roll)
        self._taken(region, key, n, choose(k))

    def _planned(self, n: Ask) -> Plan:
        """A decision's options, of which a `most` block around it may leave only the best."""
        options, choose = plan(self, self.draws, n.choose, self.held_back(n))
        if not n.mosts:
            return options, choose
        kept = self.memory.reserve(2 * MAX_KEPT)
        count = self.copy(options)
        free = self.op("gt_s", self.limit, EXPLORING)

        def filtered() -> None:
            self.set(count, self._best(n, options, kept, self.base))
            self.when(self.op("lt_s", count, 0), lambda: self.put(("local.get", count.number), ("return",)))

        self.when(free, filtered)

        def chosen(k: Atom) -> list[Any]:
            number = self.copy(k)

            def numbered() -> None:
                self.wrapped(self.op("shl", k, 1))
                self.put(("i64.load16_u", kept), ("local.set", number.number))

            self.when(free, numbered)
            # counted again, as looking ahead has used the same memory
            return plan(self, self.draws, n.choose)[1](number)

        return count, chosen

    def _none(self, is_roll: bool, options: Atom) -> None:
        """There is nothing to choose among."""

        def none() -> None:
            if self.graph.mosts:
                self.when(self.op("le_s", self.limit, EXPLORING), lambda: self.put(("i64.const", 0), ("return",)))
            self.fail(NO_ROLL if is_roll else STUCK)

        self.when(self.op("eqz", options), none)

    def _best(self, n: Ask, options: Atom, kept: int, record: Loc) -> Atom:
        """How many options lead to the greatest values; their numbers are written to `kept`."""
        if self.best is None or len(n.mosts) > 1:
            raise Unsupported("`most` within `most`")
        before = self.base
        self.base = record
        self.fail(TOO_MANY_OPTIONS, self.op("ge_s", options, MAX_KEPT))
        self.store_all(self.me, self.next)
        number = self.graph.nodes.index(n)
        self.put(("local.get", record.number), ("i64.const", number), ("i64.store", self.record.place))
        self.base = before
        self.put(("local.get", record.number), ("i64.extend_i32_u",))
        self.push(options)
        self.put(("i64.const", EXPLORING - n.mosts[0]), ("i64.const", kept), ("call", self.best))
        return self.kept()

    def _left(self, n: Leave) -> None:
        """The end of a `most` block: the way to go on, unless it is only being tried."""

        def tried() -> None:
            self._worth(n.most)
            self._out(LEFT, 0, 0)

        self.when(self.op("eq", self.limit, EXPLORING - n.number), tried)

    def _worth(self, most: m.Most) -> None:
        for i, e in enumerate(most.values):
            value = self.x(e)
            if e.type.base is TRUTHS:
                value = self.extended(value)
            self.put(("i32.const", self.worth + 8 * i))
            self.push(value)
            self.put(("i64.store", 0))

    def _drawn(self, key: Key, options: Atom, is_roll: bool) -> Atom:
        """The number of the option that is taken here; or the way out, if none is."""
        self._count(key, options, is_roll)
        k = self.new()
        self.when(
            self.op("ge_s", self.given, 0),
            lambda: self.set(k, self.given),
            lambda: self.set(k, self.draws.pick(self.key, options)),
        )
        return k

    def _count(self, key: Key, options: Atom, is_roll: bool) -> None:
        def out() -> None:
            self._reset(self.graph.live[key[0]])
            self._out(options, key[0], 2 if is_roll else 1)

        self.when(self.op("eqz", self.budget), out)
        self.set(self.budget, self.op("sub", self.budget, 1))
        if is_roll:
            self.set(self.rolled, self.op("add", self.rolled, 1))
        if self.may_idle:
            self.set(self.idle, 0)
        if self.graph.queues:
            self.set(self.steps, 0)

    def _reset(self, live: frozenset[m.Variable]) -> None:
        """Locals of the turn that are not needed any more get their first values, so that equal states are equal."""
        for variable in self.layout.locals:
            if variable not in live:
                field = self.record.fields[self.layout.slot[variable]]
                initial = self.record.held(
                    field.type,
                    variable.initial or field.type.nothing if variable in self.record.queues else variable.initial,
                )
                self.assign(self.held[self.layout.slot[variable]], initial)

    def _out(self, result: Atom, place: int, stop: int) -> None:
        self.set(self.count_, result)
        self.set(self.stop, stop)
        self.put(("i32.const", place), ("local.set", self.place.number))
        self.leave(self.exit)

    def _taken(self, region: Region, key: Key, n: Ask, values: list[Any]) -> None:
        """Take an option, or describe it."""

        def describe() -> None:
            for i, value in enumerate([self.graph.nodes.index(n), len(values), *values]):
                self.put(("i32.const", 0))
                self.push(value)
                self.put(("i64.store", self.out + 8 * i))
            self._out(1, self.graph.nodes.index(n), 0)

        self.when(self.op("lt_s", self.budget, 0), describe)
        if self.trace is not None:
            self.when(self.op("eq", self.limit, TRACING), lambda: self._note(n, values))
        slots = [self.layout.slot[v] for v in n.choose.variables]
        for slot, value in zip(slots, values, strict=True):
            self.assign(self.held[slot], value)
        self.wrote(slots)
        self.go(region, (n.then, key[1]))

    def _note(self, n: Ask, values: list[Any]) -> None:
        """Note which option was taken, in this call's row of moves; see `interpreter.native.given`."""
        number: Atom = self.graph.nodes.index(n)
        for value in (*values, self.held[ME]):
            number = self.op("mul", self.op("xor", number, value), i64(FACTOR))
        noted = self.op("or", self.op("shr_u", number, 48), self.op("shl", self.held[ME], 16))
        self.wrapped(self.op("shl", self.op("sub", self.allowed, self.budget), 2))
        self.push(-1 if n.is_roll else noted)
        self.put(("i64.store32", (self.trace or 0) - 4))

    def _fork(self, region: Region, key: Key, n: Fork) -> None:
        found = self.branches(n)
        plans: list[Plan] = []
        live: list[Branch] = []
        total: Atom = 0
        for way, ask in found:
            kept = self.copy(0)
            held: list[Any] = []

            def count(ask: Ask = ask, kept: Loc = kept, held: list[Any] = held) -> None:
                inner, choose = self._planned(ask)
                self.set(kept, inner)
                held.append(choose)

            self.along(way, count)
            if held:  # it may be known that a way leads nowhere
                live.append((way, ask))
                plans.append((kept, held[0]))
                total = self.op("add", total, kept)
        none = self.op("eqz", total)
        if n.otherwise is None:
            self._none(False, total)
            self._forked(region, key, live, plans, total)
        else:
            otherwise = (n.otherwise, key[1])
            self.when(none, lambda: self.go(region, otherwise))
            self._forked(region, key, live, plans, total)

    def _forked(self, region: Region, key: Key, found: list[Branch], plans: list[Plan], total: Atom) -> None:
        k = self._drawn(key, total, False)

        def take(i: int, k: Atom) -> None:
            way, ask = found[i]
            with self.scope("block"):
                self.again(way)
                self._taken(region, key, ask, plans[i][1](k))

        def pick(i: int, k: Atom) -> None:
            options, _ = plans[i]
            if i + 1 == len(plans):
                take(i, k)
            else:
                self.when(self.op("lt_s", k, options), lambda: take(i, k),
                          lambda: pick(i + 1, self.op("sub", k, options)))  # fmt: skip

        pick(0, k)

    # ---- loops that hold decisions

    def _collect(self, region: Region, key: Key, n: Collect) -> None:
        slot = self.layout.slot[n.queue]
        numbered = self.record.tuples(n.queue)
        binders = [(v, self.special(e)) for v, e in n.loop.binders]
        found = tuple(self.copy(0) for _ in self.held[slot])

        def add(values: list[Any]) -> None:
            at: Atom = 0
            for value, base, size in zip(values, numbered.bases, numbered.sizes, strict=True):
                at = self.op("add", self.op("mul", at, size), self.op("sub", value, base.low))
            for word, more in zip(found, self.bit(at, len(found)), strict=True):
                self.set(word, self.op("or", word, more))

        self.tuples(binders, self.special(n.loop.where), add)
        self.assign(self.held[slot], found)
        self.wrote((slot,))
        self.go(region, (n.then, key[1]))

    def _take_next(self, region: Region, key: Key, n: Take) -> None:
        slot = self.layout.slot[n.queue]
        self.set(self.steps, self.op("add", self.steps, 1))
        self.fail(ENDLESS, self.op("gt_s", self.steps, MAX_STEPS))
        queue = self.copied(self.held[slot])
        numbered = self.record.tuples(n.queue)

        def take() -> None:
            number = self.lowest(queue)
            self.assign(self.held[slot], self.minus(queue, self.bit(number, len(queue))))
            rows = list(zip(n.loop.variables, numbered.bases, numbered.sizes, strict=True))
            for i, (variable, base, size) in reversed(list(enumerate(rows))):
                at = self.op("rem_u", number, size) if i else number
                number = self.op("div_u", number, size) if i else number
                self.assign(self.held[self.layout.slot[variable]], self.op("add", at, base.low))
            self.wrote((slot, *(self.layout.slot[v] for v in n.loop.variables)))
            self.go(region, (n.body, key[1]))

        self.when(self.some(queue), take, lambda: self.go(region, (n.done, key[1])))

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

    # ---- looking ahead at the next turn

    def stuck(self) -> Atom:
        """Whether `next` could not make a first decision; rules that fail on the way are none of its business."""
        result = self.copy(0, "i32")
        writes = {ME, NEXT} if not self.specialised else {NEXT} if self.next_is_set else set()
        for n in self._prefix(self.graph.turn):
            writes |= self.writes(n.statements)
        with self.scope("block"), self.undone(frozenset(writes)):
            with self.block() as out:
                self.scopes[-1].sort = "fence"  # what may jump out must stay within
                self.fails.append(out)
                self.over.append(out)
                if not self.specialised:
                    self.set(self.held[ME], self.read(NEXT))
                    after = self.op("add", self.held[ME], 1)
                    self.set(self.held[NEXT], self.select(self.op("eq", after, self.players), 0, after))
                    self.wrote((ME, NEXT))
                    self._blocked(self.graph.turn, result, out)
                elif self.next is not None:
                    self._blocked_for(self.next, result, out)
                else:
                    following = self.read(NEXT)
                    for p in range(self.players):
                        self.when(self.op("eq", following, p), lambda p=p: self._blocked_for(p, result, out))  # type: ignore[misc]
                self.fails.pop()
                self.over.pop()
        return result

    def _blocked_for(self, me: int, result: Loc, out: int) -> None:
        following = (me + 1) % self.players
        with self.scope("block"), self.knowing(me, None if self.next_is_set else following):
            if self.next_is_set:
                self.set(self.held[NEXT], following)
                self.wrote((NEXT,))
            self._blocked(self.graph.turn, result, out)

    def _prefix(self, at: int, seen: set[int] | None = None) -> list[Step]:
        """The steps before a first decision."""
        seen = set() if seen is None else seen
        if at in seen:
            raise Unsupported("`stuck` with a loop before a turn's first decision")
        n = self.graph.nodes[at]
        inner = seen | {at}
        match n:
            case Step():
                following = [n.yes] if n.condition is None else [n.yes, n.no]
                return [n, *(s for f in following for s in self._prefix(f, inner))]
            case Fork():
                self.branches(n)
                return [] if n.otherwise is None else self._prefix(n.otherwise, inner)
            case Collect() | Take():
                raise Unsupported("`stuck` with a loop before a turn's first decision")
            case Leave():
                return self._prefix(n.then, inner)
        return []

    def _blocked(self, at: int, result: Loc, out: int) -> None:
        """Set the result where there is no option; leave where there is one."""
        n = self.graph.nodes[at]
        match n:
            case Step():
                self.statements(n.statements)
                if n.condition is None:
                    self._blocked(n.yes, result, out)
                else:
                    no = lambda: self._blocked(n.no, result, out)  # noqa: E731
                    self.when(self.x(n.condition), lambda: self._blocked(n.yes, result, out), no)
            case Ask() if n.is_roll:
                self.leave(out)
            case Ask():
                self.set(result, self.negated(self._any(n)))
            case Fork():
                some = self._some(n)
                if n.otherwise is None:
                    self.set(result, self.negated(some))
                else:
                    self.when(self.negated(some), lambda: self._blocked(n.otherwise or 0, result, out))
            case Leave():
                self._blocked(n.then, result, out)
            case _:
                self.leave(out)

    def _some(self, n: Fork) -> Atom:
        """Whether a branch of a fork has an option."""
        some: Atom = 0
        for way, ask in self.branches(n):
            here = self.copy(0, "i32")
            self.along(way, lambda a=ask, h=here: self.set(h, self._any(a)))  # type: ignore[misc]
            some = self.truth("or", some, here)
        return some

    def _any(self, n: Ask) -> Atom:
        """Whether a decision has an option."""
        if n.mosts:
            trial = self.copy(self.memory.reserve(self.record.capacity), "i32")
            self.put(("local.get", trial.number), ("local.get", self.base.number))
            self.put(("i32.const", self.record.capacity), ("memory.copy",))
            options, _ = plan(self, self.draws, n.choose)
            best = self._best(n, options, self.memory.reserve(2 * MAX_KEPT), trial)
            self.fail(STUCK, self.op("lt_s", best, 0))
            return self.op("ne", best, 0)
        memo, work = self.memo(n), sets(self, n.choose)
        if memo is not None and work is not None:
            found = work()
            self._keep(memo, found)
            self.set(memo.valid, 1)
            some: Atom = 0
            for words in found:
                some = self.op("or", some, self.joined(words))
            return self.op("ne", some, 0)
        choose = n.choose
        if not choose.binders:
            return self.x(choose.where)  # type: ignore[no-any-return]
        binders = tuple((v, self.special(e)) for v, e in choose.binders)
        found = node(Query, TRUTH, "some", binders, self.special(choose.where), ())
        return self.atom(self.folder.fold(found))
