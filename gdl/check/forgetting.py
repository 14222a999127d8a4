"""What is kept of expressions while a ruleset is checked, and may be forgotten when that is over.

A command ends before it matters; who checks all day long would keep every ruleset that was ever checked.
"""

from __future__ import annotations

from gdl.check import facts, missing
from gdl.model import cost

_KEPT = [held for module in (cost, facts, missing) for held in vars(module).values() if hasattr(held, "cache_clear")]


def forget() -> None:
    """Keep nothing of the expressions of checks that are over."""
    for held in _KEPT:
        held.cache_clear()
