"""How much work an expression or a statement may be, at most: so that rules nobody could wait for are refused.

The bound counts steps as if every set were full. Sets in play are smaller, so a ruleset under the limit is far quicker.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod

from gdl.model import model as m
from gdl.model.nodes import After, Const, Expr, Fill, Image, Query, Var
from gdl.model.types import Plain, Size

MAX_COST = 100_000_000_000
MAX_DEPTH = 16

Work = tuple[int, int]
"""Steps, and loops within loops."""


def elements(e: Expr) -> int:
    """How many elements a set may have, or sets a family."""
    if isinstance(e, Const) and e.type.size == Size.FAMILY:
        return len(e.value)
    return 1 if isinstance(e.type.base, Plain) else len(e.type.base)


def combinations(binders: Iterable[tuple[Var, Expr]]) -> int:
    """How many tuples the names of a query may stand for."""
    return prod(elements(source) for _, source in binders)


@lru_cache(maxsize=100_000)
def work(e: Expr) -> Work:
    """The bound for an expression."""
    if isinstance(e, After):
        return _joined([block_work(e.change), work(e.condition)])
    inner = _joined(list(map(work, e.parts)))
    match e:
        case Query():
            sets = _joined([work(source) for _, source in e.binders])
            times = combinations(e.binders)
            body = _joined(list(map(work, (e.where, *e.body))))
            return sets[0] + times * (1 + body[0]), max(sets[1], body[1] + len(e.binders))
        case Fill():
            start = _joined([work(e.start), work(e.area)])
            step = work(e.step)
            return start[0] + elements(e) * (1 + step[0]), max(start[1], step[1] + 2)
        case Image():
            return inner[0] + elements(e.of), inner[1] + 1
    return inner[0] + 1, inner[1]


def block_work(block: m.Block) -> Work:
    """The bound for statements, up to their decisions."""
    return _joined([_statement_work(s) for s in block])


def _statement_work(s: m.Statement) -> Work:
    own = _joined(list(map(work, m.expressions(s))))
    inner = _joined([block_work(b) for b in m.inner_blocks(s)])
    if isinstance(s, m.Choose | m.Loop):
        times = combinations(s.binders)
        if isinstance(s, m.Choose):
            return own[0] * times, own[1] + len(s.binders)
        return own[0] + times * (1 + inner[0]), max(own[1], inner[1]) + len(s.binders) + 1
    return own[0] + inner[0], max(own[1], inner[1])


def _joined(parts: list[Work]) -> Work:
    return sum(steps for steps, _ in parts), max((depth for _, depth in parts), default=0)
