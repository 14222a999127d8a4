"""`gdl lint`: what is wrong with rulesets."""


def lint() -> None:
    """Lint."""
