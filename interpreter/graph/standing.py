"""By what players would be ranked, if the game ended now: for players who want to be ahead all the time.

Where the rules rank nobody, three players and more are ahead by how near their pieces are to where the rules want them.
Two players have values for that (`players/learning/towards_goals.py`).
"""

from __future__ import annotations

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Expr, Var
from interpreter.graph.ends import numbered
from interpreter.graph.goals import nearness
from interpreter.graph.witnesses import reads_locals


def standing(model: Model) -> tuple[Var, Expr] | None:
    """A player, and the number of the first ranking that can take effect, unless it goes by what was found in the
    turn; or how near that player's pieces are to their goals."""
    for one in numbered(model).ends:
        if isinstance(one.statement, m.Rank) and one.is_live and not reads_locals(one.statement.score):
            return one.statement.player, one.statement.score
    return nearness(model) if len(model.players) > 2 else None
