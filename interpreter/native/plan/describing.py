"""Whether a decision's options are described all at once for lists of moves."""

from __future__ import annotations

from gdl.model.cost import tuples, work
from interpreter.graph.abi import LISTED
from interpreter.graph.graph import Ask, Graph

MAX_STEPS = 10_000_000
"""If each option is described by itself, all of them are found again for each. From so many steps on, that takes
longer than the code for describing them together, which is a tenth more to compile."""
MAX_NAMES = LISTED // 8 - 2
"""Names of a decision that a row has room for."""


def describes_at_once(graph: Graph) -> bool:
    """Whether one of a ruleset's decisions has so many options, or options so dear, that this pays."""
    asks = [n for n in graph.nodes if isinstance(n, Ask) and not n.is_roll]
    if graph.mosts or any(len(ask.choose.variables) > MAX_NAMES for ask in asks):
        return False
    return any(_steps(ask) > MAX_STEPS for ask in asks)


def _steps(ask: Ask) -> int:
    """How long it takes at most to find all options anew for each of them."""
    options = tuples(ask.choose.binders)
    return options * options * work(ask.choose.where)[0]
