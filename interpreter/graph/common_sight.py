"""What may be shown to those who look on, beyond what is hidden from some player.

Each player must know what an onlooker sees: who plays might look on as well. So where it hangs on hidden things who
sees a part – a site that is in somebody's sight, say – the part is shown to no onlooker, even while all players see it.
"""

from __future__ import annotations

from gdl.model import statements as m
from gdl.model.model import LAYERS, Model
from gdl.model.nodes import After, Content, Expr, Get, Height, Layer, Standing, within


def never_common(model: Model) -> frozenset[m.Variable | str]:
    """What is hidden from players who may not be known to all: variables, and layers of pieces."""
    return frozenset(h.what for h in model.hidden if _reads_hidden(model, h.players))


def _reads_hidden(model: Model, e: Expr) -> bool:
    hidden = {h.what for h in model.hidden}
    first = min((LAYERS.index(what) for what in hidden if isinstance(what, str)), default=len(LAYERS))
    return any(
        part.variable in hidden if isinstance(part, Get) else _deepest(model, part) >= first
        for part in within(e)
        if isinstance(part, Get | Standing | Content | Height | Layer | After)
    )


def _deepest(model: Model, part: Expr) -> int:
    """The last of `LAYERS` that an expression asks for."""
    match part:
        case Height():
            return LAYERS.index("piece")
        case Content(what=what) if what in LAYERS and what != "piece":
            return LAYERS.index(what)
        case Standing(kinds=kinds, owner=owner) if len(set(kinds)) == len(model.kinds):
            return LAYERS.index("piece" if owner is None else "owner")
        case Standing():
            return LAYERS.index("kind")
    return len(LAYERS) - 1
