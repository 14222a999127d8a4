"""What a tensor leaves out: whatever the rules hide from who looks, and what others decide at the same time.

While players decide `together`, what the parts of the others may change is not known, whoever has decided already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdl.model.model import LAYERS
from gdl.model.state import Variable
from gdl.model.statements import Assign, walk
from interpreter.game.game import Game
from interpreter.graph.graph import Step
from interpreter.graph.sight import owner_of, slots

PIECE, OWNER, KIND, NUMBER = range(4)


@dataclass(frozen=True)
class Hiding:
    """What one player doesn't know of a state: for each layer of pieces the sites, and for the slots of variables which
    of their members."""

    layers: tuple[int, ...]
    members: dict[int, tuple[bool, ...]]

    def hides(self, slot: int, index: int) -> bool:
        """Whether a member (-1: the single value) of a variable isn't known."""
        found = self.members.get(slot)
        return found is not None and found[max(index, 0)]


NOTHING_HIDDEN = Hiding((0,) * len(LAYERS), {})


class Hidings:
    """Says what is hidden from whom."""

    def __init__(self, game: Game) -> None:
        self._game = game
        model, graph, self._slot = game.model, game.machine.graph, game.machine.layout.slot
        declared = [h.what for h in model.hidden]
        first = min((LAYERS.index(what) for what in declared if isinstance(what, str)), default=len(LAYERS))
        self.layers = tuple(range(first, len(LAYERS))) if model.board is not None else ()
        """The layers of pieces that may be hidden."""
        self.shared = {
            gather.nodes: frozenset(
                statement.variable
                for node in gather.nodes
                if isinstance(step := graph.nodes[node], Step)
                for statement in walk(step.statements)
                if isinstance(statement, Assign) and statement.variable.subject is model.player
            )
            for gather in graph.gathers
        }
        """For the nodes of each `together` the variables that its parts change."""
        self.variables = frozenset(what for what in declared if isinstance(what, Variable)).union(*self.shared.values())
        """The variables that may be hidden."""
        self.owners = [owner_of(model, slot) for slot in slots(model)] if model.board is not None else []
        """Whose pieces are in each set of them, as the layout has them; -1: nobody's."""

    def is_together(self, place: int) -> bool:
        """Whether players decide at once where the rules wait at a place."""
        return any(place in nodes for nodes in self.shared)

    def of(self, values: Sequence[Any], place: int, viewer: int | None) -> Hiding:
        """What a player doesn't know where the rules wait at a place; None: who sees everything."""
        if viewer is None or not self._game.model.hides:
            return NOTHING_HIDDEN
        unseen = self._game.observer.sights.of(values, viewer)
        members = {self._slot[variable]: held for variable, held in unseen.cells.items()}
        for variable in next((found for nodes, found in self.shared.items() if place in nodes), ()):
            size = len(values[self._slot[variable]])
            each = size // len(variable.dimensions[0])
            others = tuple(at // each != viewer for at in range(size))
            held = members.get(self._slot[variable], (False,) * size)
            members[self._slot[variable]] = tuple(a or b for a, b in zip(held, others, strict=True))
        return Hiding(unseen.layers, members)
