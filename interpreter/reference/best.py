"""The best ways through a `most`: those that reach the greatest worth at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from interpreter.graph.abi import MAX_WAYS
from interpreter.graph.backend import Endless, Entry, Values
from interpreter.graph.graph import Ask, Fork, Leave, Over
from interpreter.reference.code import Code
from interpreter.reference.walk import Walk

Worth = tuple[int, ...]
First = Callable[[Values, int], tuple[Entry, ...]]
"""The options of the first decision that a branch comes to."""


class Best:
    """Looks at all positions that can be reached within a `most`."""

    def __init__(self, code: Code, walk: Walk, first: First) -> None:
        self.ways = 0
        """Positions looked at since the last decision."""
        self._code, self._walk, self._first, self._graph = code, walk, first, code.graph
        self._leaves = {node.number: i for i, node in enumerate(code.graph.nodes) if isinstance(node, Leave)}

    def of(self, entries: tuple[Entry, ...], most: int) -> tuple[Entry, ...]:
        """Those entries from which the greatest worth at the end of a `most` can be reached."""
        worths = [self._worth(entry, most) for entry in entries]
        best = max((w for w in worths if w is not None), default=None)
        return tuple(e for e, w in zip(entries, worths, strict=True) if w is not None and w == best)

    def _worth(self, entry: Entry, most: int) -> Worth | None:
        """The greatest worth that can be reached after an entry; None if every way gets stuck."""
        walk, nodes = self._walk, self._graph.nodes
        todo = [self._entered(entry)]
        best: Worth | None = None
        seen: set[tuple[int, tuple[Any, ...]]] = set()
        while todo:
            walk.check()
            values, at = todo.pop()
            at, _ = walk.settled(values, at, 0)
            node = nodes[at]
            if isinstance(node, Over) or (isinstance(node, Leave) and node.number == most):
                # a way that ends the game counts as it stands then
                worth: Worth = self._code.worths[self._leaves[most]](values)
                best = worth if best is None or worth > best else best
            elif isinstance(node, Leave):
                todo.append((values, node.then))
            else:
                walk.forget(values, at)
                key = (at, tuple(values))
                if key not in seen:
                    seen.add(key)
                    self._count(most)
                    todo += self._ways_on(values, at)
        return best

    def _count(self, most: int) -> None:
        self.ways += 1
        if self.ways > MAX_WAYS:
            span = self._graph.mosts[most].span
            raise Endless(span, f"there are more than {MAX_WAYS:,} ways through this `most`")

    def _ways_on(self, values: Values, at: int) -> Iterator[tuple[Values, int]]:
        """Where a way can go on behind a decision: its values, and its node."""
        node = self._graph.nodes[at]
        if isinstance(node, Ask):
            kept = tuple(values)
            for chosen in self._code.options[at](values):
                yield self._entered(Entry(at, chosen, kept))
        elif isinstance(node, Fork):
            found = [self._entered(inner) for branch in node.branches for inner in self._first(values[:], branch)]
            yield from found
            if not found and node.otherwise is not None:
                yield values, node.otherwise

    def _entered(self, entry: Entry) -> tuple[Values, int]:
        values = list(entry.values)
        return values, self._walk.enter(values, entry)
