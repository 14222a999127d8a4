"""Four floats at once: what each instruction of kernels on vectors does, in bytes and in the text form."""

from __future__ import annotations

import math
import struct
from typing import Any

import pytest
import wasmtime
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game
from interpreter.native.compile import PLAYING, compile_model
from interpreter.native.kernel_compiler.compiler import compile_kernels
from interpreter.native.kernel_compiler.names import KernelError
from interpreter.native.module.wasm import Module
from interpreter.native.module.wat import text

ENGINE = wasmtime.Engine()
HEAD = """
from interpreter.native.kernel_compiler.intrinsics import (
    Vector, add_integers, add_vectors, as_floats, divide_vectors, greater_of, job, kept_where_above, load32s,
    load_single, load_vector, multiply_vectors, roots, splat, store_single, store_vector, subtract_integers,
    subtract_vectors,
)
"""
KERNELS = """
def both(a: Vector, b: Vector) -> Vector:
    c, d = a, b
    c, d = d, c
    return subtract_vectors(c, d)

@job
def add() -> None:
    store_vector(64, 0, add_vectors(load_vector(0), load_vector(0, 16)))

@job
def subtract() -> None:
    store_vector(0, 64, both(load_vector(0, 16), load_vector(0)))

@job
def multiply() -> None:
    store_vector(64, 0, multiply_vectors(load_vector(0), load_vector(16)))

@job
def divide() -> None:
    one = load_vector(0)
    store_vector(64, 0, divide_vectors(one, load_vector(0, 16)))

@job
def greater() -> None:
    store_vector(64, 0, greater_of(load_vector(0), load_vector(0, 16)))

@job
def root() -> None:
    store_vector(64, 0, roots(load_vector(0)))

@job
def kept() -> None:
    store_vector(64, 0, kept_where_above(load_vector(0), load_vector(0, 16), splat(0.5)))

@job
def add_whole() -> None:
    store_vector(64, 0, add_integers(load_vector(0), load_vector(0, 16)))

@job
def subtract_whole() -> None:
    store_vector(64, 0, subtract_integers(load_vector(0), load_vector(0, 16)))

@job
def float_whole() -> None:
    store_vector(64, 0, as_floats(load_vector(0)))

@job
def first_whole() -> int:
    return load32s(0)

@job
def all_alike(x: float) -> None:
    total = splat(0.0)
    for _ in range(3):
        total = add_vectors(total, splat(x))
    store_vector(64, 0, total)

@job
def single(x: float) -> float:
    store_single(64, x)
    return load_single(64)
"""


class Running:
    """Kernels in a module with one page of memory."""

    def __init__(self, code: bytes) -> None:
        self.store = wasmtime.Store(ENGINE)
        self.exports: Any = wasmtime.Instance(self.store, wasmtime.Module(ENGINE, code), []).exports(self.store)

    def four(
        self, name: str, one: tuple[float, ...], two: tuple[float, ...], *arguments: float, taken: str = "f",
        given: str = "f",
    ) -> tuple[float, ...]:  # fmt: skip
        """What comes of two fours; `taken` and `given` tell how they are written, as for `struct`."""
        memory = self.exports["memory"]
        memory.write(self.store, struct.pack(f"<8{taken}", *one, *two), 0)
        self.exports[name](self.store, *arguments)
        return struct.unpack(f"<4{given}", memory.read(self.store, 64, 80))


def compiled(kernels: str) -> Module:
    module = Module()
    compile_kernels(module, [HEAD + kernels], {})
    return module


@pytest.fixture(scope="module", params=["bytes", "text"])
def running(request: pytest.FixtureRequest) -> Running:
    module = compiled(KERNELS)
    return Running(module.encode() if request.param == "bytes" else bytes(wasmtime.wat2wasm(text(module))))


def single(x: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


FOURS = st.tuples(*[st.floats(-1e6, 1e6, width=32)] * 4)


@settings(max_examples=50)
@given(FOURS, FOURS)
def test_each_of_four_is_reckoned_by_itself(running: Running, one: tuple[float, ...], two: tuple[float, ...]) -> None:
    pairs = list(zip(one, two, strict=True))
    assert running.four("add", one, two) == tuple(single(a + b) for a, b in pairs)
    assert running.four("subtract", one, two) == tuple(single(a - b) for a, b in pairs)
    assert running.four("multiply", one, two) == tuple(single(a * b) for a, b in pairs)
    assert running.four("greater", one, two) == tuple(max(a, b) for a, b in pairs)
    assert running.four("kept", one, two) == tuple(a if b > 0.5 else 0.0 for a, b in pairs)


INTEGERS = st.tuples(*[st.integers(-(1 << 31), (1 << 31) - 1)] * 4)


def wrapped(n: int) -> int:
    return (n + (1 << 31)) % (1 << 32) - (1 << 31)


@settings(max_examples=50)
@given(INTEGERS, INTEGERS)
def test_integers_are_added_modulo_two_to_the_32nd(
    running: Running, one: tuple[int, ...], two: tuple[int, ...]
) -> None:
    pairs = list(zip(one, two, strict=True))
    added = running.four("add_whole", one, two, taken="i", given="i")
    assert added == tuple(wrapped(a + b) for a, b in pairs)
    assert running.exports["first_whole"](running.store) == one[0]
    subtracted = running.four("subtract_whole", one, two, taken="i", given="i")
    assert subtracted == tuple(wrapped(a - b) for a, b in pairs)
    assert running.four("float_whole", one, two, taken="i") == tuple(map(single, one))


def test_quotients_and_roots(running: Running) -> None:
    assert running.four("divide", (1, 6, -3, 0), (3, 2, 8, 5)) == tuple(map(single, (1 / 3, 3, -3 / 8, 0)))
    assert running.four("root", (0, 1, 2, 9), (0, 0, 0, 0)) == tuple(map(single, (0, 1, math.sqrt(2), 3)))


def test_numbers_become_singles(running: Running) -> None:
    assert running.four("all_alike", (0,) * 4, (0,) * 4, 0.1) == (single(3 * single(0.1)),) * 4
    assert running.exports["single"](running.store, 0.1) == single(0.1)


@pytest.mark.parametrize(
    "kernel",
    [
        "@job\ndef work(a: int) -> None:\n    store_vector(a, 0, 1.0)\n",
        "@job\ndef work(a: int) -> None:\n    store_vector(a, 0, add_vectors(load_vector(a), 2.0))\n",
        "@job\ndef work(a: int) -> float:\n    return load_vector(a)\n",
        "@job\ndef work(a: int) -> int:\n    b = load_vector(a)\n    return b + b\n",
        "@job\ndef work(a: int) -> int:\n    b = load_vector(a)\n    b = 3\n    return b\n",
        "@job\ndef work(a: int) -> None:\n    if load_vector(a):\n        store_single(a, 1.0)\n",
    ],
)  # fmt: skip
def test_vectors_are_no_numbers(kernel: str) -> None:
    with pytest.raises(KernelError):
        compiled(kernel)


@pytest.mark.parametrize("name", ["tictactoe", "pig"])
def test_modules_that_learn_have_a_text_form(name: str) -> None:
    module = compile_model(Game.load(name).model, (*PLAYING, "training")).module
    said = text(module)
    assert "f32x4.add" in said
    assert bytes(wasmtime.wat2wasm(said))
    wasmtime.Module.validate(wasmtime.Engine(), wasmtime.wat2wasm(said))
