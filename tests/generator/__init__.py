"""Writes small valid rulesets from the whole language; `tests/generated.py` makes a hypothesis strategy of it."""
