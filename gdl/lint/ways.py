"""B45: ways that can't be longer than a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gdl.check.prelude import prelude
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.text.findings import Finding


class OneStep(Rule):
    """No way is longer than one step, so `through` changes nothing.

    `X.D through S` takes a step from each site of X, and goes on only from sites of S. If all of S is in X,
    a way that goes on from a site of S is nothing new: one of the ways has begun there. So
    `empty.orthogonal through empty` is `empty.orthogonal`. Begin the ways at the sites that you mean: a
    piece, or the pieces of a player.
    """

    code, name, severity = "B455", "one-step", "warning"
    bad = example(
        "define free = empty - b2",
        turn="choose s in empty - (empty.orthogonal through free)\nput stone of me on s",
    )
    good = example(
        "define free = empty - b2",
        turn="choose s in empty - (mine.orthogonal through free)\nput stone of me on s",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        if not context.models:
            return
        defines = {**prelude().defines, **context.runs.checked[0].rules.defines}
        meanings = {name: d.value for (has_subject, name), d in defines.items() if not has_subject and not d.parameters}
        measured = [call.arguments[0] for call in context.nodes(t.Call) if call.name.text == "distance"]
        for way in context.nodes(t.Binary):
            step = way.left
            if way.operator == "through" and isinstance(step, t.Dot) and _within(way.right, step.subject, meanings):
                area, begun, link = (e.span.text for e in (way.right, step.subject, step.link))
                equal = "" if way in measured else f"write `{step.span.text}`, which is the same; or "
                where = "is" if same(way.right, step.subject) else f"is in `{begun}`,"
                yield self.found(
                    way,
                    f"`through {area}` adds nothing: all of it {where} where ways begin anyway",
                    f"{equal}begin elsewhere: `s.{link} through {area}` for a site s, for example",
                )


def _within(a: Any, b: Any, meanings: Mapping[str, Any]) -> bool:
    """Whether each site of `a` is surely one of `b`, whatever the position, by the way they are written."""
    if same(a, b):
        return True
    found = False
    match a:
        case t.Name(text=name) if name in meanings:
            found = _within(meanings[name], b, meanings)
        case t.Binary(operator="-" | "of", left=left):
            found = _within(left, b, meanings)
        case t.Binary(operator="&", left=left, right=right):
            found = _within(left, b, meanings) or _within(right, b, meanings)
        case t.Binary(operator="+", left=left, right=right):
            found = _within(left, b, meanings) and _within(right, b, meanings)
        case t.Set(items=items):
            found = all(_within(item, b, meanings) for item in items)
        case t.Comprehension(value=None, query=query) if len(query.binders) == 1:
            found = _within(query.binders[0].source, b, meanings)
    match b:
        case t.Name(text=name):
            return found or name == "site" or (name in meanings and _within(a, meanings[name], meanings))
        case t.Set(items=items):
            return found or any(_within(a, item, meanings) for item in items)
        case t.Binary(operator="+", left=left, right=right):
            return found or _within(a, left, meanings) or _within(a, right, meanings)
    return found
