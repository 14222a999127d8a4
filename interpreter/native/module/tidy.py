"""Locals that are read once, straight after they were set, aren't needed: the value is still on the stack.

The emitter gives each value a local of its own, so that it may be asked for anywhere later. Without those that nobody
asks for again, the code is a fifth shorter, and wasmtime has less to look through.
"""

from __future__ import annotations

from collections import Counter

from interpreter.native.module.wasm import Function, Instruction


def tidied(function: Function) -> list[Instruction]:
    """The function's instructions, without such locals."""
    code = function.code
    read = Counter(instruction[1] for instruction in code if instruction[0] == "local.get")
    left: list[Instruction] = []
    for instruction in code:
        if instruction[0] == "local.get" and left and left[-1][0] == "local.set" and left[-1][1] == instruction[1]:
            if read[instruction[1]] == 1 and instruction[1] >= len(function.parameters):
                left.pop()
            else:
                left[-1] = ("local.tee", instruction[1])
            continue
        left.append(instruction)
    return left
