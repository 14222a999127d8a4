"""What ships is checked once in a run of the tests: many of them load the same games.

Models are frozen, so whoever gets one may have been given it before. What a test writes itself is checked each time,
unless nothing but what ships has a part in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from gdl import library
from gdl.check.checker import Checked, check
from gdl.syntax.source import Source
from interpreter.game import game

KEPT: dict[tuple[Any, ...], Checked] = {}
NAMELESS = "<text>"


def checked(source: Source, options: Mapping[str, object] | None = None, players: int | None = None) -> Checked:
    """`check`, or what it has said of the same before."""
    key = (source, repr(sorted((options or {}).items())), players, Path.cwd())
    found = KEPT.get(key)
    if found is None:
        found = check(source, options, players)
        if found.model is not None and all(is_settled(tree.source) for tree in found.rules.trees):
            KEPT[key] = replace(found, context=None)  # only lint reads it, and it is large
    return found


def is_settled(source: Source) -> bool:
    """Whether this text can't be another one the next time."""
    return source.name == NAMELESS or source.text in shipped()


@cache
def shipped() -> frozenset[str]:
    """The texts that ship."""
    return frozenset(Source(name, path.read_text(encoding="utf-8")).text for name, path in library.paths().items())


def install() -> None:
    """From now on games are loaded so."""
    game.check = checked  # type: ignore[attr-defined]
