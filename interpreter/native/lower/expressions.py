"""What expressions compute, as WebAssembly; `gdl.model.meaning` is the definition that this follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gdl.model.model import Shape
from gdl.model.nodes import Cond, Expr, Given, Op, Table, Var, node
from gdl.model.sharing import shared
from gdl.model.types import TRUTHS, Base, Plain, Range, Size, Type
from interpreter.native.lower.context import Context
from interpreter.native.module.emitter import NONE, Atom, Unsupported, Words
from interpreter.native.plan.specialise import chosen
from interpreter.native.record.domains import Cell, cell

MAX_ELEMENT_TABLE = 65_536
"""Entries of a table over all coordinates: 64 to 256 KB, which are written into the module."""
MAX_POWER = 32
"""So many steps that may be made at once are looked up; more, as on a ring, are made one by one."""
Steps = tuple[tuple[int, ...], ...]


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


def _op_element(ctx: Context, e: Op) -> Atom:
    """The element with these coordinates: a table over all coordinates."""
    shape = e.type.base
    assert isinstance(shape, Shape)
    ranges = [type_.base for type_, _ in shape.coordinates.values()]
    lows = [base.low for base in ranges]
    lengths = [len(base) for base in ranges if not isinstance(base, Plain)]
    count = 1
    for length in lengths:
        count *= length
    if len(lengths) != len(ranges) or count > MAX_ELEMENT_TABLE:
        raise Unsupported(f"looking for elements of {shape.name} by such coordinates")
    held = [-1] * count
    for key, i in shape.at.items():
        at = 0
        for k, low, length in zip(key, lows, lengths, strict=True):
            at = at * length + k - low
        held[at] = ctx.domains.element(shape, i)
    inside: Atom = 1
    index: Atom = 0
    for operand, low, length in zip(e.operands, lows, lengths, strict=True):
        a = ctx.op("sub", ctx.atom(operand), low)
        fits = ctx.truth("and", ctx.op("ge_s", a, 0), ctx.op("lt_s", a, length))
        inside = ctx.truth("and", inside, fits)
        index = ctx.op("add", ctx.op("mul", index, length), a)
    layout = cell(ctx.domains, Type(shape, Size.MAYBE))
    address = ctx.memory.constant(b"".join(map(layout.encode, held)))
    return ctx.select(inside, ctx.load(layout, ctx.select(inside, index, 0), address), -1)


def _op_power(ctx: Context, e: Op) -> Atom:
    direction, times, site = e.operands
    shape = e.type.base
    assert isinstance(shape, Shape)
    steps = (*shape.padded_steps, (-1,) * (len(shape) + 1))
    if ways := _powers(steps):
        steps_made = Var(Type(Range(0, len(ways) - 1), Size.ONE), "steps")
        many = ctx.atom(times)
        many = ctx.select(ctx.op("lt_s", many, len(ways)), many, len(ways) - 1)
        many = ctx.select(ctx.op("gt_s", many, 0), many, 0)
        with ctx.scope("block", frozenset((steps_made,))):
            ctx.scopes[-1].values[steps_made] = many
            return ctx.atom(Table(Type(shape, Size.MAYBE), ways, (steps_made, direction, site)))
    variable = Var(site.type.of_size(Size.MAYBE), "at")
    step = Table(Type(shape, Size.MAYBE), steps, (direction, variable))
    at, left = ctx.copy(ctx.atom(site)), ctx.copy(ctx.atom(times))
    ctx.code(direction)
    with ctx.block() as done, ctx.block("loop", frozenset((variable,))) as again:
        ctx.leave(done, ctx.op("le_s", left, 0))
        ctx.scopes[-1].values[variable] = at
        ctx.set(at, table(ctx, step))
        ctx.set(left, ctx.op("sub", left, 1))
        ctx.leave(again)
    return at


# ---- operators on sets


def _op_union(ctx: Context, e: Op) -> Words:
    return ctx.each("or", *map(ctx.words, e.operands))


def each_both(ctx: Context, e: Op) -> Words:
    """What is in all sets, each worked out whole."""
    return ctx.each("and", *map(ctx.words, e.operands))


def _op_minus(ctx: Context, e: Op) -> Words:
    return ctx.minus(*map(ctx.words, e.operands))


def _op_within(ctx: Context, e: Op) -> Atom:
    return ctx.op("eqz", ctx.joined(ctx.minus(*map(ctx.words, e.operands))))


def _op_some(ctx: Context, e: Op) -> Atom:
    return ctx.some(ctx.words(e.operands[0]))


def _op_count(ctx: Context, e: Op) -> Atom:
    return ctx.count(ctx.words(e.operands[0]))


def index(ctx: Context, one: Expr, base: Base) -> Atom:
    """The position of an element's bit."""
    return ctx.op("sub", ctx.atom(one), base.low) if base.low else ctx.atom(one)


def _op_member(ctx: Context, e: Op) -> Atom:
    one, many = e.operands
    return ctx.test(ctx.words(many), index(ctx, one, many.type.base))


def _op_single(ctx: Context, e: Op) -> Words:
    (one,) = e.operands
    bit = ctx.bit(index(ctx, one, e.type.base), ctx.width(e))
    if one.type.size == Size.ONE:
        return bit
    there = ctx.there(ctx.atom(one), isinstance(one.type.base, Range))
    return tuple(ctx.select(there, word, 0) for word in bit)


def _moved(ctx: Context, e: Op) -> Words:
    (of,) = e.operands
    words, wide = ctx.words(of), max(ctx.width(of), ctx.width(e))
    by = of.type.base.low - e.type.base.low
    moved = ctx.shifted(words + (0,) * (wide - len(words)), by)
    return moved[: ctx.width(e)]


def _op_narrow(ctx: Context, e: Op) -> Words:
    return ctx.each("and", _moved(ctx, e), ctx.domains.set(e.type.base, (1 << len(e.type.values)) - 1))


def _op_range(ctx: Context, e: Op) -> Words:
    low, high = (ctx.op("sub", ctx.atom(o), e.type.base.low) for o in e.operands)
    return ctx.span(low, high, ctx.width(e))


def _one_of(ctx: Context, e: Op, found: Any, condition: Any) -> Atom:
    words = ctx.words(e.operands[0])
    element = ctx.op("add", found(words), e.operands[0].type.base.low)
    return ctx.select(condition(words), element, ctx.nothing(e.type))


def _op_the(ctx: Context, e: Op) -> Atom:
    return _one_of(ctx, e, ctx.lowest, ctx.is_single)


def _op_least(ctx: Context, e: Op) -> Atom:
    return _one_of(ctx, e, ctx.lowest, ctx.some)


def _op_greatest(ctx: Context, e: Op) -> Atom:
    return _one_of(ctx, e, ctx.highest, ctx.some)


# ---- tables


def table(ctx: Context, e: Table) -> Any:
    """A value looked up; the entries for a known argument are cut out first."""
    values: Any = e.values
    left: list[tuple[Expr, Atom]] = []
    atoms = [(a, ctx.atom(a)) for a in e.arguments]
    if all(isinstance(atom, int) for _, atom in atoms):
        for argument, atom in atoms:
            values = values[unplaced(ctx, argument.type.base, atom)]  # type: ignore[arg-type]
        return ctx.constant(e.type, values)
    values, left = _cut(ctx, values, atoms)
    if e.type.base is TRUTHS and len(left) == 1 and _sure(ctx, left[0][0]):
        return _truth_table(ctx, values, *left[0])
    layout = cell(ctx.domains, e.type)
    key = (id(values), tuple(a.type for a, _ in left), e.type)
    found = ctx.memory.tables.get(key)
    if found is None:
        held: list[bytes] = []
        sizes = [_length(ctx, a) for a, _ in left]
        _flatten(ctx, values, [a for a, _ in left], e.type, layout, held)
        found = ctx.memory.tables[key] = (ctx.memory.constant(b"".join(held)), sizes, values)
    address, sizes, _ = found
    index: Atom = 0
    for (argument, atom), length in zip(left, sizes, strict=True):
        low = argument.type.base.low if isinstance(argument.type.base, Range) else 0
        shift = 0 if _sure(ctx, argument) else 1
        index = ctx.op("add", ctx.op("mul", index, length), ctx.op("sub", atom, low - shift))
    return ctx.load(layout, index, address)


def _sure(ctx: Context, argument: Expr) -> bool:
    """Whether an argument can't be nothing."""
    return argument.type.size == Size.ONE or isinstance(argument.type.base, Range)


def _length(ctx: Context, argument: Expr) -> int:
    return ctx.domains.size(argument.type.base) + (not _sure(ctx, argument))


def unplaced(ctx: Context, base: Base, atom: int) -> int:
    """The index of an entry of a table, for an element held as this."""
    if isinstance(base, Range):
        return atom - base.low
    return ctx.domains.index(base, atom) if atom >= 0 else -1


def _cut(ctx: Context, values: Any, atoms: list[tuple[Expr, Atom]]) -> tuple[Any, list[tuple[Expr, Atom]]]:
    while atoms and isinstance(atoms[0][1], int):
        values, atoms = values[unplaced(ctx, atoms[0][0].type.base, atoms[0][1])], atoms[1:]
    if any(isinstance(atom, int) for _, atom in atoms):
        key = (id(values), tuple(atom if isinstance(atom, int) else None for _, atom in atoms))
        if key not in ctx.memory.cut:
            at = [None if not isinstance(x, int) else unplaced(ctx, a.type.base, x) for a, x in atoms]
            ctx.memory.cut[key] = values, chosen(values, at)
        values = ctx.memory.cut[key][1]
    return values, [(a, x) for a, x in atoms if not isinstance(x, int)]


def _flatten(ctx: Context, values: Any, arguments: list[Expr], type_: Type, layout: Cell, held: list[bytes]) -> None:
    if not arguments:
        held.append(layout.encode(ctx.constant(type_, values)))
        return
    argument, *rest = arguments
    base = argument.type.base
    if not _sure(ctx, argument):
        _flatten(ctx, values[-1], rest, type_, layout, held)
    at = ctx.domains.positions(base)
    if not rest and len(at) == at[-1] + 1:
        values = values[: len(at)]
        if type_.base is TRUTHS:
            held.append(bytes(values))
        elif layout.sort == "element" and layout.size == 1 and ctx.domains.plain(type_.base):
            held.append(bytes(v & 255 for v in values))
        elif layout.words:
            masks = values if ctx.domains.plain(type_.base) else [ctx.domains.mask(type_.base, v) for v in values]
            held += [mask.to_bytes(layout.size, "little") for mask in masks]
        else:
            held += [layout.encode(ctx.constant(type_, v)) for v in values]
        return
    last = -1
    for i, position in enumerate(at):
        for _ in range(position - last):  # gaps are never read
            _flatten(ctx, values[i], rest, type_, layout, held)
        last = position


def _truth_table(ctx: Context, values: tuple[bool, ...], argument: Expr, atom: Atom) -> Atom:
    """A truth for each element is a set."""
    base = argument.type.base
    mask = sum(1 << i for i, p in enumerate(ctx.domains.positions(base)) if values[i])
    return ctx.test(ctx.domains.set(base, mask), ctx.op("sub", atom, base.low))


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


@lru_cache
def _powers(steps: Steps) -> tuple[Steps, ...]:
    """Where 0, 1, 2, … steps lead to from each element, until it is nowhere; empty if there are too many of them."""
    found = [tuple((*range(len(row) - 1), -1) for row in steps)]
    while any(at >= 0 for row in found[-1] for at in row):
        if len(found) == MAX_POWER or len(found) * len(steps) * len(steps[0]) > MAX_ELEMENT_TABLE:
            return ()
        found.append(tuple(tuple(row[at] for at in made) for row, made in zip(steps, found[-1], strict=True)))
    return tuple(found)


PLAIN_OPERATORS: dict[str, Callable[[Context, Op], Any]] = {
    "+": _op_add,
    "-": _op_sub,
    "*": _op_mul,
    "neg": _op_neg,
    "abs": _op_abs,
    "<": _op_lt,
    "<=": _op_le,
    "=": _op_eq,
    "not": _op_not,
    "and": _op_and,
    "or": _op_or,
    "/": _op_div,
    "%": _op_rem,
    "max": _op_max,
    "min": _op_min,
    "there": _op_there,
    "fits": _op_fits,
    "same": _op_same,
    "element": _op_element,
    "power": _op_power,
    "union": _op_union,
    "minus": _op_minus,
    "within": _op_within,
    "some": _op_some,
    "count": _op_count,
    "member": _op_member,
    "single": _op_single,
    "narrow": _op_narrow,
    "range": _op_range,
    "the": _op_the,
    "least": _op_least,
    "greatest": _op_greatest,
    "quotient": _op_div,
    "remainder": _op_rem,
    "rebase": _moved,
    "both": each_both,
}
"""What writes each operator of the model, whatever its operands are."""
