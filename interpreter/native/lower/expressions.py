"""What expressions compute, as WebAssembly; `gdl.model.meaning` is the definition that this follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model.nodes import Cond, Expr, Given, Op
from gdl.model.sharing import shared
from gdl.model.types import TRUTHS, Base, Range, Size
from interpreter.native.lower.apart import seldom
from interpreter.native.lower.elements import element, power
from interpreter.native.lower.sets import SET_OPERATORS
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import NONE, Atom
from interpreter.native.plan.rewriting import direct


def cond(w: Writer, e: Cond) -> Any:
    """One of two values."""
    condition = w.atom(e.condition)
    if isinstance(condition, int):
        return w.code(e.then if condition else e.other)
    if not e.then.heavy and not e.other.heavy:
        return w.values.choice(condition, w.code(e.then), w.code(e.other), e.type)
    result = w.values.fresh(e.type)
    w.emit.when(
        condition,
        lambda: w.values.assign(result, seldom(w, e.then)),
        lambda: w.values.assign(result, seldom(w, e.other)),
    )
    return result


def given(w: Writer, e: Given) -> Any:
    """A value for what may be missing: nothing if it is."""
    looked_up = direct(e)
    if looked_up is not None:
        return w.code(looked_up)
    value = w.atom(e.value)
    there = w.values.there(value, isinstance(e.value.type.base, Range))
    if isinstance(there, int) and not there:
        return w.values.nothing(e.type)
    if not e.body.heavy:  # worked out in any case, for a value that is sure to be one
        low = e.value.type.base.low if isinstance(e.value.type.base, Range) else 0
        with w.emit.scope("block", frozenset((e.variable,))):
            w.emit.bind(e.variable, w.emit.select(there, value, low))
            return w.values.choice(there, w.code(e.body), w.values.nothing(e.type), e.type)
    result = w.values.fresh(e.type)
    w.values.assign(result, w.values.nothing(e.type))
    w.emit.push(there, "i32")
    with w.emit.block("if", frozenset((e.variable,))):
        w.emit.bind(e.variable, value)
        w.values.assign(result, w.code(e.body))
    return result


# ---- operators on numbers and truths


def _two(w: Writer, name: str, e: Op) -> Atom:
    a, b = e.operands
    return w.emit.op(name, w.atom(a), w.atom(b))


def _op_add(w: Writer, e: Op) -> Atom:
    return _two(w, "add", e)


def _op_sub(w: Writer, e: Op) -> Atom:
    return _two(w, "sub", e)


def _op_mul(w: Writer, e: Op) -> Atom:
    return _two(w, "mul", e)


def _op_xor(w: Writer, e: Op) -> Any:
    if e.type.size == Size.MANY:
        return w.sets.each("xor", *map(w.words, e.operands))
    return _two(w, "xor", e)


def _op_neg(w: Writer, e: Op) -> Atom:
    return w.emit.op("sub", 0, w.atom(e.operands[0]))


def _op_abs(w: Writer, e: Op) -> Atom:
    number = w.atom(e.operands[0])
    return w.emit.select(w.emit.op("lt_s", number, 0), w.emit.op("sub", 0, number), number)


def _op_lt(w: Writer, e: Op) -> Atom:
    return _two(w, "lt_s", e)


def _op_le(w: Writer, e: Op) -> Atom:
    return _two(w, "le_s", e)


def _op_eq(w: Writer, e: Op) -> Atom:
    a, b = e.operands
    if a.type.size == Size.MANY:
        return w.sets.equal(w.words(a), w.words(b))
    return w.emit.op("eq", w.atom(a), w.atom(b), type_="i32" if a.type.base is TRUTHS else "i64")


def _op_not(w: Writer, e: Op) -> Atom:
    return w.emit.negated(w.atom(e.operands[0]))


def _op_and(w: Writer, e: Op) -> Atom:
    return _lazily(w, e, 0)


def _op_or(w: Writer, e: Op) -> Atom:
    return _lazily(w, e, 1)


def _lazily(w: Writer, e: Op, decided: int) -> Atom:
    """Cheap operands at once, costly ones only if they matter."""
    cheap = [o for o in e.operands if not o.heavy]
    result: Atom = 1 - decided
    for operand in cheap:
        result = w.emit.truth("or" if decided else "and", result, w.atom(operand))
    return _chain(w, [o for o in e.operands if o.heavy], decided, result)


def _chain(w: Writer, operands: list[Expr], decided: int, result: Atom) -> Atom:
    """Costly operands behind a first result. What several of them need is worked out before the first of these."""
    for i, operand in enumerate(operands):
        together = shared(operands[i:])
        if isinstance(result, int):
            if result == decided:
                return result
            for part in together:
                w.code(part)
            result = w.atom(operand)
            continue
        kept = w.emit.copy(result, "i32")
        if together:
            rest = operands[i:]
            undecided = w.emit.negated(kept) if decided else kept
            w.emit.when(undecided, lambda k=kept, r=rest: w.emit.set(k, _chain(w, r, decided, 1 - decided)))  # type: ignore[misc]
            return kept
        w.emit.when(w.emit.negated(kept) if decided else kept, lambda o=operand, k=kept: w.emit.set(k, w.atom(o)))  # type: ignore[misc]
        result = kept
    return result


def _divided(w: Writer, e: Op, remainder: bool) -> Atom:
    """Division rounds down, and a remainder has the divisor's sign."""
    a, b = map(w.atom, e.operands)
    base = e.operands[1].type.base
    assert isinstance(base, Range)
    zero = base.low <= 0 <= base.high
    divisor = w.emit.select(w.emit.op("eqz", b), 1, b) if zero else b
    if isinstance(a, int) and isinstance(divisor, int):
        result: Atom = a % divisor if remainder else a // divisor
    else:
        rest = w.emit.op("rem_s", a, divisor)
        if isinstance(divisor, int) and divisor > 0 and isinstance(e.operands[0].type.base, Range) and (
                e.operands[0].type.base.low >= 0):  # fmt: skip
            result = rest if remainder else w.emit.op("div_s", a, divisor)
        else:
            off = w.emit.truth("and", w.emit.op("ne", rest, 0),
                            w.emit.op("lt_s", w.emit.op("xor", rest, divisor), 0))  # fmt: skip
            if remainder:
                result = w.emit.op("add", rest, w.emit.select(off, divisor, 0))
            else:
                result = w.emit.op("sub", w.emit.op("div_s", a, divisor), w.emit.extended(off))
    return w.emit.select(w.emit.op("eqz", b), NONE, result) if zero else result


def _op_div(w: Writer, e: Op) -> Atom:
    return _divided(w, e, False)


def _op_rem(w: Writer, e: Op) -> Atom:
    return _divided(w, e, True)


def _op_max(w: Writer, e: Op) -> Atom:
    return _extreme(w, e, "gt_s")


def _op_min(w: Writer, e: Op) -> Atom:
    return _extreme(w, e, "lt_s")


def _extreme(w: Writer, e: Op, sign: str) -> Atom:
    result = w.atom(e.operands[0])
    for operand in e.operands[1:]:
        a = w.atom(operand)
        better = w.emit.op(sign, a, result)
        if operand.type.size != Size.ONE:
            better = w.emit.truth("and", better, w.values.there(a, True))
        result = w.emit.select(better, a, result)
    return result


def _op_there(w: Writer, e: Op) -> Atom:
    (of,) = e.operands
    if isinstance(of, Op) and of.name == "fits":
        return _inside(w, w.atom(of.operands[0]), of.type.base)
    return w.values.there(w.atom(of), isinstance(of.type.base, Range))


def _op_fits(w: Writer, e: Op) -> Atom:
    a = w.atom(e.operands[0])
    return w.emit.select(_inside(w, a, e.type.base), a, NONE)


def _inside(w: Writer, a: Atom, base: Base) -> Atom:
    """Whether a number is in a range; nothing isn't."""
    assert isinstance(base, Range)
    return w.emit.op("le_u", w.emit.op("sub", a, base.low), base.high - base.low)


def _op_same(w: Writer, e: Op) -> Any:
    return w.code(e.operands[0])


PLAIN_OPERATORS: dict[str, Callable[[Writer, Op], Any]] = {
    "+": _op_add,
    "-": _op_sub,
    "*": _op_mul,
    "neg": _op_neg,
    "xor": _op_xor,
    "abs": _op_abs,
    "<": _op_lt,
    "<=": _op_le,
    "=": _op_eq,
    "not": _op_not,
    "and": _op_and,
    "or": _op_or,
    "/": _op_div,
    "%": _op_rem,
    "quotient": _op_div,
    "remainder": _op_rem,
    "max": _op_max,
    "min": _op_min,
    "there": _op_there,
    "fits": _op_fits,
    "same": _op_same,
    "element": element,
    "power": power,
    **SET_OPERATORS,
}
"""What writes each operator of the model, whatever its operands are."""
