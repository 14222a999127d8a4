"""R67: looking ahead, and further than was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.syntax import tree as t
from gdl.text.findings import Finding


class AfterWithinAfter(Rule):
    """An `after` belongs to the condition of another `after`.

    `after A: …` reaches as far right as it can. In `after A: c and after B: d`, the second change
    follows the first. To look at each change by itself, write `(after A: c) and after B: d`. If you do
    mean both changes, write `after A: c and (after B: d)`.
    """

    code, name, severity = "R676", "after-within-after", "warning"
    _TURN = "choose s in empty where {}\nput stone of me on s"
    bad = example(turn=_TURN.format("after put stone of me on s: some empty and after remove s: some empty"))
    good = example(turn=_TURN.format("(after put stone of me on s: some empty) and after remove s: some empty"))

    def check(self, context: Context) -> Iterator[Finding]:
        for outer in context.nodes(t.After):
            for inner in _joined(outer.value):
                text = outer.span.source.text
                between = re.sub(r'"[^"\n]*"|#[^\n]*', "", text[outer.change.span.end : inner.span.start])
                if between.count("(") > between.count(")"):  # it is meant
                    continue
                message = "this `after` stands within the condition of the one before it"
                hint = "to look at each by itself, put the first in parentheses: `(after …: …) and after …: …`"
                yield self.found(inner, message, hint)


def _joined(condition: t.Expression) -> Iterator[t.After]:
    """The looks ahead that are joined to others by `and` and `or`, with or without `not`."""
    is_joined = isinstance(condition, t.Binary) and condition.operator in ("and", "or")
    waiting: list[t.Expression] = [condition] if is_joined else []
    while waiting:
        match waiting.pop():
            case t.Binary(operator="and" | "or", left=left, right=right):
                waiting += [right, left]
            case t.Unary(operator="not", operand=operand):
                waiting.append(operand)
            case t.After() as found:
                yield found
            case _:
                pass
