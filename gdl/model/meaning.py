"""What each expression computes, as Python code: the one definition of the language's meaning.

Static expressions are evaluated with it while a ruleset is checked (`evaluate`), and the reference interpreter makes
its functions with it. An equal expression is worked out once where it can be, and before a loop that doesn't change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from gdl.model.nodes import Cond, Const, Expr, Fill, Given, Image, Op, Query, Table, Var, node
from gdl.model.primitives import bits
from gdl.model.python_code import Lines, Scope
from gdl.model.sharing import shared
from gdl.model.types import TEXTS, TRUTH, Range, Size, Type

# Operators on single values (never nothing), as Python.
OPERATORS = {
    "+": "{} + {}", "-": "{} - {}", "*": "{} * {}", "neg": "-{}", "=": "{} == {}", "<": "{} < {}", "<=": "{} <= {}",
    "/": "{} // {}", "%": "{} % {}", "not": "not {}", "union": "{} | {}", "both": "{} & {}", "minus": "{} & ~{}",
    "within": "not {} & ~{}", "some": "{} != 0", "count": "{}.bit_count()", "place+": "plus({}, {})",
    "place-": "less({}, {})", "place*": "scaled({}, {})", "place": "({}, {}, {})", "around": "around({}, {})",
    "letter": "letter({})", "capital": "letter({}).upper()",
}  # fmt: skip


def is_something(atom: str, type_: Type) -> str:
    """The test that a value of size "maybe" is there."""
    if type_.base is TEXTS:
        return f"{atom} != ''"
    if atom.isdigit() or (isinstance(type_.base, Range) and atom.strip("(-)").isdigit()):
        return "True"
    return f"{atom} is not None" if isinstance(type_.base, Range) else f"{atom} >= 0"


class Coder(Lines):
    """Writes the code of expressions, line by line."""

    # ---- expressions

    def code(self, e: Expr) -> str:
        """A name (or literal) that holds the expression's value in the innermost scope."""
        if isinstance(e, Const):
            return self._literal(e)
        known = self._known(e)
        if known is not None:
            return known
        at = self._target(e)
        inner, self.scopes = self.scopes[at + 1 :], self.scopes[: at + 1]
        try:
            atom = self.write(e)
            self.scopes[-1].values[e] = atom
        finally:
            self.scopes += inner
        return atom

    def _literal(self, e: Const) -> str:
        if isinstance(e.value, bool | int | str | None):
            if e.type.size == Size.MANY:  # hexadecimal, as a set of any size can be written so
                return f"{e.value:#x}"
            bare = not isinstance(e.value, int) or e.value >= 0
            return repr(e.value) if bare else f"({e.value!r})"
        return self.constant(e.value)

    def write(self, e: Expr) -> str:
        """Write the lines for an expression; gives the name of its value."""
        match e:
            case Op():
                return self._operator(e)
            case Table():
                return self._table(e)
            case Image():
                return self._image(e.masks, self.code(e.of))
            case Cond():
                return self._cond(e)
            case Given():
                return self._given(e)
            case Query():
                return self._query(e)
            case Fill():
                return self._fill(e)
        raise TypeError(f"no state here: {e}")

    def _operator(self, e: Op) -> str:
        if e.name in OPERATORS:
            return self.store(OPERATORS[e.name].format(*map(self.code, e.operands)))
        return getattr(self, f"_op_{e.name}")(e)  # type: ignore[no-any-return]

    def _lazily(self, e: Op, word: str, first: str) -> str:
        return self._chain(list(e.operands), word, first)

    def _chain(self, operands: list[Expr], word: str, first: str) -> str:
        """Operands of which each matters only if those before it have decided nothing."""
        result = self.name()
        for part in shared(operands):
            self.code(part)
        atom = self.code(operands[0])
        for i, operand in enumerate(operands[1:], 1):
            scope = Scope("if")
            self.scopes.append(scope)
            together = bool(shared(operands[i:]))  # what they share is known only where it has been worked out
            value = self._chain(operands[i:], word, first) if together else self.code(operand)
            self.scopes.pop()
            if scope.lines:
                self.line(f"{result} = {atom}")
                self.line(f"if {first}{result}:")
                self.scopes[-1].lines += ["  " + text for text in scope.lines]
                self.line(f"  {result} = {value}")
            else:
                self.line(f"{result} = {atom} {word} {value}")
            atom = result
            if together:
                break
        return atom

    def _op_and(self, e: Op) -> str:
        return self._lazily(e, "and", "")

    def _op_or(self, e: Op) -> str:
        return self._lazily(e, "or", "not ")

    def _op_member(self, e: Op) -> str:
        """One (never nothing) is in a set."""
        one, many = e.operands
        return self.store(f"{self.code(many)} >> {self._bit(one, many.type)} & 1 != 0")

    def _bit(self, one: Expr, many: Type) -> str:
        low = many.values.low
        return self.code(one) if low == 0 else f"({self.code(one)} - {low})"

    def _op_single(self, e: Op) -> str:
        """The set of one thing, or of the one that may be there."""
        (one,) = e.operands
        atom = self.code(one)
        bit = f"1 << {self._bit(one, e.type)}"
        if one.type.size == Size.ONE:
            return self.store(bit)
        return self.store(f"{bit} if {is_something(atom, one.type)} else 0")

    def _op_rebase(self, e: Op) -> str:
        """A set of numbers, as a set of a wider range."""
        (of,) = e.operands
        return self.store(f"{self.code(of)} << {of.type.values.low - e.type.values.low}")

    def _op_narrow(self, e: Op) -> str:
        """A set of numbers, as a set of a range that may lack some."""
        (of,) = e.operands
        shift = of.type.values.low - e.type.values.low
        shifted = f"{self.code(of)} << {shift}" if shift >= 0 else f"{self.code(of)} >> {-shift}"
        return self.store(f"({shifted}) & {(1 << len(e.type.values)) - 1:#x}")

    def _op_quotient(self, e: Op) -> str:
        """Division, rounded down; nothing if the divisor is 0."""
        a, b = map(self.code, e.operands)
        return self.store(f"{a} // {b} if {b} else None")

    def _op_remainder(self, e: Op) -> str:
        a, b = map(self.code, e.operands)
        return self.store(f"{a} % {b} if {b} else None")

    def _op_range(self, e: Op) -> str:
        """The numbers from one to another."""
        low, high = map(self.code, e.operands)
        return self.store(f"span({low}, {high}) << ({low} - {e.type.values.low})")

    def _op_the(self, e: Op) -> str:
        """The only element of a set, or nothing."""
        (of,) = e.operands
        atom = self.code(of)
        element = f"{atom}.bit_length() - 1 + {of.type.values.low}"
        return self.store(f"{element} if {atom} and not {atom} & ({atom} - 1) else {e.type.nothing!r}")

    def _op_greatest(self, e: Op) -> str:
        (of,) = e.operands
        atom = self.code(of)
        return self.store(f"{atom}.bit_length() - 1 + {of.type.values.low} if {atom} else {e.type.nothing!r}")

    def _op_least(self, e: Op) -> str:
        (of,) = e.operands
        atom = self.code(of)
        return self.store(
            f"({atom} & -{atom}).bit_length() - 1 + {of.type.values.low} if {atom} else {e.type.nothing!r}"
        )

    def _op_max(self, e: Op) -> str:
        """The greatest of several numbers, of which the first is never nothing."""
        return self._extreme(e, ">")

    def _op_min(self, e: Op) -> str:
        return self._extreme(e, "<")

    def _extreme(self, e: Op, sign: str) -> str:
        result = self.store(self.code(e.operands[0]))
        for operand in e.operands[1:]:
            atom = self.code(operand)
            there = "" if operand.type.size == Size.ONE else f"{is_something(atom, operand.type)} and "
            self.line(f"if {there}{atom} {sign} {result}: {result} = {atom}")
        return result

    def _op_there(self, e: Op) -> str:
        """Whether something is there."""
        (of,) = e.operands
        return self.store(is_something(self.code(of), of.type))

    def _op_fits(self, e: Op) -> str:
        """A number if it lies in the type's range, else nothing."""
        atom = self.code(e.operands[0])
        base = e.type.values
        assert isinstance(base, Range)
        return self.store(f"{atom} if {base.low} <= {atom} <= {base.high} else None")

    def _op_element(self, e: Op) -> str:
        """The element of a shape with these coordinates, or nothing."""
        at = self.constant(e.type.base.at)  # type: ignore[union-attr]
        return self.store(f"{at}.get(({''.join(self.code(o) + ', ' for o in e.operands)}), -1)")

    def _op_power(self, e: Op) -> str:
        """The site reached by so many steps in a direction, or nothing; operands: direction, number, site."""
        direction, times, site = e.operands
        steps = self.constant(e.type.base.padded_steps)  # type: ignore[union-attr]
        result = self.store(self.code(site))
        self.line(f"for _ in range({self.code(times)}): {result} = {steps}[{self.code(direction)}][{result}]")
        return result

    def _op_same(self, e: Op) -> str:
        """The same value, seen in another size."""
        return self.code(e.operands[0])

    def _op_text(self, e: Op) -> str:
        """Pieces of text and printed values, joined."""
        return self.store("''.join((" + "".join(f"{self.code(o)}, " for o in e.operands) + "))")

    def _op_joined(self, e: Op) -> str:
        """The labels of a set, with commas; operands: the set, the labels."""
        many, labels = map(self.code, e.operands)
        return self.store(f"','.join({labels}[i] for i in bits({many}))")

    def _op_string(self, e: Op) -> str:
        return self.store(f"str({self.code(e.operands[0])})")

    def _table(self, e: Table) -> str:
        code = self.constant(e.values)
        for argument in e.arguments:
            base = argument.type.base
            atom = self.code(argument)
            low = base.low
            code += f"[{atom}]" if low == 0 else f"[{atom} - {low}]" if low > 0 else f"[{atom} + {-low}]"
        return self.store(code)

    def _image(self, masks: tuple[int, ...], of: str) -> str:
        """The union of `masks` over the set `of`: a few shifts where the masks are shifts of their index."""
        shifts = shift_groups(masks)
        if shifts is not None:
            terms = [
                f"({of} & {mask:#x})" + (f" << {by}" if by > 0 else f" >> {-by}" if by < 0 else "")
                for by, mask in shifts
            ]
            return self.store(" | ".join(terms) or "0")
        result = self.store("0")
        with self.elements(of) as (index, _):
            self.line(f"{result} |= {self.constant(masks)}[{index}]")
        return result

    @contextmanager
    def elements(
        self, many: str, variable: Var | None = None, low: int = 0, stem: str = "i"
    ) -> Iterator[tuple[str, Scope]]:
        """A loop over a set's elements, in order; gives the element's name."""
        left, bit, name = self.store(many), self.name(), self.name(stem)
        with self.indented(f"while {left}:", "loop", frozenset((variable,) if variable else ())) as scope:
            offset = f" + {low - 1}" if low > 1 else "" if low == 1 else f" - {1 - low}"
            scope.lines += [
                f"{bit} = {left} & -{left}",
                f"{left} ^= {bit}",
                f"{name} = {bit}.bit_length(){offset}",
            ]
            if variable:
                scope.values[variable] = name
            yield name, scope

    def _cond(self, e: Cond) -> str:
        result, condition = self.name(), self.code(e.condition)
        lines: list[str] = []
        for head, value in ((f"if {condition}:", e.then), ("else:", e.other)):
            scope = Scope("if")
            self.scopes.append(scope)
            self.line(f"{result} = {self.code(value)}")
            self.scopes.pop()
            lines += [head, *("  " + text for text in scope.lines)]
        self.scopes[-1].lines += lines
        return result

    def _given(self, e: Given) -> str:
        result = self.store(repr(e.type.nothing))
        value = self.code(e.value)
        with self.indented(f"if {is_something(value, e.value.type)}:", "if", frozenset((e.variable,))) as scope:
            scope.values[e.variable] = value
            self.line(f"{result} = {self.code(e.body)}")
        return result

    # ---- queries

    def _query(self, e: Query) -> str:
        result = self.name("q")
        start = {"some": "False", "count": "0", "sum": "0", "union": "0", "list": "[]"}.get(e.how, "None")
        self.line(f"{result} = {start}")
        leave = f"if {result}: break" if e.how == "some" else ""
        self.tuples(e.binders, e.where, lambda: self._take(e, result), leave)
        return self.store(f"tuple({result})") if e.how == "list" else result

    def _take(self, e: Query, result: str) -> None:
        """What a query does with one tuple."""
        if e.how == "some":
            self.line(f"{result} = True")
            self.line("break")
        elif e.how == "count":
            self.line(f"{result} += 1")
        elif e.how == "list":
            self.line(f"{result}.append(({''.join(self.code(b) + ', ' for b in e.body)}))")
        elif e.how == "union":
            self._unite(result, e.body[0], e.type)
        else:
            atom = self.code(e.body[0])
            there = "" if e.body[0].type.size == Size.ONE else f"{is_something(atom, e.body[0].type)} and "
            if e.how == "sum":
                self.line(f"if {there}True: {result} += {atom}" if there else f"{result} += {atom}")
            else:
                sign = ">" if e.how == "max" else "<"
                self.line(f"if {there}({result} is None or {atom} {sign} {result}): {result} = {atom}")

    def _unite(self, result: str, body: Expr, type_: Type) -> None:
        atom = self.code(body)
        if body.type.size == Size.MANY:
            self.line(f"{result} |= {atom}")
        else:
            there = "" if body.type.size == Size.ONE else f"if {is_something(atom, body.type)}: "
            low = type_.values.low
            self.line(f"{there}{result} |= 1 << {atom}" + ("" if low == 0 else f" - {low}"))

    def tuples(
        self, binders: Sequence[tuple[Var, Expr]], where: Expr, take: Callable[[], None], leave: str = ""
    ) -> None:
        """Loops over all tuples, in order, the last name fastest; `take` writes the lines for one, `leave` those after
        each inner loop. Each part of the condition is tested as soon as its names are bound."""
        conditions = list(where.operands) if isinstance(where, Op) and where.name == "and" else [where]
        conditions = [c for c in conditions if not (isinstance(c, Const) and c.value is True)]
        self._loops(list(binders), conditions, take, leave, first=True)

    def _loops(
        self,
        binders: list[tuple[Var, Expr]],
        conditions: list[Expr],
        take: Callable[[], None],
        leave: str,
        first: bool,
    ) -> None:
        pending = frozenset(v for v, _ in binders)
        ready = [c for c in conditions if not c.free & pending]
        if ready:
            left = [c for c in conditions if c.free & pending]
            together = ready[0] if len(ready) == 1 else node(Op, TRUTH, "and", tuple(ready))
            with self.indented(f"if {self.code(together)}:"):
                self._loops(binders, left, take, leave, first)
            return
        if not binders:
            take()
            return
        (variable, source), *rest = binders
        many = self.code(source)
        if source.type.size == Size.FAMILY:
            name = self.name(_clean(variable.name))
            with self.indented(f"for {name} in {many}:", "loop", frozenset((variable,))) as scope:
                scope.values[variable] = name
                self._loops(rest, conditions, take, leave, False)
        else:
            with self.elements(many, variable, source.type.values.low, _clean(variable.name)):
                self._loops(rest, conditions, take, leave, False)
        if leave and not first:
            self.line(leave)

    # ---- filling

    def _fill(self, e: Fill) -> str:
        if e.start.type.size != Size.MANY:
            return self._walk(e)
        area, v = self.code(e.area), e.variable
        reached = self.store(self.code(e.start))
        front = self.store(reached)
        with self.indented("while True:", "loop", frozenset((v,))):
            self.line(f"{front} &= {area}")
            self.line(f"if not {front}: break")
            if isinstance(e.step, Table) and e.step.arguments == (v,):
                step = self._image(e.step.values[:-1], front)
            else:
                step = self.store("0")
                with self.elements(front, v):
                    self._unite(step, e.step, e.type)
            self.line(f"{front} = {step} & ~{reached}")
            self.line(f"{reached} |= {front}")
        return reached

    def _walk(self, e: Fill) -> str:
        """A ray from one site: step by step until something outside the area, or the ray's own beginning, is met."""
        assert isinstance(e.step, Table)
        at, bit, result, area = (
            self.store(self.code(e.start)),
            self.name(),
            self.store("0"),
            self.code(e.area),
        )
        step = self.constant(e.step.values)
        for argument in e.step.arguments[:-1]:
            step = self.store(f"{step}[{self.code(argument)}]")
        self.scopes[-1].lines += [
            f"while {at} >= 0:",
            f"  {bit} = 1 << {at}",
            f"  if {result} & {bit}: break",
            f"  {result} |= {bit}",
            f"  if not {area} & {bit}: break",
            f"  {at} = {step}[{at}]",
        ]
        return result

    # ---- whole functions


@lru_cache(1024)
def shift_groups(masks: tuple[int, ...], most: int = 8) -> tuple[tuple[int, int], ...] | None:
    """A table of sets as [(shift, mask)]: shifting the elements of each mask gives the union. None if over `most`."""
    groups: dict[int, int] = {}
    for i, mask in enumerate(masks):
        for j in bits(mask):
            groups[j - i] = groups.get(j - i, 0) | 1 << i
            if len(groups) > most:
                return None
    return tuple(sorted(groups.items()))


def _clean(name: str) -> str:
    return "".join(c for c in name if c.isalnum()) + "_"
