"""What turns modules into machine code: the one engine of this process, and others that count."""

from __future__ import annotations

import atexit
import contextlib
from functools import lru_cache

import wasmtime

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

WHOLE = 1 << 32
"""Bytes of addresses that a memory takes: all that it can ever have, so that no access need be checked, and nothing
moves. Addresses cost nothing …"""
PARTS = 8
"""… unless somebody limits them (`ulimit -v`): then a memory takes one in so many of those there may be …"""
GUARD = 1 << 16
"""… and so many behind it, and each access is checked."""


@lru_cache(maxsize=1)
def room() -> int:
    """How many bytes a module's memory can have in this process."""
    if resource is None:
        return WHOLE
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return WHOLE if soft == resource.RLIM_INFINITY else min(max(soft // PARTS >> 16 << 16, 1 << 24), WHOLE)


@lru_cache(maxsize=1)
def engine() -> wasmtime.Engine:
    """The engine. It doesn't count what it does (that costs up to a fifth); jobs have limits of their own instead."""
    config = _config()
    config.cranelift_opt_level = "speed"
    atexit.register(_release_nothing)
    return wasmtime.Engine(config)


def counting() -> wasmtime.Engine:
    """Another one, which counts instructions ("fuel") and compiles quickly."""
    config = _config()
    config.consume_fuel = True
    config.cranelift_opt_level = "none"
    return wasmtime.Engine(config)


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    if room() < WHOLE:
        config.memory_reservation = room()
        config.memory_guard_size = GUARD
        config.memory_may_move = False  # the host writes to it while it runs
    return config


def _release_nothing() -> None:
    """From now on, leave what is still held to the end of the process, which releases all of it.

    While the interpreter ends, wasmtime's own modules are taken apart before what they made: releasing that fails then,
    with a line on standard error each. Releasing it now is no way either: a thread may still be at work in it.
    """
    with contextlib.suppress(ImportError, AttributeError):  # another version of wasmtime
        from wasmtime._managed import Managed  # wasmtime's own affair: not every version has it

        Managed.__del__ = lambda self: None  # type: ignore[method-assign]
