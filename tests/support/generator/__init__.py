"""Writes small valid rulesets from the whole language; `generated.py` makes a hypothesis strategy of it."""
