"""Names that range over numbers in a row: these are counted out, or only counted, and no set of them is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from gdl.model.build import integer, op
from gdl.model.nodes import Const, Expr, Op, Table, node
from gdl.model.shape import Shape
from gdl.model.types import Plain, Range, Size, Type
from interpreter.native.module.emitter import Unsupported
from interpreter.native.record.domains import MAX_WORDS

MAX_SET = 1024
"""Of more elements no set is made for a name to range over, if they can be counted out: its code would be long."""


@dataclass(frozen=True)
class Run:
    """The elements from `first` to before `beyond`; `those`: which of them alone, one byte each from `begins` on, None
    for all."""

    first: Expr
    beyond: Expr
    begins: Expr
    those: bytes | None


def is_counted_out(source: Expr) -> bool:
    """Whether what a name ranges over is counted out. There may be too many elements for a set of them."""
    base = source.type.base
    if isinstance(base, Plain) or len(base) > 64 * MAX_WORDS:
        return not isinstance(base, Plain)
    known = isinstance(source, Const | Table) or (isinstance(source, Op) and source.name == "range")
    return known and len(base) > MAX_SET and not isinstance(base, Shape)


def counted_run(source: Expr) -> Run:
    """Between which elements a set lies that is counted out: it must be known before the game, be one of some sets that
    are, or a range."""
    base = source.type.base
    if isinstance(source, Op) and source.name == "range":
        low, high = source.operands
        beyond = op("+", Type(_shifted(high, 1)), high, integer(1))
        return Run(low, beyond, low, None)
    if not isinstance(source, Const | Table) or isinstance(base, Plain):
        raise Unsupported(f"sets of more than {64 * MAX_WORDS:,} elements ({base.name})",
                          "let the name range over the whole type, and ask for the rest in `where`")  # fmt: skip
    sets = _sets(source)
    lowest = {one: max((one & -one).bit_length() - 1, 0) for one in sets}
    rests = {one: one >> low for one, low in lowest.items()}
    begins = dict(zip(sets, [0, *accumulate(rests[one].bit_length() for one in sets)], strict=False))
    whole = all(rest & rest + 1 == 0 for rest in rests.values())
    return Run(
        _each(source, lambda one: base.low + lowest[one]),
        _each(source, lambda one: base.low + lowest[one] + rests[one].bit_length()),
        _each(source, begins.__getitem__),
        None if whole else b"".join(bytes(rests[s] >> i & 1 for i in range(rests[s].bit_length())) for s in sets),
    )


def how_many(source: Expr) -> Expr | None:
    """How many numbers a name ranges over, where these are always the first ones of its range."""
    base = source.type.base
    if not isinstance(base, Range):
        return None
    match source:
        case Op(name="range", operands=(Const(value=1), high)) if base.low == 1 and _fits(high, base):
            return high
        case Const() | Table() if source.type.size == Size.MANY and all(one & one + 1 == 0 for one in _sets(source)):
            return _each(source, int.bit_length)
    return None


def _fits(high: Expr, base: Range) -> bool:
    known = high.type.base
    return isinstance(known, Range) and high.type.size == Size.ONE and known.low >= 0 and known.high <= base.high


def _shifted(number: Expr, by: int) -> Range:
    base = number.type.base
    assert isinstance(base, Range)
    return Range(base.low + by, base.high + by)


def _sets(source: Const | Table) -> list[int]:
    """The sets that there may be, each once, in order."""
    found: dict[int, None] = {}

    def note(values: Any, levels: int) -> None:
        if not levels:
            found[values] = None
            return
        for value in values:
            note(value, levels - 1)

    note(*((source.value, 0) if isinstance(source, Const) else (source.values, len(source.arguments))))
    return list(found)


def _each(source: Const | Table, number: Callable[[int], int]) -> Expr:
    """A number for each set that there may be."""
    numbers = [number(one) for one in _sets(source)]
    type_ = Type(Range(min(numbers), max(numbers)))

    def told(values: Any, levels: int) -> Any:
        return tuple(told(value, levels - 1) for value in values) if levels else number(values)

    if isinstance(source, Const):
        return node(Const, type_, number(source.value))
    return node(Table, type_, told(source.values, len(source.arguments)), source.arguments)
