"""Writes small valid rulesets from the whole language; `tests/support/generated.py` makes a hypothesis strategy of it."""
