"""Whether two parts of a syntax tree say the same, wherever they stand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gdl.syntax import tree as t
from gdl.text.source import Span


def same(a: Any, b: Any) -> bool:
    """Whether two parts of a tree say the same, wherever they stand."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, t.Node) and type(a) is type(b):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    return (isinstance(a, Span) and isinstance(b, Span)) or (not isinstance(a, t.Node) and bool(a == b))


def meaning(a: Any) -> Any:
    """What a part of a tree says, wherever it stands: what `same` compares, as a key to look it up by."""
    if isinstance(a, tuple):
        return tuple(map(meaning, a))
    if isinstance(a, t.Node):
        return type(a), *(meaning(getattr(a, f.name)) for f in fields(a))
    return None if isinstance(a, Span) else a
