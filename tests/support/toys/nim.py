"""Nim with four heaps; who takes the last object wins. An option is 10 × heap + how many."""

from __future__ import annotations

from interpreter.graph.abi import DECISION, KIND, STOP, TURNS, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import load64, store64
from interpreter.native.kernel_compiler.parameters import KEY

ME = KEY + 8
HEAPS = KEY + 24


def options(record: int) -> int:
    if load64(record, KEY) == 0:
        store64(record, KEY, 1)
        store64(record, TURNS, 1)
    n = 0
    for heap in range(4):
        n += load64(record + 8 * heap, HEAPS)
    store64(record, STOP, DECISION)
    if n == 0:
        store64(record, KIND, WIN)
        store64(record, WHO, 2 - load64(record, ME))
    return n


def describe(record: int, k: int) -> int:
    heap = 0
    while k >= load64(record + 8 * heap, HEAPS):
        k -= load64(record + 8 * heap, HEAPS)
        heap += 1
    return heap * 10 + k + 1


def apply(record: int, k: int) -> None:
    option = describe(record, k)
    at = record + 8 * (option // 10)
    store64(at, HEAPS, load64(at, HEAPS) - option % 10)
    store64(record, TURNS, load64(record, TURNS) + 1)
    store64(record, ME, 1 - load64(record, ME))
