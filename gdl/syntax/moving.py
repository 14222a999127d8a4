"""A piece of a tree in another text: the same declaration, somewhat further up or down, needn't be parsed again."""

from __future__ import annotations

from typing import Any, TypeVar

from gdl.syntax import tree as t
from gdl.text.source import Source, Span

N = TypeVar("N", bound=t.Node)


def moved(node: N, source: Source, by: int) -> N:
    """The same node in another text, in which it stands so many characters further behind."""
    done: dict[int, t.Node] = {}  # where one node stands in two places, it still does

    def value(old: Any) -> Any:
        if isinstance(old, t.Node):
            return copy(old)
        if isinstance(old, tuple):
            return tuple(map(value, old))
        return old

    def copy(old: Any) -> Any:
        if id(old) in done:
            return done[id(old)]
        new = object.__new__(type(old))
        fields = new.__dict__  # a frozen node is filled as it is made
        for name, held in old.__dict__.items():
            if name == "span":
                fields["span"] = Span(source, held.start + by, held.end + by)
            elif type(held) is str or type(held) is int:
                fields[name] = held
            else:
                fields[name] = value(held)
        done[id(old)] = new
        return new

    return copy(node)  # type: ignore[no-any-return]
