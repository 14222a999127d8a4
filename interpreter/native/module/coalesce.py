"""Locals that are never needed at the same time become one: fewer of them, whose numbers come again and again.

That makes no game faster on wasmtime, which does the same for itself; but a module packs to half its size, and a page
carries it.
"""

from __future__ import annotations

from heapq import heappop, heappush

from interpreter.native.module.wasm import Function, Instruction

ACCESS = {"local.get", "local.set", "local.tee"}


def coalesced(function: Function) -> tuple[list[Instruction], list[str]]:
    """The function's instructions with fewer locals, and the types of those beyond its parameters."""
    first = len(function.parameters)
    ends = _ends(function.code, first)
    taken: list[str] = []
    free: dict[str, list[int]] = {}
    ending: dict[int, list[int]] = {}
    number: dict[int, int] = {}
    made: dict[tuple[str, int], Instruction] = {}
    code: list[Instruction] = []
    for at, instruction in enumerate(function.code):
        name = instruction[0]
        if name in ACCESS and (local := instruction[1]) >= first:
            type_ = function.locals[local - first]
            if local not in number:
                if free.get(type_) and ends[local] < len(function.code):
                    number[local] = heappop(free[type_])
                else:
                    taken.append(type_)
                    number[local] = first + len(taken) - 1
                ending.setdefault(ends[local], []).append(local)
            key = name, number[local]
            code.append(made.setdefault(key, key))
        else:
            code.append(instruction)
        for local in ending.pop(at, ()):
            heappush(free.setdefault(function.locals[local - first], []), number[local])
    return code, taken


class _Block:
    """A block of code: whether it goes round, and which locals are asked for in it after they were set."""

    __slots__ = ("accessed", "goes_round")

    def __init__(self, goes_round: bool) -> None:
        self.goes_round, self.accessed = goes_round, set[int]()


def _ends(code: list[Instruction], first: int) -> dict[int, int]:
    """Where the value of each local beyond the parameters is needed for the last time.

    A local that is set in the block that holds all its uses, before them, is needed up to the last of these, or, if
    that stands in a loop that begins after it was set, up to the end of that loop. Any other is needed up to the end of
    the code: what it holds may be from a round of a loop before, or the zero that it began with.
    """
    ends: dict[int, int] = {}
    set_in: dict[int, _Block] = {}
    blocks = [_Block(False)]
    never = len(code)
    for at, instruction in enumerate(code):
        name = instruction[0]
        if name in ACCESS:
            local = instruction[1]
            if local < first:
                continue
            here = blocks[-1]
            if local not in set_in:
                set_in[local] = here
                ends[local] = at if name != "local.get" else never
            elif ends[local] != never:
                ends[local] = max(ends[local], at) if set_in[local] in blocks else never
                here.accessed.add(local)
        elif name in ("block", "loop", "if"):
            blocks.append(_Block(name == "loop"))
        elif name in ("else", "end"):
            block = blocks.pop()
            from_outside = {local for local in block.accessed if set_in[local] is not block and ends[local] != never}
            if block.goes_round:
                ends |= dict.fromkeys(from_outside, at)
            blocks[-1].accessed |= from_outside
            if name == "else":
                blocks.append(_Block(False))
    return ends
