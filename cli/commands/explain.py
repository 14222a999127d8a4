"""`gdl explain`."""


def explain() -> None:
    """Explain."""
