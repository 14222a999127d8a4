"""Dice: the sum of several, and outcomes that are not equally likely. Both use hidden names with equally likely values.

Everything after the checker takes all outcomes of a roll as equally likely. An outcome that is three times as likely is
there three times: a last, hidden name of the roll ranges from 1 to its weight.
"""

from __future__ import annotations

from math import gcd

from gdl.check.bags import so_many
from gdl.check.parts import Check
from gdl.check.queries import MAX_TUPLES
from gdl.check.scope import Scope
from gdl.model.build import as_set, const, table
from gdl.model.nodes import Const, Expr, Var
from gdl.model.types import Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault
from gdl.text.source import Span

MAX_DICE = 100

Weights = tuple[int, ...]
"""For each number of a range, in how many ways the dice can give it."""


def dice(check: Check, e: t.Expression, scope: Scope) -> tuple[Const, Weights] | None:
    """The sums of several dice, `4 of {0, 1}`, with their weights; None if this is something else."""
    if not isinstance(e, t.Binary):
        return None
    thrown, sides = e, e.right
    if e.operator == ".." and isinstance(e.left, t.Binary):  # `2 of 1..6` means the six faces
        thrown = e.left
        sides = t.Binary(Span(e.span.source, thrown.right.span.start, e.span.end), "..", thrown.right, e.right)
    if thrown.operator != "of":
        return None
    number = check.value(thrown.left, scope)
    if not isinstance(number, Expr) or not number.type.is_number:
        return None
    times = check.static_number(thrown.left, scope, "the number of dice")
    faces = as_set(check.static(sides, scope, "what stands on the dice"))
    if not isinstance(faces, Const) or not isinstance(faces.type.base, Range):
        raise fault("T301", sides.span, f"dice show numbers, not {faces.type}", "write `2 of 1..6`, for example")
    if not 1 <= times <= MAX_DICE or not faces.value:
        raise fault("T332", e.span, f"from 1 to {MAX_DICE} dice can be rolled as one, each with a face at least",
                    "write `2 of 1..6`, for example")
    shown = [faces.type.base.low + i for i in range(len(faces.type.base)) if faces.value >> i & 1]
    if len(shown) ** times > MAX_TUPLES:
        raise fault("T332", e.span, f"these dice can fall in {len(shown) ** times:,} ways; the limit is {MAX_TUPLES:,}",
                    "roll fewer dice at once")
    ways = {0: 1}
    for _ in range(times):
        more: dict[int, int] = {}
        for before, so_often in ways.items():
            for face in shown:
                more[before + face] = more.get(before + face, 0) + so_often
        ways = more
    common = gcd(*ways.values())
    base = Range(min(ways), max(ways))
    held = const(Type(base, Size.MANY), sum(1 << n - base.low for n in ways))
    return held, tuple(ways.get(n, 0) // common for n in range(base.low, base.high + 1))


def so_often(name: Var, weights: Weights) -> tuple[Var, Expr]:
    """The hidden name for the sum of several dice."""
    number = table(weights, Type(Range(0, max(weights))), name)
    return so_many(number)


def weighted(check: Check, e: t.Expression, scope: Scope) -> tuple[Var, Expr]:
    """The hidden name for `by weight`."""
    weight = check.expr(e, scope)
    if not weight.type.is_number:
        raise fault("T301", e.span, f"a weight is a number, not {weight.type}",
                    "write `by 3`, or a number that depends on the outcome")
    if weight.type.size == Size.MAYBE:
        raise fault("T301", e.span, "this weight may be missing", "write `… otherwise 0`")
    assert isinstance(weight.type.base, Range)
    if weight.type.base.low < 0:
        raise fault("T301", e.span, "a weight is never below 0; this may be", f"write `max({{0, {e.span.text}}})`")
    return so_many(weight)
