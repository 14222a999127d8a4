"""The functions that pack a record's bits one behind the other, and lay them out again."""

from __future__ import annotations

from interpreter.native.module.wasm import Function, Instruction, i64
from interpreter.native.record.packing import Run

Code = list[Instruction]


def write_pack(runs: list[Run]) -> Function:
    """`pack(record, to)`: write the bits that matter to so many words as they fill; what is left of the last is 0."""
    function = Function("pack", ("i64", "i64"))
    words: dict[int, Code] = {}
    at = 0
    for run in runs:
        first, shift = divmod(at, 64)
        _or(words, first, [*_bits(0, run.word, run.shift, run.width), *_shifted("shl", shift)])
        if shift + run.width > 64:
            over = 64 - shift
            _or(words, first + 1, _bits(0, run.word, run.shift + over, run.width - over))
        at += run.width
    function.code = _stored(1, {8 * word: code for word, code in words.items()})
    return function


def write_unpack(runs: list[Run]) -> Function:
    """`unpack(packed, record)`: lay the bits out in a record that is all zeros."""
    function = Function("unpack", ("i64", "i64"))
    words: dict[int, Code] = {}
    at = 0
    for run in runs:
        first, shift = divmod(at, 64)
        low = min(run.width, 64 - shift)
        _or(words, run.word, [*_bits(0, 8 * first, shift, low), *_shifted("shl", run.shift)])
        if low < run.width:
            _or(words, run.word, [*_bits(0, 8 * first + 8, 0, run.width - low), *_shifted("shl", run.shift + low)])
        at += run.width
    function.code = _stored(1, words)
    return function


def _bits(base: int, offset: int, shift: int, width: int) -> Code:
    """So many bits of a word in memory."""
    code: Code = [("local.get", base), ("i32.wrap_i64",), ("i64.load", offset), *_shifted("shr_u", shift)]
    return code if shift + width == 64 else [*code, ("i64.const", i64((1 << width) - 1)), ("i64.and",)]


def _shifted(how: str, by: int) -> Code:
    return [("i64.const", by), (f"i64.{how}",)] if by else []


def _or(words: dict[int, Code], word: int, code: Code) -> None:
    words[word] = [*words[word], *code, ("i64.or",)] if word in words else code


def _stored(base: int, words: dict[int, Code]) -> Code:
    found: Code = []
    for offset, code in words.items():
        found += [("local.get", base), ("i32.wrap_i64",), *code, ("i64.store", offset)]
    return found
