"""Locals that aren't needed, since what they hold may as well wait on the stack until it is asked for.

The emitter gives each value a local of its own, so that it may be asked for anywhere later. Most are asked for once,
soon, and in the order in which they were made. Without their locals the code is a third shorter: pages carry less, and
browsers have less to read.
"""

from __future__ import annotations

from collections import Counter

from interpreter.native.module.wasm import MEMORY, OPCODES, VECTORS, Function, Instruction

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
TURNS = {"block", "loop", "if", "else", "end", *GOES_AWAY}
"""Instructions after which others may follow than the next."""


def _told_by_name(name: str) -> tuple[int, int]:
    """The same of an instruction whose name tells it."""
    if name in MEMORY:
        return (2, 0) if ".store" in name else (1, 1)
    operator = name.partition(".")[2]
    if operator in ("const", "deposits"):
        return 0, 1
    if operator == "of_table":
        return 1, 1
    return (1, 1) if operator in OF_ONE or operator.partition("_")[0] in OF_ONE else (2, 1)


OF_C = ("i64.nth_bit", "i64.nth_bit_or_none", "i64.mul_high_u", "i64.deposit", "i64.extract", "i64.of_table",
        "i32.deposits")  # fmt: skip
"""Instructions that C has and WebAssembly lacks (`lower/draws.py`); `of_table` takes an index of a table of 16-bit
numbers, which is part of the instruction."""
EFFECTS |= {
    name: _told_by_name(name) for name in (*MEMORY, *OPCODES, *VECTORS, *OF_C) if name not in {*EFFECTS, "call"}
}


def tidied(function: Function) -> list[Instruction]:
    """The function's instructions, without such locals.

    One pass, which keeps count of what lies on the stack: `height` values, of which `below` were there when the
    innermost block began; that block gives `gives` values. `waiting` has the locals whose values could still lie on the
    stack, in the order in which they were set, each with the number of values below it: none lies higher than those
    after it, or higher than `top`. `at` says where they were set, `holders` among which they wait. After a jump
    `is_left` holds up to the end of the block: what stands there is never reached.
    """
    read, parameters = Counter([one[1] for one in function.code if one[0] == "local.get"]), len(function.parameters)
    left: list[Instruction | None] = []
    height = below = gives = top = 0
    is_left = False
    waiting: dict[int, int] = {}
    outer: list[tuple[int, int, dict[int, int], int, bool]] = []
    at = [0] * (parameters + len(function.locals))
    holders: list[dict[int, int] | None] = [None] * len(at)
    for instruction in function.code:
        name = instruction[0]
        if name == "local.get":
            local = instruction[1]
            if waiting.get(local) == height:  # its value is where it is asked for, if it is left on the stack
                left[at[local]] = None if read[local] == 1 and local >= parameters else ("local.tee", local)
                for later in reversed(waiting):
                    if later == local:
                        break
                    waiting[later] += 1
                del waiting[local]
                top = height + 1
            else:
                left.append(instruction)
            height += 1
            continue
        takes, puts = EFFECTS[name] if name != "call" else _of_call(instruction[1])
        if takes:
            height -= takes
            if height < below and is_left:  # there it doesn't matter what lies on the stack
                height = below
            if top > height:  # what would lie among the values that are taken can't wait
                while waiting and waiting[next(reversed(waiting))] > height:
                    waiting.popitem()
                top = height
        if name == "local.set":
            local = instruction[1]
            if (others := holders[local]) is not None:
                others.pop(local, None)
            waiting[local], at[local], holders[local] = height, len(left), waiting
            top = height
            left.append(instruction)
            continue
        left.append(instruction)
        height += puts
        if name == "local.tee":
            if (others := holders[instruction[1]]) is not None:
                others.pop(instruction[1], None)
        elif name not in TURNS:
            continue
        elif name in GOES_AWAY:
            is_left = True
        elif name == "else" or name == "end":
            assert is_left or height == below + gives, "a block leaves what it doesn't give"
            height, waiting, is_left = below, {}, False
            if name == "end":
                height += gives
                below, gives, waiting, top, is_left = outer.pop()
        else:
            outer.append((below, gives, waiting, top, is_left))
            below, gives, waiting, is_left = height, int(len(instruction) > 1 and instruction[1] is not None), {}, False
    return [instruction for instruction in left if instruction is not None]


def _of_call(function: Function) -> tuple[int, int]:
    """How many values a call takes from the stack, and how many it gives."""
    return len(function.parameters), len(function.results)
