"""Which numbers are dice: those from 1 to 6 that are rolled, each as likely, and kept as they fell."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model import statements as m
from gdl.model.build import TRUE
from gdl.model.nodes import Const, Get
from gdl.model.types import Range
from interpreter.drawing.cards import Card

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gdl.model.model import Model
    from gdl.model.state import Variable

DIE = Range(1, 6)
ALL = (1 << len(DIE)) - 1
"""All of its numbers as a set."""
FACES: Mapping[str, Card] = {label: Card(label, label, picture=f"die{label}", colour="ivory") for label in DIE.labels}


@lru_cache(maxsize=16)
def dice(model: Model) -> frozenset[Variable]:
    """The variables that hold what was rolled, or say how many dice show each number."""
    statements = [s for block in (model.setup, model.turn, model.end) for s in m.walk(block)]
    rolled = {
        variable
        for s in statements if isinstance(s, m.Roll)
        for variable, (_, source) in zip(s.variables, s.binders, strict=True)
        if variable.type.base == DIE and isinstance(source, Const) and source.value == ALL and s.where == TRUE
    }  # fmt: skip
    found = set()
    for s in statements:
        if not isinstance(s, m.Assign) or s.variable.local:
            continue
        keeps = isinstance(s.value, Get) and s.value.variable in rolled and s.variable.type.base == DIE
        at = s.indices[-1] if s.indices else None
        counts = isinstance(at, Get) and at.variable in rolled and s.variable.dimensions[-1] == DIE
        if keeps or (counts and isinstance(s.variable.type.base, Range) and s.variable.type.base.low == 0):
            found.add(s.variable)
    return frozenset(found)
