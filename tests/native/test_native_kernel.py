"""Kernels: what the subset of Python means, once it runs as WebAssembly, and what it refuses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import wasmtime
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.native.kernel_compiler import compiler
from interpreter.native.kernel_compiler.compiler import compile_kernels
from interpreter.native.kernel_compiler.names import KernelError
from interpreter.native.module.wasm import Function, Module, i64

ENGINE = wasmtime.Engine()


class Running:
    """A module of kernels that is ready to be called."""

    def __init__(self, text: str, constants: dict[str, int] | None = None) -> None:
        module = Module()
        compile_kernels(module, ["from interpreter.native.kernel_compiler.intrinsics import job\n" + text], constants)
        self.store = wasmtime.Store(ENGINE)
        self.exports = wasmtime.Instance(
            self.store, wasmtime.Module(ENGINE, module.encode()), []
        ).exports(self.store)

    def __call__(self, name: str, *arguments: float) -> Any:
        return self.exports[name](self.store, *arguments)


ARITHMETIC = """
@job
def work(a: int, b: int) -> int:
    c = a * 3 - b + (a ^ b) - (a | b) + (a & 0xFF) + (b << 2) + (a >> 1)
    if a < b and b != 0 or not a:
        c += 1
    elif a == b:
        c -= -7
    else:
        c = ~c
    return min(c, a) + max(b, c) if c % 2 == 0 else c
"""

SUMS = """
WIDTH = 4
DOUBLE = WIDTH * 2
total: int = 0

def add(n: int) -> None:
    global total
    total += n

@job
def table(n: int) -> int:
    global total
    total = 0
    for i in range(n):
        if i == 3:
            continue
        for j in range(DOUBLE, 0, -2):
            if i * j > 40:
                break
            add(i * j)
    k = 0
    while True:
        k += 1
        if k > n:
            break
        if k % 2:
            continue
        add(k)
    return total
"""


def python(text: str, name: str, *arguments: int) -> Any:
    scope: dict[str, Any] = {"job": lambda f: f}
    exec(text, scope)
    return scope[name](*arguments)


@cache
def running_arithmetic() -> Running:
    return Running(ARITHMETIC)


WORDS = st.integers(0, 1 << 40)


@settings(max_examples=50)
@given(WORDS, WORDS)
def test_arithmetic_is_pythons(a: int, b: int) -> None:
    kernel = running_arithmetic()
    expected = python(ARITHMETIC.replace("c % 2", "abs(c) % 2"), "work", a, b)
    assert kernel("work", a, b) == i64(expected)


def test_truths_are_numbers_where_they_are_counted_with() -> None:
    kernel = Running("""
@job
def sign(a: int, b: int) -> int:
    return (a > b) - (a < b)
@job
def chosen(a: int, b: int) -> int:
    known = (a > 1 if b else a > 2) == (b > 1)
    return -(a < b) * 10 + max(a < b, b < a) + known
""")
    assert [kernel("sign", 1, n) for n in range(3)] == [1, 0, -1]
    for a in range(4):
        for b in range(4):
            known = (a > 1 if b else a > 2) == (b > 1)
            assert kernel("chosen", a, b) == -(a < b) * 10 + max(a < b, b < a) + known


def test_loops_and_variables_of_the_module_are_pythons() -> None:
    kernel = Running(SUMS)
    for n in range(8):
        assert kernel("table", n) == python(SUMS, "table", n)


def test_floats() -> None:
    kernel = Running("""
from interpreter.native.kernel_compiler.intrinsics import sqrt
@job
def mean(a: int, x: float) -> float:
    y: float = 1
    y += a / 2
    if x > 1:
        y = x
    return -(y - sqrt(x) if a else 2) * 2 + (a > 3)
@job
def whole(x: float) -> int:
    return int(x) + int(x > 2)
""")
    assert kernel("mean", 3, 0.25) == -(2.5 - 0.5) * 2
    assert kernel("mean", 5, 4.0) == -(4 - 2) * 2 + 1
    assert kernel("mean", 0, 4.0) == -4
    assert kernel("whole", 3.99) == 4
    assert kernel("whole", -1.5) == -1


def test_memory_and_single_instructions() -> None:
    kernel = Running("""
from interpreter.native.kernel_compiler.intrinsics import *
@job
def work(at: int) -> int:
    fill(at, 0xAB, 16)
    store16(at, 2, 0x1234)
    copy(at + 32, at, 8)
    store64(at, 8, -1)
    storef(at, 16, 1.5)
    return load64(at + 32) + load8(at, 8) + load32(at + 8) * (loadf(at, 16) == 1.5) + load16(at + 2)
@job
def many(a: int, b: int) -> int:
    return popcount(a) + 100 * ctz(a) + 10000 * clz(a) + 1000000 * ult(a, b) + rotl(a, 4) + remu(a, 10)
@job
def shifted(a: int) -> int:
    return shr_u(a, 60) + from_bits_of(a)
def from_bits_of(a: int) -> int:
    return bits(from_bits(a)) - a
@job
def more(n: int) -> int:
    before = memory_pages()
    return before if grow(n) == before and memory_pages() == before + n else -1
""".replace("import *", "import bits, from_bits, copy, fill, load8, load16, load32, load64, loadf, store16, store64,"
            " storef, popcount, ctz, clz, ult, rotl, remu, shr_u, memory_pages, grow"))  # fmt: skip
    assert kernel("work", 1024) == i64(0xABABABAB1234ABAB + 0xFF + 0xFFFFFFFF + 0x1234)
    assert kernel("many", 8, -1) == 1 + 300 + 600000 + 1000000 + 128 + 8
    assert kernel("shifted", -1) == 15
    assert kernel("more", 2) == 1


def test_conditions_stop_where_they_are_decided() -> None:
    kernel = Running("""
count: int = 0
def note(result: int) -> bool:
    global count
    count += 1
    return result != 0
@job
def work(a: int, b: int) -> int:
    global count
    count = 0
    known = note(a) and note(b) or note(a) and note(1)
    return count * 10 + known
""")
    assert [kernel("work", *ab) for ab in ((0, 0), (1, 0), (1, 1))] == [20, 41, 21]


def test_constants_and_functions_that_are_given() -> None:
    text = """
from interpreter.native.kernel_compiler.intrinsics import job
SIZE: int
DEFAULT = 5
SCALE = 0.5
def outside(a: int) -> int:
    raise NotImplementedError
def unused(a: int) -> int:
    return a
@job
def work() -> float:
    return outside(SIZE * 2 + DEFAULT) * SCALE
"""
    module = Module()
    successor = [("local.get", 0), ("i64.const", 1), ("i64.add",)]
    outside = module.add(Function("outside", ("i64",), ("i64",), code=successor))
    with pytest.raises(KernelError, match="work: a constant that it uses must be given"):
        compile_kernels(Module(), [text], {}, {"outside": outside})
    with pytest.raises(KernelError, match="outside must be given"):
        compile_kernels(Module(), [text], {"SIZE": 1}, {})
    compile_kernels(module, [text], {"SIZE": 10, "DEFAULT": 1, "<kernels>.SCALE": 2.0}, {"outside": outside})
    store = wasmtime.Store(ENGINE)
    instance = wasmtime.Instance(store, wasmtime.Module(ENGINE, module.encode()), [])
    assert instance.exports(store)["work"](store) == 52.0


def test_variables_belong_to_their_file() -> None:
    text = "top: int = 3\ndef f() -> int:\n    return heap_end() - top\n"
    text = "from interpreter.native.kernels.areas import heap_end\n" + text
    module = Module()
    compile_kernels(module, [text], dict.fromkeys(("STACK", "STACK_END", "P", "CAPACITY"), 0))
    assert {"areas.top", "<kernels>.top"} <= {variable.name for variable in module.globals}


def test_files_read_what_others_hold_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of two files: one sets a variable, the other reads it, and mustn't set it."""
    head = "from interpreter.native.kernel_compiler.intrinsics import job\n"
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "holding.py").write_text(f"{head}held: int = 3\n@job\ndef put(n: int) -> None:\n"
                                       "    global held\n    held = n\n")  # fmt: skip
    (folder / "reading.py").write_text(f"{head}from shared.holding import held\n@job\ndef twice() -> int:\n"
                                       "    return 2 * held\n")  # fmt: skip
    monkeypatch.setattr(compiler, "_ROOT", tmp_path)
    module = Module()
    compile_kernels(module, ["shared"])
    store = wasmtime.Store(ENGINE)
    exports = wasmtime.Instance(store, wasmtime.Module(ENGINE, module.encode()), []).exports(store)
    assert exports["twice"](store) == 6
    exports["put"](store, 8)
    assert exports["twice"](store) == 16
    setting = "from shared.holding import held\ndef f() -> None:\n    global held\n    held = 1\n"
    with pytest.raises(KernelError, match="only the file of held sets it"):
        compile_kernels(Module(), [setting])


def test_functions_belong_to_their_file() -> None:
    module = Module()
    text = "from interpreter.native.kernels.chance import game_key\ndef mix(a: int) -> int:\n    return a + 1\n"
    text += "@job\ndef f(a: int) -> int:\n    return game_key(mix(a), 0, 0)\n"
    compile_kernels(module, ["from interpreter.native.kernel_compiler.intrinsics import job\n" + text])
    assert {"<kernels>.mix", "chance.mix", "f"} <= {function.name for function in module.functions}


def test_only_what_is_called_gets_into_the_module() -> None:
    module = Module()
    text = "from interpreter.native.kernels.chance import mix\ndef f(a: int) -> int:\n    return mix(a)\n"
    functions = compile_kernels(module, [text])
    assert list(functions) == ["f"]
    assert sorted(function.name for function in module.functions) == ["<kernels>.f", "chance.mix"]
    assert functions["f"].export is False


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(a: int) -> int:\n    return b\n", ":2: b isn't known here"),
        ("def f(a: str) -> int:\n    return 1\n", ":1: kernels know int, float, bool and None only"),
        ("def f(a) -> int:\n    return 1\n", ":1: kernels know int, float, bool and None only"),
        ("def f(a: int = 1) -> int:\n    return 1\n", ":1: kernels take plain arguments only"),
        ("def f(a: int) -> int:\n    return [a]\n", ":2: kernels have no List of this form"),
        ("def f(a: int) -> int:\n    return\n", ":2: this returns something else"),
        ("def f(a: float) -> int:\n    return a\n", ":2: f64 where i64 is needed"),
        ("def f(a: float) -> float:\n    return a % 2\n", ":2: there is no Mod of f64"),
        ("def f(a: int) -> None:\n    with a:\n        pass\n", ":2: kernels have no With"),
        ("def f(a: int) -> None:\n    for i in range(3):\n        pass\n    a = i\n", ":4: i isn't known here"),
        ("def f(a: int) -> None:\n    for a in range(3):\n        pass\n", ":2: a is in use outside the loop"),
        ("n: int = 0\ndef f(a: int) -> None:\n    n = a\n", ":3: n belongs to the module"),
        ("def f(a: int) -> None:\n    global n\n", ":2: n isn't a variable of the module"),
        ("def f(a: int) -> None:\n    f(a, a)\n", ":2: f takes 1 arguments"),
        ("def f(a: int) -> int:\n    return f\n", ":2: f isn't known here"),
        ("def f(a: int) -> None:\n    a = f(a)\n", ":2: f gives nothing"),
        ("def f(a: int) -> None:\n    break\n", ":2: kernels have no Break"),
        ("def f(a: int) -> None:\n    pass\ndef f(a: int) -> None:\n    pass\n", ":3: there is a function f already"),
        ("class A:\n    pass\n", ":1: a file of kernels has no ClassDef"),
        ("A = [1]\n\n", ":1: at the top of a file, constants are given to names"),
        ("a: int\n\n", ":1: a variable of the module needs a first value"),
        ("from interpreter.native.kernel_compiler.parameters import A\n\n", ":1: there is no A in parameters.py"),
        ("def f(a: int) -> int:\n    return load(a)\n", ":2: load isn't known here"),
    ],
)
def test_what_is_outside_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(KernelError) as refused:
        compile_kernels(Module(), [text])
    assert str(refused.value).startswith("<kernels>" + message)


WRITTEN_OUT = """
ROUNDS = 4

def near(n: int) -> int:
    if n < 5:
        return 5 - n
    return n

def third(n: int) -> int:
    for i in range(5):
        if i * 3 > n:
            return i
    return n // 3

def twice(n: int) -> int:
    m = third(n) + third(n + 1)
    return m if n > 6 else m + third(m)

@job
def work(n: int) -> int:
    total = 0
    for i in range(ROUNDS):
        if i == n % 7:
            continue
        for j in range(ROUNDS, 0, -1):
            if i * j > n:
                break
            total = total * 3 + twice(i + j * n) + near(j + n) * near(i)
        total += i
    for _ in range(ROUNDS * 20):
        total += twice(total % 20)
    return total
"""


@pytest.mark.parametrize("n", range(9))
def test_what_is_written_out_does_the_same(n: int) -> None:
    """Short functions stand where they are called, with all ways out of them; so do the rounds of short loops."""
    assert Running(WRITTEN_OUT)("work", n) == python(WRITTEN_OUT, "work", n)


def test_few_rounds_and_short_functions_are_written_out() -> None:
    module = Module()
    compile_kernels(module, ["from interpreter.native.kernel_compiler.intrinsics import job\n" + WRITTEN_OUT])
    work = next(function for function in module.functions if function.export)
    assert [one[0] for one in work.code].count("loop") == 2  # the outer one would be too long
    module.drop_unused()
    assert {function.name.split(".")[-1] for function in module.functions} == {"work", "third"}
