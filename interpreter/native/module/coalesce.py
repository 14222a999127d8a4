"""Locals that are never needed at the same time become one: fewer of them, whose numbers come again and again.

That makes no game faster on wasmtime, which does the same for itself; but a module packs to half its size, and a page
carries it.
"""

from __future__ import annotations

from heapq import heappop, heappush

from interpreter.native.module.wasm import Function, Instruction

ACCESS = {"local.get", "local.set", "local.tee"}
BOUNDS = {"block", "if", "loop", "else", "end"}


def coalesced(function: Function) -> tuple[list[Instruction], list[str]]:
    """The function's instructions with fewer locals, and the types of those beyond its parameters."""
    first, types = len(function.parameters), function.locals
    ends, places, loops = _ends(function.code, first, len(types))
    code, never = [*function.code], len(function.code)
    taken: list[str] = []
    free: dict[str, list[int]] = {type_: [] for type_ in {*types}}
    number = [-1] * len(types)
    made: dict[str, dict[int, Instruction]] = {name: {} for name in ACCESS}
    for at in places:
        if at in loops:
            for local in loops[at]:
                if ends[local] == at:
                    heappush(free[types[local]], number[local])
            continue
        name, local = code[at]
        local -= first
        new = number[local]
        if new < 0:
            unused = free[types[local]]
            if unused and ends[local] < never:
                new = heappop(unused)
            else:
                new = first + len(taken)
                taken.append(types[local])
            number[local] = new
        same = made[name]
        code[at] = same[new] if new in same else same.setdefault(new, (name, new))
        if ends[local] == at:
            heappush(free[types[local]], new)
    return code, taken


class _Block:
    """A block of code. `has_ended`: whether its end was passed. `own`: if it is a loop, the locals that are needed up
    to its end. `loop`: the same of the outermost loop that began in this block and hasn't ended."""

    __slots__ = ("has_ended", "loop", "own")

    def __init__(self, own: set[int] | None = None) -> None:
        self.has_ended, self.own = False, own
        self.loop: set[int] | None = None


def _ends(code: list[Instruction], first: int, count: int) -> tuple[list[int], list[int], dict[int, set[int]]]:
    """Where the value of each of the `count` locals beyond the parameters is needed for the last time. Besides, in
    order: the places in the code where one is set or asked for, and the ends of loops. And for each of these ends the
    locals that are needed up to there or longer.

    A local that is set in the block that holds all its uses, before them, is needed up to the last of these, or, if
    that stands in loops that begin after it was set, up to the end of the outermost of them. Any other is needed up to
    the end of the code: what it holds may be from a round of a loop before, or the zero that it began with.
    """
    never = len(code)
    ends = [-1] * count
    set_in: list[_Block | None] = [None] * count
    places: list[int] = []
    loops: dict[int, set[int]] = {}
    blocks = [_Block()]
    for at, instruction in enumerate(code):
        name = instruction[0]
        if name in ACCESS:
            local = instruction[1] - first
            if local < 0:
                continue
            places.append(at)
            block = set_in[local]
            if block is None:
                set_in[local] = blocks[-1]
                ends[local] = at if name != "local.get" else never
            elif block.has_ended:
                ends[local] = never
            elif ends[local] != never:
                ends[local] = at
                if block.loop is not None:
                    block.loop.add(local)
        elif name not in BOUNDS:
            continue
        elif name == "block" or name == "if":
            blocks.append(_Block())
        elif name == "loop":
            own = set[int]()
            for around in blocks:
                if around.loop is None:
                    around.loop = own
            blocks.append(_Block(own))
        else:
            block = blocks.pop()
            block.has_ended = True
            if block.own is not None:
                for local in block.own:
                    ends[local] = at
                for around in blocks:
                    if around.loop is block.own:
                        around.loop = None
                places.append(at)
                loops[at] = block.own
            if name == "else":
                blocks.append(_Block())
    return ends, places, loops
