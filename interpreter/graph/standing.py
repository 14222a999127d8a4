"""By what players would be ranked, if the game ended now: for players who want to be ahead all the time."""

from __future__ import annotations

from gdl.model import statements as m
from gdl.model.model import Model
from interpreter.graph.ends import numbered
from interpreter.graph.witnesses import reads_locals


def standing(model: Model) -> m.Rank | None:
    """The first ranking that can take effect, unless it goes by what was found in the turn."""
    for one in numbered(model).ends:
        if isinstance(one.statement, m.Rank) and one.is_live and not reads_locals(one.statement.score):
            return one.statement
    return None
