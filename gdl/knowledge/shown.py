"""Open variables of which all see every value: what appears and goes between two decisions, nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gdl.model import statements as m
from gdl.model.model import Model

Next = frozenset[Literal["decides", "changes"]]
"""What may come next of a decision and another change of a variable."""
NOTHING: Next = frozenset()


def shown(model: Model) -> set[m.Variable]:
    """The open variables that never change twice without a decision between."""
    return {v for v in _open(model) if not any("changes" in behind for behind in _Changes(v).of(model))}


def fleeting(model: Model) -> set[m.Variable]:
    """The open variables that surely change again, somewhere, before the next decision."""
    return {v for v in _open(model) if any({*behind} == {"changes"} for behind in _Changes(v).of(model))}


def _open(model: Model) -> set[m.Variable]:
    hidden = {row.what for row in model.hidden} | {model.me, model.next}
    return {v for v in model.variables if not v.local and v not in hidden}


class _Changes:
    """Finds what may follow each change of a variable."""

    def __init__(self, variable: m.Variable) -> None:
        self.variable = variable

    def of(self, model: Model) -> Iterator[Next]:
        """What may come next behind each change."""
        once = self._next(model.turn, NOTHING)
        turn = self._next(model.turn, self._next(model.end, once))
        for block, behind in ((model.setup, turn), (model.turn, self._next(model.end, turn)), (model.end, turn)):
            yield from self._behind(block, behind)

    def _next(self, block: m.Block, behind: Next) -> Next:
        for s in reversed(block):
            behind = self._first(s, behind)
        return behind

    def _first(self, s: m.Statement, behind: Next) -> Next:
        match s:
            case m.Choose():
                return frozenset(("decides",))
            case m.Assign() if s.variable is self.variable:
                return frozenset(("changes",))
            case m.Loop():
                return self._again(s.body, behind) | behind
            case m.Repeat() | m.Most():
                return self._again(s.body, behind)
            case m.Branch() | m.Either():
                return NOTHING.union(*(self._next(inner, behind) for inner in m.inner_blocks(s)))
        return behind

    def _again(self, body: m.Block, behind: Next) -> Next:
        """What comes first in a block that may be done again."""
        return self._next(body, behind | self._next(body, behind))

    def _behind(self, block: m.Block, behind: Next) -> Iterator[Next]:
        for s in reversed(block):
            if isinstance(s, m.Assign) and s.variable is self.variable:
                yield behind
            inner = behind | self._again(s.body, behind) if isinstance(s, m.Loop | m.Repeat | m.Most) else behind
            for one in m.inner_blocks(s):
                yield from self._behind(one, inner)
            behind = self._first(s, behind)
