"""`gdl new`."""


def new() -> None:
    """New."""
