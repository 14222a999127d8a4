"""Scopes of the emitter: what is written stays in order without being copied, and values that changed are forgotten."""

from collections.abc import Callable
from functools import partial

from gdl.model.build import integer
from gdl.model.nodes import Expr
from interpreter.native.module.emitter import LONG_ROW, Emitter, Loc
from interpreter.native.module.wasm import Function, Instruction

ONE, TWO = integer(1), integer(2)


def emitter(reads: Callable[[Expr], frozenset[object]] = lambda e: frozenset()) -> Emitter:
    return Emitter(Function("f", ("i32",)), reads)


def test_what_is_written_in_scopes_stays_in_order() -> None:
    emit, expected = emitter(), list[Instruction]()

    def write(count: int) -> None:
        for _ in range(count):
            expected.append(("i64.const", len(expected)))
            emit.put(expected[-1])

    def wrap(*instructions: Instruction) -> None:
        expected.extend(instructions)

    def write_branch(count: int) -> None:
        wrap(("else",))
        write(count)

    condition = Loc(0, "i32")
    for inner in (2, LONG_ROW, LONG_ROW + 1, 5 * LONG_ROW):
        write(3)
        wrap(("block", None))
        with emit.block():
            write(inner)
            wrap(condition.get, ("if", None))
            emit.when(condition, partial(write, inner), partial(write_branch, inner))
            wrap(("end",))
            write(1)
        wrap(("end",))
    assert emit.scopes[0].written == expected


def test_a_branch_that_writes_nothing_has_no_else() -> None:
    emit = emitter()

    def nothing() -> None:
        with emit.scope():
            pass

    emit.when(Loc(0, "i32"), lambda: emit.put(("nop",)), nothing)
    assert ("else",) not in emit.scopes[0].written


def test_a_long_row_is_handed_on_and_not_copied() -> None:
    emit = emitter()
    with emit.scope() as inner:
        emit.put(*[("nop",)] * (LONG_ROW + 1))
        row = inner.code
        for _ in range(20):  # scopes around scopes; each hands on the same row
            with emit.scope():
                pass
    assert any(one is row for one in emit.scopes[0].rows)


def test_values_are_asked_what_they_read_only_if_that_may_have_changed() -> None:
    asked: list[Expr] = []

    def reads(e: Expr) -> frozenset[object]:
        asked.append(e)
        return frozenset({"a"} if e is ONE else {"b"})

    emit = emitter(reads)
    emit.bind(ONE, 1)
    asked.clear()
    emit.wrote(["c"])
    assert asked == []
    emit.wrote(["a"])
    assert emit.known(ONE) is None


def test_a_value_that_holds_again_is_forgotten_at_the_next_change() -> None:
    """A change that is taken back brings values back, not by `bind` (`lower/changes.py`, `undone`)."""
    emit = emitter(lambda e: frozenset({"a"} if e is ONE else {"b"}))
    emit.bind(ONE, 1)
    emit.bind(TWO, 2)
    before = dict(emit.scopes[0].values)
    emit.wrote(["a"])
    assert (emit.known(ONE), emit.known(TWO)) == (None, 2)
    emit.scopes[0].values.update(before)
    emit.wrote(["a"])
    assert (emit.known(ONE), emit.known(TWO)) == (None, 2)
