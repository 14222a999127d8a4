"""Texts made of parts: what is written, and values."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.model.build import const
from gdl.model.nodes import Const, Expr, Table, node
from gdl.model.types import TEXT
from gdl.text.whose import OWN, behind, is_own, whose


def fitted(parts: Iterable[Expr]) -> list[Expr]:
    """The parts of a text, `'s` as it fits the name before it: Tigers' king."""
    found = list[Expr]()
    for part in parts:
        if not found or not isinstance(part, Const) or not is_own(part.value):
            found.append(part)
            continue
        match before := found[-1]:
            case Const():
                found.append(const(TEXT, behind(before.value, part.value)))
            case Table(values=names) if len(before.arguments) == 1 and any(behind(name, OWN) != OWN for name in names):
                found[-1] = node(Table, before.type, tuple(map(whose, names)), before.arguments)
                found.append(const(TEXT, part.value.removeprefix(OWN)))
            case _:
                found.append(part)
    return [part for part in found if not isinstance(part, Const) or part.value]
