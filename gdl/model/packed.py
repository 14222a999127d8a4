"""Models as bytes, and back: a checked ruleset is kept between runs in the form in which the program holds it.

Pickle carries them, as it is some ten times as fast as checking and knows shared objects. Whoever reads one trusts
`gdl.cache`: its folder is the user's alone, and what lies there is used by the very program that wrote it. Besides,
`Unpacker` makes nothing but parts of models, so that no bytes can make it run other code.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

from gdl.model import looks, model, nodes, shape, state, statements, types
from gdl.model.model import Model
from gdl.model.nodes import Expr, Var, node
from gdl.text import source as texts
from gdl.text.source import Source

SINGLE = {
    "truths": types.TRUTHS, "texts": types.TEXTS, "places": types.PLACES, "no directions": shape.NO_DIRECTIONS,
}  # fmt: skip
"""Objects of which there is one in a program."""
NAMES = {id(held): name for name, held in SINGLE.items()}
HOMES = {home.__name__: home for home in (looks, model, nodes, shape, state, statements, types, texts)}
"""Modules that define what a model consists of."""
HERE = __name__


def packed(model: Model, sources: Sequence[Source]) -> bytes:
    """A model and the texts it was made of; raises PicklingError, TypeError or RecursionError."""
    held = io.BytesIO()
    Packer(held, pickle.HIGHEST_PROTOCOL).dump((model, tuple(sources)))
    return held.getvalue()


def unpacked(held: bytes) -> tuple[Model, tuple[Source, ...]]:
    """What was packed; raises an error of any kind if the bytes don't fit."""
    model, sources = Unpacker(io.BytesIO(held)).load()
    if not isinstance(model, Model) or not all(isinstance(source, Source) for source in sources):
        raise pickle.UnpicklingError("no model")
    return model, sources


class Packer(pickle.Pickler):
    """Takes objects apart into what they are made by; what they have worked out since is left out."""

    def persistent_id(self, held: Any) -> str | None:
        """The name of an object of which there is one."""
        return NAMES.get(id(held))

    def reducer_override(self, held: Any) -> Any:
        """What makes an object again."""
        if isinstance(held, Var):
            return _variable, (held.type, held.name, held.number)
        if isinstance(held, Expr):
            return node, (type(held), *(getattr(held, name) for name in nodes.field_names(type(held))))
        if isinstance(held, MappingProxyType):
            return _mapping, (dict(held),)
        if isinstance(held, Enum):
            return type(held), (held.value,)  # Python 3.11.0 to 3.11.3 would write `getattr`, which nobody may read
        if is_dataclass(held) and not isinstance(held, type):
            return type(held), tuple(getattr(held, field.name) for field in fields(held))
        return NotImplemented


class Unpacker(pickle.Unpickler):
    """Puts objects together, as parts of models alone."""

    def __init__(self, held: io.BytesIO) -> None:
        super().__init__(held)
        self._bound: dict[int, int] = {}

    def persistent_load(self, name: str) -> Any:
        """The one object of this name."""
        return SINGLE[name]

    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        """A class of a part, or a function above; raises UnpicklingError for anything else."""
        if module == HERE and name == "_variable":
            return self._variable
        if module == HERE and name == "_mapping":
            return _mapping
        home = HOMES.get(module)
        found = getattr(home, name, None) if home is not None and "." not in name else None
        if found is node or (isinstance(found, type) and found.__module__ == module):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a model")

    def _variable(self, type_: types.Type, name: str, number: int) -> Var:
        """A bound variable. Its number is new, as numbers tell variables of this process apart."""
        if number not in self._bound:
            self._bound[number] = nodes.next_number()
        return Var(type_, name, self._bound[number])


def _variable(type_: types.Type, name: str, number: int) -> Var:
    """Stands in what is packed for the method of this name."""
    raise NotImplementedError


def _mapping(held: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(held)
