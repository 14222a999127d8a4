"""The sign in views for anything unknown."""

from __future__ import annotations


class Unknown:
    """Stands for a value that isn't known."""

    def __repr__(self) -> str:
        return "?"


UNKNOWN = Unknown()
