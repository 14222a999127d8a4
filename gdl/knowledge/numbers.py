"""How many things an expression gives, worked out from counters: for rules with a counter beside what is hidden."""

from __future__ import annotations

from collections.abc import Mapping

from gdl.model import statements as m
from gdl.model.arithmetic import less
from gdl.model.build import TRUE, as_set, const, everything, integer
from gdl.model.nodes import After, Cond, Const, Expr, Get, Given, Op, Query, Var, node
from gdl.model.types import TRUTH, Domain, Range, Size, Type
from gdl.passes.substitution import substitute, substitute_parts

NUMBER = Type(Range(-1_000_000, 1_000_000))
Counters = Mapping[m.Variable, m.Variable]


def total(*operands: Expr) -> Expr:
    """The sum of numbers."""
    return node(Op, NUMBER, "+", operands)


class Numbers:
    """Works out numbers of things, and conditions that ask no more than such numbers.

    `counters`: the counter of each variable that has one. That of a bag or a pile has no last dimension. `told`: sets
    of which an open variable tells the number, at the place where the rules are.
    """

    def __init__(self, counters: Counters) -> None:
        self.counters = counters
        self.told: dict[Expr, Expr] = {}
        self._done: dict[Expr, Expr] = {}

    def size(self, e: Expr) -> Expr:
        """How many things an expression gives."""
        if e in self.told:
            return self.told[e]
        found = self._size(e)
        if found is not None:
            return found
        base = e.type.base
        assert isinstance(base, Range | Domain)
        return node(Query, NUMBER, "sum", ((Var(Type(base), "thing"), as_set(e)),), TRUE, (const(NUMBER, 1),))

    def _size(self, e: Expr) -> Expr | None:
        """The same; None where only the things themselves tell."""
        match e:
            case Const():
                return integer(e.value.bit_count() if e.type.size == Size.MANY else int(e.value != e.type.nothing))
            case Get(variable=variable) if variable in self.counters and not variable.collection:
                return node(Get, NUMBER, self.counters[variable], e.indices)
            case Op(name="union", operands=parts):
                return total(*map(self.size, parts))
            case Op(name="minus", operands=(many, less_)):
                return node(Op, NUMBER, "-", (self.size(many), self.size(less_)))
            case Op(name="single", operands=(one,)) if one.type.size <= Size.MAYBE:
                return self.size(one)
            case Cond():
                return node(Cond, NUMBER, self(e.condition), self.size(e.then), self.size(e.other))
        if e.type.size == Size.ONE:
            return integer(1)
        there = self._presence(e) if e.type.size == Size.MAYBE else None
        return None if there is None else node(Cond, NUMBER, there, integer(1), integer(0))

    def announced(self, condition: Expr) -> Expr:
        """A condition that asks an open variable whether there is something, where that tells the number."""
        asked: dict[Expr, Expr] = {}
        for many, number in self.told.items():
            asked[node(Op, TRUTH, "some", (many,))] = less(integer(0), number, "<")
        return substitute(condition, asked) if asked else condition

    # ---- the same rules, asking counters

    def __call__(self, e: Expr) -> Expr:
        """An expression that asks a counter wherever it asks how many things there are, or whether there are any.

        What lies ahead of a change stays as it is: the change doesn't count along.
        """
        if isinstance(e, Const | Var | After):
            return e
        found = self._done.get(e)
        if found is None:
            found = self._asked(e)
            found = self._done[e] = substitute_parts(e, self) if found is None else found
        return found

    def _asked(self, e: Expr) -> Expr | None:
        """What it asks of counters; None if it asks something else."""
        match e:
            case Op(name="some" | "there", operands=(thing,)):
                return self._presence(thing)
            case Op(name="count", operands=(Get(variable=variable) as whole,)) if variable in self.counters:
                return self._size(whole)
            case Query(how="count" | "some" | "sum"):
                return self._of_collection(e)
        return None

    def _presence(self, e: Expr) -> Expr | None:
        """Whether there is something; None where only the thing itself tells."""
        match e:
            case Get(variable=variable) if variable.collection == "pile" and variable in self.counters:
                return less(e.indices[-1], self._counter(e), "<=")
            case Get(variable=variable) if variable in self.counters and not variable.collection:
                return less(integer(0), node(Get, NUMBER, self.counters[variable], e.indices), "<")
            case Given():
                inner = self._presence(e.body)
                return None if inner is None else node(Given, TRUTH, e.variable, self(e.value), inner)
            case Cond():
                then, other = self._presence(e.then), self._presence(e.other)
                if then is None or other is None:
                    return None
                return node(Cond, TRUTH, self(e.condition), then, other)
            case Op(name="single", operands=(one,)):
                return self._presence(one)
        return TRUE if e.type.size == Size.ONE else None

    def _of_collection(self, e: Query) -> Expr | None:
        """How much lies in bags or piles, or whether anything does, as counters tell it."""
        *whose, (each, source) = e.binders
        match e:
            case Query(how="count" | "some", where=Op(name="there", operands=(Get() as cell,)), body=()):
                collection = "pile"
            case Query(how="sum", where=where, body=(Get() as cell,)) if where is TRUE:
                collection = "bag"
            case Query(how="some", where=Op(name="<", operands=(Const(value=0), Get() as cell)), body=()):
                collection = "bag"
            case _:
                return None
        variable = cell.variable
        if variable not in self.counters or variable.collection != collection or cell.indices[-1] is not each:
            return None
        if source is not everything(variable.dimensions[-1]) or any(each in i.free for i in cell.indices[:-1]):
            return None
        number = self._counter(cell)
        binders = tuple((name, self(among)) for name, among in whose)
        if e.how == "some":
            there = less(integer(0), number, "<")
            return node(Query, TRUTH, "some", binders, there, ()) if binders else there
        return node(Query, NUMBER, "sum", binders, TRUE, (number,)) if binders else number

    def _counter(self, cell: Get) -> Expr:
        """The counter of the bag or pile of which a cell is part."""
        indices = tuple(map(self, cell.indices[:-1]))
        counter = self.counters[cell.variable]
        return node(Get, counter.type, counter, indices)
