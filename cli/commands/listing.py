"""`gdl list`."""


def list_games() -> None:
    """List."""
