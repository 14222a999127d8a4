"""Who checks all day long doesn't grow."""

from __future__ import annotations

import gc

from gdl.check.checker import check
from gdl.check.forgetting import forget
from gdl.library import read
from gdl.model.nodes import Expr
from gdl.syntax.source import Source


def expressions_after(number: int) -> int:
    """How many expressions are left after a check of a ruleset that has never been checked like this."""
    source = read("tictactoe")
    assert check(Source(source.name, f"{source.text}\n# {number}\n")).model is not None
    forget()
    gc.collect()
    return sum(isinstance(o, Expr) for o in gc.get_objects())


def test_a_check_that_is_over_leaves_no_expressions_behind() -> None:
    first = expressions_after(0)
    assert max(expressions_after(i) for i in range(1, 5)) <= first
