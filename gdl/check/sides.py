"""The two sides of `and` and `or`. Each is a condition; if one is only half a condition, the hint completes it."""

from __future__ import annotations

from gdl.check.parts import Check
from gdl.check.scope import Scope
from gdl.model.nodes import Expr
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import COMPARISONS
from gdl.text.findings import Fault, Finding, fault

SHOWN = 60
"""Characters of a better text, at most, that a hint shows."""
_SETS = "`{}` joins conditions; what is in both sets is `A & B`, what is in either is `A + B`"
_JOINED = {"or": "+", "and": "&"}


def sides(check: Check, e: t.Binary, scope: Scope) -> tuple[Expr, Expr]:
    """Both conditions."""
    what = f"each side of `{e.operator}`"
    try:
        return check.truth(e.left, scope, what), check.truth(e.right, scope, what)
    except Fault as broken:
        found = broken.finding
        better = _meant(e, found) if found.code == "T309" else ""
        if not better and found.code == "T309" and isinstance(e.right, t.Set | t.Comprehension):
            raise fault(found.code, found.span, found.message, _SETS.format(e.operator)) from None
        if not better or len(better) > SHOWN or "\n" in better:
            raise
        raise fault(found.code, found.span, found.message, f"write `{better}`") from None


def _meant(e: t.Binary, found: Finding) -> str:
    """The meaning of `b in S or T`, `n = 1 or 2`, `a and b in S`; empty for anything else."""
    left, right = e.left, e.right
    if found.span == right.span:
        before = left.right if isinstance(left, t.Binary) and left.operator == e.operator else left
        earlier = e.span.source.text[left.span.start : before.span.start]
        return f"{earlier}{meant}" if isinstance(before, t.Binary) and (meant := _both(before, e, found)) else ""
    is_name = isinstance(left, t.Name | t.Dot)
    asked = isinstance(right, t.Binary) and right.operator in (*COMPARISONS, "in", "not in", "within")
    if found.span == left.span and is_name and asked and isinstance(right, t.Binary):
        test = e.span.source.text[right.left.span.end : right.span.end]
        return f"{left.span.text}{test} {e.operator} {right.span.text}"
    return ""


def _both(test: t.Binary, e: t.Binary, found: Finding) -> str:
    """A test with another value beside its own."""
    asked, one, other = test.left.span.text, test.right.span.text, e.right.span.text
    is_set = "set of" in found.message
    if test.operator in ("in", "not in", "within") and is_set:
        sign = "+" if test.operator == "not in" else _JOINED[e.operator]
        return f"{asked} {test.operator} {one} {sign} {other}"
    if test.operator == "=" and e.operator == "or" and not is_set:
        return f"{asked} in {{{one}, {other}}}"
    return f"{asked} not in {{{one}, {other}}}" if test.operator == "!=" and not is_set else ""
