"""Where each part of a state lies in the row of values that holds it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from gdl.model import statements as m
from interpreter.graph.graph import Graph

ME, NEXT, RESULT, FIRST_PIECE = 0, 1, 2, 3


class Layout:
    """Slots: me, next, the result (None, or how it ended), a set of sites for each kind and owner, the numbers that
    pieces bear, what lies under each top piece, the variables, the locals, and for each `repeats` the past."""

    def __init__(self, graph: Graph) -> None:
        model = graph.model
        self.model = model
        self.initial: list[Any] = [0, 0, None]
        self.kind_slot: list[int] = []
        for kind in model.kinds:
            self.kind_slot.append(len(self.initial))
            self.initial += [0] * (len(model.players) if kind.owned else 1)
        self.last_piece = len(self.initial)
        sites = len(model.board) if model.board else 0
        self.numbers = self.stacks = -1
        if any(k.number for k in model.kinds):
            self.numbers = len(self.initial)
            self.initial.append((None,) * sites)
        if model.stacks:
            self.stacks = len(self.initial)
            self.initial.append(((),) * sites)
        self.slot: dict[m.Variable, int] = {model.me: ME, model.next: NEXT}
        for variable in (*model.variables[2:], *graph.queues):
            self.slot[variable] = len(self.initial)
            size = 1
            for dimension in variable.dimensions:
                size *= len(dimension)
            self.initial.append((variable.initial,) * size if variable.dimensions else variable.initial)
        self.first_past = len(self.initial)
        self.initial += [()] * len(model.repeats)
        self.locals = [v for v in self.slot if v.local]

    @property
    def piece_slots(self) -> range:
        """The slots of sets of sites where pieces stand."""
        return range(FIRST_PIECE, self.last_piece)

    @cached_property
    def _pieces(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {slot: [] for slot in self.piece_slots}
        for piece in range(len(self.model.piece_parts)):
            found[self.slot_of_piece(piece)].append(piece)
        return found

    def slots_of_kind(self, kind: int) -> range:
        """The sets of pieces of a kind, one for each owner."""
        first = self.kind_slot[kind]
        return range(first, first + (len(self.model.players) if self.model.kinds[kind].owned else 1))

    def slot_of_piece(self, piece: int) -> int:
        """The slot of the set where a piece of the model's `pieces` is kept."""
        kind, owner, _ = self.model.piece_parts[piece]
        return self.kind_slot[kind] + (owner if self.model.kinds[kind].owned else 0)

    def pieces_of_slot(self, slot: int) -> list[int]:
        """The pieces that are kept in a slot, by their numbers."""
        return self._pieces[slot]
