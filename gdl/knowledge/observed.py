"""What is observed, and what that gives away to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gdl.knowledge.outputs import OUTPUTS, Audience, Leak, Sort
from gdl.knowledge.possible import Facts, Holds, is_in
from gdl.knowledge.secrets import Secret, Secrets
from gdl.knowledge.way import Way
from gdl.model.build import negation
from gdl.model.nodes import Expr, Op, Var, node
from gdl.model.types import TRUTH, Type
from gdl.text.source import Span


class Observed:
    """Collects the hidden things that outputs hang on."""

    def __init__(self, player: Type) -> None:
        self.somebody = Var(player, "somebody")
        self._found: dict[Leak, None] = {}

    def begin(self) -> None:
        """Forget what was found."""
        self._found.clear()

    def add(self, leaks: Iterable[Leak]) -> None:
        """Add what was found otherwise."""
        self._found |= dict.fromkeys(leaks)

    def leaks(self) -> list[Leak]:
        """What was found: what is sure in place of what may be, who decides next in place of a value that changes."""
        seen = {(leak.span.start, leak.name) for leak in self._found if leak.sort == "order"}
        return [
            leak for leak in self._found
            if (leak.sure or replace(leak, sure=True) not in self._found)
            and not (leak.sort == "open" and (leak.span.start, leak.name) in seen)
        ]  # fmt: skip

    def hides(self, secret: Secret, way: Way) -> bool:
        """Whether something is surely hidden from somebody."""
        return self._hidden(secret, "all", way, None) == Holds.SURELY

    def _hidden(self, secret: Secret, audience: Audience, way: Way, told: Expr | None) -> Holds:
        """Whether something is hidden from who observes what hangs on it."""
        if audience == "decider":
            return secret.from_(way.me, *way.facts)
        more: Facts = ()
        if audience in ("others", "told"):
            more = (negation(node(Op, TRUTH, "=", (self.somebody, way.me))),)
        if told is not None:
            more = (*more, is_in(self.somebody, told))
        return secret.from_(self.somebody, *way.facts, *more)

    def output(
        self, sort: Sort, span: Span, read: Secrets, way: Way, by: str = "", to: Audience | None = None,
        told: Expr | None = None,
    ) -> None:
        """Something is observed that hangs on this. `told`: by these players, if they are named."""
        output = OUTPUTS[sort]
        audience = to or output.audience
        for secret in sorted(read, key=lambda secret: secret.name):
            holds = self._hidden(secret, audience, way, told)
            if holds >= output.least:
                self._found[Leak(sort, span, secret.name, by, holds == Holds.SURELY, audience)] = None

    def order(self, span: Span, read: Secrets, way: Way) -> None:
        """Who decides next, or whether anybody does, hangs on this."""
        self.output("order", span, read, way, to="decider" if way.alone else "all")
