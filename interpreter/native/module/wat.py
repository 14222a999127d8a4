"""WebAssembly modules in the text format, for people."""

from __future__ import annotations

from interpreter.native.module.wasm import MEMORY, VECTORS, Function, Global, Instruction, Module, i32, i64


def text(module: Module) -> str:
    """The module as `wat2wasm` and the like read it."""
    lines = ["(module", f'  (memory (export "memory") {module.pages} {module.max_pages})']
    for g in module.globals:
        export = f' (export "{g.name}")' if g.export else ""
        lines.append(f"  (global ${g.name}{export} (mut {g.type}) ({g.type}.const {g.initial}))")
    for at, held in module.data:
        for start in range(0, len(held), 64):
            row = "".join(f"\\{byte:02x}" for byte in held[start : start + 64])
            lines.append(f'  (data (i32.const {i32(at + start)}) "{row}")')
    for f in module.functions:
        lines += _function(f)
    return "\n".join(lines) + ")\n"


def _function(f: Function) -> list[str]:
    export = f' (export "{f.name}")' if f.export else ""
    signature = "".join(f" (param {p})" for p in f.parameters) + "".join(f" (result {r})" for r in f.results)
    lines = [f"  (func ${f.name}{export}{signature}"]
    if f.locals:
        lines.append("    (local " + " ".join(f.locals) + ")")
    depth = 2
    for instruction in f.code:
        if instruction[0] in ("end", "else"):
            depth -= 1
        lines.append("  " * depth + _instruction(instruction))
        if instruction[0] in ("block", "loop", "if", "else"):
            depth += 1
    lines[-1] += ")"
    return lines


def _instruction(instruction: Instruction) -> str:
    name, *rest = instruction
    if name in ("v128.const", "i8x16.shuffle"):
        return " ".join([name, *(["i8x16"] if name == "v128.const" else []), *map(str, rest[0])])
    if name in MEMORY or (name in VECTORS and rest):
        return f"{name} offset={rest[0]}" if rest and rest[0] else name
    if name in ("block", "loop", "if"):
        return f"{name} (result {rest[0]})" if rest and rest[0] else name
    if name in ("i32.const", "i64.const"):
        return f"{name} {(i32 if name == 'i32.const' else i64)(rest[0])}"
    if name == "br_table":
        return f"br_table {' '.join(map(str, (*rest[0], rest[1])))}"
    return " ".join([name, *(f"${x.name}" if isinstance(x, Function | Global) else str(x) for x in rest)])
