"""Locals that aren't needed, since what they hold may as well wait on the stack until it is asked for.

The emitter gives each value a local of its own, so that it may be asked for anywhere later. Most are asked for once,
soon, and in the order in which they were made. Without their locals the code is a third shorter: pages carry less, and
browsers have less to read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from interpreter.native.module.wasm import MEMORY, Function, Instruction

EFFECTS = {
    "local.get": (0, 1), "global.get": (0, 1), "memory.size": (0, 1), "local.set": (1, 0), "local.tee": (1, 1),
    "global.set": (1, 0), "drop": (1, 0), "select": (3, 1), "memory.grow": (1, 1), "memory.copy": (3, 0),
    "memory.fill": (3, 0), "v128.load": (1, 1), "v128.store": (2, 0), "block": (0, 0), "loop": (0, 0), "if": (1, 0),
    "else": (0, 0), "end": (0, 0), "br": (0, 0), "br_if": (1, 0), "br_table": (1, 0), "return": (0, 0), "nop": (0, 0),
    "unreachable": (0, 0),
}  # fmt: skip
"""How many values an instruction takes from the stack, and how many it gives."""
OF_ONE = {"eqz", "clz", "ctz", "popcnt", "abs", "neg", "ceil", "floor", "trunc", "nearest", "sqrt", "splat", "any_true",
          "bitmask", "wrap", "extend", "extend8", "extend16", "extend32", "demote", "convert", "promote",
          "reinterpret"}  # fmt: skip
"""Operators of one operand, by their names up to the type that they start from; the others have two."""
GOES_AWAY = {"br", "br_table", "return", "unreachable"}


def effect(instruction: Instruction) -> tuple[int, int]:
    """How many values an instruction takes from the stack, and how many it gives."""
    name = instruction[0]
    if name == "call":
        return len(instruction[1].parameters), len(instruction[1].results)
    return EFFECTS.get(name) or _effect_of_other(name)


@cache
def _effect_of_other(name: str) -> tuple[int, int]:
    """The same of one that its name tells."""
    if name in MEMORY:
        return (2, 0) if ".store" in name else (1, 1)
    operator = name.partition(".")[2]
    if operator == "const":
        return 0, 1
    return (1, 1) if operator in OF_ONE or operator.partition("_")[0] in OF_ONE else (2, 1)


def tidied(function: Function) -> list[Instruction]:
    """The function's instructions, without such locals."""
    tidying = _Tidying(Counter(one[1] for one in function.code if one[0] == "local.get"), len(function.parameters))
    for instruction in function.code:
        tidying.step(instruction)
    return [instruction for instruction in tidying.left if instruction is not None]


@dataclass(slots=True)
class Waiting:
    """A value that was put into a local."""

    at: int
    """Where in the code."""
    height: int
    """How many values lie below it, if it is left on the stack."""


@dataclass
class Block:
    """A block, a loop, a branch of an `if`, or the whole body."""

    below: int
    """The height of the stack where it begins."""
    gives: int = 0
    waiting: dict[int, Waiting] = field(default_factory=dict)
    """The values that wait, by their locals, in the order in which they were made: none lies higher than those after
    it."""
    is_left: bool = False
    """What follows up to its end is never reached."""


class _Tidying:
    """One pass through a function's code, which keeps count of what lies on the stack."""

    def __init__(self, read: Counter[int], parameters: int) -> None:
        self.read, self.parameters = read, parameters
        self.left: list[Instruction | None] = []
        self.height = 0
        self.blocks = [Block(0)]
        self.holders: dict[int, Block] = {}
        """The block in which a local's value waits, if it does."""

    def step(self, instruction: Instruction) -> None:
        """Take the next instruction."""
        name = instruction[0]
        if name == "local.get" and self._waited(instruction[1]):
            return
        takes, gives = effect(instruction)
        self._take(takes)
        block = self.blocks[-1]
        if name in ("local.set", "local.tee"):
            local = instruction[1]
            if (holder := self.holders.get(local)) is not None:
                holder.waiting.pop(local, None)
            if name == "local.set":
                block.waiting[local] = Waiting(len(self.left), self.height)
                self.holders[local] = block
        self.left.append(instruction)
        self.height += gives
        if name in ("block", "loop", "if"):
            self.blocks.append(Block(self.height, int(len(instruction) > 1 and instruction[1] is not None)))
        elif name in ("else", "end"):
            assert block.is_left or self.height == block.below + block.gives, "a block leaves what it doesn't give"
            self.blocks.pop()
            self.height = block.below
            if name == "else":
                self.blocks.append(Block(block.below, block.gives))
            else:
                self.height += block.gives
        elif name in GOES_AWAY:
            block.is_left = True

    def _take(self, count: int) -> None:
        """Values are taken: those can't wait that would lie among them."""
        block = self.blocks[-1]
        self.height -= count
        if self.height < block.below and block.is_left:  # there it doesn't matter what lies on the stack
            self.height = block.below
        waiting = block.waiting
        while waiting and waiting[last := next(reversed(waiting))].height > self.height:
            del waiting[last]

    def _waited(self, local: int) -> bool:
        """Whether the value of a local is where it is asked for if it waits on the stack; then it does."""
        waiting = self.blocks[-1].waiting
        one = waiting.get(local)
        if one is None or one.height != self.height:
            return False
        only = self.read[local] == 1 and local >= self.parameters
        self.left[one.at] = None if only else ("local.tee", local)
        del waiting[local]
        for other in waiting.values():
            if other.at > one.at:
                other.height += 1
        self.height += 1
        return True
