"""What expressions compute, as WebAssembly; `gdl.model.meaning` is the definition that this follows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gdl.model.model import Shape
from gdl.model.nodes import Cond, Const, Expr, Fill, Given, Image, Op, Query, Table, Var, node
from gdl.model.types import TRUTHS, Base, Plain, Range, Size, Type
from interpreter.native.module.cells import Cells
from interpreter.native.module.emitter import NONE, Atom, Unsupported, Words
from interpreter.native.record.domains import Cell, cell

MAX_ELEMENT_TABLE = 65_536
MAX_POWER = 32
"""So many steps that may be made at once are looked up; more, as on a ring, are made one by one."""
Steps = tuple[tuple[int, ...], ...]
_NAMES = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "=": "eq", "<": "lt", "<=": "le", "not": "not",
    "and": "and", "or": "or",
}  # fmt: skip


class Expressions(Cells):
    """Writes expressions that don't read the state; `code` gives an atom, or words for a set."""

    # ---- any expression

    def code(self, e: Expr) -> Any:
        """The value of an expression, worked out where that is best."""
        if isinstance(e, Const):
            return self.constant(e.type, e.value)
        known = self.known(e)
        if known is not None:
            return known
        at = self.target(e, self.reads(e))
        with self.outside(at):
            value = self.write(e)
            self.scopes[-1].values[e] = value
        return value

    def constant(self, type_: Type, value: Any) -> Any:
        """A value known now."""
        if type_.size == Size.MANY:
            return self.domains.set(type_.base, value)
        if type_.size == Size.FAMILY:
            raise Unsupported("a family of sets as a value")
        if type_.base is TRUTHS:
            return int(value)
        return self.domains.element(type_.base, value)

    def atom(self, e: Expr) -> Atom:
        """The value of a single thing, or a truth."""
        value: Atom = self.code(e)
        return value

    def words(self, e: Expr) -> Words:
        """The value of a set."""
        value: Words = self.code(e)
        return value

    def width(self, e: Expr) -> int:
        """How many words a set takes."""
        return self.domains.words(e.type.base)

    def nothing(self, type_: Type) -> Any:
        """Nothing, or no elements."""
        if type_.size == Size.MANY:
            return (0,) * self.domains.words(type_.base)
        return 0 if type_.base is TRUTHS else NONE if isinstance(type_.base, Range) else -1

    def write(self, e: Expr) -> Any:
        """Write the instructions for an expression."""
        match e:
            case Op():
                method = getattr(self, "_op_" + _NAMES.get(e.name, e.name), None)
                if method is None:
                    raise Unsupported(f"“{e.name}” in play")
                return method(e)
            case Table():
                return self._table(e)
            case Image():
                return self.image(e.masks, e.of.type.base, e.type.base, self.words(e.of))
            case Cond():
                return self._cond(e)
            case Given():
                return self._given(e)
            case Query():
                return self.query(e)
            case Fill():
                return self.fill(e)
        raise Unsupported(f"{type(e).__name__} in play")

    def query(self, e: Query) -> Any:
        """A query."""
        raise NotImplementedError

    def fill(self, e: Fill) -> Words:
        """What is reached."""
        raise NotImplementedError

    # ---- results of branches

    def fresh(self, type_: Type) -> Any:
        """Locals for a value of a type."""
        if type_.size == Size.MANY:
            return tuple(self.new() for _ in range(self.domains.words(type_.base)))
        return self.new("i32" if type_.base is TRUTHS else "i64")

    def assign(self, target: Any, value: Any) -> None:
        """Give such locals a value."""
        if isinstance(target, tuple):
            for a, b in zip(target, value, strict=True):
                self.set(a, b)
        else:
            self.set(target, value)

    def choice(self, condition: Atom, then: Any, other: Any, type_: Type) -> Any:
        """One of two values that have been worked out."""
        if type_.size == Size.MANY:
            return tuple(self.select(condition, a, b) for a, b in zip(then, other, strict=True))
        return self.select(condition, then, other, "i32" if type_.base is TRUTHS else "i64")

    def _cond(self, e: Cond) -> Any:
        condition = self.atom(e.condition)
        if isinstance(condition, int):
            return self.code(e.then if condition else e.other)
        if not e.then.heavy and not e.other.heavy:
            return self.choice(condition, self.code(e.then), self.code(e.other), e.type)
        result = self.fresh(e.type)
        self.when(
            condition,
            lambda: self.assign(result, self.code(e.then)),
            lambda: self.assign(result, self.code(e.other)),
        )
        return result

    def _given(self, e: Given) -> Any:
        direct = _direct(e)
        if direct is not None:
            return self.code(direct)
        value = self.atom(e.value)
        there = self.there(value, isinstance(e.value.type.base, Range))
        if isinstance(there, int) and not there:
            return self.nothing(e.type)
        if not e.body.heavy:  # worked out in any case, for a value that is sure to be one
            low = e.value.type.base.low if isinstance(e.value.type.base, Range) else 0
            with self.scope("block", frozenset((e.variable,))):
                self.scopes[-1].values[e.variable] = self.select(there, value, low)
                return self.choice(there, self.code(e.body), self.nothing(e.type), e.type)
        result = self.fresh(e.type)
        self.assign(result, self.nothing(e.type))
        self.push(there, "i32")
        with self.block("if", frozenset((e.variable,))):
            self.scopes[-1].values[e.variable] = value
            self.assign(result, self.code(e.body))
        return result

    # ---- operators on numbers and truths

    def _two(self, name: str, e: Op) -> Atom:
        a, b = e.operands
        return self.op(name, self.atom(a), self.atom(b))

    def _op_add(self, e: Op) -> Atom:
        return self._two("add", e)

    def _op_sub(self, e: Op) -> Atom:
        return self._two("sub", e)

    def _op_mul(self, e: Op) -> Atom:
        return self._two("mul", e)

    def _op_neg(self, e: Op) -> Atom:
        return self.op("sub", 0, self.atom(e.operands[0]))

    def _op_lt(self, e: Op) -> Atom:
        return self._two("lt_s", e)

    def _op_le(self, e: Op) -> Atom:
        return self._two("le_s", e)

    def _op_eq(self, e: Op) -> Atom:
        a, b = e.operands
        if a.type.size == Size.MANY:
            return self.equal(self.words(a), self.words(b))
        return self.op("eq", self.atom(a), self.atom(b), type_="i32" if a.type.base is TRUTHS else "i64")

    def _op_not(self, e: Op) -> Atom:
        return self.negated(self.atom(e.operands[0]))

    def _op_and(self, e: Op) -> Atom:
        return self._lazily(e, 0)

    def _op_or(self, e: Op) -> Atom:
        return self._lazily(e, 1)

    def _lazily(self, e: Op, decided: int) -> Atom:
        """Cheap operands at once, costly ones only if they matter."""
        cheap = [o for o in e.operands if not o.heavy]
        result: Atom = 1 - decided
        for operand in cheap:
            result = self.truth("or" if decided else "and", result, self.atom(operand))
        for operand in e.operands:
            if operand in cheap:
                continue
            if isinstance(result, int):
                if result == decided:
                    return result
                result = self.atom(operand)
                continue
            kept = self.copy(result, "i32")
            self.when(self.negated(kept) if decided else kept, lambda o=operand, k=kept: self.set(k, self.atom(o)))  # type: ignore[misc]
            result = kept
        return result

    def _divided(self, e: Op, remainder: bool) -> Atom:
        """Division rounds down, and a remainder has the divisor's sign."""
        a, b = map(self.atom, e.operands)
        base = e.operands[1].type.base
        assert isinstance(base, Range)
        zero = base.low <= 0 <= base.high
        divisor = self.select(self.op("eqz", b), 1, b) if zero else b
        if isinstance(a, int) and isinstance(divisor, int):
            result: Atom = a % divisor if remainder else a // divisor
        else:
            rest = self.op("rem_s", a, divisor)
            if isinstance(divisor, int) and divisor > 0 and isinstance(e.operands[0].type.base, Range) and (
                    e.operands[0].type.base.low >= 0):  # fmt: skip
                result = rest if remainder else self.op("div_s", a, divisor)
            else:
                off = self.truth("and", self.op("ne", rest, 0),
                                 self.op("lt_s", self.op("xor", rest, divisor), 0))  # fmt: skip
                if remainder:
                    result = self.op("add", rest, self.select(off, divisor, 0))
                else:
                    result = self.op("sub", self.op("div_s", a, divisor), self.extended(off))
        return self.select(self.op("eqz", b), NONE, result) if zero else result

    def _op_div(self, e: Op) -> Atom:
        return self._divided(e, False)

    def _op_rem(self, e: Op) -> Atom:
        return self._divided(e, True)

    _op_quotient, _op_remainder = _op_div, _op_rem

    def _op_max(self, e: Op) -> Atom:
        return self._extreme(e, "gt_s")

    def _op_min(self, e: Op) -> Atom:
        return self._extreme(e, "lt_s")

    def _extreme(self, e: Op, sign: str) -> Atom:
        result = self.atom(e.operands[0])
        for operand in e.operands[1:]:
            a = self.atom(operand)
            better = self.op(sign, a, result)
            if operand.type.size != Size.ONE:
                better = self.truth("and", better, self.there(a, True))
            result = self.select(better, a, result)
        return result

    def _op_there(self, e: Op) -> Atom:
        (of,) = e.operands
        if isinstance(of, Op) and of.name == "fits":
            return self._inside(self.atom(of.operands[0]), of.type.base)
        return self.there(self.atom(of), isinstance(of.type.base, Range))

    def _op_fits(self, e: Op) -> Atom:
        a = self.atom(e.operands[0])
        return self.select(self._inside(a, e.type.base), a, NONE)

    def _inside(self, a: Atom, base: Base) -> Atom:
        """Whether a number is in a range; nothing isn't."""
        assert isinstance(base, Range)
        return self.op("le_u", self.op("sub", a, base.low), base.high - base.low)

    def _op_same(self, e: Op) -> Any:
        return self.code(e.operands[0])

    def _op_element(self, e: Op) -> Atom:
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
            held[at] = self.domains.element(shape, i)
        inside: Atom = 1
        index: Atom = 0
        for operand, low, length in zip(e.operands, lows, lengths, strict=True):
            a = self.op("sub", self.atom(operand), low)
            fits = self.truth("and", self.op("ge_s", a, 0), self.op("lt_s", a, length))
            inside = self.truth("and", inside, fits)
            index = self.op("add", self.op("mul", index, length), a)
        layout = cell(self.domains, Type(shape, Size.MAYBE))
        address = self.memory.constant(b"".join(map(layout.encode, held)))
        return self.select(inside, self.load(layout, self.select(inside, index, 0), address), -1)

    def _op_power(self, e: Op) -> Atom:
        direction, times, site = e.operands
        shape = e.type.base
        assert isinstance(shape, Shape)
        steps = (*shape.padded_steps, (-1,) * (len(shape) + 1))
        if ways := _powers(steps):
            steps_made = Var(Type(Range(0, len(ways) - 1), Size.ONE), "steps")
            many = self.atom(times)
            many = self.select(self.op("lt_s", many, len(ways)), many, len(ways) - 1)
            many = self.select(self.op("gt_s", many, 0), many, 0)
            with self.scope("block", frozenset((steps_made,))):
                self.scopes[-1].values[steps_made] = many
                return self.atom(Table(Type(shape, Size.MAYBE), ways, (steps_made, direction, site)))
        variable = Var(site.type.of_size(Size.MAYBE), "at")
        step = Table(Type(shape, Size.MAYBE), steps, (direction, variable))
        at, left = self.copy(self.atom(site)), self.copy(self.atom(times))
        self.code(direction)
        with self.block() as done, self.block("loop", frozenset((variable,))) as again:
            self.leave(done, self.op("le_s", left, 0))
            self.scopes[-1].values[variable] = at
            self.set(at, self._table(step))
            self.set(left, self.op("sub", left, 1))
            self.leave(again)
        return at

    # ---- operators on sets

    def _op_union(self, e: Op) -> Words:
        return self.each("or", *map(self.words, e.operands))

    def _op_both(self, e: Op) -> Words:
        return self.each("and", *map(self.words, e.operands))

    def _op_minus(self, e: Op) -> Words:
        return self.minus(*map(self.words, e.operands))

    def _op_within(self, e: Op) -> Atom:
        return self.op("eqz", self.joined(self.minus(*map(self.words, e.operands))))

    def _op_some(self, e: Op) -> Atom:
        return self.some(self.words(e.operands[0]))

    def _op_count(self, e: Op) -> Atom:
        return self.count(self.words(e.operands[0]))

    def index(self, one: Expr, base: Base) -> Atom:
        """The position of an element's bit."""
        return self.op("sub", self.atom(one), base.low) if base.low else self.atom(one)

    def _op_member(self, e: Op) -> Atom:
        one, many = e.operands
        return self.test(self.words(many), self.index(one, many.type.base))

    def _op_single(self, e: Op) -> Words:
        (one,) = e.operands
        bit = self.bit(self.index(one, e.type.base), self.width(e))
        if one.type.size == Size.ONE:
            return bit
        there = self.there(self.atom(one), isinstance(one.type.base, Range))
        return tuple(self.select(there, word, 0) for word in bit)

    def _moved(self, e: Op) -> Words:
        (of,) = e.operands
        words, wide = self.words(of), max(self.width(of), self.width(e))
        by = of.type.base.low - e.type.base.low
        moved = self.shifted(words + (0,) * (wide - len(words)), by)
        return moved[: self.width(e)]

    _op_rebase = _moved

    def _op_narrow(self, e: Op) -> Words:
        return self.each("and", self._moved(e), self.domains.set(e.type.base, (1 << len(e.type.values)) - 1))

    def _op_range(self, e: Op) -> Words:
        low, high = (self.op("sub", self.atom(o), e.type.base.low) for o in e.operands)
        return self.span(low, high, self.width(e))

    def _one_of(self, e: Op, found: Any, condition: Any) -> Atom:
        words = self.words(e.operands[0])
        element = self.op("add", found(words), e.operands[0].type.base.low)
        return self.select(condition(words), element, self.nothing(e.type))

    def _op_the(self, e: Op) -> Atom:
        return self._one_of(e, self.lowest, self.is_single)

    def _op_least(self, e: Op) -> Atom:
        return self._one_of(e, self.lowest, self.some)

    def _op_greatest(self, e: Op) -> Atom:
        return self._one_of(e, self.highest, self.some)

    # ---- tables

    def _table(self, e: Table) -> Any:
        """A value looked up; the entries for a known argument are cut out first."""
        values: Any = e.values
        left: list[tuple[Expr, Atom]] = []
        atoms = [(a, self.atom(a)) for a in e.arguments]
        if all(isinstance(atom, int) for _, atom in atoms):
            for argument, atom in atoms:
                values = values[self.unplaced(argument.type.base, atom)]  # type: ignore[arg-type]
            return self.constant(e.type, values)
        values, left = self._cut(values, atoms)
        if e.type.base is TRUTHS and len(left) == 1 and self._sure(left[0][0]):
            return self._truth_table(values, *left[0])
        layout = cell(self.domains, e.type)
        key = (id(values), tuple(a.type for a, _ in left), e.type)
        found = self.memory.tables.get(key)
        if found is None:
            held: list[bytes] = []
            sizes = [self._length(a) for a, _ in left]
            self._flatten(values, [a for a, _ in left], e.type, layout, held)
            found = self.memory.tables[key] = (self.memory.constant(b"".join(held)), sizes, values)
        address, sizes, _ = found
        index: Atom = 0
        for (argument, atom), length in zip(left, sizes, strict=True):
            low = argument.type.base.low if isinstance(argument.type.base, Range) else 0
            shift = 0 if self._sure(argument) else 1
            index = self.op("add", self.op("mul", index, length), self.op("sub", atom, low - shift))
        return self.load(layout, index, address)

    def _sure(self, argument: Expr) -> bool:
        """Whether an argument can't be nothing."""
        return argument.type.size == Size.ONE or isinstance(argument.type.base, Range)

    def _length(self, argument: Expr) -> int:
        return self.domains.size(argument.type.base) + (not self._sure(argument))

    def unplaced(self, base: Base, atom: int) -> int:
        """The index of an entry of a table, for an element held as this."""
        if isinstance(base, Range):
            return atom - base.low
        return self.domains.index(base, atom) if atom >= 0 else -1

    def _cut(self, values: Any, atoms: list[tuple[Expr, Atom]]) -> tuple[Any, list[tuple[Expr, Atom]]]:
        while atoms and isinstance(atoms[0][1], int):
            values, atoms = values[self.unplaced(atoms[0][0].type.base, atoms[0][1])], atoms[1:]
        if any(isinstance(atom, int) for _, atom in atoms):
            key = (id(values), tuple(atom if isinstance(atom, int) else None for _, atom in atoms))
            if key not in self.memory.cut:
                at = [None if not isinstance(x, int) else self.unplaced(a.type.base, x) for a, x in atoms]
                self.memory.cut[key] = values, _chosen(values, at)
            values = self.memory.cut[key][1]
        return values, [(a, x) for a, x in atoms if not isinstance(x, int)]

    def _flatten(self, values: Any, arguments: list[Expr], type_: Type, layout: Cell, held: list[bytes]) -> None:
        if not arguments:
            held.append(layout.encode(self.constant(type_, values)))
            return
        argument, *rest = arguments
        base = argument.type.base
        if not self._sure(argument):
            self._flatten(values[-1], rest, type_, layout, held)
        at = self.domains.positions(base)
        if not rest and len(at) == at[-1] + 1:
            values = values[: len(at)]
            if type_.base is TRUTHS:
                held.append(bytes(values))
            elif layout.sort == "element" and layout.size == 1 and self.domains.plain(type_.base):
                held.append(bytes(v & 255 for v in values))
            elif layout.words:
                masks = values if self.domains.plain(type_.base) else [self.domains.mask(type_.base, v) for v in values]
                held += [mask.to_bytes(layout.size, "little") for mask in masks]
            else:
                held += [layout.encode(self.constant(type_, v)) for v in values]
            return
        last = -1
        for i, position in enumerate(at):
            for _ in range(position - last):  # gaps are never read
                self._flatten(values[i], rest, type_, layout, held)
            last = position

    def _truth_table(self, values: tuple[bool, ...], argument: Expr, atom: Atom) -> Atom:
        """A truth for each element is a set."""
        base = argument.type.base
        mask = sum(1 << i for i, p in enumerate(self.domains.positions(base)) if values[i])
        return self.test(self.domains.set(base, mask), self.op("sub", atom, base.low))


def _chosen(values: Any, at: list[int | None]) -> Any:
    """The entries of a table for some arguments."""
    if not at:
        return values
    first, *rest = at
    if first is not None:
        return _chosen(values[first], rest)
    return tuple(_chosen(v, rest) for v in values)


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
