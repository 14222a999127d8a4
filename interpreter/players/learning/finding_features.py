"""The features of rules: each value of what they keep, and the patterns of their board."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

from gdl.model.model import Model
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Base, Domain, Plain, Range
from interpreter.graph.graph import Ask, Collect, Fork
from interpreter.graph.idle import idle_counters
from interpreter.graph.layout import ME, RESULT
from interpreter.native.compiled import Plan
from interpreter.native.record.record import HEIGHTS, Field
from interpreter.players.learning.feature_images import FeatureImages
from interpreter.players.learning.features import (
    MANY_WEIGHTS,
    MOST_OPTIONS,
    NONE,
    PLAIN,
    Atom,
    Features,
    Manner,
    Reading,
)
from interpreter.players.learning.patterns import Sites, patterns, weights
from interpreter.players.symmetries import Symmetry
from interpreter.players.symmetries.symmetry import identity

MOST_NUMBERS = 64
"""Numbers of one cell that are told apart; those above count as the greatest of them, those below as the least."""
FARTHEST = -4096
"""A range that begins far below zero is told from half as many below it on. If it begins lower than this, it is told
from its least number on, and zero is the greatest of them, too."""
UNITS = (32, 16, 8)
"""How many hidden units there are: as many as the weights allow."""
LAYER_WEIGHTS = 60_000
"""The most weights that a layer of hidden units has by itself."""


def features(plan: Plan, symmetries: Sequence[Symmetry], manner: Manner = PLAIN) -> Features:
    """What is learnt from, given the symmetries of the game."""
    return FeatureFinder(plan, symmetries).built(manner)


def piece_name(model: Model, kind: int, owner: int) -> str:
    """What pieces of a kind and an owner (-1: nobody) are called in names of features."""
    return f"{model.kinds[kind].name} {owner}"


class FeatureFinder:
    """Numbers the features of rules."""

    def __init__(self, plan: Plan, symmetries: Sequence[Symmetry]) -> None:
        self.plan, self.model, self.record = plan, plan.model, plan.record
        own = [s for s in symmetries if not s.exchanges] or [identity(self.model)]
        self.group = [FeatureImages(plan, s) for s in own]
        self.others = _others(plan, symmetries)
        self.eyes = max(len(self.model.players), 2)
        self.is_shared = bool(self.others) or self.eyes == 2
        """Whether all eyes lead to the same weights."""
        self.numbers: dict[Atom, int] = {}
        self.size = 0

    def number(self, atom: Atom) -> int:
        """A feature's number; all that a symmetry takes to each other have one."""
        found = self.numbers.get(atom)
        if found is None:
            found = self.size
            self.size += 1
            for action in self.group:
                self.numbers[action.atom(atom)] = found
        return found

    def seen(self, atom: Atom) -> tuple[int, ...]:
        """Its number for each of the eyes."""
        mine = self.number(atom)
        if self.is_shared:
            images = [self.number(other.atom(atom)) for other in self.others]
            return mine, *(images or [mine])
        return tuple(range(self.eyes * mine, self.eyes * (mine + 1)))

    def built(self, manner: Manner = PLAIN) -> Features:
        """All that is learnt from."""
        model, layout = self.model, self.plan.layout
        sets, cells = [], []
        codes = {slot: code for code, slot in enumerate(layout.piece_slots, 1)} if model.board else {}
        for slot in codes:
            reading = self._set(slot, (), self.record.fields[slot].offset, model.board)
            sets.append(self._as_piece(reading, slot, codes))
        for name in (layout.numbers, HEIGHTS):
            if name in self.record.fields:
                cells += self._cells(name, (model.board,))
        graph = self.plan.graph
        queues = {node.queue for node in graph.nodes if isinstance(node, Collect)}
        asked = {
            v for node, live in zip(graph.nodes, graph.live, strict=True) if isinstance(node, Ask | Fork) for v in live
        }
        idle = idle_counters(model)
        for variable, slot in layout.slot.items():
            if slot == ME and (len(model.players) == 1 or (len(model.players) == 2 and self.others)):
                continue
            if slot == RESULT or slot not in self.record.fields or variable in queues:
                continue
            if variable in idle or (variable.local and variable not in asked):
                continue
            field = self.record.fields[slot]
            if field.cell.sort == "set":
                sets += self._sets(slot, variable)
            else:
                cells += self._cells(slot, variable.dimensions)
        places = [self.placed(node) for node in range(len(graph.nodes))]
        cells.append(Reading(self.record.place, 8, tuple(zip(*places, strict=True))))
        self.size = self.size * (1 if self.is_shared else self.eyes) + MOST_OPTIONS + 1
        rows: list[tuple[int, Sites]] = []
        first = 0
        if len(codes) and model.board and self.is_shared:  # weights of patterns are one player's, or everybody's
            for orbit in patterns(model.board, len(codes) + 1, [a.sites for a in self.group]):
                rows += [(first, sites) for sites in orbit]
                first += weights(orbit, len(codes) + 1)
        turn_places = graph.boundary if manner.by_ends else 0
        most = MANY_WEIGHTS if manner.by_ends else LAYER_WEIGHTS
        usual = next((n for n in UNITS if n * self.size <= most), 0)
        hidden = manner.units if 0 < manner.units * self.size <= MANY_WEIGHTS else usual
        return Features(
            self.size, tuple(sets), tuple(cells), tuple(rows), first, len(codes) + 1,
            len(model.board) if model.board else 0, bool(self.others), hidden, turn_places, manner.long_turns,
            self._digest(rows, hidden), self._named(), tuple(map(self._piece, layout.piece_slots)),
            0 if hidden == usual else hidden,
        )  # fmt: skip

    def placed(self, node: int) -> tuple[int, ...]:
        """The numbers of a place in the rules: symmetries leave it where it is."""
        atom = ("place", (), node)
        return (self.number(atom),) * self.eyes if self.is_shared else self.seen(atom)

    def _piece(self, slot: int) -> str:
        kind, owner, _ = self.model.piece_parts[self.plan.layout.pieces_of_slot(slot)[0]]
        return piece_name(self.model, kind, owner)

    def _named(self) -> dict[Atom, int]:
        """Features by what they mean: whose value, how many there are of all that it is of, and which. Where the rules
        wait has no name: other rules wait elsewhere."""
        layout = self.plan.layout
        if not self.is_shared:  # a name would have as many numbers as there are players
            return {}
        names: dict[Any, Atom] = {slot: (self._piece(slot), ()) for slot in layout.piece_slots}
        names |= {name: (name, ()) for name in (layout.numbers, HEIGHTS)}
        seen: Counter[str] = Counter()
        for variable, slot in layout.slot.items():
            seen[variable.name] += 1
            base = variable.type.base
            sizes = *map(len, variable.dimensions), len(base) if isinstance(base, Domain) else -1
            names[slot] = (f"{variable.name} {seen[variable.name]}", sizes)
        board = len(self.model.board) if self.model.board else 0
        return {
            (*names[slot], board, of, value): number
            for (slot, of, value), number in self.numbers.items()
            if slot in names
        }

    def _digest(self, rows: list[tuple[int, Sites]], hidden: int) -> str:
        layout = self.plan.layout
        names: dict[Any, str] = {slot: f"{i} {v.name}" for i, (v, slot) in enumerate(layout.slot.items())}
        names |= {slot: self._piece(slot) for slot in layout.piece_slots}
        names[layout.numbers] = "numbers"
        meant = sorted((names.get(slot, str(slot)), of, value, n) for (slot, of, value), n in self.numbers.items())
        whole = (meant, rows, hidden, bool(self.others), self.size)
        return hashlib.sha256(repr(whole).encode()).hexdigest()[:16]

    def _as_piece(self, reading: Reading, slot: int, codes: dict[int, int]) -> Reading:
        board = self.model.board
        assert board is not None
        stays = tuple(range(len(board)))
        seen = [(slot, stays), *((other.slot(slot), other.sites) for other in self.others)]
        seen += [(slot, stays)] * (self.eyes - len(seen))
        places = [[0] * self.record.domains.size(board) for _ in seen]
        for site, position in enumerate(self.record.domains.positions(board)):
            for row, (_, moved) in zip(places, seen, strict=True):
                row[position] = moved[site]
        return Reading(
            reading.offset, reading.size, reading.numbers, tuple(codes[there] for there, _ in seen),
            tuple(map(tuple, places)),
        )  # fmt: skip

    def _set(self, slot: int, of: tuple[int, ...], offset: int, base: Base | None) -> Reading:
        """Which elements a set holds."""
        domains = self.record.domains
        assert base is not None
        numbers = [[NONE] * domains.size(base) for _ in range(self.eyes)]
        for element, position in enumerate(domains.positions(base)):
            for row, number in zip(numbers, self.seen((slot, of, element)), strict=True):
                row[position] = number
        return Reading(offset, domains.words(base), tuple(map(tuple, numbers)))

    def _sets(self, slot: int, variable: Variable) -> list[Reading]:
        field = self.record.fields[slot]
        indices = _indices(variable.dimensions)
        cells = self.record.cells(slot) if variable.dimensions else [0]
        base = variable.type.base
        return [
            self._set(slot, of, field.offset + field.cell.size * cell, base)
            for of, cell in zip(indices, cells, strict=True)
        ]

    def _cells(self, slot: int | str, dimensions: Sequence[Any]) -> list[Reading]:
        """What each cell holds; its first value means nothing in particular where it is zero."""
        field = self.record.fields[slot]
        indices = _indices(dimensions)
        known = slot if isinstance(slot, int) else self.plan.layout.stacks
        places = self.record.cells(known) if dimensions else [0]
        return [
            Reading(field.offset + field.cell.size * cell, field.cell.size, self._values(slot, of, field))
            for of, cell in zip(indices, places, strict=True)
        ]

    def _values(self, slot: int | str, of: tuple[int, ...], field: Field) -> tuple[tuple[int, ...], ...]:
        base, domains = field.type.base, self.record.domains
        if isinstance(base, Domain):
            elements = {position: element for element, position in enumerate(domains.positions(base))}
            values = [elements.get(position) for position in range(domains.size(base))]
        else:
            first, count = told(base)
            values = [None if stored + field.cell.low == 0 else max(stored, first) for stored in range(first + count)]
        nothing = (NONE,) * self.eyes
        seen = [nothing if value is None else self.seen((slot, of, value)) for value in values]
        if field.cell.maybe:
            seen.append(nothing)  # what is not there is stored as the greatest number
        return tuple(zip(*(seen or [nothing]), strict=True))


def told(base: Base) -> tuple[int, int]:
    """Which numbers of a truth or of a range are told apart: the first, counted from the least, and how many."""
    if base is TRUTHS or isinstance(base, Plain):
        return 0, 2
    is_near = isinstance(base, Range) and len(base) > MOST_NUMBERS and FARTHEST <= base.low < -MOST_NUMBERS // 2
    first = -MOST_NUMBERS // 2 - base.low if is_near else 0
    return first, min(len(base) - first, MOST_NUMBERS)


def _others(plan: Plan, symmetries: Sequence[Symmetry]) -> list[FeatureImages]:
    """What shows each player but the first what that one sees; none if symmetries don't show it to all."""
    found = []
    for player in range(1, len(plan.model.players)):
        showing = next((s for s in symmetries if s.players[player] == 0), None)
        if showing is None:
            return []
        found.append(FeatureImages(plan, showing))
    return found


def _indices(dimensions: Sequence[Any]) -> list[tuple[int, ...]]:
    return list(product(*(range(len(dimension)) for dimension in dimensions)))
