"""What can't be compiled is said with the line of the rule that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.model import statements as m
from gdl.text.source import Span
from interpreter.native.module.emitter import Unsupported
from interpreter.native.record.record import Record


class UnsupportedRule(Unsupported):
    """A rule that isn't compiled."""

    def __init__(self, reason: Unsupported, span: Span) -> None:
        super().__init__(f"{span.where}: {reason}", reason.hint)
        self.reason, self.span, self.is_too_long = str(reason), span, reason.is_too_long


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
        raise UnsupportedRule(reason, span) from None


class LocatedRecord(Record):
    """A record that knows which declaration it is at."""

    def _variable(self, variable: m.Variable, slot: int) -> None:
        with within(variable.span):
            super()._variable(variable, slot)
