"""Where a way through the commands of a move has come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.moves.terms import Condition, Effect, Place


@dataclass(frozen=True)
class Scene:
    """Where a way through the commands has come to."""

    here: Place
    start: Place
    to: Place | None = None
    marked: Place | None = None
    conditions: tuple[Condition, ...] = ()
    effects: tuple[Effect, ...] = ()
    flags: Mapping[str, Condition] = field(default_factory=dict)
    goal: Place | None = None
    """Where the first piece goes, once another moves as well."""
