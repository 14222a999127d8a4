"""What a learnt policy needs in memory: what lies around each site, and room for its scores.

An area that the host writes in one piece: a head of HEAD bytes (whether there is a policy; from which score on an
option is always taken; whether what was seen of a board before is to be forgotten; whether random games follow it), for
each view of the board what
stands around each position and which others each lies around, and a block of scores for each sort of decision and each
player. Two players have a view each, more of them share one. Scores are bytes, 128 more than they mean. A block has two
halves, one for random games and one for searches. A half has OWN scores by what stands on the site that an option goes
to, PROSPECTS by what going there means for chains (`kernels/chains.py`), then one for each surroundings of that site;
and, where options name two sites, one for each surroundings of the first.

The number of prospects is made of these, the first counting least: whether something has come to stand last beside the
site (1), or else around it (2); whether chains of others beside it that have one free site are none, single pieces, or
larger; the same of one's own; whether one's own chain has at most one free site afterwards, two, or more; whether a
chain of others beside it has two free sites (1), and one's own (2).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist
from typing import TYPE_CHECKING

from gdl.model.shape import Shape
from interpreter.graph.abi import ALWAYS_TAKEN, GREATEST_SCORE, LEAST_SCORE, SIDES, SURROUNDINGS, TO
from interpreter.graph.graph import Ask, Graph
from interpreter.native.record.domains import Domains
from interpreter.native.record.piece_addresses import VALUES

if TYPE_CHECKING:
    from interpreter.native.record.record import Record

HEAD = 16
URGENT = 3 * 3 * 3
"""An option is urgent if the rest of its prospects divided by this isn't 0."""
URGENT_BYTES = 8 * 64
"""Room for the list of urgent sites."""
CHAIN_SETS = 10
"""So many sets of sites are noted of all chains, behind two words; and for each chain two."""
MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Decision:
    """A sort of decision. `to`, `origin`: which of its values are the sites an option goes to, and comes from; -1 if it
    has none. `offset`: where the first player's block begins in the area."""

    node: int
    to: int
    origin: int
    offset: int

    @property
    def size(self) -> int:
        """Bytes of a player's block: scores for random games, and as many for searches."""
        return 2 * (TO + SURROUNDINGS * ((self.to >= 0) + (self.origin >= 0)))


@dataclass(frozen=True)
class PolicyTables:
    """How the area is laid out. `words`: those of a set of sites; `size`: positions of sites."""

    board: Shape
    players: int
    positions: tuple[int, ...]
    size: int
    words: int
    decisions: tuple[Decision, ...]
    end: int

    @property
    def views(self) -> int:
        """How many views of the board there are."""
        return 2 if self.players == 2 else 1

    @cached_property
    def reached(self) -> int:
        """How many sites a position lies around at most."""
        return max(Counter(self.positions[near] for d in self.directions for near in self.board.steps[d] if near >= 0)
                   .values(), default=0)  # fmt: skip

    @property
    def patterns(self) -> int:
        """Bytes of what stands around each position; behind the last there is one for nothing."""
        return 2 * (self.size + 4)

    @property
    def view(self) -> int:
        """Bytes of a view."""
        return self.patterns + 4 * self.reached * self.size

    @property
    def directions(self) -> tuple[int, ...]:
        """The directions that are looked at: of many, those with the shortest steps, in their order."""
        places, steps = self.board.places, self.board.steps
        lengths = [min((dist(places[a], places[b]) for a, b in enumerate(row) if b >= 0), default=9e9) for row in steps]
        nearest = sorted(range(len(steps)), key=lambda i: (round(lengths[i], 3), i))[:SIDES]
        return tuple(sorted(nearest))

    @property
    def nearest(self) -> tuple[int, ...]:
        """Which of the directions have the shortest steps."""
        lengths = [min((dist(self.board.places[a], self.board.places[b])
                        for a, b in enumerate(self.board.steps[d]) if b >= 0), default=9e9)
                   for d in self.directions]  # fmt: skip
        return tuple(i for i, length in enumerate(lengths) if length <= min(lengths) * 1.01)

    def beside(self, is_nearest: bool) -> bytes:
        """For each position the set of those that the shortest steps lead to, or other ones."""
        sets = [0] * self.size
        for i, direction in enumerate(self.directions):
            if (i in self.nearest) == is_nearest:
                for site, near in enumerate(self.board.steps[direction]):
                    if near >= 0:
                        sets[self.positions[site]] |= 1 << self.positions[near]
        return b"".join(many.to_bytes(8 * self.words, "little") for many in sets)

    @cached_property
    def windows(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each position parts of a set that hold what is beside it: from which byte on, and which of the 64 bits.
        On most boards one part is enough."""
        wide = 8 * self.words
        rows = []
        for position in range(self.size):
            many = int.from_bytes(self.beside(True)[wide * position : wide * (position + 1)], "little")
            row = []
            while many:
                at = min(((many & -many).bit_length() - 1) // 8, wide - 8)
                held = many >> 8 * at & (1 << 64) - 1
                many &= ~(held << 8 * at)
                row.append((at, held))
            rows.append(tuple(row))
        most = max(map(len, rows), default=1)
        return tuple(row + ((0, 0),) * (most - len(row)) for row in rows)

    def seen(self, order: tuple[int, ...]) -> bytes:
        """A view of an empty board, which sees what lies in the i-th direction at number `order[i]`: two bytes for what
        stands around each position; then for each position rows of two bytes each for where what stands around another
        is noted, from the view's beginning, and by how much what stands on this one is shifted there."""
        edge = [sum(3 << 2 * i for i in range(SIDES))] * (self.size + 4)
        rows: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for site, position in enumerate(self.positions):
            for i, direction in enumerate(self.directions):
                if (near := self.board.steps[direction][site]) >= 0:
                    edge[position] &= ~(3 << 2 * order[i])
                    rows[self.positions[near]].append((2 * position, 2 * order[i]))
        nowhere = [(2 * self.size, 0)] * self.reached
        held = [*edge, *(n for row in rows for one in (row + nowhere)[: self.reached] for n in one)]
        return b"".join(n.to_bytes(2, "little") for n in held)


def likely() -> list[int]:
    """How likely an option is for each score from LEAST_SCORE to GREATEST_SCORE more than that of one that is always
    taken, which counts ALWAYS_TAKEN: eight more make it twice as likely."""
    eighths = [round(ALWAYS_TAKEN * 2 ** (-i / 8)) for i in range(8)]
    less = [eighths[-more & 7] >> (-more >> 3) for more in range(LEAST_SCORE + 1, 1)]
    return [0, *less, *(eighths[-more & 7] << (more + 7 >> 3) for more in range(1, GREATEST_SCORE + 1))]


def policy_tables(graph: Graph, record: Record, domains: Domains) -> PolicyTables | None:
    """The layout for a ruleset; None if it has no board with directions, or needs too much room."""
    board = graph.model.board
    if board is None or not board.steps:
        return None
    players = len(graph.model.players)
    tables = PolicyTables(board, players, domains.positions(board), domains.size(board), domains.words(board), (), 0)
    at, found = HEAD + tables.views * tables.view, []
    for number, node in enumerate(graph.nodes):
        if isinstance(node, Ask) and not node.is_roll:
            sites = [i for i, v in enumerate(node.choose.variables[:VALUES]) if v.type.base is board]
            to, origin = (sites[-1], sites[0] if len(sites) > 1 else -1) if sites else (-1, -1)
            found.append(Decision(number, to, origin, at))
            at += players * found[-1].size
    if at > MOST_BYTES or not any(d.to >= 0 for d in found):
        return None
    return replace(tables, decisions=tuple(found), end=at)
