"""How many things lie hidden, where everybody can count them: rules with a counter beside each hidden collection.

The hand is hidden, but all have seen that thirteen cards were dealt and two were played. `counted` writes such counting
into the rules: each change of a hidden set or bag also changes a number, which is open. Then the checks for leaks judge
these numbers as any other open variable. A number that hangs on something hidden is left out. So what the counters
hold follows from what all players have observed, and from nothing else.

A counter takes it that nothing is put where it lies already, and that nothing is taken that isn't there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gdl.knowledge.flow import Flow
from gdl.knowledge.secrets import Reader
from gdl.model import statements as m
from gdl.model.build import TRUE, as_set, const, everything, integer
from gdl.model.model import Model
from gdl.model.nodes import Cond, Const, Expr, Get, Op, Query, Var, node, within
from gdl.model.types import Domain, Range, Size, Type
from gdl.passes.substitution import substitute

NUMBER = Type(Range(-1_000_000, 1_000_000))
Counters = Mapping[m.Variable, m.Variable]


@dataclass(frozen=True)
class Counted:
    """The rules with counters, and the counter of each hidden variable that has one."""

    model: Model
    counters: Counters


def counted(model: Model) -> Counted | None:
    """The rules with a counter for all that is hidden and that everybody can count; None if there is no such thing."""
    left = {h.what: _counter(h.what) for h in model.hidden if isinstance(h.what, m.Variable) and _holds(h.what)}
    while left:
        rules = _Writer(left).rules(model)
        flow = Flow(rules)
        told = {leak.by for leak in flow.leaks() if leak.sort == "open"}
        unseen = {s.variable for block in (rules.setup, rules.turn, rules.end) for s in _unseen(flow.reader, block)}
        secret = [variable for variable, counter in left.items() if counter.name in told or counter in unseen]
        if not secret:
            return Counted(rules, left)
        left = {variable: counter for variable, counter in left.items() if variable not in secret}
    return None


def _unseen(reader: Reader, block: m.Block, repeated: bool = False, secret: bool = False) -> Iterator[m.Assign]:
    """The changes of which not everybody knows whether they happen: in what is repeated until something hidden holds,
    before all see a decision in it (`repeated`), and where it is secretly chosen how the rules go on (`secret`)."""
    for s in block:
        match s:
            case m.Assign() if repeated or secret:
                yield s
            case m.Choose() if not s.secret:
                repeated = False
            case m.Repeat():
                yield from _unseen(reader, s.body, repeated or bool(reader.read(s.until)), secret)
            case m.Either():
                firsts = [next((x for x in m.walk(branch) if isinstance(x, m.Choose)), None) for branch in s.branches]
                is_secret = any(first is not None and first.secret for first in firsts)
                for inner in m.inner_blocks(s):
                    yield from _unseen(reader, inner, repeated, secret or is_secret)
            case _:
                for inner in m.inner_blocks(s):
                    yield from _unseen(reader, inner, repeated, secret)


def _holds(variable: m.Variable) -> bool:
    """Whether it is a bag, a set, or something that may be missing."""
    if variable.collection:
        return variable.collection == "bag"
    return variable.type.size in (Size.MAYBE, Size.MANY) and isinstance(variable.type.base, Range | Domain)


def _counter(variable: m.Variable) -> m.Variable:
    first = variable.initial
    if variable.collection == "bag":
        first *= len(variable.held)
    elif variable.type.size == Size.MANY:
        first = first.bit_count()
    else:
        first = int(first != variable.type.nothing)
    dimensions = variable.holders if variable.collection else variable.dimensions
    return m.Variable(f"the number of {variable.name}", dimensions, NUMBER, first, False, variable.span)


def _sum(*operands: Expr) -> Expr:
    return node(Op, NUMBER, "+", operands)


class _Writer:
    """Writes counting into rules."""

    def __init__(self, counters: Counters) -> None:
        self.counters = counters

    def rules(self, model: Model) -> Model:
        """The model with all counters."""
        setup, turn, end = map(self._block, (model.setup, model.turn, model.end))
        variables = (*model.variables, *self.counters.values())
        return replace(model, variables=variables, setup=setup, turn=turn, end=end)

    def _block(self, block: m.Block) -> m.Block:
        return tuple(one for s in block for one in self._statements(s))

    def _statements(self, s: m.Statement) -> Iterator[m.Statement]:
        match s:
            case m.Assign() if self._counts(s):
                yield self._beside(s)
            case m.Loop() if (filling := self._filling(s)) is not None:
                yield filling
                yield s
                return
            case m.Loop(binders=((_, Op(name="single", operands=(thing,))),)) if self._is_one(s, thing):
                yield from (self._beside(one) for one in s.body if isinstance(one, m.Assign) and self._counts(one))
                yield s
                return
            case m.Branch():
                s = replace(s, then=self._block(s.then), other=self._block(s.other))
            case m.Loop() | m.Repeat() | m.Most():
                s = replace(s, body=self._block(s.body))
            case m.Either():
                otherwise = None if s.otherwise is None else self._block(s.otherwise)
                s = replace(s, branches=tuple(map(self._block, s.branches)), otherwise=otherwise)
        yield s

    def _counts(self, s: m.Assign) -> bool:
        return s.variable in self.counters

    def _beside(self, s: m.Assign) -> m.Assign:
        """The change of the counter, made before that of what is counted."""
        counter = self.counters[s.variable]
        if s.variable.collection != "bag":
            return m.Assign(s.span, counter, s.indices, self._size(s.value), False)
        indices = s.indices[:-1]
        before: Expr = node(Get, NUMBER, counter, indices)
        cell = node(Get, s.variable.type, s.variable, s.indices)
        match s.value:
            case Op(name="+" | "-" as name, operands=(old, more)) if old is cell:
                value: Expr = node(Op, NUMBER, name, (before, more))
            case _:
                value = _sum(before, node(Op, NUMBER, "-", (s.value, cell)))
        return m.Assign(s.span, counter, indices, value, False)

    def _is_one(self, s: m.Loop, thing: Expr) -> bool:
        """Whether a loop is gone through once, for a thing that there is, and changes how many a bag holds of it."""
        name = s.variables[0]
        return thing.type.size == Size.ONE and s.where is TRUE and all(
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
            total: Expr = node(Get, NUMBER, self.counters[value.variable], value.indices[:-1])
        else:
            name = Var(thing.type, "thing")
            body = substitute(value, {thing: name})
            total = node(Query, NUMBER, "sum", ((name, source),), TRUE, (body,))
        assign = m.Assign(last.span, counter, last.indices[:-1], total, False)
        if not variables:
            return assign
        return m.Loop(s.span, variables, binders, TRUE, (assign,))

    def _size(self, e: Expr) -> Expr:
        """How many things an expression gives: worked out from counters, where it reads what has one."""
        match e:
            case Const():
                return integer(e.value.bit_count() if e.type.size == Size.MANY else int(e.value != e.type.nothing))
            case Get() if e.variable in self.counters and e.variable.collection != "bag":
                return node(Get, NUMBER, self.counters[e.variable], e.indices)
            case Op(name="union", operands=parts):
                return _sum(*map(self._size, parts))
            case Op(name="minus", operands=(many, less)):
                return node(Op, NUMBER, "-", (self._size(many), self._size(less)))
            case Op(name="single", operands=(one,)) if one.type.size in (Size.ONE, Size.MAYBE):
                return self._size(one)
            case Cond():
                return node(Cond, NUMBER, e.condition, self._size(e.then), self._size(e.other))
        if e.type.size == Size.ONE:
            return integer(1)
        base = e.type.base
        assert isinstance(base, Range | Domain)
        return node(Query, NUMBER, "sum", ((Var(Type(base), "thing"), as_set(e)),), TRUE, (const(NUMBER, 1),))


def _reads(variable: m.Variable, *expressions: Expr) -> bool:
    return any(isinstance(x, Get) and x.variable is variable for x in within(*expressions))
