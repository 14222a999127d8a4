"""Writing WebAssembly: atoms, constant folding, scopes that know what has been worked out already.

An atom is a number known now (a Python int), or a local of the function (`Loc`). Numbers, elements and words of sets
are i64, truths i32. A set is a tuple of words, the first with the elements 0 … 63.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from gdl.model.nodes import Expr, Var
from interpreter.native.module.wasm import Function, Instruction, i64

MASK = (1 << 64) - 1
NONE = -(1 << 62)
"""A number that is not there."""
LONG_ROW = 100
"""More instructions than that aren't copied from one scope to another."""


class Loc:
    """A local variable of the function. `sure`: it holds something, though things of its kind may be missing.
    `is_loaded`: it is a truth that stood in memory, so no comparison has left it in a flag of the processor."""

    __slots__ = ("get", "is_loaded", "number", "sure", "type")

    def __init__(self, number: int, type_: str) -> None:
        self.number, self.type, self.sure, self.is_loaded = number, type_, False, False
        self.get: Instruction = ("local.get", number)

    def __repr__(self) -> str:
        return f"${self.number}"


Atom = int | Loc
Words = tuple[Atom, ...]
Slot = Any
"""What a part of the state is called: writing to it makes values that read it stale."""


@dataclass(frozen=True)
class SiteFact:
    """What is known of a site: in which parts of the state a piece must stand there, in one or another (none: it may
    stand elsewhere, or nowhere), and in which none does."""

    one_of: frozenset[Slot] = frozenset()
    none_of: frozenset[Slot] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.one_of or self.none_of)

    def after(self, changed: set[Slot]) -> SiteFact:
        """What is still known when these parts have changed."""
        return SiteFact(frozenset() if self.one_of & changed else self.one_of, self.none_of - changed)


class Unsupported(Exception):
    """Something that is not compiled, and why. `hint`: how authors may say it otherwise."""

    is_too_long = False
    """Whether it might be compiled if less were written out."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.hint = hint


BEFORE_THE_GAME = "work it out before the game: in a `define` of the board, of options and of numbers alone"
"""A hint for what several rules of the compiler leave out."""


MAX_LOCALS = 49_900
"""WebAssembly's engines allow 50,000 to a function, its parameters included."""


class CodeTooLong(Unsupported):
    """A function of more values than it has room for."""

    is_too_long = True

    def __init__(self, room: int) -> None:
        super().__init__(f"rules that take more than {room:,} values in one piece",
                         "write fewer defines within defines, or loop over fewer things")  # fmt: skip


_FOLD: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "and": lambda a, b: a & b,
    "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "shl": lambda a, b: a << (b & 63),
    "shr_u": lambda a, b: (a & MASK) >> (b & 63), "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "lt_s": lambda a, b: a < b, "le_s": lambda a, b: a <= b, "gt_s": lambda a, b: a > b, "ge_s": lambda a, b: a >= b,
}  # fmt: skip
_TRUTHS = {"eq", "ne", "lt_s", "le_s", "gt_s", "ge_s", "eqz", "lt_u", "le_u", "gt_u", "ge_u"}
_ABSORB = {  # (operator, side of the constant, constant) -> the result: "same" is the other operand
    ("add", 0): "same", ("or", 0): "same", ("xor", 0): "same", ("and", -1): "same", ("and", 0): 0, ("mul", 1): "same",
    ("mul", 0): 0, ("or", -1): -1,
}  # fmt: skip
_ABSORB_RIGHT = _ABSORB | {("sub", 0): "same", ("shl", 0): "same", ("shr_u", 0): "same"}


class Scope:
    """Instructions that belong together, and the values known in them.

    `code`: the last instructions; `rows`: those before them, in rows, so that many needn't be copied from each scope to
    the one around it. `reads`: what the known values are read from, among other things. `writes`: what a loop's body
    may change (known from the beginning). `dirty`: what has been changed since it was opened. `facts`: what is known of
    a site in some part of the state, or of one that has a name. Nothing is moved out of a "fence".
    """

    def __init__(
        self, sort: str, variables: frozenset[Var] = frozenset(), writes: frozenset[Slot] = frozenset()
    ) -> None:
        self.sort, self.variables, self.writes = sort, variables, writes
        self.code: list[Instruction] = []
        self.rows: list[list[Instruction]] = []
        self.values: dict[Expr, Any] = {}
        self.reads: set[Slot] = set()
        self.dirty: set[Slot] = set()
        self.facts: dict[Slot | Var, SiteFact] = {}
        self.depth = 0

    def add(self, inner: Scope) -> None:
        """What was written in a scope within this one follows."""
        if inner.rows or len(inner.code) > LONG_ROW:
            self.rows += (self.code, *inner.rows, inner.code)
            self.code = []
        else:
            self.code += inner.code

    @property
    def written(self) -> list[Instruction]:
        """All instructions."""
        return [*chain.from_iterable(self.rows), *self.code]


@cache
def _instruction(type_: str, name: str) -> Instruction:
    """An operator's instruction."""
    return (f"{type_}.{name}",)


def _folded(name: str, operands: tuple[Atom, ...], type_: str) -> Atom | None:
    """The result of an operator, if it is known, or one of its operands."""
    if len(operands) == 2:
        a, b = operands
        if isinstance(a, int):
            if isinstance(b, int) and name in _FOLD:
                result = _FOLD[name](a, b)
                return int(result) if name in _TRUTHS else i64(result) if type_ == "i64" else int(result)
            found = _ABSORB.get((name, a))
            if found is not None and (type_ == "i64" or a != -1):
                return found if isinstance(found, int) else b
        if isinstance(b, int):
            found = _ABSORB_RIGHT.get((name, b))
            if found is not None and (type_ == "i64" or b != -1):
                return found if isinstance(found, int) else a
    elif isinstance(operands[0], int):
        value = operands[0] & MASK
        if name == "eqz":
            return int(value == 0)
        if name == "popcnt":
            return value.bit_count()
        if name == "ctz" and value:
            return (value & -value).bit_length() - 1
    return None


class Emitter:
    """Writes the body of one function."""

    def __init__(
        self, function: Function, reads: Callable[[Expr], frozenset[Slot]], room: int = MAX_LOCALS
    ) -> None:  # fmt: skip
        """`reads`: the parts of the state that an expression reads. `room`: the locals that the function may have
        beside its parameters; one more raises CodeTooLong."""
        self.function, self.reads, self.room = function, reads, room
        self.scopes = [Scope("if")]
        self.depth = 0

    # ---- instructions

    def put(self, *instructions: Instruction) -> None:
        """Add instructions to the innermost scope."""
        self.scopes[-1].code += instructions

    def new(self, type_: str = "i64") -> Loc:
        """A fresh local."""
        if len(self.function.locals) >= self.room:
            raise CodeTooLong(self.room)
        return Loc(self.function.local(type_), type_)

    def push(self, a: Atom, type_: str = "i64") -> None:
        """Put an atom on the stack."""
        if isinstance(a, int):
            self.scopes[-1].code.append((f"{type_}.const", i64(a) if type_ == "i64" else int(a)))
        else:
            assert a.type == type_, (a.type, type_)
            self.scopes[-1].code.append(a.get)

    def set(self, target: Loc, a: Atom) -> None:
        """Give a local a value."""
        if a is not target:
            self.push(a, target.type)
            self.put(("local.set", target.number))

    def kept(self, type_: str = "i64") -> Loc:
        """The value on the stack, in a fresh local."""
        value = self.new(type_)
        self.scopes[-1].code.append(("local.set", value.number))
        return value

    def copy(self, a: Atom, type_: str = "i64") -> Loc:
        """A fresh local with an atom's value."""
        self.push(a, type_)
        return self.kept(type_)

    def op(self, name: str, *operands: Atom, type_: str = "i64") -> Atom:
        """An operator of one type on atoms; worked out now where it can be."""
        for operand in operands:
            if isinstance(operand, int):
                known = _folded(name, operands, type_)
                if known is not None:
                    return known
                break
        code = self.scopes[-1].code
        for operand in operands:
            if isinstance(operand, Loc) and operand.type == type_:
                code.append(operand.get)
            else:
                self.push(operand, type_)
        code.append(_instruction(type_, name))
        return self.kept("i32" if name in _TRUTHS else type_)

    def select(self, condition: Atom, then: Atom, other: Atom, type_: str = "i64") -> Atom:
        """One of two atoms."""
        if isinstance(condition, int):
            return then if condition else other
        if then is other or (isinstance(then, int) and isinstance(other, int) and then == other):
            return then
        if type_ == "i32" and then == 1 and other == 0:
            return condition
        bit = then if type_ == "i64" and other == 0 and isinstance(then, int) else 0
        if condition.is_loaded and bit > 0 and bit.bit_count() == 1:
            return self.op("shl", self.extended(condition), bit.bit_length() - 1)
        self.push(then, type_)
        self.push(other, type_)
        self.push(condition, "i32")
        self.put(("select",))
        return self.kept(type_)

    def truth(self, name: str, *operands: Atom) -> Atom:
        """An operator on truths: and, or, eqz."""
        return self.op(name, *operands, type_="i32")

    def negated(self, a: Atom) -> Atom:
        """The opposite truth."""
        return self.op("eqz", a, type_="i32")

    def extended(self, a: Atom) -> Atom:
        """A truth as a number."""
        if isinstance(a, int):
            return a
        self.push(a, "i32")
        self.put(("i64.extend_i32_u",))
        return self.kept()

    def wrapped(self, a: Atom) -> None:
        """Push a number as an address."""
        if isinstance(a, int):
            self.put(("i32.const", a))
        else:
            self.push(a)
            self.put(("i32.wrap_i64",))

    # ---- scopes and blocks

    @contextmanager
    def scope(
        self, sort: str = "if", variables: frozenset[Var] = frozenset(), writes: frozenset[Slot] = frozenset()
    ) -> Iterator[Scope]:
        """Instructions of their own, added where they end."""
        scope = Scope(sort, variables, writes)
        scope.depth = self.depth
        self.scopes.append(scope)
        try:
            yield scope
        finally:
            self.scopes.pop()
            self.scopes[-1].add(scope)

    @contextmanager
    def block(
        self,
        word: str = "block",
        variables: frozenset[Var] = frozenset(),
        writes: frozenset[Slot] = frozenset(),
        is_fence: bool = False,
    ) -> Iterator[int]:
        """A block, a loop, or the instructions under `if`; gives the label for `leave`. Nothing is moved out of a
        fence."""
        scope = Scope("fence" if is_fence else word, variables, writes)
        scope.code.append((word, None))
        self.scopes.append(scope)
        self.depth += 1
        scope.depth = self.depth
        try:
            yield self.depth
        finally:
            self.depth -= 1
            self.scopes.pop()
            scope.code.append(("end",))
            self.scopes[-1].add(scope)

    def leave(self, label: int, condition: Atom | None = None) -> None:
        """Jump to the end of a block, or the beginning of a loop."""
        if condition is None:
            self.put(("br", self.depth - label))
        elif isinstance(condition, int):
            if condition:
                self.put(("br", self.depth - label))
        else:
            self.push(condition, "i32")
            self.put(("br_if", self.depth - label))

    def when(self, condition: Atom, then: Callable[[], None], other: Callable[[], None] | None = None) -> None:
        """Instructions under a condition."""
        if isinstance(condition, int):
            if condition:
                then()
            elif other:
                other()
            return
        first = self._captured(then)
        second = self._captured(other) if other else None
        self.push(condition, "i32")
        around = self.scopes[-1]
        around.code.append(("if", None))
        around.add(first)
        if second is not None and (second.rows or second.code):
            around.code.append(("else",))
            around.add(second)
        around.code.append(("end",))

    def _captured(self, write: Callable[[], None]) -> Scope:
        """The instructions of a branch; what is hoisted out of it comes before the test."""
        scope = Scope("if")
        self.scopes.append(scope)
        self.depth += 1
        scope.depth = self.depth
        try:
            write()
        finally:
            self.depth -= 1
            self.scopes.pop()
        return scope

    # ---- what is known

    def known(self, e: Expr) -> Any:
        """The value of an expression that has been worked out and still holds."""
        for scope in reversed(self.scopes):
            if e in scope.values:
                return scope.values[e]
        return None

    def bind(self, name: Expr, value: Any) -> None:
        """In the innermost scope a name, or an expression, has this value."""
        scope = self.scopes[-1]
        scope.values[name] = value
        scope.reads |= self.reads(name)

    def learn(self, site: Slot | Var, fact: SiteFact) -> None:
        """In the innermost scope this is known of a site."""
        self.scopes[-1].facts[site] = fact

    def target(self, e: Expr) -> int:
        """The outermost scope where `e` can be worked out: before loops; before conditions only if it is cheap. What
        may break a rule stays where it is asked for."""
        best = at = len(self.scopes) - 1
        reads = self.reads(e)
        while at > 0 and not e.may_break:
            scope = self.scopes[at]
            if scope.variables & e.free or scope.dirty & reads or scope.writes & reads or scope.sort == "fence":
                break
            at -= 1
            if scope.sort != "if" or not e.heavy:
                best = at
        return best

    @contextmanager
    def outside(self, at: int) -> Iterator[None]:
        """Write into an outer scope for a while."""
        inner, self.scopes = self.scopes[at + 1 :], self.scopes[: at + 1]
        depth, self.depth = self.depth, self.scopes[-1].depth
        try:
            yield
        finally:
            self.scopes += inner
            self.depth = depth

    def wrote(self, slots: Iterable[Slot]) -> None:
        """Parts of the state have changed."""
        changed = set(slots)
        for scope in self.scopes:
            scope.dirty |= changed
            if not scope.reads.isdisjoint(changed):
                for e in [e for e in scope.values if self.reads(e) & changed]:
                    del scope.values[e]
            if scope.facts:
                scope.facts = {at: fact.after(changed) for at, fact in scope.facts.items() if at not in changed}

    def fact(self, site: Slot | Var) -> SiteFact:
        """What is known of a site that a part of the state holds, or that has a name."""
        for scope in reversed(self.scopes):
            if site in scope.facts:
                return scope.facts[site]
            if scope.sort == "fence":
                break
        return SiteFact()
