"""The engines of this process, which turn modules into machine code."""

from __future__ import annotations

import atexit
import contextlib
from functools import lru_cache
from weakref import WeakKeyDictionary

import wasmtime

from interpreter.cancellation import CancelToken


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


_stoppable: WeakKeyDictionary[CancelToken, dict[bool, wasmtime.Engine]] = WeakKeyDictionary()


@lru_cache
def _unstoppable(metered: bool) -> wasmtime.Engine:
    return _made(metered, False)


def _made(metered: bool, stops: bool) -> wasmtime.Engine:
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
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
