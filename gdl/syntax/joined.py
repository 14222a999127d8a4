"""Conditions that are joined, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.syntax import tree as t


def joined(condition: t.Expression | None) -> Iterator[t.Expression]:
    """The conditions that `and` joins, in order; none if there is no condition."""
    if isinstance(condition, t.Binary) and condition.operator == "and":
        yield from joined(condition.left)
        yield from joined(condition.right)
    elif condition is not None:
        yield condition
