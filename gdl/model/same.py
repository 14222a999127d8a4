"""Whether two models are the same game: equal in all that matters to play and to what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from gdl.model.model import Model
from gdl.model.nodes import Var


def same_game(one: Model, other: Model) -> bool:
    """Whether they are equal but for places in the text, the hash, and the file's name."""
    rows: dict[tuple[Any, ...], int] = {}
    return _Reader(rows).number(one) == _Reader(rows).number(other)


class _Reader:
    """Gives every part of a model a number, the same to parts that are equal; each part is looked at once."""

    def __init__(self, rows: dict[tuple[Any, ...], int]) -> None:
        self.rows = rows
        self.known: dict[int, tuple[object, int]] = {}
        self.met: dict[Var, int] = {}

    def number(self, value: Any) -> int:
        """The number of a part."""
        if isinstance(value, int | str | float | bool | None):
            return self._row(type(value).__name__, value)
        if id(value) in self.known:
            return self.known[id(value)][1]
        found = self._number(value)
        self.known[id(value)] = value, found  # the part is kept, so that no other gets its identity
        return found

    def _number(self, value: Any) -> int:
        if isinstance(value, tuple | list):
            return self._row("row", *map(self.number, value))
        if isinstance(value, frozenset):
            return self._row("set", *sorted(map(self.number, value)))
        if isinstance(value, Mapping):
            return self._row("map", *(self.number(pair) for pair in value.items()))
        if isinstance(value, Var):
            return self._row("var", value.name, self.met.setdefault(value, len(self.met)), self.number(value.type))
        if not is_dataclass(value):  # truths and texts, of which there is one type each
            return self._row(type(value).__name__, value.name)
        unseen = {"span", "hash", "name"} if isinstance(value, Model) else {"span"}
        parts = [self.number(getattr(value, field.name)) for field in fields(value) if field.name not in unseen]
        return self._row(type(value).__name__, *parts)

    def _row(self, *row: Any) -> int:
        return self.rows.setdefault(row, len(self.rows))
