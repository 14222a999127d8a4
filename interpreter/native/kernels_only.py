"""Kernels in a module of their own, without the rules of any game."""

from __future__ import annotations

from functools import lru_cache

import wasmtime

from interpreter.native.engine import engine
from interpreter.native.kernel_compiler.compiler import compile_kernels
from interpreter.native.module.coalesce import coalesced
from interpreter.native.module.memory import Memory
from interpreter.native.module.tidy import tidied
from interpreter.native.module.wasm import Module

PAGE = 65_536
STACK_BYTES = 16 * 1024
"""Reports and tables; all else lies in the heap."""


@lru_cache
def kernels(job: str) -> wasmtime.Module:
    """The kernels of one file, and those that it needs."""
    module = Module()
    memory = Memory(module)
    stack = memory.reserve(STACK_BYTES)
    known = {"STACK": stack, "STACK_END": memory.end, "CAPACITY": 0, "P": 2}
    compile_kernels(module, [f"interpreter.native.kernels.{job}"], known)
    for function in module.functions:
        function.code = tidied(function)
        function.code, function.locals = coalesced(function)
    module.pages = (memory.end + PAGE - 1) // PAGE
    return wasmtime.Module(engine(), module.encode())
