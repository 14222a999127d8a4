"""Whether two parts of a syntax tree say the same, wherever they stand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gdl.syntax import tree as t
from gdl.syntax.source import Span


def same(a: Any, b: Any) -> bool:
    """Whether two parts of a tree say the same, wherever they stand."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, t.Node) and type(a) is type(b):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    return (isinstance(a, Span) and isinstance(b, Span)) or (not isinstance(a, t.Node) and bool(a == b))
