"""What stands in a view for what isn't known."""

from __future__ import annotations


class Unknown:
    """In place of a value that isn't known."""

    def __repr__(self) -> str:
        return "?"


UNKNOWN = Unknown()
