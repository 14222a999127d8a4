"""Calls into a module without the ceremony: wasmtime's own way looks up a function's type at each call.

Where wasmtime's inner parts aren't as they are expected, its own way is taken.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import wasmtime

from interpreter.graph.backend import Halted

try:
    from wasmtime import _ffi as ffi

    _CALL = ffi.wasmtime_func_call
    _CODES = {"i32": ffi.WASMTIME_I32, "i64": ffi.WASMTIME_I64, "f64": ffi.WASMTIME_F64}
except (ImportError, AttributeError):  # pragma: no cover - another version of wasmtime
    ffi = None  # type: ignore[assignment]


def callable_of(store: wasmtime.Store, function: wasmtime.Func) -> Callable[..., Any]:
    """A function of a module as one that takes and gives plain numbers; for one thread at a time."""
    quick = _quick(store, function) if ffi is not None else None
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
    if not set(names + results) <= set(_CODES) or len(results) > 1 or not hasattr(function, "_func"):
        return None
    taken, given = (ffi.wasmtime_val_t * max(len(names), 1))(), (ffi.wasmtime_val_t * 1)()
    for held, name in zip(taken, names, strict=False):
        held.kind = _CODES[name]
    places = [(held.of, name) for held, name in zip(taken, names, strict=False)]
    context, inner, trap = store._context(), ctypes.byref(function._func), ctypes.POINTER(ffi.wasm_trap_t)()
    failed, count, out = ctypes.byref(trap), len(names), results[0] if results else ""

    def call(*arguments: float) -> Any:
        for (place, name), argument in zip(places, arguments, strict=True):
            setattr(place, name, argument)
        error = _CALL(context, inner, taken, count, given, 1 if out else 0, failed)
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            problem = wasmtime.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t)))
            ctypes.memset(ctypes.byref(trap), 0, ctypes.sizeof(trap))
            raise Halted(problem.message)
        return getattr(given[0].of, out) if out else None

    return call
