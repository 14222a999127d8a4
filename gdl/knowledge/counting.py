"""Writes counting into rules: beside each change of what is counted a change of its counter.

A counter takes it that nothing is put where it lies already, and that nothing is taken that isn't there. That of a
pile needs no such thing: rules that take more than lies there break off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gdl.knowledge.numbers import NUMBER, Numbers, total
from gdl.knowledge.shapes import changed
from gdl.knowledge.shown import shown
from gdl.model import statements as m
from gdl.model.build import TRUE, everything
from gdl.model.model import Model
from gdl.model.nodes import Expr, Get, Op, Query, Var, node, within
from gdl.model.types import Size
from gdl.passes.substitution import substitute


class Writer:
    """Writes counting into rules."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers, self.counters = numbers, numbers.counters
        self.open: set[m.Variable] = set()

    def rules(self, model: Model) -> Model:
        """The model with all counters."""
        self.open = shown(model)
        setup, turn, end = map(self._block, (model.setup, model.turn, model.end))
        variables = (*model.variables, *self.counters.values())
        return replace(model, variables=variables, setup=setup, turn=turn, end=end)

    def _block(self, block: m.Block) -> m.Block:
        """A block with counting. What is told before it is so within it, until that changes."""
        before, done = dict(self.numbers.told), list[m.Statement]()
        for s in block:
            if isinstance(s, m.Loop | m.Repeat | m.Most | m.Either):
                self._forget(changed((s,)))
            done += self._statements(s)
            self._forget(changed((s,)))
            self._tell(s)
        self.numbers.told = before
        return tuple(done)

    def _forget(self, variables: set[m.Variable]) -> None:
        """What is told holds no more where something of it changes."""
        told = self.numbers.told
        self.numbers.told = {many: number for many, number in told.items() if not _reads_any(variables, many, number)}

    def _tell(self, s: m.Statement) -> None:
        """An open variable tells all how many things a set holds: `passed = count(given)`."""
        match s:
            case m.Assign(variable=variable, indices=(), value=Op(name="count", operands=(Get() as many,))):
                if variable in self.open and many.variable is not variable and not many.indices:
                    self.numbers.told[many] = node(Get, variable.type, variable, ())

    def _statements(self, s: m.Statement) -> Iterator[m.Statement]:
        match s:
            case m.Assign() | m.Loop() if s.height is not None:
                yield s
                yield from self._behind(s, s.height)
                return
            case m.Assign() if s.variable in self.counters and s.variable.collection != "pile":
                yield self._beside(s)
            case m.Loop() if (filling := self._filling(s)) is not None:
                yield filling
                yield s
                return
            case m.Loop(binders=((_, Op(name="single", operands=(thing,))),)) if self._is_one(s, thing):
                beside = (one for one in s.body if isinstance(one, m.Assign) and one.variable in self.counters)
                changes = tuple(map(self._beside, beside))
                if thing.type.size == Size.ONE:
                    yield from changes
                elif changes:
                    yield m.Branch(s.span, node(Op, TRUE.type, "there", (thing,)), changes, ())
                yield s
                return
            case m.Branch():
                condition = self.numbers.announced(s.condition)
                s = replace(s, condition=condition, then=self._block(s.then), other=self._block(s.other))
            case m.Loop() | m.Repeat() | m.Most():
                s = replace(s, body=self._block(s.body))
            case m.Either():
                otherwise = None if s.otherwise is None else self._block(s.otherwise)
                s = replace(s, branches=tuple(map(self._block, s.branches)), otherwise=otherwise)
        yield s

    def _behind(self, s: m.Assign | m.Loop, height: Expr) -> Iterator[m.Assign]:
        """The counter of a pile, behind the last change of what lies there."""
        last = s if isinstance(s, m.Assign) else s.body[-1]
        assert isinstance(last, m.Assign)
        if (counter := self.counters.get(last.variable)) is not None:
            yield m.Assign(s.span, counter, last.indices[:-1], self.numbers(height), False)

    def _beside(self, s: m.Assign) -> m.Assign:
        """The change of the counter, made before that of what is counted."""
        counter = self.counters[s.variable]
        if s.variable.collection != "bag":
            return m.Assign(s.span, counter, s.indices, self.numbers.size(s.value), False)
        indices = s.indices[:-1]
        before: Expr = node(Get, NUMBER, counter, indices)
        cell = node(Get, s.variable.type, s.variable, s.indices)
        match s.value:
            case Op(name="+" | "-" as name, operands=(old, more)) if old is cell:
                value: Expr = node(Op, NUMBER, name, (before, more))
            case _:
                value = total(before, node(Op, NUMBER, "-", (s.value, cell)))
        return m.Assign(s.span, counter, indices, value, False)

    def _is_one(self, s: m.Loop, thing: Expr) -> bool:
        """Whether a loop is gone through once, for one thing or none, and changes how many a bag holds of it."""
        name = s.variables[0]
        return thing.type.size <= Size.MAYBE and s.where is TRUE and all(
            isinstance(one, m.Assign) and one.variable.collection == "bag" and not _reads(name, *one.indices[:-1])
            and isinstance(one.value, Op) and not _reads(name, *one.value.operands[1:])
            for one in s.body
        )  # fmt: skip

    def _filling(self, s: m.Loop) -> m.Statement | None:
        """The change of a counter by a loop that sets the number of every thing in a bag, whatever it was."""
        each, (_, source) = s.variables[0], s.binders[0]
        match s.body:
            case (m.Assign() as last,):
                variables, binders, value = s.variables[1:], s.binders[1:], last.value
            case (m.Assign(value=value) as first, m.Loop(body=(m.Assign() as last,)) as inner) if (
                len(s.variables) == 1 and isinstance(last.value, Get) and last.value.variable is first.variable
                and inner.where is TRUE
            ):  # fmt: skip
                variables, binders = inner.variables, inner.binders
            case _:
                return None
        thing = node(Get, each.type, each, ())
        if last.variable not in self.counters or last.variable.collection != "bag" or s.where is not TRUE or s.together:
            return None
        if last.indices[-1] is not thing or source is not everything(last.variable.held):
            return None
        if _reads(each, *last.indices[:-1], *(e for _, e in binders)) or _reads(last.variable, value):
            return None
        counter = self.counters[last.variable]
        if isinstance(value, Get) and value.variable in self.counters and value.indices[-1:] == (thing,):
            sum_: Expr = node(Get, NUMBER, self.counters[value.variable], value.indices[:-1])
        else:
            name = Var(thing.type, "thing")
            body = substitute(value, {thing: name})
            sum_ = node(Query, NUMBER, "sum", ((name, source),), TRUE, (body,))
        assign = m.Assign(last.span, counter, last.indices[:-1], sum_, False)
        if not variables:
            return assign
        return m.Loop(s.span, variables, binders, TRUE, (assign,))


def _reads_any(variables: set[m.Variable], *expressions: Expr) -> bool:
    return any(isinstance(x, Get) and x.variable in variables for x in within(*expressions))


def _reads(variable: m.Variable, *expressions: Expr) -> bool:
    return any(isinstance(x, Get) and x.variable is variable for x in within(*expressions))
