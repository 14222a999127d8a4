"""How many sites are empty, and which: known from ply to ply where pieces are put on empty sites, one by one.

The number of options is then known before the sets of pieces are, and the draw doesn't wait for them. In C the set of
empty sites is known, too, so it needn't be found from the sets of pieces.
"""

from __future__ import annotations

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Const, Expr, Fill, Op, Standing
from interpreter.graph.layout import Layout
from interpreter.native.plan.occupied import covered, only_site


def is_vacant(layout: Layout, e: Expr) -> bool:
    """Whether a set is that of all empty sites."""
    if not isinstance(e, Op) or e.name != "minus":
        return False
    sites, pieces = e.operands
    return isinstance(sites, Const) and sites.value == (1 << len(sites.type.values)) - 1 and is_occupied(layout, pieces)


def is_occupied(layout: Layout, e: Expr) -> bool:
    """Whether a set is that of all sites where something stands."""
    return isinstance(e, Standing) and covered(layout, e) == frozenset(layout.piece_slots)


def is_kept(layout: Layout) -> bool:
    """Whether the number is worth keeping: a player chooses among all empty sites, a piece is put on one site, and no
    loop changes what stands."""
    model: Model = layout.model
    if model.board is None or model.stacks:
        return False
    statements = list(m.walk((*model.turn, *model.end)))
    loops = [s for s in statements if isinstance(s, m.Loop) and any(isinstance(t, m.OnBoard) for t in m.walk(s.body))]
    return (
        not loops
        and any(isinstance(s, m.Choose) and _chooses_vacant(layout, s) for s in statements)
        and any(isinstance(s, m.Put) and only_site(s.sites) is not None for s in statements)
    )


def is_set_kept(layout: Layout) -> bool:
    """Whether the set is worth keeping by C: unless regions are filled, which takes the registers (Hex plays a fiftieth
    fewer games with it, Gomoku and Tic-tac-toe up to a fifteenth more)."""
    return not any(isinstance(e, Fill) for e in m.deep((*layout.model.turn, *layout.model.end)))


def _chooses_vacant(layout: Layout, s: m.Choose) -> bool:
    return len(s.binders) == 1 and is_vacant(layout, s.binders[0][1]) and isinstance(s.where, Const)
