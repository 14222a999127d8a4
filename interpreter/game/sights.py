"""What players don't see of a state's values, worked out by the reference interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdl.model.model import LAYERS
from gdl.model.nodes import Expr
from gdl.model.state import Variable
from interpreter.graph.common_sight import never_common
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.graph.sight import Sight, sights
from interpreter.reference.writer import Writer

NOBODY = -1
"""The number of a spectator: somebody who decides nothing, and sees and hears what all players do."""


@dataclass(frozen=True)
class Unseen:
    """What is hidden from one player in one state.

    `layers`: for each of `LAYERS` the sites where it is hidden, a bit each. `cells`: for each variable with hidden
    cells, whether each of its cells is hidden, in their order.
    """

    layers: tuple[int, ...]
    cells: dict[Variable, tuple[bool, ...]]

    def layer(self, name: str) -> int:
        """The sites where a layer is hidden."""
        return self.layers[LAYERS.index(name)]


class Sights:
    """Works out what each player doesn't see."""

    def __init__(self, graph: Graph, layout: Layout) -> None:
        self.layout, self._model = layout, graph.model
        self._never = never_common(graph.model)
        self._sights = sights(graph.model)
        writer = Writer(graph, layout)
        for player, sight in enumerate(self._sights):
            with writer.region():
                writer.line(f"return ({''.join(f'{writer.code(e)}, ' for e in _asked(sight))})")
            writer.finish(f"unseen_{player}")
        functions = writer.compiled(lambda values: False)
        self._functions = [functions[f"unseen_{player}"] for player in range(len(self._sights))]

    def of(self, values: Sequence[Any], player: int | None) -> Unseen:
        """What a player doesn't see. For None: what isn't known to all players."""
        if player is None:
            return self._public(_common([self.of(values, p) for p in range(len(self._sights))]))
        sight, found = self._sights[player], iter(self._functions[player](list(values)))
        layers = tuple(0 if layer is None else next(found) for layer in sight.layers)
        cells: dict[Variable, tuple[bool, ...]] = {}
        for variable, rows in sight.rows.items():
            held: list[bool] = []
            for _ in rows:
                hidden = next(found)
                size = len(variable.dimensions[-1]) if variable.dimensions else 0
                held += [bool(hidden >> i & 1) for i in range(size)] if size else [bool(hidden)]
            cells[variable] = tuple(held)
        return Unseen(layers, cells)


    def _public(self, unseen: Unseen) -> Unseen:
        """The same, plus what only players see of whom nobody may know that they see it."""
        board = self._model.board
        everywhere = (1 << len(board)) - 1 if board is not None else 0
        layers = list(unseen.layers)
        for number, layer in enumerate(LAYERS):
            if layer in self._never or (number and layers[number - 1] == everywhere != 0):
                layers[number] = everywhere
        cells = {v: (True,) * len(held) if v in self._never else held for v, held in unseen.cells.items()}
        return Unseen(tuple(layers), cells)


def _common(all_: Sequence[Unseen]) -> Unseen:
    """What is hidden from at least one of them."""
    layers = [0] * len(LAYERS)
    cells: dict[Variable, tuple[bool, ...]] = {}
    for unseen in all_:
        layers = [a | b for a, b in zip(layers, unseen.layers, strict=True)]
        for variable, held in unseen.cells.items():
            before = cells.get(variable, (False,) * len(held))
            cells[variable] = tuple(a or b for a, b in zip(before, held, strict=True))
    return Unseen(tuple(layers), cells)


def _asked(sight: Sight) -> list[Expr]:
    """The expressions, in the order in which they are read."""
    rows = [row.hidden for rows in sight.rows.values() for row in rows]
    return [layer for layer in sight.layers if layer is not None] + rows
