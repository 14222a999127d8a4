"""Which weights a policy adds up for an option, by what it sees of it.

What surroundings come to is a sum of three things: the surroundings themselves, those in the nearest directions alone,
and how much of what is there; so that something is known of those, too, that were seldom seen. What the board's
symmetries take to each other is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.graph.abi import SIDES, SURROUNDINGS
from interpreter.native.record.policy_tables import PolicyTables
from interpreter.players.symmetries.symmetry import Symmetry, directions_of

Ids = tuple[int, ...]


@dataclass(frozen=True)
class Sample:
    """A position: for each option the weights that it adds up, how often it should be chosen, and what going there
    means for chains; 0 where it has an origin."""

    options: tuple[Ids, ...]
    chosen: tuple[float, ...]
    prospects: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """A position of a game: who moves, for each option what a policy sees of it, and how good it is."""

    player: int
    options: tuple[tuple[int, ...], ...]
    good: tuple[int, ...]


@dataclass
class Sight:
    """Which weights what is seen adds up. Each gets a number when it is first seen."""

    tables: PolicyTables
    symmetries: Sequence[Symmetry]
    ids: dict[tuple[object, ...], int] = field(default_factory=dict)
    known: dict[tuple[int, ...], Ids] = field(default_factory=dict)
    is_open: bool = True
    """Whether what was never seen gets a weight."""

    @cached_property
    def turns(self) -> list[tuple[int, ...]]:
        """For each symmetry that leaves the players where they are, where each direction goes."""
        found = [self._ways(s) for s in self.symmetries if not s.exchanges]
        return list(dict.fromkeys([tuple(range(len(self.tables.directions))), *filter(None, found)]))

    @cached_property
    def turned(self) -> tuple[int, ...]:
        """The same for one that exchanges two players; empty if there is none."""
        if self.tables.players != 2:
            return ()
        return next(filter(None, (self._ways(s) for s in self.symmetries if s.exchanges)), ())

    @cached_property
    def likes(self) -> tuple[list[int], list[int], list[int]]:
        """For each surroundings what they are like: the same up to symmetries, the same in the nearest directions, and
        as much of everything."""
        near = sum(3 << 2 * i for i in self.tables.nearest)
        halves = [[[_turned(half << shift, turn) for half in range(256)] for shift in (0, 8)] for turn in self.turns]
        whole = [min([low[s & 255] | high[s >> 8] for low, high in halves]) for s in range(SURROUNDINGS)]
        close = [min([(low[s & 255] | high[s >> 8]) & near for low, high in halves]) for s in range(SURROUNDINGS)]
        counts = [sum(1 << 4 * (half >> 2 * i & 3) for i in range(SIDES // 2)) for half in range(256)]
        return whole, close, [counts[s & 255] + counts[s >> 8] for s in range(SURROUNDINGS)]

    def _ways(self, symmetry: Symmetry) -> tuple[int, ...]:
        board, directions = self.tables.board, self.tables.directions
        sites = next(sites for sites in symmetry.sites if len(sites) == len(board))
        ways = directions_of(board, sites)
        if ways is None or any(ways[d] not in directions for d in directions):
            return ()
        return tuple(directions.index(ways[d]) for d in directions)

    def sample(self, position: Position) -> Sample:
        """A position as weights."""
        decisions, count = {one.node: i for i, one in enumerate(self.tables.decisions)}, sum(position.good)
        options = [self.option(position.player, decisions[node], *row) for node, *row in position.options]
        prospects = tuple(
            prospects if self.tables.decisions[decisions[node]].origin < 0 else 0
            for node, _, prospects, *_ in position.options
        )
        return Sample(tuple(options), tuple(good / count for good in position.good), prospects)

    def option(self, player: int, decision: int, there: int, prospects: int, to: int, origin: int) -> Ids:
        """The weights of an option."""
        key = (player, decision, there, prospects, to, origin)
        found = self.known.get(key)
        if found is None:
            one = self.tables.decisions[decision]
            found = self.own(player, decision, there)
            found += self.chains(player, decision, prospects) if one.to >= 0 else ()
            found += self.around(player, decision, "to", to) if one.to >= 0 else ()
            found += self.around(player, decision, "from", origin) if one.origin >= 0 else ()
            self.known[key] = found
        return found

    def own(self, player: int, decision: int, there: int) -> Ids:
        """Those of what stands there."""
        return self._both(player, (decision, "own", there))

    def chains(self, player: int, decision: int, prospects: int) -> Ids:
        """Those of what going there means for chains: all together, and each of its parts."""
        parts = [prospects % 3, prospects // 3 % 9, prospects // 27 % 3, prospects // 81]
        names = [(decision, "chains", prospects), *((decision, "part", i, part) for i, part in enumerate(parts))]
        return tuple(number for name in names for number in self._both(player, name))

    def around(self, player: int, decision: int, which: str, surroundings: int) -> Ids:
        """Those of what stands around a site."""
        return tuple(
            number for level, like in enumerate(self.likes)
            for number in self._both(player, (decision, which, level, like[surroundings]))
        )  # fmt: skip

    def _both(self, player: int, what: tuple[object, ...]) -> Ids:
        """A weight for everybody, and if players see different things, one for this player."""
        names = (what,) if self.turned else (what, (player, *what))
        if self.is_open:
            return tuple(self.ids.setdefault(name, len(self.ids)) for name in names)
        return tuple(self.ids[name] for name in names if name in self.ids)


def _turned(surroundings: int, turn: Sequence[int]) -> int:
    """Surroundings, of which those in the i-th direction go to the direction `turn[i]`."""
    kept = surroundings >> 2 * len(turn) << 2 * len(turn)
    return kept | sum((surroundings >> 2 * i & 3) << 2 * to for i, to in enumerate(turn))
