"""WebAssembly modules as one file of C11, for any compiler and without anything else.

Each function becomes one of C with the same meaning: the operand stack becomes variables, one for each depth and type,
which compilers turn back into registers; blocks become labels. Where WebAssembly traps, the call that came from outside
gives 0 and the instance says why. See `c_runtime.c` for memory, arithmetic and traps.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files

from interpreter.native.module.wasm import MEMORY, Function, Instruction, Module

C_TYPES = {"i32": "u32", "i64": "u64", "f32": "float", "f64": "double", "v128": "v128"}
OUTSIDE = {"i32": "int32_t", "i64": "int64_t", "f64": "double"}
"""Types of what may be called from outside."""
RUNTIME = files("interpreter.native.module") / "c_runtime.c"
DATA_ROW = 32
"""Bytes of data in a line."""

_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">="}
_PLAIN = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "div": "/"}


def c_source(module: Module, name: str, doors: Collection[str], fields: str = "") -> str:
    """The module as C. `name`, an identifier, begins all that the file shows to others: `{name}_new`, `{name}_free`.

    `doors` are the exported functions that are called from outside the module: each becomes `call__{its name}`; what
    none of them reaches is left out. `fields` are further fields of an instance.
    """
    functions = module.reached(doors)
    numbers = {id(f): f"f{i}__{identifier(f.name)}" for i, f in enumerate(functions)}
    deep = recursive(functions)
    out = [f"#define MODULE {name}_game\n#define FIELDS {fields}\n"]
    out += [f"#define PAGES {module.pages}u\n#define MOST_PAGES {module.max_pages}u\n"]
    out += ["#define GLOBALS " + " ".join(f"{C_TYPES[g.type]} g{i};" for i, g in enumerate(module.globals)) + "\n"]
    out += [re.sub(r"\bNAME_", f"{name}_", RUNTIME.read_text(encoding="utf-8"))]
    out += [f"static const u8 data{i}[] = {{\n{_bytes(held)}}};\n" for i, (_, held) in enumerate(module.data)]
    out += [f"static {_head(f, numbers[id(f)])};\n" for f in functions]
    globals_ = {id(g): f"g->globals.g{i}" for i, g in enumerate(module.globals)}
    out += [Translator(f, numbers, globals_, id(f) in deep).text() for f in functions]
    out.append("static void initialise(MODULE *g) {\n")
    out += [f"  memcpy(g->memory + {at & 0xFFFFFFFF}u, data{i}, sizeof data{i});\n"
            for i, (at, held) in enumerate(module.data) if held]  # fmt: skip
    out += [f"  {globals_[id(g)]} = {_number(g.type, g.initial)};\n" for g in module.globals]
    out.append("}\n\n")
    out += [_door(f, numbers[id(f)]) for f in functions if f.export and f.name in doors]
    return "".join(out)


def identifier(text: str) -> str:
    """A name as C may have it."""
    return re.sub(r"\W", "_", text, flags=re.ASCII)


def recursive(functions: Sequence[Function]) -> set[int]:
    """The functions, by identity, that may come to call themselves: these look how deep the stack is."""
    calls = {id(f): {id(i[1]) for i in f.code if i[0] == "call"} for f in functions}
    found = {at for at, called in calls.items() if at in called}
    left = {at: called - {at} for at, called in calls.items()}
    while True:
        try:
            TopologicalSorter(left).prepare()
            return found
        except CycleError as circle:
            found |= set(circle.args[1])
            first = circle.args[1][0]
            left = {at: called - {first} for at, called in left.items() if at != first}


def _bytes(held: bytes) -> str:
    rows = (held[i : i + DATA_ROW] for i in range(0, len(held), DATA_ROW))
    return "".join(",".join(map(str, row)) + ",\n" for row in rows) or "0"


def _head(f: Function, name: str) -> str:
    given = "".join(f", {C_TYPES[t]} l{i}" for i, t in enumerate(f.parameters))
    return f"{C_TYPES[f.results[0]] if f.results else 'void'} {name}(MODULE *g{given})"


def _door(f: Function, inner: str) -> str:
    """A function that is called from outside: what traps comes back here."""
    taken = "".join(f", {OUTSIDE[t]} a{i}" for i, t in enumerate(f.parameters))
    given = "".join(f", ({C_TYPES[t]})a{i}" for i, t in enumerate(f.parameters))
    result = OUTSIDE[f.results[0]] if f.results else "void"
    called = f"{inner}(g{given});"
    called = f"{result} found = ({result}){called}\n  return found;" if f.results else called
    return (f"DOOR {result} call__{identifier(f.name)}(MODULE *g{taken}) {{\n  ENTER(g)\n"
            f"  if (setjmp(g->trap)) return{' 0' if f.results else ''};\n  {called}\n}}\n\n")  # fmt: skip


def _number(type_: str, value: float) -> str:
    if type_ == "i32":
        return f"{int(value) & 0xFFFFFFFF}u"
    if type_ == "i64":
        return f"UINT64_C({int(value) & 0xFFFFFFFFFFFFFFFF})"
    return float(value).hex() if value == value and abs(value) != float("inf") else f"special({value!r})"


@dataclass
class Frame:
    """A block, a loop, a branch of an `if`, or the whole body: its label, its result's type, the depth it began at."""

    kind: str
    label: int
    result: str | None
    height: int
    is_dead: bool
    """It stands in code that is never reached, so nothing is written."""
    line: int
    """The line at which it begins: where the label of a loop stands."""
    is_left: bool = False
    """Something goes to its label."""


@dataclass
class Translator:
    """Writes one function."""

    function: Function
    names: dict[int, str]
    """C names of functions, by identity."""
    globals: dict[int, str]
    is_deep: bool
    lines: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    """Types of the operands."""
    frames: list[Frame] = field(default_factory=list)
    used: set[tuple[str, int]] = field(default_factory=set)
    is_dead: bool = False
    labels: int = 0

    def text(self) -> str:
        """The function in C."""
        f = self.function
        self._enter("body", f.results[0] if f.results else None)
        for instruction in f.code:
            self._instruction(instruction)
        self._end()
        variables = [f"  {C_TYPES[t]} {t}_{d};\n" for t, d in sorted(self.used)]
        held = [
            f"  {C_TYPES[t]} l{len(f.parameters) + i} = {'ZERO' if t == 'v128' else '0'};\n"
            for i, t in enumerate(f.locals)
        ]
        deeper, shallower = ("  GO_DEEPER(g)\n", "  g->depth--;\n") if self.is_deep else ("", "")
        unused = "".join(f" (void)l{i};" for i in range(len(f.parameters)))
        back = f"  return {f.results[0]}_0;\n" if f.results else ""
        return (f"static {_head(f, self.names[id(f)])} {{\n  u8 *const m = g->memory; (void)m;{unused}\n"
                f"{''.join(variables)}{''.join(held)}{deeper}{''.join(self.lines)}{shallower}{back}}}\n\n")  # fmt: skip

    # ---- the stack

    def _push(self, type_: str, value: str) -> None:
        at = (type_, len(self.stack))
        self.used.add(at)
        self.stack.append(type_)
        self._write(f"{at[0]}_{at[1]} = {value};")

    def _pop(self) -> str:
        type_ = self.stack.pop()
        return f"{type_}_{len(self.stack)}"

    def _write(self, line: str) -> None:
        self.lines.append(f"  {line}\n")

    # ---- blocks

    def _enter(self, kind: str, result: str | None) -> None:
        self.labels += 1
        self.frames.append(Frame(kind, self.labels, result, len(self.stack), self.is_dead, len(self.lines)))
        if kind == "loop" and not self.is_dead:
            self._write(f"L{self.labels}:;")

    def _give(self, frame: Frame) -> None:
        """Leave the value on top where the frame's result is."""
        if frame.result is not None and frame.kind != "loop" and len(self.stack) - 1 != frame.height:
            self.used.add((frame.result, frame.height))
            self._write(f"{frame.result}_{frame.height} = {frame.result}_{len(self.stack) - 1};")

    def _branch(self, depth: int) -> str:
        """C that leaves for a label."""
        frame = self.frames[-1 - depth]
        before = len(self.lines)
        self._give(frame)
        moved = "".join(line.strip() + " " for line in self.lines[before:])
        del self.lines[before:]
        frame.is_left = True
        return f"{{ {moved}goto L{frame.label}; }}"

    def _else(self) -> None:
        frame = self.frames[-1]
        if frame.is_dead:
            return
        if not self.is_dead:
            self._write(self._branch(0))
        self._write("} else {")
        del self.stack[frame.height :]
        self.is_dead = False

    def _end(self) -> None:
        frame = self.frames[-1]
        if not frame.is_dead:
            if not self.is_dead:
                self._give(frame)
            if frame.kind == "if":
                self._write("}")
            if frame.kind != "loop" and frame.is_left:
                self._write(f"L{frame.label}:;")
            elif frame.kind == "loop" and not frame.is_left:
                self.lines[frame.line] = ""
        self.frames.pop()
        if frame.is_dead:
            return
        # code behind a block that nothing leaves and whose end isn't reached is dead, too
        self.is_dead = self.is_dead and not frame.is_left and frame.kind != "if"
        del self.stack[frame.height :]
        if frame.result is not None:
            self.used.add((frame.result, frame.height))
            self.stack.append(frame.result)

    # ---- instructions

    def _instruction(self, instruction: Instruction) -> None:
        name = instruction[0]
        if name in ("block", "loop", "if"):
            condition = "" if self.is_dead or name != "if" else self._pop()
            self._enter(name, instruction[1] if len(instruction) > 1 else None)
            if condition:
                self._write(f"if ({condition}) {{")
        elif name == "else":
            self._else()
        elif name == "end":
            self._end()
        elif not self.is_dead:
            self._straight(name, instruction)

    def _straight(self, name: str, instruction: Instruction) -> None:
        match name:
            case "br":
                self._write(self._branch(instruction[1]))
                self.is_dead = True
            case "br_if":
                condition = self._pop()
                self._write(f"if ({condition}) {self._branch(instruction[1])}")
            case "br_table":
                self._table(instruction[1], instruction[2])
            case "return":
                self._write(self._branch(len(self.frames) - 1))
                self.is_dead = True
            case "unreachable":
                self._write('stop(g, "unreachable");')
                self.is_dead = True
            case "nop":
                pass
            case "call":
                self._call(instruction[1])
            case "drop":
                self._pop()
            case "select":
                condition, other, one = self._pop(), self._pop(), self._pop()
                self._push(one.partition("_")[0], f"{condition} ? {one} : {other}")
            case "local.get":
                self._push(self._type(instruction[1]), f"l{instruction[1]}")
            case "local.set":
                self._write(f"l{instruction[1]} = {self._pop()};")
            case "local.tee":
                self._write(f"l{instruction[1]} = {self.stack[-1]}_{len(self.stack) - 1};")
            case "global.get":
                self._push(instruction[1].type, self.globals[id(instruction[1])])
            case "global.set":
                self._write(f"{self.globals[id(instruction[1])]} = {self._pop()};")
            case _:
                self._operation(name, instruction)

    def _type(self, local: int) -> str:
        count = len(self.function.parameters)
        return self.function.parameters[local] if local < count else self.function.locals[local - count]

    def _table(self, cases: Iterable[int], otherwise: int) -> None:
        chosen = self._pop()
        self._write(f"switch ({chosen}) {{")
        for i, depth in enumerate(cases):
            self._write(f"case {i}u: {self._branch(depth)}")
        self._write(f"default: {self._branch(otherwise)} }}")
        self.is_dead = True

    def _call(self, called: Function) -> None:
        given = [self._pop() for _ in called.parameters][::-1]
        call = f"{self.names[id(called)]}({', '.join(['g', *given])})"
        if called.results:
            self._push(called.results[0], call)
        else:
            self._write(f"{call};")

    def _operation(self, name: str, instruction: Instruction) -> None:
        type_, _, what = name.partition(".")
        if what == "const":
            value = instruction[1]
            self._push(type_, f"VECTOR({_lanes(value)})" if type_ == "v128" else _number(type_, value))
        elif name in MEMORY or name in ("v128.load", "v128.store"):
            self._memory(type_, what, instruction[1] if len(instruction) > 1 else 0)
        elif type_ == "memory":
            self._whole_memory(what)
        elif name == "i8x16.shuffle":
            other, one = self._pop(), self._pop()
            self._push("v128", f"SHUFFLE({one}, {other}, {_lanes(instruction[1])})")
        elif type_ in ("f32x4", "i32x4", "i8x16", "v128"):
            self._vector(type_, what)
        else:
            self._number_operation(type_, what, instruction)

    def _memory(self, type_: str, what: str, offset: int) -> None:
        if what.startswith("load"):
            at = self._pop()
            self._push(type_, f"{type_}_{what}(g, m, {at}, {offset}u)")
        else:
            value, at = self._pop(), self._pop()
            self._write(f"{type_}_{what}(g, m, {at}, {offset}u, {value});")

    def _whole_memory(self, what: str) -> None:
        if what == "size":
            self._push("i32", "g->pages")
        elif what == "grow":
            self._push("i32", f"grow(g, {self._pop()})")
        else:
            count, value, at = self._pop(), self._pop(), self._pop()
            self._write(f"memory_{what}(g, m, {at}, {value}, {count});")

    def _vector(self, type_: str, what: str) -> None:
        if what in ("splat", "bitmask", "any_true", "sqrt", "convert_i32x4_s"):
            one = self._pop()
            result = "i32" if what in ("bitmask", "any_true") else "v128"
            self._push(result, f"{type_}_{what}({one})")
        else:
            other, one = self._pop(), self._pop()
            self._push("v128", f"{type_}_{what}({one}, {other})")

    def _number_operation(self, type_: str, what: str, instruction: Instruction) -> None:
        if what == "eqz":
            self._push("i32", f"{self._pop()} == 0")
        elif what == "deposits":
            self._push("i32", "DEPOSITS")
        elif what == "of_table":
            self._write(f"{{ static const uint16_t table[] = {{ {', '.join(map(str, instruction[1]))} }};")
            self._push(type_, f"table[{self._pop()}]")
            self._write("}")
        elif what in ("clz", "ctz", "popcnt", "extend8_s", "extend16_s", "extend32_s", "abs", "neg", "ceil", "floor",
                      "trunc", "nearest", "sqrt"):  # fmt: skip
            self._push(type_, f"{type_}_{what}({self._pop()})")
        elif what.startswith(("wrap", "extend_", "trunc_", "demote", "convert", "promote", "reinterpret")):
            self._push(type_, f"{type_}_{what}({'g, ' if what.startswith('trunc_') else ''}{self._pop()})")
        elif what.partition("_")[0] in _COMPARED:
            order, _, sign = what.partition("_")
            other, one = self._pop(), self._pop()
            cast = f"(s{type_[1:]})" if sign == "s" else ""
            self._push("i32", f"{cast}{one} {_COMPARED[order]} {cast}{other}")
        else:
            other, one = self._pop(), self._pop()
            if what in _PLAIN:
                self._push(type_, f"{one} {_PLAIN[what]} {other}")
            else:
                trapping = "g, " if what.startswith(("div", "rem")) else ""
                self._push(type_, f"{type_}_{what}({trapping}{one}, {other})")


def _lanes(held: Iterable[int]) -> str:
    return ",".join(map(str, held))
