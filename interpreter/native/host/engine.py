"""The one engine of this process, which turns modules into machine code."""

from __future__ import annotations

import atexit
import contextlib
from functools import lru_cache

import wasmtime


@lru_cache(maxsize=1)
def engine() -> wasmtime.Engine:
    """The engine. It doesn't count what it does (that costs up to a fifth); jobs have limits of their own instead."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    atexit.register(_release_nothing)
    return wasmtime.Engine(config)


def _release_nothing() -> None:
    """From now on, leave what is still held to the end of the process, which releases all of it.

    While the interpreter ends, wasmtime's own modules are taken apart before what they made: releasing that fails then,
    with a line on standard error each. Releasing it now is no way either: a thread may still be at work in it.
    """
    with contextlib.suppress(ImportError, AttributeError):  # another version of wasmtime
        from wasmtime._managed import Managed  # wasmtime's own affair: not every version has it

        Managed.__del__ = lambda self: None  # type: ignore[method-assign]
