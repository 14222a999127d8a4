"""Results about expressions that checks share, and how to forget them after a check.

A command ends before they take much memory. A server or an editor would keep those of every ruleset that it ever
checked.
"""

from __future__ import annotations

from gdl.check import facts, missing
from gdl.model import cost

_KEPT = [held for module in (cost, facts, missing) for held in vars(module).values() if hasattr(held, "cache_clear")]


def forget() -> None:
    """Forget the expressions of all checks that are over."""
    for held in _KEPT:
        held.cache_clear()
