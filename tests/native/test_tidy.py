"""Code without superfluous locals: it computes what it did before, values that are asked for in order do wait, and
locals that aren't needed at the same time become one."""

import random

import pytest
import wasmtime

from interpreter.native.engine import engine
from interpreter.native.module.coalesce import coalesced
from interpreter.native.module.tidy import tidied
from interpreter.native.module.wasm import Function, Instruction, Module
from tests.support.sample import daily

A, B = 0, 1
GET, SET = "local.get", "local.set"


def function(code: list[Instruction]) -> Function:
    return Function("f", ("i64", "i64"), ("i64",), True, ["i64"] * 300, code)


def short(code: list[Instruction]) -> Function:
    """What becomes of a function in the end."""
    found = function(tidied(function(code)))
    found.code, found.locals = coalesced(found)
    return found


def called(code: list[Instruction] | Function, *arguments: int) -> int:
    module = Module()
    module.add(code if isinstance(code, Function) else function(code))
    store = wasmtime.Store(engine())
    made = wasmtime.Instance(store, wasmtime.Module(engine(), module.encode()), [])
    f = made.exports(store)["f"]
    assert isinstance(f, wasmtime.Func)
    result = f(store, *arguments)
    assert isinstance(result, int)
    return result


def locals_of(code: list[Instruction]) -> int:
    return sum(instruction[0].startswith("local") for instruction in code)


def test_values_that_are_asked_for_in_order_wait_on_the_stack() -> None:
    code: list[Instruction] = [
        (GET, A), ("i64.const", 3), ("i64.mul",), (SET, 2),
        (GET, B), ("i64.const", 5), ("i64.add",), (SET, 3),
        (GET, 2), (GET, 3), ("i64.sub",),
    ]  # fmt: skip
    assert called(tidied(function(code)), 7, 4) == 7 * 3 - (4 + 5)
    assert locals_of(tidied(function(code))) == 2  # the parameters


def test_a_value_that_is_asked_for_again_goes_into_its_local_as_well() -> None:
    code: list[Instruction] = [
        (GET, A), ("i64.const", 3), ("i64.mul",), (SET, 2), (GET, 2), (GET, 2), ("i64.mul",),
    ]  # fmt: skip
    found = tidied(function(code))
    assert ("local.tee", 2) in found
    assert called(found, 7, 0) == 21 * 21


def test_a_value_stays_in_its_local_if_others_are_asked_for_first() -> None:
    code: list[Instruction] = [
        (GET, A), ("i64.const", 3), ("i64.mul",), (SET, 2),
        (GET, B), ("i64.const", 5), ("i64.add",), (SET, 3),
        (GET, 3), (GET, 2), ("i64.sub",),
    ]  # fmt: skip
    assert called(tidied(function(code)), 7, 4) == (4 + 5) - 7 * 3
    assert (SET, 2) in tidied(function(code))


def test_a_value_that_changes_in_a_branch_is_asked_of_its_local() -> None:
    code: list[Instruction] = [
        (GET, A), (SET, 2),
        (GET, B), ("i32.wrap_i64",), ("if", None), ("i64.const", 99), (SET, 2), ("end",),
        (GET, 2),
    ]  # fmt: skip
    assert [called(tidied(function(code)), 7, b) for b in (0, 1)] == [7, 99]


def test_a_value_waits_while_a_loop_goes_round() -> None:
    code: list[Instruction] = [
        (GET, A), ("i64.const", 1), ("i64.add",), (SET, 2),
        ("loop", None), (GET, 3), (GET, A), ("i64.add",), (SET, 3), (GET, B), ("i64.const", 1), ("i64.sub",),
        ("local.tee", B), ("i32.wrap_i64",), ("br_if", 0), ("end",),
        (GET, 2), (GET, 3), ("i64.mul",),
    ]  # fmt: skip
    found = tidied(function(code))
    assert called(found, 7, 3) == 8 * 21
    assert (SET, 2) not in found


def random_code(chance: random.Random) -> list[Instruction]:
    """Statements that set locals to values made of others, in blocks, branches and loops that end; then a value."""
    code: list[Instruction] = []
    seen = [0, 1, 2, 3]
    fresh = iter(range(20, 300))

    def value(depth: int) -> None:
        if depth == 0 or chance.random() < 0.4:
            code.append((GET, chance.choice(seen)) if chance.random() < 0.9 else ("i64.const", chance.randrange(-9, 9)))
            return
        value(depth - 1)
        if chance.random() < 0.3:  # a value of its own, as the emitter makes them
            code.extend([(SET, 6), (GET, 6)] if chance.random() < 0.7 else [("local.tee", chance.randrange(7))])
        value(depth - 1)
        code.append((f"i64.{chance.choice(['add', 'sub', 'mul', 'xor', 'and', 'shr_u'])}",))

    def condition() -> None:
        value(1)
        code.append(("i32.wrap_i64",))

    def block(depth: int) -> None:
        outside = len(seen)
        for _ in range(chance.randrange(1, 5)):
            kind = chance.randrange(10) if depth else 0
            if kind <= 4:
                value(3)
                code.append((SET, chance.randrange(7) if chance.random() < 0.3 else next(fresh, 6)))
                seen.append(code[-1][1])
            elif kind == 5:
                condition()
                code.append(("if", None))
                block(depth - 1)
                if chance.random() < 0.5:
                    code.append(("else",))
                    block(depth - 1)
                code.append(("end",))
            elif kind >= 8:
                counter = 8 + depth
                code.extend([("i64.const", 3), (SET, counter), ("loop", None)])
                block(depth - 1)
                code.extend([(GET, counter), ("i64.const", 1), ("i64.sub",), ("local.tee", counter), ("i64.eqz",)])
                code.extend([("i32.eqz",), ("br_if", 0), ("end",)])
            else:
                code.append(("block", None))
                block(depth - 1)
                condition()
                code.append(("br_if", 0) if kind == 6 else ("drop",))
                block(depth - 1)
                if chance.random() < 0.2:
                    code.append(("br", 0))
                code.append(("end",))
        if chance.random() < 0.9:  # else others ask for what may never have been set
            del seen[outside:]

    block(3)
    value(4)
    return code


@pytest.mark.parametrize("seed", daily(range(400), 40))
def test_the_result_is_that_of_the_code_as_it_was(seed: int) -> None:
    chance = random.Random(seed)
    code = random_code(chance)
    found = short(code)
    for a, b in ((0, 0), (1, -1), (chance.getrandbits(40), chance.getrandbits(20))):
        assert called(found, a, b) == called(code, a, b)


def test_locals_that_follow_one_another_become_one() -> None:
    code: list[Instruction] = []
    for local in range(2, 8):
        code += [(GET, A), ("i64.const", local), ("i64.mul",), (SET, local), (GET, local), (GET, B), ("i64.add",),
                 (GET, local), ("i64.mul",), (SET, A)]  # fmt: skip
    found = short([*code, (GET, A)])
    assert len(found.locals) == 1
    assert called(found, 3, 1) == called([*code, (GET, A)], 3, 1)


def test_a_local_that_is_needed_while_a_loop_goes_round_keeps_its_own() -> None:
    code: list[Instruction] = [
        (GET, A), ("i64.const", 10), ("i64.mul",), ("local.tee", 2), (SET, 3),
        ("loop", None),
        (GET, 3), (GET, 2), ("i64.add",), (SET, 3),
        (GET, B), ("i64.const", 1), ("i64.sub",), ("local.tee", B), (SET, 4), (GET, 4), (GET, 4), ("i64.and",),
        ("i32.wrap_i64",), ("br_if", 0),
        ("end",),
        (GET, 3),
    ]  # fmt: skip
    assert called(short(code), 1, 3) == 10 + 3 * 10


def test_a_local_that_begins_as_zero_or_as_it_was_a_round_before_keeps_its_own() -> None:
    code: list[Instruction] = [
        (GET, A), (SET, 2), (GET, 2), (GET, 2), ("i64.mul",), (SET, A),
        ("loop", None),
        (GET, 3), (GET, A), ("i64.add",), (SET, 3),
        (GET, B), ("i64.const", 1), ("i64.sub",), ("local.tee", B), ("i32.wrap_i64",), ("br_if", 0),
        ("end",),
        (GET, 3),
    ]  # fmt: skip
    assert called(short(code), 3, 4) == 4 * 9
