"""Kernels written out: short functions where they are called, and loops of few known rounds.

Wasmtime does neither. What a number is in each round is known then, and so are most addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from interpreter.native.module.wasm import Function, Instruction

SHORT = 24
"""Functions of so many instructions at most are written where they are called."""
ROUNDS = 8
"""Loops of so many rounds at most are written out …"""
MOST = 400
"""… unless that makes more instructions."""
OPEN = {"block", "loop", "if"}
HEAD = 9
"""Instructions of a loop in front of its body …"""
TAIL = 8
"""… and behind it (`Statements.count`)."""


def write_out(functions: Iterable[Function]) -> None:
    """Write functions out, those that are called before those that call them."""
    left = dict.fromkeys(functions)
    calls = Counter(one[1] for function in left for one in function.code if one[0] == "call")
    lone = {function for function in left if calls[function] == 1 and not function.export}

    def write(function: Function) -> None:
        del left[function]
        for name, *rest in function.code:
            if name == "call" and rest[0] in left:
                write(rest[0])
        function.code = list(_rounds(list(_calls(function, lone))))

    while left:
        write(next(iter(left)))


def _calls(function: Function, lone: set[Function]) -> Iterator[Instruction]:
    """The code, with short functions in place of calls."""
    for instruction in function.code:
        called = instruction[1] if instruction[0] == "call" else None
        if called is None or called is function or not called.code or (len(called.code) > SHORT and called not in lone):
            yield instruction
            continue
        numbers = [function.local(type_) for type_ in (*called.parameters, *called.locals)]
        for number in reversed(numbers[: len(called.parameters)]):
            yield "local.set", number
        yield "block", called.results[0] if called.results else None
        depth = 0
        for one in called.code:
            match one:
                case (("local.get" | "local.set" | "local.tee") as name, number):
                    yield name, numbers[number]
                case ("return",):
                    yield "br", depth
                case _:
                    depth += (one[0] in OPEN) - (one[0] == "end")
                    yield one
        yield ("end",)


def _rounds(code: list[Instruction]) -> Iterator[Instruction]:
    """The code, with the rounds of loops one after another, the inner ones first."""
    at = 0
    while at < len(code):
        found = _loop(code, at)
        if found is None:
            yield code[at]
            at += 1
            continue
        rounds, end = found
        number, body = code[at + 1][1], list(_rounds(code[at + HEAD : end]))
        if len(rounds) > ROUNDS or len(rounds) * len(body) > MOST or ("local.set", number) in body:
            yield from code[at : at + HEAD]
            yield from body
            yield from code[end : end + TAIL]
        else:
            yield "block", None
            for value in rounds:
                yield "block", None
                yield "block", None
                yield from (("i64.const", value) if one == ("local.get", number) else one for one in body)
                yield ("end",)
                yield ("end",)
            yield ("end",)
        at = end + TAIL


def _loop(code: list[Instruction], at: int) -> tuple[range, int] | None:
    """The rounds of a loop that begins there, if it is one over known numbers, and where its body ends."""
    match code[at : at + HEAD]:
        case [
            ("i64.const", first), ("local.set", number), ("block", None), ("loop", None), ("local.get", again),
            ("i64.const", limit), (("i64.ge_s" | "i64.le_s"),), ("br_if", 1), ("block", None),
        ] if number == again:  # fmt: skip
            pass
        case _:
            return None
    depth, end = 1, at + HEAD
    while depth:
        depth += (code[end][0] in OPEN) - (code[end][0] == "end")
        end += 1
    end -= 1
    return range(first, limit, code[end + 2][1]), end
