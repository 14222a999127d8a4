"""What turns modules into machine code: the engines of this process."""

from __future__ import annotations

import atexit
import contextlib
import sys
from functools import lru_cache
from weakref import WeakKeyDictionary

import wasmtime

from interpreter.cancellation import CancelToken

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

WHOLE = 1 << 32
"""Bytes of addresses that a memory takes: all that it can ever have, so that no access need be checked, and nothing
moves. Addresses cost nothing …"""
PARTS = 8
"""… unless somebody limits them (`ulimit -v`): then a memory takes one in so many of those there may be …"""
IN_BROWSER = 1 << 28
"""A tab of a browser is bounded."""
GUARD = 1 << 16
"""… and so many behind it, and each access is checked."""


@lru_cache(maxsize=1)
def room() -> int:
    """How many bytes a module's memory can have in this process."""
    if sys.platform == "emscripten":
        return IN_BROWSER
    if resource is None:
        return WHOLE
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return WHOLE if soft == resource.RLIM_INFINITY else min(max(soft // PARTS >> 16 << 16, 1 << 24), WHOLE)


def engine(token: CancelToken | None = None, metered: bool = False) -> wasmtime.Engine:
    """The engine for code that may be stopped by a token, or whose work is metered.

    The usual one does neither: asking whether to stop costs up to a quarter of the speed, and counting instructions
    (wasmtime's "fuel") up to two thirds; jobs have limits of their own instead.
    """
    if token is None:
        return _unstoppable(metered)
    engines = _stoppable.setdefault(token, {})
    if metered not in engines:
        engines[metered] = made = _made(metered, True)
        token.on_cancel(made.increment_epoch)
    return engines[metered]


def code(binary: bytes, token: CancelToken | None = None, metered: bool = False) -> wasmtime.Module:
    """A module as code of this machine, by the engine for that."""
    return wasmtime.Module(engine(token, metered), binary)


def counting(token: CancelToken | None = None) -> wasmtime.Engine:
    """An engine that counts instructions, may be stopped by a token, and compiles quickly."""
    made = _made(metered=True, stops=token is not None, level="none")
    if token is not None:
        token.on_cancel(made.increment_epoch)
    return made


_stoppable: WeakKeyDictionary[CancelToken, dict[bool, wasmtime.Engine]] = WeakKeyDictionary()


@lru_cache
def _unstoppable(metered: bool) -> wasmtime.Engine:
    return _made(metered, False)


def _made(metered: bool, stops: bool, level: str = "speed") -> wasmtime.Engine:
    config = wasmtime.Config()
    if room() < WHOLE:
        config.memory_reservation = room()
        config.memory_guard_size = GUARD
        config.memory_may_move = False  # the host writes to it while it runs
    config.cranelift_opt_level = level
    config.consume_fuel = metered
    config.epoch_interruption = stops
    _at_exit()
    return wasmtime.Engine(config)


@lru_cache
def _at_exit() -> None:
    atexit.register(_release_nothing)


def _release_nothing() -> None:
    """From now on, leave what is still held to the end of the process, which releases all of it.

    While the interpreter ends, wasmtime's own modules are taken apart before what they made: releasing that fails then,
    with a line on standard error each. Releasing it now is no way either: a thread may still be at work in it.
    """
    with contextlib.suppress(ImportError, AttributeError):  # another version of wasmtime
        from wasmtime._managed import Managed  # wasmtime's own affair: not every version has it

        Managed.__del__ = lambda self: None  # type: ignore[method-assign]
