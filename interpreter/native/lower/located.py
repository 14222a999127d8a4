"""What can't be compiled is said with the line of the rule that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.model import model as m
from gdl.syntax.source import Span
from interpreter.graph.graph import Ask, Fork, Leave, Step, Take
from interpreter.graph.graph import Collect as CollectNode
from interpreter.native.lower.run import Flow
from interpreter.native.module.emitter import Unsupported
from interpreter.native.plan.regions import Key, Region
from interpreter.native.record.record import Record


class UnsupportedRule(Unsupported):
    """A rule that isn't compiled."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(f"{span.where}: {reason}")
        self.span = span


@contextmanager
def within(span: Span | None) -> Iterator[None]:
    """What isn't supported here belongs to this rule, unless a part of it was named already."""
    try:
        yield
    except UnsupportedRule:
        raise
    except Unsupported as reason:
        if span is None:
            raise
        raise UnsupportedRule(str(reason), span) from None


class LocatedRecord(Record):
    """A record that knows which declaration it is at."""

    def _variable(self, variable: m.Variable, slot: int) -> None:
        with within(variable.span):
            super()._variable(variable, slot)


class LocatedFlow(Flow):
    """The function `run`, written by someone who knows which rule he is at."""

    def statement(self, s: m.Statement) -> None:
        """Write one statement."""
        with within(s.span):
            super().statement(s)

    def _node(self, region: Region, key: Key) -> None:
        with within(_span(self.graph.nodes[key[0]])):
            super()._node(region, key)


def _span(node: object) -> Span | None:
    match node:
        case Ask():
            return node.choose.span
        case Fork():
            return node.span
        case CollectNode() | Take():
            return node.loop.span
        case Leave():
            return node.most.span
        case Step() if node.statements:
            return node.statements[0].span
    return None
