"""What each expression computes, as Python code: with the table of `operators`, the one definition of the meaning.

Static expressions are evaluated with it while a ruleset is checked (`evaluate`), and the reference interpreter makes
its functions with it. An equal expression is worked out once where it can be, and before a loop that doesn't change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from gdl.model.families import Holding, Lying, helped
from gdl.model.nodes import Cond, Const, Distance, Expr, Fill, Given, Image, Op, Query, Table, Var, node
from gdl.model.operators import OPERATORS
from gdl.model.primitives import bits
from gdl.model.python_code import Lines, Scope, is_something
from gdl.model.sharing import due
from gdl.model.types import TRUTH, Size, Type


class Coder(Lines):
    """Writes the code of expressions, line by line."""

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
            case Distance():
                return self._distance(e)
        raise TypeError(f"no state here: {e}")

    def _operator(self, e: Op) -> str:
        python = OPERATORS[e.name].python
        return self.store(python.format(*map(self.code, e.operands))) if isinstance(python, str) else python(self, e)

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
        each inner loop. Each part of the condition is tested as soon as its names are bound, but what may break a rule
        only for whole tuples that meet all the rest."""
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
        ready, left = due(conditions, pending)
        if ready:
            together = ready[0] if len(ready) == 1 else node(Op, TRUTH, "and", tuple(ready))
            with self.indented(f"if {self.code(together)}:"):
                self._loops(binders, left, take, leave, first)
            return
        if not binders:
            take()
            return
        (variable, source), *rest = binders
        found = helped(variable, source, conditions, pending)
        left = conditions if found is None else list(found.left)
        with self._each(variable, source, found):
            self._loops(rest, left, take, leave, False)
        if leave and not first:
            self.line(leave)

    @contextmanager
    def _each(self, variable: Var, source: Expr, found: Holding | Lying | None) -> Iterator[None]:
        """A loop over what a name ranges over, in order."""
        stem, is_family = _clean(variable.name), source.type.size == Size.FAMILY
        if found is None and not is_family:
            with self.elements(self.code(source), variable, source.type.values.low, stem):
                yield
            return
        match found:
            case Holding(element=element, rows=rows):
                each = f"{self.constant(rows)}[{self.code(element)}]"
            case Lying(whole=whole, tree=tree):
                each = f"lying({self.constant(tree)}, {self.code(whole)})"
            case _:
                each = self.code(source)
        name = self.name(stem)
        with self.indented(f"for {name} in {each}:", "loop", frozenset((variable,))) as scope:
            is_number = isinstance(found, Lying) and is_family
            scope.values[variable] = self.store(f"{self.code(source)}[{name}]") if is_number else name
            yield

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
            self.line(f"{front} = {self._stepped(e, front)} & ~{reached}")
            self.line(f"{reached} |= {front}")
        return reached

    def _stepped(self, e: Fill | Distance, front: str) -> str:
        """The sites that are one step away from a set of them."""
        if isinstance(e.step, Table) and e.step.arguments == (e.variable,):
            return self._image(e.step.values[:-1], front)
        step = self.store("0")
        with self.elements(front, e.variable):
            self._unite(step, e.step, e.area.type)
        return step

    def _distance(self, e: Distance) -> str:
        """Front by front, until one meets the goal."""
        origin, area, goal = self.code(e.origin), self.code(e.area), self.code(e.goal)
        result = self.store(f"0 if {origin} & {goal} else None")
        front = self.store(f"0 if {origin} & {goal} else {origin}")
        reached, steps = self.store(front), self.store("0")
        with self.indented(f"while {front}:", "loop", frozenset((e.variable,))):
            self.line(f"{front} = {self._stepped(e, front)} & ~{reached}")
            self.line(f"{steps} += 1")
            self.scopes[-1].lines += [f"if {front} & {goal}:", f"  {result} = {steps}", "  break"]
            self.line(f"{reached} |= {front}")
            self.line(f"{front} &= {area}")
        return result

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
