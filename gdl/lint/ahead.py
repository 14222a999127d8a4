"""R67: conditions that reach further than was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import mentions
from gdl.syntax import tree as t
from gdl.syntax.joined import joined
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


class NoReachesFurther(Rule):
    """The condition of a `no` ends with something that doesn't depend on its name.

    `no x in S where …` reaches as far right as it can. In `no x in S where A and B`, there may be no x
    for which A and B both hold. If B is a condition of its own, write `(no x in S where A) and B`, or
    put B first. If you do mean both, write `no x in S where (A and B)`.
    """

    code, name, severity = "R690", "no-reaches-further", "warning"
    _TURN = "choose s in empty where {}\nput stone of me on s"
    bad = example(turn=_TURN.format("no t in s.adjacent where t in mine and count(mine) < 4"))
    good = example(turn=_TURN.format("(no t in s.adjacent where t in mine) and count(mine) < 4"))

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Quantified):
            parts = list(joined(node.query.where))
            names = [binder.name.text for binder in node.query.names]
            about = [any(mentions(name, part) for name in names) for part in parts]
            if node.operator != "no" or not any(about) or about[-1]:
                continue
            last = parts[len(about) - about[::-1].index(True)]
            before = last.span.source.text[node.span.start : last.span.start]
            if before.count("(") > before.count(")"):  # it is meant
                continue
            message = f"this belongs to the condition of `no {names[0]} …`, and doesn't depend on `{names[0]}`"
            hint = f"put the `no` in parentheses: `(no {names[0]} in … where …) and …`"
            yield self.found(last, message, hint)


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
