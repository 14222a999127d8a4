"""WebAssembly modules: functions as rows of instructions, and their binary form (WebAssembly core specification 2.0).

An instruction is a tuple: its name as in the text format, then its immediates: ``("i64.const", 5)``,
``("local.get", 0)``, ``("i64.load8_u", offset)``, ``("block", "i64")`` (or None), ``("br_table", (0, 1), 2)``,
``("call", function)``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from struct import pack
from typing import Any

Instruction = tuple[Any, ...]

TYPES = {"i32": 0x7F, "i64": 0x7E, "f32": 0x7D, "f64": 0x7C, "v128": 0x7B}

OPCODES: dict[str, int] = {
    "unreachable": 0x00, "nop": 0x01, "block": 0x02, "loop": 0x03, "if": 0x04, "else": 0x05, "end": 0x0B, "br": 0x0C,
    "br_if": 0x0D, "br_table": 0x0E, "return": 0x0F, "call": 0x10, "drop": 0x1A, "select": 0x1B, "local.get": 0x20,
    "local.set": 0x21, "local.tee": 0x22, "global.get": 0x23, "global.set": 0x24, "memory.size": 0x3F,
    "memory.grow": 0x40, "i32.const": 0x41, "i64.const": 0x42, "f64.const": 0x44,
}  # fmt: skip
_LOADS = ["i32.load", "i64.load", "f32.load", "f64.load", "i32.load8_s", "i32.load8_u", "i32.load16_s",
          "i32.load16_u", "i64.load8_s", "i64.load8_u", "i64.load16_s", "i64.load16_u", "i64.load32_s",
          "i64.load32_u", "i32.store", "i64.store", "f32.store", "f64.store", "i32.store8", "i32.store16",
          "i64.store8", "i64.store16", "i64.store32"]  # fmt: skip
MEMORY = {name: 0x28 + i for i, name in enumerate(_LOADS)}
_ORDERED = ["lt", "gt", "le", "ge"]
_SIGNED = [f"{o}_{s}" for o in _ORDERED for s in "su"]
_INTEGER = ["clz", "ctz", "popcnt", "add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor",
            "shl", "shr_s", "shr_u", "rotl", "rotr"]  # fmt: skip
_FLOAT = ["abs", "neg", "ceil", "floor", "trunc", "nearest", "sqrt", "add", "sub", "mul", "div", "min", "max",
          "copysign"]  # fmt: skip
for _start, _type, _names in (
    (0x45, "i32", ["eqz", "eq", "ne", *_SIGNED]), (0x50, "i64", ["eqz", "eq", "ne", *_SIGNED]),
    (0x61, "f64", ["eq", "ne", "lt", "gt", "le", "ge"]), (0x67, "i32", _INTEGER), (0x79, "i64", _INTEGER),
    (0x99, "f64", _FLOAT),
):  # fmt: skip
    OPCODES |= {f"{_type}.{name}": _start + i for i, name in enumerate(_names)}
OPCODES |= {
    "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD, "i64.trunc_f64_s": 0xB0,
    "f32.demote_f64": 0xB6, "f64.convert_i64_s": 0xB9, "f64.convert_i64_u": 0xBA, "f64.promote_f32": 0xBB,
    "i64.reinterpret_f64": 0xBD, "f64.reinterpret_i64": 0xBF,
    "i64.extend8_s": 0xC2, "i64.extend16_s": 0xC3, "i64.extend32_s": 0xC4,
}  # fmt: skip
VECTORS = {
    "v128.load": 0x00, "v128.store": 0x0B, "v128.const": 0x0C, "i8x16.shuffle": 0x0D, "f32x4.splat": 0x13,
    "i8x16.le_u": 0x2A, "f32x4.gt": 0x44, "v128.and": 0x4E, "v128.any_true": 0x53, "i8x16.bitmask": 0x64,
    "i8x16.add": 0x6E, "i8x16.sub": 0x71, "i32x4.add": 0xAE, "i32x4.sub": 0xB1, "f32x4.sqrt": 0xE3, "f32x4.add": 0xE4,
    "f32x4.sub": 0xE5, "f32x4.mul": 0xE6, "f32x4.div": 0xE7, "f32x4.max": 0xE9, "f32x4.convert_i32x4_s": 0xFA,
}  # fmt: skip
"""Four floats or integers of 32 bits at once, or sixteen bytes; the instruction's number follows the prefix 0xFD. The
bytes of a constant, and the lanes of a shuffle, are one immediate."""
LOCAL = {name: bytes((OPCODES[name],)) for name in ("local.get", "local.set", "local.tee")}
PLAIN = {name: bytes((code,)) for name, code in OPCODES.items() if name not in ("block", "loop", "if")}
PLAIN |= {name: PLAIN[name] + b"\0" for name in ("memory.size", "memory.grow")}
"""Instructions without immediates."""
BULK = {"memory.copy": bytes((0xFC, 0x0A, 0, 0)), "memory.fill": bytes((0xFC, 0x0B, 0))}


def _align(name: str) -> int:
    """The logarithm of how many bytes an instruction loads or stores."""
    bits = name.rstrip("_su").partition("load")[2] or name.rstrip("_su").partition("store")[2] or name[1:3]
    return {"8": 0, "16": 1, "32": 2, "64": 3}[bits]


_ALIGN = {name: _align(name) for name in MEMORY}


@lru_cache(maxsize=1 << 15)
def unsigned(n: int) -> bytes:
    """A number in LEB128."""
    if n < 0x80:
        return bytes((n,))
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n: int) -> bytes:
    """A number in signed LEB128."""
    out = bytearray()
    while not -64 <= n < 64:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n & 0x7F)
    return bytes(out)


def i64(n: int) -> int:
    """A word of 64 bits as the signed number that a constant takes."""
    n &= (1 << 64) - 1
    return n - (1 << 64) if n >> 63 else n


def i32(n: int) -> int:
    """A word of 32 bits as the signed number that a constant takes."""
    n &= (1 << 32) - 1
    return n - (1 << 32) if n >> 31 else n


@dataclass(eq=False)
class Function:
    """A function: types of parameters and results, the locals beyond its parameters, and its instructions.

    The end of the body is not written. `export` is the name by which others may call it.
    """

    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...] = ()
    export: bool = False
    locals: list[str] = field(default_factory=list)
    code: list[Instruction] = field(default_factory=list)

    def local(self, type_: str = "i64") -> int:
        """A fresh local's number."""
        self.locals.append(type_)
        return len(self.parameters) + len(self.locals) - 1


@dataclass(eq=False)
class Global:
    """A variable of the module."""

    name: str
    type: str
    initial: int | float
    export: bool = False


class Module:
    """Functions, variables, and one memory with what it holds at first."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.globals: list[Global] = []
        self.data: list[tuple[int, bytes]] = []
        self.pages = 1
        self.max_pages = 65_536

    def add(self, function: Function) -> Function:
        """Add a function; gives it back."""
        self.functions.append(function)
        return function

    def reached(self, doors: Collection[str]) -> list[Function]:
        """The exported functions of these names, and all that they call, in the module's order."""
        used, todo = set[Function](), [f for f in self.functions if f.export and f.name in doors]
        while todo:
            function = todo.pop()
            if function not in used:
                used.add(function)
                todo += [one[1] for one in function.code if one[0] == "call"]
        return [f for f in self.functions if f in used]

    def drop_unused(self) -> None:
        """Drop functions that nobody calls."""
        self.functions = self.reached({f.name for f in self.functions})

    def variable(self, name: str, type_: str = "i64", initial: float = 0, export: bool = False) -> Global:
        """Add a variable; gives it back."""
        self.globals.append(Global(name, type_, initial, export))
        return self.globals[-1]

    # ---- the binary form

    def encode(self) -> bytes:
        """The module's bytes."""
        signatures: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
        for f in self.functions:
            signatures.setdefault((f.parameters, f.results), len(signatures))
        types = [b"\x60" + _types(p) + _types(r) for p, r in signatures]
        functions = [unsigned(signatures[f.parameters, f.results]) for f in self.functions]
        self._numbers: dict[Any, int] = {f: i for i, f in enumerate(self.functions)}
        self._numbers |= {g: i for i, g in enumerate(self.globals)}
        memory = [b"\x01" + unsigned(self.pages) + unsigned(self.max_pages)]
        variables = [bytes((TYPES[g.type], 1)) + self._instruction((f"{g.type}.const", g.initial)) + b"\x0b"
                     for g in self.globals]  # fmt: skip
        exports = [_name("memory") + b"\x02\x00"]
        exports += [_name(f.name) + b"\x00" + unsigned(i) for i, f in enumerate(self.functions) if f.export]
        exports += [_name(g.name) + b"\x03" + unsigned(i) for i, g in enumerate(self.globals) if g.export]
        code = [self._body(f) for f in self.functions]
        data = [b"\x00\x41" + signed(i32(at)) + b"\x0b" + unsigned(len(held)) + held for at, held in self.data]
        sections = [(1, types), (3, functions), (5, memory), (6, variables), (7, exports), (10, code), (11, data)]
        out = b"\0asm\x01\0\0\0"
        for number, items in sections:
            if items:
                content = unsigned(len(items)) + b"".join(items)
                out += bytes((number,)) + unsigned(len(content)) + content
        return out

    def _body(self, f: Function) -> bytes:
        runs: list[tuple[int, str]] = []
        for type_ in f.locals:
            if runs and runs[-1][1] == type_:
                runs[-1] = (runs[-1][0] + 1, type_)
            else:
                runs.append((1, type_))
        declared = b"".join(unsigned(n) + bytes((TYPES[t],)) for n, t in runs)
        content = bytearray(unsigned(len(runs)) + declared)
        known: dict[Instruction, bytes] = {}
        for instruction in f.code:
            encoded = known.get(instruction)
            if encoded is None:
                encoded = known[instruction] = self._instruction(instruction)
            content += encoded
        content.append(0x0B)
        return unsigned(len(content)) + bytes(content)

    def _instruction(self, instruction: Instruction) -> bytes:
        name = instruction[0]
        if name in LOCAL:
            return LOCAL[name] + unsigned(instruction[1])
        if len(instruction) == 1 and name in PLAIN:
            return PLAIN[name]
        if name in MEMORY:
            offset = instruction[1] if len(instruction) > 1 else 0
            return bytes((MEMORY[name], _ALIGN[name])) + unsigned(offset)
        if name in BULK:
            return BULK[name]
        if name in VECTORS:
            code = b"\xfd" + unsigned(VECTORS[name])
            if name in ("v128.load", "v128.store"):
                return code + b"\0" + unsigned(instruction[1])
            return code + (bytes(instruction[1]) if len(instruction) > 1 else b"")
        code = bytes((OPCODES[name],))
        match name:
            case "i32.const" | "i64.const":
                return code + signed((i32 if name == "i32.const" else i64)(instruction[1]))
            case "f64.const":
                return code + pack("<d", instruction[1])
            case "block" | "loop" | "if":
                kind = instruction[1] if len(instruction) > 1 else None
                return code + bytes((0x40 if kind is None else TYPES[kind],))
            case "br_table":
                labels = b"".join(map(unsigned, instruction[1]))
                return code + unsigned(len(instruction[1])) + labels + unsigned(instruction[2])
            case "call" | "global.get" | "global.set":
                return code + unsigned(self._numbers[instruction[1]])
        return code + b"".join(unsigned(n) for n in instruction[1:])


def _types(names: Iterable[str]) -> bytes:
    row = [TYPES[n] for n in names]
    return unsigned(len(row)) + bytes(row)


def _name(text: str) -> bytes:
    data = text.encode()
    return unsigned(len(data)) + data
