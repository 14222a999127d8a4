"""The options of a decision: those of branches together, those that `most` leaves, those that are known already."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gdl.model import model as m
from gdl.model.nodes import After, Expr, Query, Stuck, node
from gdl.model.types import TRUTH
from gdl.passes.fold import Folder
from interpreter.graph.graph import Ask, Boundary, Fork, Graph, Leave, Over, Step, TurnEnd
from interpreter.native.lower.changes import STUCK, Rules
from interpreter.native.lower.choices import Found, Plan, plan
from interpreter.native.lower.choices import options as sets
from interpreter.native.lower.draws import Draws
from interpreter.native.module.emitter import Atom, Loc, Slot, Unsupported
from interpreter.native.module.memory import Memory
from interpreter.native.module.wasm import Function
from interpreter.native.record.domains import Domains
from interpreter.native.record.record import Record

MAX_SPECIAL = 4
"""With so many players at most, each has code of its own …"""
MAX_CODE = 1_000
"""… unless there are more expressions in all, which would take too long to compile."""
MAX_BRANCHES = 24
MAX_KEPT = 1 << 13
TOO_MANY_OPTIONS = -9
TOO_MANY_WAYS = -8
"""What `kernels/best.py` gives where there are more ways, or greater states, than it has room for."""
EXPLORING = -16
"""`limit` less the number of a `most` block, while the ways through it are tried."""

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


class Options(Rules):
    """Writes the counting of options, and the finding of one."""

    def __init__(self, graph: Graph, record: Record, memory: Memory, domains: Domains) -> None:
        super().__init__(Function("run", ("i64",) * 5, ("i64",), True), record, memory, domains)
        self.graph = graph
        self.draws = Draws(self, memory)
        self.folder = Folder()
        self.ptr, self.budget, self.given, self.key, self.limit = (Loc(i, "i64") for i in range(5))
        self.best: Function | None = None
        self.players = len(self.model.players)
        turning = (self.model.turn, self.model.end)
        expressions = sum(1 for _ in m.deep((*self.model.turn, *self.model.end)))
        self.specialised = self.players <= MAX_SPECIAL and self.players * expressions <= MAX_CODE
        changes = [*turning, *(e.change for block in turning for e in m.deep(block) if isinstance(e, After))]
        self.next_is_set = any(
            isinstance(s, m.Assign) and s.variable is self.model.next for block in changes for s in m.walk(block)
        )
        self.memos: dict[tuple[Ask, int | None], Memo] = {}
        self.firsts = self._first_decisions()

    def next_of(self, me: int | None) -> int | None:
        """Who comes next in this player's turn, if that is known."""
        return None if me is None or self.next_is_set else (me + 1) % self.players

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
        if n not in self.firsts or n.mosts or n.is_roll or n.doubt is not None:
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

    # ---- branches

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
        blocks = [self.writes(part) for part in way if not isinstance(part[0], Expr | Fork)]
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
                self.statements(first)
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
                self.statements(part)

    # ---- counting

    def _planned(self, n: Ask) -> Plan:
        """A decision's candidates, of which a `most` block around it may leave only the best."""
        options, choose = plan(self, self.draws, n.candidates, self.held_back(n))
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
        query = node(Query, TRUTH, "some", binders, self.special(choose.where), ())
        return self.atom(self.folder.fold(query))
