"""Thousands of games of one ruleset at once, as NumPy arrays: `Batch`.

Needs NumPy: pip install 'gdl-interpreter[batch]'. The arrays share memory with the compiled rules; one call takes an
action in every game.
"""

from __future__ import annotations

from interpreter.errors import not_installed

try:
    import numpy  # noqa: F401 - asked for here, so that its lack is told once, in words
except ImportError as problem:
    raise ImportError(not_installed(__name__, ("numpy",), "batch"), name="numpy") from problem

from interpreter.bridges.batch.batch import Batch
from interpreter.bridges.batch.lanes import BatchError, NoSuchAction

__all__ = ["Batch", "BatchError", "NoSuchAction"]
