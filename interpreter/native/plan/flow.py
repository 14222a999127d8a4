"""Where control goes in the function `run`: the graph of the rules, for each player where each has code of their own.

A node is named by its number and by who `me` is there; -1 stands for the set-up, where nobody is.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.graph.graph import OVER, Boundary, Fork, Graph
from interpreter.native.plan.regions import Key, Region, regions
from interpreter.native.plan.turns import Turns
from interpreter.native.plan.ways import branches


@dataclass(frozen=True, slots=True)
class Flow:
    """The graph with what is settled of its turns."""

    graph: Graph
    turns: Turns
    asks_end: bool = False
    """Whether a record may stand where a turn has ended."""

    @property
    def _nobody(self) -> int | None:
        return -1 if self.turns.by_player else None

    def successors(self, key: Key) -> list[Key]:
        """Where a node may lead."""
        number, me = key
        n = self.graph.nodes[number]
        if isinstance(n, Boundary):
            if not self.turns.by_player:
                return [(n.then, None)]
            # after the set-up `next` may be anyone
            following = None if key == (self.graph.boundary, -1) else self.turns.next_of(me)
            return [(n.then, p) for p in (range(self.turns.players) if following is None else [following])]
        if isinstance(n, Fork):
            ways = branches(self.graph, n)
            found = [(ask.then, me) for _, ask in ways]
            found += [(self.graph.nodes.index(ask), me) for _, ask in ways if ask.mosts]
            return found + ([] if n.otherwise is None else [(n.otherwise, me)])
        return [(following, me) for following in self.graph.successors(n) if following != OVER]

    def regions(self) -> dict[Key, Region]:
        """The pieces of straight code of the whole function."""
        return regions(self._reached(), self.successors)

    def _reached(self) -> list[Key]:
        """Where the set-up and turns begin, and where a record may stand: the stops that can be come to from there.
        Stops of the set-up are none of a turn, even where the set-up begins with one."""
        players = range(self.turns.players) if self.turns.by_player else (None,)
        start: list[Key] = [(self.graph.setup, self._nobody), (self.graph.boundary, self._nobody)]
        start += [(self.graph.turn, p) for p in players]
        start += [(self.graph.turn_end, p) for p in players if self.asks_end]
        seen = dict.fromkeys(start)
        todo = list(start)
        while todo:
            for key in self.successors(todo.pop()):
                if key not in seen:
                    seen[key] = None
                    todo.append(key)
        stops = set(self.graph.stops)
        return list(dict.fromkeys([*start, *(key for key in seen if key[0] in stops)]))
