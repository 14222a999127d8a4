"""From node to node of a ruleset's graph, up to one that is no step."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.graph.abi import MAX_STEPS
from interpreter.graph.backend import Endless, Entry, Values
from interpreter.graph.graph import OVER, Ask
from interpreter.reference.code import Code


class Walk:
    """Takes steps over the row of values of a state, and looks at the token now and then."""

    def __init__(self, code: Code) -> None:
        graph, layout = code.graph, code.layout
        self.graph = graph
        self.rounds = code.rounds
        self._steps: list[Callable[[Values], int] | None] = code.steps
        slot = layout.slot
        self._dead = [
            [(slot[v], layout.initial[slot[v]]) for v in layout.locals if v not in live] for live in graph.live
        ]
        self._targets = [
            tuple(slot[v] for v in node.choose.variables) if isinstance(node, Ask) else () for node in graph.nodes
        ]

    def check(self) -> None:
        """Raise CancelledError if the token says so."""
        if self.rounds.token is not None:
            self.rounds.token.check()

    def settled(self, values: Values, at: int, rounds: int) -> tuple[int, int]:
        """Take steps up to a node that is none: which, and how many rounds of loops have passed without a decision."""
        while (step := self._steps[at]) is not None:
            rounds = self.round(at, rounds)
            at = step(values)
        return at, rounds

    def round(self, at: int, before: int) -> int:
        """How many rounds of loops have passed without a decision, now that this node is passed."""
        if at not in self.graph.rounds:
            return before
        if before >= MAX_STEPS:
            span = self.graph.rounds[at]
            raise Endless(span, f"after {MAX_STEPS:,} rounds of this loop there is still no decision")
        self.check()
        return before + 1

    def enter(self, values: Values, entry: Entry) -> int:
        """Choose an entry; gives the node that follows."""
        for slot, value in zip(self._targets[entry.ask], entry.chosen, strict=True):
            values[slot] = value
        node = self.graph.nodes[entry.ask]
        assert isinstance(node, Ask)
        return node.then

    def forget(self, values: Values, at: int) -> None:
        """Locals that aren't needed any more get their first values: in a state and in its options alike."""
        for slot, value in self._dead[at]:
            values[slot] = value

    def keep_locals_at_the_end(self) -> None:
        """What a turn has found out can be seen in the game's last state, too."""
        self._dead[OVER] = []
