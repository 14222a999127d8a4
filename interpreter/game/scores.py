"""The score that a ruleset declares, or by which it ranks: shown beside the result, and nothing to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.model.model import Model
from interpreter.graph.graph import Graph
from interpreter.graph.layout import RESULT, Layout
from interpreter.reference.writer import Writer


class Scores:
    """Counts each player's score in a state."""

    def __init__(self, model: Model, graph: Graph, layout: Layout) -> None:
        self._players = range(len(model.players))
        self._count: Any = None
        if model.score is not None:
            player, score = model.score
            writer = Writer(graph, layout)
            with writer.region({player: "p"}):
                writer.line(f"return {writer.code(score)}")
            writer.finish("score", "V, p")
            self._count = writer.compiled(lambda values: False)["score"]

    def of(self, values: Sequence[Any]) -> tuple[int, ...] | None:
        """Each player's score; at the end of rules that declare none, the numbers by which they rank, if they do."""
        if self._count is not None:
            return tuple(self._count(values, p) for p in self._players)
        result = values[RESULT]
        return tuple(result[1]) if result is not None and result[0] == "rank" else None
