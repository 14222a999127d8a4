"""Calls into a module without the ceremony: wasmtime's own way looks up a function's type at each call.

Where wasmtime's inner parts aren't as they are expected, its own way is taken.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import wasmtime

from interpreter.graph.backend import Halted

try:
    from wasmtime import _ffi as ffi

    _PLACE = ctypes.c_void_p
    _CALL = ctypes.CFUNCTYPE(_PLACE, _PLACE, _PLACE, _PLACE, ctypes.c_size_t, _PLACE)(
        ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, _PLACE).value or 0
    )
    """Takes addresses as plain numbers. Types aren't looked at: `_quick` has done that."""
except (ImportError, AttributeError):  # pragma: no cover - another version of wasmtime
    ffi = None  # type: ignore[assignment]

_TYPES: dict[str, Any] = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "f64": ctypes.c_double}
VALUE = 16
"""Bytes of a value, whatever its type: arguments stand in a row, and the result takes the first one's place."""


def callable_of(store: wasmtime.Store, function: wasmtime.Func) -> Callable[..., Any]:
    """A function of a module as one that takes and gives plain numbers; for one thread at a time."""
    quick = _quick(store, function) if ffi is not None and sys.byteorder == "little" else None
    if quick is not None:
        return quick

    def call(*arguments: float) -> Any:
        try:
            return function(store, *arguments)
        except wasmtime.Trap as trap:
            raise Halted(trap.message) from None

    return call


def _quick(store: wasmtime.Store, function: wasmtime.Func) -> Callable[..., Any] | None:
    kind = function.type(store)
    names = [str(t) for t in kind.params]
    results = [str(t) for t in kind.results]
    if not set(names + results) <= set(_TYPES) or len(results) > 1 or not hasattr(function, "_func"):
        return None
    count = len(names)
    held, trap = ctypes.create_string_buffer(VALUE * max(count, 1)), ctypes.POINTER(ffi.wasm_trap_t)()
    places = [_TYPES[name].from_buffer(held, VALUE * i) for i, name in enumerate(names)]
    result = _TYPES[results[0]].from_buffer(held) if results else _PLACE()
    context = ctypes.cast(store._context(), _PLACE).value
    inner, values, failed = (ctypes.addressof(thing) for thing in (function._func, held, trap))
    room = max(count, 1)

    def call(*arguments: float, _kept: object = (function, store)) -> Any:  # their addresses are in use
        for place, argument in zip(places, arguments, strict=True):
            place.value = argument
        error = _CALL(context, inner, values, room, failed)
        if error:
            raise wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        if trap:
            problem = wasmtime.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t)))
            ctypes.memset(failed, 0, ctypes.sizeof(trap))
            raise Halted(problem.message)
        return result.value if results else None

    return call
