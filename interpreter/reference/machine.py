"""Runs the graph of a ruleset: from one decision to the next."""

from __future__ import annotations

from typing import Any

from gdl.model.model import Model
from gdl.text.source import Span
from interpreter.cancellation import CancelToken
from interpreter.graph.abi import MAX_IDLE, MAX_TRIES
from interpreter.graph.backend import Endless, Entry, Stop, Stuck, Values
from interpreter.graph.chance import another
from interpreter.graph.graph import Ask, Boundary, Fork, Graph, Leave, Over, SetUpEnd, TurnEnd
from interpreter.graph.layout import ME, NEXT, Layout
from interpreter.reference.code import Code
from interpreter.reference.options import Options
from interpreter.reference.walk import Walk


class Machine:
    """Goes from decision to decision."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.graph = Graph(model)
        self.layout = Layout(self.graph)
        self.code = Code(self.graph, self.layout, self.next_is_stuck)
        self.walk = Walk(self.code)
        self.options = Options(self.code, self.walk)

    @property
    def token(self) -> CancelToken | None:
        """Calls off what takes too long, as CancelledError."""
        return self.code.rounds.token

    @token.setter
    def token(self, token: CancelToken | None) -> None:
        self.code.rounds.token = token

    # ---- running

    def start(self) -> Stop:
        """Up to the first decision or roll, the set-up included."""
        return self._run(list(self.layout.initial), self.graph.setup, fresh=True)

    def play(self, entry: Entry) -> Stop:
        """What follows an entry."""
        values = list(entry.values)
        return self._run(values, self.walk.enter(values, entry))

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
        self.code.rounds.begin()
        return int(self.code.steps[node.then](values))

    def resume(self, values: Values, place: int) -> Stop:
        """From a position in the middle of a turn."""
        return self._run(values, place)

    def _run(
        self, values: Values, at: int, fresh: bool = False, origin: tuple[Any, ...] | None = None
    ) -> Stop:
        """Up to the next decision, roll or end. `fresh`: nothing has been decided in this turn yet."""
        turns = idle = rounds = 0
        set_up: Values | None = None  # what the set-up has made, if no turn has passed since
        self.walk.rounds.begin()
        self.options.best.ways = 0
        walk, nodes = self.walk, self.graph.nodes
        while True:
            walk.check()
            at, rounds = walk.settled(values, at, rounds)
            node = nodes[at]
            match node:
                case Ask():
                    walk.forget(values, at)
                    entries = self.options.of(values, at, node)
                    if entries:
                        return self._stop(values, at, entries, turns, origin)
                    if node.is_roll:
                        raise Endless(node.choose.span, "there is nothing to roll among")
                    at, set_up = self._stuck_at(values, node.choose.span, fresh, set_up), None
                case Fork():
                    walk.forget(values, at)
                    entries = self.options.forked(values, node)
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
        self.walk.forget(values, at)
        return Stop(at, tuple(values), entries, turns, origin)

    def _cross(self, values: Values, at: int) -> None:
        """From one turn to the next."""
        for i, now in enumerate(self.moments(values)):
            values[self.layout.first_past + i] += (now,)
        values[ME] = values[NEXT]
        values[NEXT] = (values[NEXT] + 1) % len(self.model.players)
        self.walk.forget(values, at)

    # ---- drawing at random

    def draw(self, stop: Stop, bits: int) -> Entry:
        """The entry that a random game takes, by the bits of a draw; each is as likely as the others.

        Where options depend on conditions that look ahead, candidates are drawn, without those conditions, until one
        meets them – the same distribution, and most conditions needn't be looked at. After some tries the list decides.
        """
        options, code = stop.entries, self.code
        candidates = self.options.first(list(stop.values), stop.place, True) if code.doubts else options
        for _ in range(MAX_TRIES if len(candidates) > len(options) else 0):
            entry = candidates[bits * len(candidates) >> 64]
            code.rounds.begin()
            if entry.ask not in code.doubts or code.trials[f"holds_{entry.ask}"](list(entry.values), *entry.chosen):
                return next(option for option in options if option.same(entry))
            bits = another(bits)
        return options[bits * len(options) >> 64]

    # ---- what screens and records ask

    def moments(self, values: Values) -> tuple[tuple[Any, ...], ...]:
        """What each use of `repeats` compares, as it is now."""
        return tuple([moment(values) for moment in self.code.moments])

    def text(self, entry: Entry) -> str:
        """How an entry is written."""
        self.code.rounds.begin()
        return str(self.code.texts[entry.ask](list(entry.values), *entry.chosen))

    def other_texts(self, entry: Entry) -> tuple[str, ...]:
        """How an entry may be written, too; ways in which it isn't are empty texts in the rules, and left out."""
        others = self.code.others.get(entry.ask)
        self.code.rounds.begin()
        return () if others is None else tuple(filter(None, others(list(entry.values), *entry.chosen)))

    def audience(self, entry: Entry) -> int:
        """Who is told by name how an entry is written: a set of players; none where the rules name nobody."""
        told = self.code.audiences.get(entry.ask)
        self.code.rounds.begin()
        return 0 if told is None else int(told(list(entry.values), *entry.chosen))

    def asking(self, entry: Entry) -> str | None:
        """What who decides is asked there, as the rules have it; None if they don't say."""
        asking = self.code.askings.get(entry.ask)
        self.code.rounds.begin()
        return None if asking is None else str(asking(list(entry.values)))

    def next_is_stuck(self, values: Values) -> bool:
        """Whether `next` could not make a first decision; a roll before it counts as being able to."""
        return self.options.next_is_stuck(values)
