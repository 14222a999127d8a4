"""A local that changes, but has no larger range than its first value: why a comparison with it never comes out."""

from __future__ import annotations

from gdl.lint.context import Context
from gdl.lint.walk import walk
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import COMPARISONS


def advised(context: Context, question: t.Node, otherwise: str) -> str:
    """What to do about a question with a known answer: give such a local a larger range, if there is one; `otherwise`
    what is said of any other question."""
    for part in walk(question):
        if isinstance(part, t.Binary) and part.operator in COMPARISONS:
            for side, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(side, t.Name) and (wider := _wider(context, side, other)):
                    return wider
    return otherwise


def _wider(context: Context, name: t.Name, other: t.Expression) -> str:
    lets = [let for let in context.nodes(t.Let) if let.name.text == name.text]
    changes = any(isinstance(s.target, t.Name) and s.target.text == name.text for s in context.nodes(t.Assign))
    own, compared = context.bounds(name), context.bounds(other)
    if len(lets) != 1 or lets[0].type is not None or not changes or own is None or compared is None:
        return ""
    low, high = min(own[0], compared[0]), max(own[1], compared[1])
    if (low, high) == own:
        return ""
    larger = f"`let {name.text}: {low}..{high} = {lets[0].value.span.text}`"
    return f"`{name.text}` has only the range of its first value; give it a larger one: {larger}"
