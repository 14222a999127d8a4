"""What holds on the way to a statement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gdl.knowledge.possible import Facts
from gdl.knowledge.secrets import NONE, Secrets
from gdl.model import statements as m
from gdl.model.nodes import Content, Expr, Get, Height, Layer, Op, Standing, within
from gdl.text.source import Span


@dataclass
class Way:
    """What holds on the way to a statement: who `me` and `next` are, facts, what the way hangs on, and where that is
    asked. `part`: within a part of `together`; `alone`: that has begun, and who decides there alone observes it."""

    me: Expr
    next: Expr
    facts: Facts = ()
    asked: tuple[tuple[Span, Secrets], ...] = ()
    values: dict[m.Variable, Expr] = field(default_factory=dict)
    part: bool = False
    alone: bool = False

    @property
    def hangs_on(self) -> Secrets:
        """All on which it hangs that it comes to this."""
        return NONE.union(*(secrets for _, secrets in self.asked))

    def inner(self, facts: Iterable[Expr], span: Span, secrets: Secrets) -> Way:
        """The way into a block: what holds there, and what is asked before it."""
        asked = (*self.asked, (_head(span), secrets)) if secrets else self.asked
        return replace(self, facts=(*self.facts, *facts), asked=asked, values=dict(self.values))

    def forget(self, variables: set[m.Variable]) -> None:
        """Variables get other values: what was known of them holds no more."""
        self.values = {variable: value for variable, value in self.values.items() if variable not in variables}
        self.facts = tuple(
            fact for fact in self.facts
            if not any(isinstance(x, Get) and x.variable in variables for x in within(fact))
        )  # fmt: skip

    def changed(self, statements: Iterable[m.Statement]) -> None:
        """Pieces came, went or moved: what was known of the sites that these statements name holds no more."""
        board = [s for s in statements if isinstance(s, m.OnBoard)]
        named = {x for s in board for e in m.expressions(s) for x in within(e) if isinstance(x, Get)}
        if named:
            self.facts = tuple(fact for fact in self.facts if not any(_stands(x, named) for x in within(fact)))


def _stands(e: Expr, sites: set[Get]) -> bool:
    """Whether an expression asks what stands on one of some sites."""
    match e:
        case Content() | Height() | Layer():
            return e.site in sites
        case Op(name="member", operands=(one, many)):
            return one in sites and any(isinstance(x, Standing) for x in within(many))
    return False


def _head(span: Span) -> Span:
    """The first line of a statement."""
    first = span.text.split("\n", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + max(len(first), 1))
