"""How much room the sets take that are known before the game starts: a budget for the whole ruleset.

Each set has its own limit; but a text of the greatest size may hold thousands of the greatest sets.
"""

from __future__ import annotations

from gdl.check.context import Context
from gdl.model.nodes import Const
from gdl.model.types import Plain, Size
from gdl.text.findings import fault
from gdl.text.source import Span

MAX_ROOM = 50_000_000
"""Elements that all sets may have room for together, each by the elements of its type: a bit each, 6 MB in all."""


TRIED = 50
"""A combination that is tried for a set of sets, or a site's step in a direction, counts as so many elements."""


def note_work(ctx: Context, combinations: int, span: Span) -> None:
    """Count what is to be tried for a set of sets or a direction, before it is; raises a fault if it is too much."""
    _spend(ctx, TRIED * combinations, span)


def note_room(ctx: Context, value: Const, span: Span) -> None:
    """Count what a value takes, once for each value; raises a fault where it is too much in all."""
    if value.type.size < Size.MANY or isinstance(value.type.base, Plain) or id(value) in ctx.kept:
        return
    ctx.kept[id(value)] = value
    sets = len(value.value) if value.type.size == Size.FAMILY else 1
    _spend(ctx, sets * len(value.type.base), span)


def _spend(ctx: Context, elements: int, span: Span) -> None:
    ctx.room += elements
    if ctx.room > MAX_ROOM:
        raise fault(
            "T332", span, f"with this one, the sets that are known beforehand have room for over {MAX_ROOM:,} elements",
            "make fewer or smaller ones: sets of sets on a smaller board, numbers that lie closer together",
        )  # fmt: skip
