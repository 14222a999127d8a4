"""What can be decided: the options of a decision, those of the branches of an `either`, and whether there are any."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.graph.backend import Broken, Endless, Entry, TooLong, Values
from interpreter.graph.graph import Ask, Fork, Leave
from interpreter.graph.layout import ME, NEXT
from interpreter.reference.best import Best
from interpreter.reference.code import Code
from interpreter.reference.walk import Walk


class Options:
    """Lists entries, those of a `most` with the best ways alone."""

    def __init__(self, code: Code, walk: Walk) -> None:
        self.code, self.walk, self.graph = code, walk, code.graph
        every = range(len(self.graph.mosts))
        self.best = Best(code, walk, lambda values, at: self.first(values, at, around=every))

    def of(
        self, values: Values, at: int, node: Ask, doubtful: bool = False, around: Collection[int] = ()
    ) -> tuple[Entry, ...]:
        """The options of a decision; `doubtful`: its candidates. `around`: the `most` blocks that compare these options
        with others, or don't matter."""
        code = self.code
        with_doubts = doubtful and at in code.doubts
        found = code.trials[f"candidates_{at}"](values) if with_doubts else code.options[at](values)
        if not found:
            return ()
        kept = tuple(values)
        entries = tuple([Entry(at, chosen, kept) for chosen in found])
        return self._best(entries, node, around)

    def _best(self, entries: tuple[Entry, ...], node: Ask | Fork, around: Collection[int]) -> tuple[Entry, ...]:
        for most in node.mosts:
            if most not in around:
                entries = self.best.of(entries, most)
        return entries

    def forked(
        self, values: Values, fork: Fork, doubtful: bool = False, around: Collection[int] = ()
    ) -> tuple[Entry, ...]:
        """The first decisions of all branches; a `most` around them compares those of all."""
        found: list[Entry] = []
        for branch in fork.branches:
            found += self.first(list(values), branch, doubtful, (*around, *fork.mosts))
        return self._best(tuple(found), fork, around) if found else ()

    def first(
        self, values: Values, at: int, doubtful: bool = False, around: Collection[int] = ()
    ) -> tuple[Entry, ...]:
        """The options of the first decision that a branch comes to."""
        before: tuple[Entry, ...] = ()
        nodes, rounds = self.graph.nodes, 0
        while True:
            at, rounds = self.walk.settled(values, at, rounds)
            node = nodes[at]
            match node:
                case Ask():
                    return before + self.of(values, at, node, doubtful, around)
                case Fork():
                    entries = self.forked(values, node, False, around)
                    before += self.forked(values, node, True, around) if doubtful else entries
                    if entries or node.otherwise is None:
                        return before
                    at = node.otherwise
                case Leave():
                    at = node.then
                case _:
                    return before

    # ---- whether there are any

    def next_is_stuck(self, values: Values) -> bool:
        """Whether `next` could not make a first decision; a roll before it counts as being able to.

        A turn that breaks a rule before it gets there is not stuck: the error comes if the turn does.
        """
        counters = self.code.counters
        counted = counters[:]
        try:
            return self._stuck(values[:])
        except TooLong:  # the turn isn't at fault
            raise
        except (Broken, Endless):
            return False
        finally:
            counters[:] = counted

    def _stuck(self, values: Values) -> bool:
        values[ME] = values[NEXT]
        values[NEXT] = (values[NEXT] + 1) % len(self.graph.model.players)
        self.walk.forget(values, self.graph.boundary)
        at, rounds = self.graph.turn, 0
        while True:
            at, rounds = self.walk.settled(values, at, rounds)
            node = self.graph.nodes[at]
            match node:
                case Ask() if node.is_roll:
                    return False
                case Ask():
                    return not self.code.some[at](values) if not node.mosts else not self.of(values, at, node)
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
            return bool(self.code.some[at](values))
        return bool(self.first(values, at))
