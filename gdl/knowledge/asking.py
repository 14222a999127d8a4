"""What expressions and queries hang on, where a way comes to them."""

from __future__ import annotations

from collections.abc import Iterable

from gdl.knowledge.possible import Facts, is_in
from gdl.knowledge.secrets import Reader, Secrets, about, settled
from gdl.knowledge.way import Way
from gdl.model import statements as m
from gdl.model.build import conjuncts
from gdl.model.model import Model
from gdl.model.nodes import Expr, Get, node


class Asking:
    """Reads expressions as they stand on a way: `me` and `next` are whoever they are there."""

    def __init__(self, model: Model, reader: Reader) -> None:
        self._reader = reader
        self._me, self._next = (node(Get, v.type, v, ()) for v in (model.me, model.next))

    def _names(self, way: Way) -> dict[Expr, Expr]:
        return {self._me: way.me, self._next: way.next}

    def read(self, way: Way, *expressions: Expr, facts: Facts = ()) -> Secrets:
        """The hidden things that expressions hang on; `facts` hold there besides those of the way."""
        return self._reader.read(*expressions, names=self._names(way), facts=(*way.facts, *self.settle(way, facts)))

    def settle(self, way: Way, facts: Iterable[Expr]) -> Facts:
        """Facts in terms of who `me` and `next` are on the way."""
        return settled(facts, self._names(way))

    def query(self, s: m.Choose | m.Loop, way: Way) -> tuple[Secrets, Facts]:
        """What a query reads, and what is known of its names."""
        facts = tuple(fact for variable, source in s.binders for fact in about(variable, source))
        conditions = tuple(conjuncts(s.where))
        found = self.read(way, *(source for _, source in s.binders), facts=facts)
        for i, condition in enumerate(conditions):
            found |= self.read(way, condition, facts=(*facts, *conditions[:i], *conditions[i + 1 :]))
        return found, (*facts, *conditions)

    def of_one(self, s: m.Choose | m.Loop, way: Way, facts: Facts) -> Secrets:
        """What hangs on the hidden things by which one tuple of a query is among all, in terms of what keeps it."""
        among = [is_in(variable, source) for variable, source in s.binders]
        keeps = kept(s)
        return frozenset(x.of(keeps) for x in self.read(way, *among, s.where, facts=facts))


def kept(s: m.Choose | m.Loop) -> dict[Expr, Expr]:
    """The variables that keep what the names of a query stand for."""
    pairs = zip(s.binders, s.variables, strict=True)
    return {name: node(Get, variable.type, variable, ()) for (name, _), variable in pairs}
