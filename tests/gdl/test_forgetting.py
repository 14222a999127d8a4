"""Who checks all day long doesn't grow."""

from __future__ import annotations

import subprocess
import sys

# A process of its own: in one that holds all that other tests have made, counting takes a minute.
COUNTING = """
import gc
from gdl.check.checker import check
from gdl.check.forgetting import forget
from gdl.library import read
from gdl.model.nodes import Expr
from gdl.text.source import Source

source = read("tictactoe")
for i in range(5):
    assert check(Source(source.name, f"{source.text}\\n# {i}\\n")).model is not None
    forget()
    gc.collect()
    print(sum(isinstance(o, Expr) for o in gc.get_objects()))
"""


def test_a_check_that_is_over_leaves_no_expressions_behind() -> None:
    done = subprocess.run([sys.executable, "-c", COUNTING], capture_output=True, text=True, check=True)
    first, *later = map(int, done.stdout.split())
    assert max(later) <= first
