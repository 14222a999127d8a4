"""What expressions compute, as WebAssembly; `gdl.model.meaning` is the definition that this follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.model.nodes import Cond, Expr, Given, Op, Table, node
from gdl.model.sharing import shared
from gdl.model.types import TRUTHS, Base, Range, Size
from interpreter.native.lower.context import Context
from interpreter.native.lower.elements import element, power
from interpreter.native.lower.sets import SET_OPERATORS
from interpreter.native.module.emitter import NONE, Atom


def cond(ctx: Context, e: Cond) -> Any:
    """One of two values."""
    condition = ctx.atom(e.condition)
    if isinstance(condition, int):
        return ctx.code(e.then if condition else e.other)
    if not e.then.heavy and not e.other.heavy:
        return ctx.choice(condition, ctx.code(e.then), ctx.code(e.other), e.type)
    result = ctx.fresh(e.type)
    ctx.when(
        condition,
        lambda: ctx.assign(result, ctx.code(e.then)),
        lambda: ctx.assign(result, ctx.code(e.other)),
    )
    return result


def given(ctx: Context, e: Given) -> Any:
    """A value for what may be missing: nothing if it is."""
    direct = _direct(e)
    if direct is not None:
        return ctx.code(direct)
    value = ctx.atom(e.value)
    there = ctx.there(value, isinstance(e.value.type.base, Range))
    if isinstance(there, int) and not there:
        return ctx.nothing(e.type)
    if not e.body.heavy:  # worked out in any case, for a value that is sure to be one
        low = e.value.type.base.low if isinstance(e.value.type.base, Range) else 0
        with ctx.scope("block", frozenset((e.variable,))):
            ctx.scopes[-1].values[e.variable] = ctx.select(there, value, low)
            return ctx.choice(there, ctx.code(e.body), ctx.nothing(e.type), e.type)
    result = ctx.fresh(e.type)
    ctx.assign(result, ctx.nothing(e.type))
    ctx.push(there, "i32")
    with ctx.block("if", frozenset((e.variable,))):
        ctx.scopes[-1].values[e.variable] = value
        ctx.assign(result, ctx.code(e.body))
    return result


def _direct(e: Given) -> Expr | None:
    """The same, if what may be missing is only looked up in a table: that has nothing for nothing."""
    parts = e.body.operands if isinstance(e.body, Op) and e.body.name == "both" else (e.body,)
    asked = [part for part in parts if e.variable in part.free]
    table = asked[0] if len(asked) == 1 else None
    if not isinstance(table, Table) or table.arguments != (e.variable,):
        return None
    nothing = {Size.MANY: 0, Size.MAYBE: -1}.get(table.type.size)
    if isinstance(e.variable.type.base, Range) or isinstance(table.type.base, Range) or table.values[-1] != nothing:
        return None
    direct = node(Table, table.type, table.values, (e.value,))
    return direct if e.body is table else node(Op, e.type, "both", tuple(direct if p is table else p for p in parts))


# ---- operators on numbers and truths


def _two(ctx: Context, name: str, e: Op) -> Atom:
    a, b = e.operands
    return ctx.op(name, ctx.atom(a), ctx.atom(b))


def _op_add(ctx: Context, e: Op) -> Atom:
    return _two(ctx, "add", e)


def _op_sub(ctx: Context, e: Op) -> Atom:
    return _two(ctx, "sub", e)


def _op_mul(ctx: Context, e: Op) -> Atom:
    return _two(ctx, "mul", e)


def _op_xor(ctx: Context, e: Op) -> Any:
    if e.type.size == Size.MANY:
        return ctx.each("xor", *map(ctx.words, e.operands))
    return _two(ctx, "xor", e)


def _op_neg(ctx: Context, e: Op) -> Atom:
    return ctx.op("sub", 0, ctx.atom(e.operands[0]))


def _op_abs(ctx: Context, e: Op) -> Atom:
    number = ctx.atom(e.operands[0])
    return ctx.select(ctx.op("lt_s", number, 0), ctx.op("sub", 0, number), number)


def _op_lt(ctx: Context, e: Op) -> Atom:
    return _two(ctx, "lt_s", e)


def _op_le(ctx: Context, e: Op) -> Atom:
    return _two(ctx, "le_s", e)


def _op_eq(ctx: Context, e: Op) -> Atom:
    a, b = e.operands
    if a.type.size == Size.MANY:
        return ctx.equal(ctx.words(a), ctx.words(b))
    return ctx.op("eq", ctx.atom(a), ctx.atom(b), type_="i32" if a.type.base is TRUTHS else "i64")


def _op_not(ctx: Context, e: Op) -> Atom:
    return ctx.negated(ctx.atom(e.operands[0]))


def _op_and(ctx: Context, e: Op) -> Atom:
    return _lazily(ctx, e, 0)


def _op_or(ctx: Context, e: Op) -> Atom:
    return _lazily(ctx, e, 1)


def _lazily(ctx: Context, e: Op, decided: int) -> Atom:
    """Cheap operands at once, costly ones only if they matter."""
    cheap = [o for o in e.operands if not o.heavy]
    result: Atom = 1 - decided
    for operand in cheap:
        result = ctx.truth("or" if decided else "and", result, ctx.atom(operand))
    return _chain(ctx, [o for o in e.operands if o.heavy], decided, result)


def _chain(ctx: Context, operands: list[Expr], decided: int, result: Atom) -> Atom:
    """Costly operands behind a first result. What several of them need is worked out before the first of these."""
    for i, operand in enumerate(operands):
        together = shared(operands[i:])
        if isinstance(result, int):
            if result == decided:
                return result
            for part in together:
                ctx.code(part)
            result = ctx.atom(operand)
            continue
        kept = ctx.copy(result, "i32")
        if together:
            rest = operands[i:]
            undecided = ctx.negated(kept) if decided else kept
            ctx.when(undecided, lambda k=kept, r=rest: ctx.set(k, _chain(ctx, r, decided, 1 - decided)))  # type: ignore[misc]
            return kept
        ctx.when(ctx.negated(kept) if decided else kept, lambda o=operand, k=kept: ctx.set(k, ctx.atom(o)))  # type: ignore[misc]
        result = kept
    return result


def _divided(ctx: Context, e: Op, remainder: bool) -> Atom:
    """Division rounds down, and a remainder has the divisor's sign."""
    a, b = map(ctx.atom, e.operands)
    base = e.operands[1].type.base
    assert isinstance(base, Range)
    zero = base.low <= 0 <= base.high
    divisor = ctx.select(ctx.op("eqz", b), 1, b) if zero else b
    if isinstance(a, int) and isinstance(divisor, int):
        result: Atom = a % divisor if remainder else a // divisor
    else:
        rest = ctx.op("rem_s", a, divisor)
        if isinstance(divisor, int) and divisor > 0 and isinstance(e.operands[0].type.base, Range) and (
                e.operands[0].type.base.low >= 0):  # fmt: skip
            result = rest if remainder else ctx.op("div_s", a, divisor)
        else:
            off = ctx.truth("and", ctx.op("ne", rest, 0),
                            ctx.op("lt_s", ctx.op("xor", rest, divisor), 0))  # fmt: skip
            if remainder:
                result = ctx.op("add", rest, ctx.select(off, divisor, 0))
            else:
                result = ctx.op("sub", ctx.op("div_s", a, divisor), ctx.extended(off))
    return ctx.select(ctx.op("eqz", b), NONE, result) if zero else result


def _op_div(ctx: Context, e: Op) -> Atom:
    return _divided(ctx, e, False)


def _op_rem(ctx: Context, e: Op) -> Atom:
    return _divided(ctx, e, True)


def _op_max(ctx: Context, e: Op) -> Atom:
    return _extreme(ctx, e, "gt_s")


def _op_min(ctx: Context, e: Op) -> Atom:
    return _extreme(ctx, e, "lt_s")


def _extreme(ctx: Context, e: Op, sign: str) -> Atom:
    result = ctx.atom(e.operands[0])
    for operand in e.operands[1:]:
        a = ctx.atom(operand)
        better = ctx.op(sign, a, result)
        if operand.type.size != Size.ONE:
            better = ctx.truth("and", better, ctx.there(a, True))
        result = ctx.select(better, a, result)
    return result


def _op_there(ctx: Context, e: Op) -> Atom:
    (of,) = e.operands
    if isinstance(of, Op) and of.name == "fits":
        return _inside(ctx, ctx.atom(of.operands[0]), of.type.base)
    return ctx.there(ctx.atom(of), isinstance(of.type.base, Range))


def _op_fits(ctx: Context, e: Op) -> Atom:
    a = ctx.atom(e.operands[0])
    return ctx.select(_inside(ctx, a, e.type.base), a, NONE)


def _inside(ctx: Context, a: Atom, base: Base) -> Atom:
    """Whether a number is in a range; nothing isn't."""
    assert isinstance(base, Range)
    return ctx.op("le_u", ctx.op("sub", a, base.low), base.high - base.low)


def _op_same(ctx: Context, e: Op) -> Any:
    return ctx.code(e.operands[0])


PLAIN_OPERATORS: dict[str, Callable[[Context, Op], Any]] = {
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
