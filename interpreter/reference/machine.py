"""Runs the graph of a ruleset: from one decision to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from gdl.model import model as m
from gdl.text.source import Span
from interpreter.cancellation import CancelToken
from interpreter.graph.abi import MAX_IDLE, MAX_STEPS, MAX_TRIES, MAX_WAYS
from interpreter.graph.backend import Broken, Endless, Entry, Stop, Stuck, TooLong, Values
from interpreter.graph.chance import another
from interpreter.graph.graph import OVER, Ask, Boundary, Fork, Graph, Leave, Over, SetUpEnd, Step, Take, TurnEnd
from interpreter.graph.graph import Collect as CollectNode
from interpreter.graph.layout import ME, NEXT, Layout
from interpreter.reference.writer import Rounds, Writer


class Machine:
    """The functions of a ruleset's graph, and how to go from decision to decision."""

    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.graph = Graph(model)
        self.layout = Layout(self.graph)
        writer = Writer(self.graph, self.layout)
        self.counters = writer.counters
        """What `Count` has counted."""
        self._budget = writer.budget or Rounds()
        self._ways = 0
        """Positions looked at by `most` blocks since the last decision."""
        functions = writer.functions(self.next_is_stuck)
        nodes = self.graph.nodes
        named: Callable[[str, type | tuple[type, ...]], list[Any]] = lambda name, kinds: [  # noqa: E731
            functions.get(f"{name}_{i}") if isinstance(node, kinds) else None for i, node in enumerate(nodes)
        ]
        self._steps = named("step", (Step, CollectNode, Take))
        self._options = named("options", Ask)
        self._some = named("some", Ask)
        self._texts = named("text", Ask)
        self._doubts = {i for i, node in enumerate(nodes) if isinstance(node, Ask) and node.doubt is not None}
        self._worths = named("worth", Leave)
        self._leaves = {node.number: i for i, node in enumerate(nodes) if isinstance(node, Leave)}
        self._moments = [functions[f"moment_{i}"] for i in range(len(model.repeats))]
        slot = self.layout.slot
        self._dead = [
            [(slot[v], self.layout.initial[slot[v]]) for v in self.layout.locals if v not in live]
            for live in self.graph.live
        ]
        self._targets = [
            tuple(slot[v] for v in node.choose.variables) if isinstance(node, Ask) else () for node in nodes
        ]

    @property
    def token(self) -> CancelToken | None:
        """Calls off what takes too long, as CancelledError."""
        return self._budget.token

    @token.setter
    def token(self, token: CancelToken | None) -> None:
        self._budget.token = token

    def _check(self) -> None:
        if self._budget.token is not None:
            self._budget.token.check()

    # ---- running

    def start(self) -> Stop:
        """Up to the first decision or roll, the set-up included."""
        return self._run(list(self.layout.initial), self.graph.setup, fresh=True)

    def play(self, entry: Entry) -> Stop:
        """What follows an entry."""
        values = list(entry.values)
        return self._run(values, self._enter(values, entry))

    def _enter(self, values: Values, entry: Entry) -> int:
        for slot, value in zip(self._targets[entry.ask], entry.chosen, strict=True):
            values[slot] = value
        node = self.graph.nodes[entry.ask]
        assert isinstance(node, Ask)
        return node.then

    def begin_turn(self, values: Values) -> Stop:
        """From a position between turns, whose `next` moves."""
        return self._run(values, self.graph.boundary, fresh=True)

    def go_on(self, values: Values) -> Stop:
        """From the beginning of a turn of `me`."""
        return self._run(values, self.graph.turn, fresh=True, origin=tuple(values))

    def after_turn(self, values: Values) -> int:
        """Apply `end`, as after a turn; gives the node that follows: the end of the game, or the boundary."""
        node = self.graph.nodes[self.graph.turn_end]
        assert isinstance(node, TurnEnd)
        self._budget.begin()
        return int(self._steps[node.then](values))

    def resume(self, values: Values, place: int) -> Stop:
        """From a position in the middle of a turn."""
        return self._run(values, place)

    def _run(
        self, values: Values, at: int, fresh: bool = False, origin: tuple[Any, ...] | None = None
    ) -> Stop:
        """Up to the next decision, roll or end. `fresh`: nothing has been decided in this turn yet."""
        turns = idle = rounds = 0
        set_up: Values | None = None  # what the set-up has made, if no turn has passed since
        self._budget.begin()
        self._ways = 0
        nodes = self.graph.nodes
        while True:
            self._check()
            at, rounds = self._settled(values, at, rounds)
            node = nodes[at]
            match node:
                case Ask():
                    self._forget(values, at)
                    entries = self._entries(values, at, node)
                    if entries:
                        return self._stop(values, at, entries, turns, origin)
                    if node.is_roll:
                        raise Endless(node.choose.span, "there is nothing to roll among")
                    at, set_up = self._stuck_at(values, node.choose.span, fresh, set_up), None
                case Fork():
                    self._forget(values, at)
                    entries = self._forked(values, node)
                    if entries:
                        return self._stop(values, at, entries, turns, origin)
                    if node.otherwise is not None:
                        at = node.otherwise
                    else:
                        at, set_up = self._stuck_at(values, node.span, fresh, set_up), None
                case SetUpEnd():
                    set_up, at = values[:], node.then
                case TurnEnd():
                    set_up, at = None, node.then
                case Leave():
                    at = node.then
                case Boundary():
                    self._cross(values, at)
                    turns, idle, rounds, fresh, at = turns + 1, idle + 1, 0, True, node.then
                    origin = tuple(values)
                    if idle > MAX_IDLE:
                        span = self.model.turn[0].span
                        raise Endless(span, f"{MAX_IDLE:,} turns have passed without a decision")
                case Over():
                    return self._stop(values, at, (), turns + 1, None)
                case _:
                    raise TypeError(node)

    def _settled(self, values: Values, at: int, rounds: int) -> tuple[int, int]:
        """Take steps up to a node that is none: which, and how many rounds of loops have passed without a decision."""
        while (step := self._steps[at]) is not None:
            rounds = self._round(at, rounds)
            at = step(values)
        return at, rounds

    def _round(self, at: int, before: int) -> int:
        """How many rounds of loops have passed without a decision, now that this node is passed."""
        if at not in self.graph.rounds:
            return before
        if before >= MAX_STEPS:
            span = self.graph.rounds[at]
            raise Endless(span, f"after {MAX_STEPS:,} rounds of this loop there is still no decision")
        self._check()
        return before + 1

    def _stuck_at(self, values: Values, span: Span, fresh: bool, set_up: Values | None) -> int:
        """A player has no option. If it is the first of all, `end` is asked, as if the player before had moved."""
        if set_up is None:
            raise Stuck(span, tuple(values), fresh)
        values[:] = set_up
        values[ME] = (values[NEXT] - 1) % len(self.model.players)
        return self.after_turn(values)

    def _stop(
        self, values: Values, at: int, entries: tuple[Entry, ...], turns: int, origin: tuple[Any, ...] | None
    ) -> Stop:
        self._forget(values, at)
        return Stop(at, tuple(values), entries, turns, origin)

    def _forget(self, values: Values, at: int) -> None:
        """Locals that aren't needed any more get their first values: in a state and in its options alike."""
        for slot, value in self._dead[at]:
            values[slot] = value

    def keep_locals_at_the_end(self) -> None:
        """What a turn has found out can be seen in the game's last state, too."""
        self._dead[OVER] = []

    def _cross(self, values: Values, at: int) -> None:
        """From one turn to the next."""
        for i, now in enumerate(self.moments(values)):
            values[self.layout.first_past + i] += (now,)
        values[ME] = values[NEXT]
        values[NEXT] = (values[NEXT] + 1) % len(self.model.players)
        self._forget(values, at)

    # ---- drawing at random

    def draw(self, stop: Stop, bits: int) -> Entry:
        """The entry that a random game takes, by the bits of a draw; each is as likely as the others.

        Where options depend on conditions that look ahead, candidates are drawn, without those conditions, until one
        meets them – the same distribution, and most conditions needn't be looked at. After some tries the list decides.
        """
        options = stop.entries
        candidates = self._first(list(stop.values), stop.place, True) if self._doubts else options
        for _ in range(MAX_TRIES if len(candidates) > len(options) else 0):
            entry = candidates[bits * len(candidates) >> 64]
            self._budget.begin()
            if entry.ask not in self._doubts or self._trials[f"holds_{entry.ask}"](list(entry.values), *entry.chosen):
                return next(option for option in options if option.same(entry))
            bits = another(bits)
        return options[bits * len(options) >> 64]

    @cached_property
    def _trials(self) -> dict[str, Any]:
        writer = Writer(self.graph, self.layout)
        writer.constants["B"] = self._budget
        return writer.trials(self.next_is_stuck)

    # ---- options

    def _entries(self, values: Values, at: int, node: Ask, doubtful: bool = False) -> tuple[Entry, ...]:
        """The options of a decision; `doubtful`: its candidates."""
        with_doubts = doubtful and at in self._doubts
        found = self._trials[f"candidates_{at}"](values) if with_doubts else self._options[at](values)
        if not found:
            return ()
        kept = tuple(values)
        entries = tuple([Entry(at, chosen, kept) for chosen in found])
        for most in node.mosts:
            entries = self._best(entries, most)
        return entries

    def _forked(self, values: Values, fork: Fork, doubtful: bool = False) -> tuple[Entry, ...]:
        """The first decisions of all branches."""
        found: list[Entry] = []
        for branch in fork.branches:
            found += self._first(list(values), branch, doubtful)
        return tuple(found)

    def _first(self, values: Values, at: int, doubtful: bool = False) -> tuple[Entry, ...]:
        """The options of the first decision that a branch comes to."""
        before: tuple[Entry, ...] = ()
        nodes, rounds = self.graph.nodes, 0
        while True:
            at, rounds = self._settled(values, at, rounds)
            node = nodes[at]
            match node:
                case Ask():
                    return before + self._entries(values, at, node, doubtful)
                case Fork():
                    entries = self._forked(values, node)
                    before += self._forked(values, node, True) if doubtful else entries
                    if entries or node.otherwise is None:
                        return before
                    at = node.otherwise
                case Leave():
                    at = node.then
                case _:
                    return before

    def next_is_stuck(self, values: Values) -> bool:
        """Whether `next` could not make a first decision; a roll before it counts as being able to.

        A turn that breaks a rule before it gets there is not stuck: the error comes if the turn does.
        """
        counted = self.counters[:]
        try:
            return self._stuck(values[:])
        except TooLong:  # the turn isn't at fault
            raise
        except (Broken, Endless):
            return False
        finally:
            self.counters[:] = counted

    def _stuck(self, values: Values) -> bool:
        values[ME] = values[NEXT]
        values[NEXT] = (values[NEXT] + 1) % len(self.model.players)
        self._forget(values, self.graph.boundary)
        at, rounds = self.graph.turn, 0
        while True:
            at, rounds = self._settled(values, at, rounds)
            node = self.graph.nodes[at]
            match node:
                case Ask() if node.is_roll:
                    return False
                case Ask():
                    return (
                        not self._some[at](values) if not node.mosts else not self._entries(values, at, node)
                    )
                case Fork():
                    if any(self._can(values[:], branch) for branch in node.branches):
                        return False
                    if node.otherwise is None:
                        return True
                    at = node.otherwise
                case Leave():
                    at = node.then
                case _:  # a turn that passes by itself, or ends the game
                    return False

    def _can(self, values: Values, at: int) -> bool:
        """Whether a branch's first decision has an option."""
        node = self.graph.nodes[at]
        if isinstance(node, Ask) and not node.mosts:
            return bool(self._some[at](values))
        return bool(self._first(values, at))

    # ---- the best way through a block

    def _best(self, entries: tuple[Entry, ...], most: int) -> tuple[Entry, ...]:
        """Those entries from which the greatest worth at the end of a `most` can be reached."""
        memo: dict[Any, tuple[int, ...] | None] = {}
        worths = [self._worth(entry, most, memo) for entry in entries]
        best = max((w for w in worths if w is not None), default=None)
        return tuple(e for e, w in zip(entries, worths, strict=True) if w is not None and w == best)

    def _worth(
        self, entry: Entry, most: int, memo: dict[Any, tuple[int, ...] | None]
    ) -> tuple[int, ...] | None:
        """The greatest worth that can be reached after an entry; None if every way gets stuck."""
        todo: list[tuple[Values, int]] = []
        start = list(entry.values)
        todo.append((start, self._enter(start, entry)))
        best: tuple[int, ...] | None = None
        seen: set[Any] = set()
        while todo:
            self._check()
            values, at = todo.pop()
            steps = 0
            while (step := self._steps[at]) is not None:
                steps = self._round(at, steps)
                at = step(values)
            node = self.graph.nodes[at]
            if isinstance(node, Over) or (isinstance(node, Leave) and node.number == most):
                worth = self._worths[self._leaves[most]](values)  # a way that ends the game counts as it stands then
                best = worth if best is None or worth > best else best
                continue
            if isinstance(node, Leave):
                todo.append((values, node.then))
                continue
            self._forget(values, at)
            key = (at, tuple(values))
            if key in seen:
                continue
            seen.add(key)
            self._ways += 1
            if self._ways > MAX_WAYS:
                raise Endless(
                    self.graph.mosts[most].span, f"there are more than {MAX_WAYS:,} ways through this `most`"
                )
            if isinstance(node, Ask):
                kept = tuple(values)
                for chosen in self._options[at](values):
                    after = list(kept)
                    todo.append((after, self._enter(after, Entry(at, chosen, kept))))
            elif isinstance(node, Fork):
                before = len(todo)
                for branch in node.branches:
                    for inner in self._first(values[:], branch):
                        after = list(inner.values)
                        todo.append((after, self._enter(after, inner)))
                if len(todo) == before and node.otherwise is not None:
                    todo.append((values, node.otherwise))
        return best

    # ---- what screens and records ask

    def moments(self, values: Values) -> tuple[tuple[Any, ...], ...]:
        """What each use of `repeats` compares, as it is now."""
        return tuple([moment(values) for moment in self._moments])

    def text(self, entry: Entry) -> str:
        """How an entry is written."""
        self._budget.begin()
        return str(self._texts[entry.ask](list(entry.values), *entry.chosen))

    def other_texts(self, entry: Entry) -> tuple[str, ...]:
        """How an entry may be written, too; ways in which it isn't are empty texts in the rules, and left out."""
        others = self._others.get(f"others_{entry.ask}")
        self._budget.begin()
        return () if others is None else tuple(filter(None, others(list(entry.values), *entry.chosen)))

    def asking(self, entry: Entry) -> str | None:
        """What who decides is asked there, as the rules have it; None if they don't say."""
        asking = self._askings.get(f"asking_{entry.ask}")
        self._budget.begin()
        return None if asking is None else str(asking(list(entry.values)))

    @cached_property
    def _askings(self) -> dict[str, Any]:
        writer = Writer(self.graph, self.layout)
        writer.constants["B"] = self._budget
        return writer.askings(self.next_is_stuck)

    @cached_property
    def _others(self) -> dict[str, Any]:
        writer = Writer(self.graph, self.layout)
        writer.constants["B"] = self._budget
        return writer.other_texts(self.next_is_stuck)

