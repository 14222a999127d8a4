"""The score that a ruleset declares, or by which it ranks. It is shown beside the result; the rules don't read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.model.model import Model
from gdl.model.nodes import After, Content, Expr, Get, Height, Layer, Standing, within
from interpreter.game.results import NUMBERED
from interpreter.graph.graph import Graph
from interpreter.graph.layout import RESULT, Layout
from interpreter.reference.writer import Writer


class Scores:
    """Works out each player's score in a state."""

    def __init__(self, model: Model, graph: Graph, layout: Layout) -> None:
        self._players = range(len(model.players))
        self._count: Any = None
        self.counts_hidden = model.score is not None and _reads_hidden(model, model.score[1])
        """Whether what is declared as the score is counted from what players don't see."""
        if model.score is not None:
            player, score = model.score
            writer = Writer(graph, layout)
            with writer.region({player: "p"}):
                writer.line(f"return {writer.code(score)}")
            writer.finish("score", "V, p")
            self._count = writer.compiled(lambda values: False)["score"]

    def of(self, values: Sequence[Any]) -> tuple[int, ...] | None:
        """Each player's score. At the end of rules that declare none, the numbers by which they rank, if they do."""
        if self._count is not None:
            return tuple(self._count(values, p) for p in self._players)
        result = values[RESULT]
        return tuple(result[1]) if result is not None and result[0] in NUMBERED else None


def _reads_hidden(model: Model, e: Expr) -> bool:
    hidden = {h.what for h in model.hidden}
    pieces = any(isinstance(what, str) for what in hidden)
    return any(
        (isinstance(part, Get) and part.variable in hidden)
        or (pieces and isinstance(part, Standing | Content | Height | Layer | After))
        for part in within(e)
    )
