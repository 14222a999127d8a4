"""How much work an expression or a statement may be, at most: so that rules nobody could wait for are refused.

The bound takes every set for as full as it can be: what stands on the board may fill it, but a ray is never longer than
the board's longest line, and a step in each of four directions leads to four sites at most. Sets in play are smaller
still, so a ruleset under the limit is far quicker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Const, Distance, Expr, Fill, Given, Image, Op, Query, Table, Var
from gdl.model.operators import Inside, holders, laws
from gdl.model.types import Plain, Range, Size

MAX_COST = 1_000_000_000_000_000_000
"""Steps that rules may take if every set in play were as full as it can be: what they do take is metered in play."""
MAX_DEPTH = 16
MAX_OPTIONS = 250_000
"""Options of one decision, and tuples that a loop goes through: they are listed before anything is done."""
MAX_SURE = 5_000_000_000
"""Rounds that nobody gets around, at most; and steps from which what is done between two decisions is metered in play,
as nobody might wait for it."""
SPINS = 1_000_000
"""Rounds that a `repeat` may take without a decision."""

Work = tuple[int, int]
"""Steps, and loops within loops."""


def elements(e: Expr) -> int:
    """How many elements a set of this type may have, or sets a family: what there must be room for."""
    if isinstance(e, Const) and e.type.size == Size.FAMILY:
        return len(e.value)
    return 1 if isinstance(e.type.base, Plain) else len(e.type.base)


def combinations(binders: Iterable[tuple[Var, Expr]]) -> int:
    """How many tuples the names of a query may stand for, by the types of their sets."""
    return prod(elements(source) for _, source in binders)


def tuples(binders: Iterable[tuple[Var, Expr]]) -> int:
    """How many tuples the names of a query can stand for, by what their sets can hold."""
    return prod(most(source) for _, source in binders)


@lru_cache(maxsize=100_000)
def most(e: Expr) -> int:
    """How many elements an expression's value can have: one thing has one, a set as many as it can hold."""
    if e.type.size == Size.FAMILY:
        return elements(e)
    if e.type.size < Size.MANY or isinstance(e.type.base, Plain):
        return 1
    return min(len(e.type.base), _held(e))


def _held(e: Expr) -> int:
    """A bound for a set by how it is made."""
    match e:
        case Const():
            return int(e.value).bit_count()
        case Op(operands=operands) if laws(e).inside is Inside.ONE:
            return sum(map(most, operands))
        case Op() if held := holders(e):
            return min(map(most, held))
        case Cond():
            return max(most(e.then), most(e.other))
        case Given():
            return most(e.body)
        case Table():
            return _widest(e.values)
        case Image():
            return most(e.of) * _widest(e.masks)
        case Query(how="union"):
            return tuples(e.binders) * max(map(most, e.body))
        case Fill(step=Table() as step) if step.type.size < Size.MANY and e.start.type.size < Size.MANY:
            return _longest(step.values)
    return elements(e)


def _widest(values: Sequence[Any]) -> int:
    """The size of the largest set in a table, however many levels it has."""
    return max((_widest(v) if isinstance(v, tuple) else int(v).bit_count() for v in values), default=0)


@lru_cache(maxsize=10_000)
def _longest(values: tuple[Any, ...]) -> int:
    """How many sites a ray can reach: the first, and those that a table of steps leads to before it ends or goes round.

    Steps from a site lead to one site, so each is walked once, and what lies ahead of it is remembered.
    """
    if values and isinstance(values[0], tuple):
        return max(map(_longest, values))
    ahead: dict[int, int] = {-1: 0}
    for start in range(len(values)):
        site, walked = start, dict[int, None]()
        while site not in ahead and site not in walked:
            walked[site] = None
            site = values[site]
        behind = ahead.get(site, len(walked))  # a ring: as many as were walked
        for i, one in enumerate(reversed(walked), 1):
            ahead[one] = behind + i
    return min(max(ahead.values()), len(values))


@lru_cache(maxsize=100_000)
def work(e: Expr) -> Work:
    """The bound for an expression."""
    if isinstance(e, After):
        return _joined([block_work(e.change), work(e.value)])
    match e:
        case Query():
            steps, depth, times = _loops(e.binders)
            body = _joined(list(map(work, (e.where, *e.body))))
            return steps + times * (1 + body[0]), max(depth, body[1] + len(e.binders))
        case Fill():
            start = _joined([work(e.start), work(e.area)])
            step = work(e.step)
            return start[0] + most(e) * (1 + step[0]), max(start[1], step[1] + 2)
        case Distance():
            around = _joined([work(e.origin), work(e.area), work(e.goal)])
            step = work(e.step)
            return around[0] + elements(e.origin) * (1 + step[0]), max(around[1], step[1] + 2)
    inner = _joined(list(map(work, e.parts)))
    if isinstance(e, Image):
        return inner[0] + most(e.of), inner[1] + 1
    return inner[0] + 1, inner[1]


def _loops(binders: Iterable[tuple[Var, Expr]]) -> tuple[int, int, int]:
    """The steps to work out the sets of a query, the loops in them, and how many tuples there may be.

    A set is worked out again for each tuple of the names before it.
    """
    steps, depth, times = 0, 0, 1
    for _, source in binders:
        own = work(source)
        steps, depth, times = steps + times * own[0], max(depth, own[1]), times * most(source)
    return steps, depth, times


def block_work(block: m.Block) -> Work:
    """The bound for statements, up to their decisions."""
    return _joined([_statement_work(s) for s in block])


def _statement_work(s: m.Statement) -> Work:
    inner = _joined([block_work(b) for b in m.inner_blocks(s)])
    if isinstance(s, m.Choose | m.Loop):
        steps, depth, times = _loops(s.binders)
        sources = [source for _, source in s.binders]
        own = _joined([work(e) for e in m.expressions(s) if not any(e is source for source in sources)])
        loops = len(s.binders) + isinstance(s, m.Loop)
        return steps + times * (1 + own[0] + inner[0]), max(depth, own[1] + loops, inner[1] + loops)
    own = _joined(list(map(work, m.expressions(s))))
    return own[0] + inner[0], max(own[1], inner[1])


def _joined(parts: list[Work]) -> Work:
    return sum(steps for steps, _ in parts), max((depth for _, depth in parts), default=0)


@lru_cache(maxsize=64)
def is_heavy(model: Model) -> bool:
    """Whether more than MAX_SURE steps may come between two decisions."""
    blocks = (model.setup, model.turn, model.end)
    steps = sum(block_work(block)[0] for block in blocks)
    spins = [s for block in blocks for s in m.walk(block) if isinstance(s, m.Repeat) and not decides(s.body)]
    return steps + SPINS * sum(block_work(s.body)[0] for s in spins) > MAX_SURE


def decides(block: m.Block) -> bool:
    """Whether nobody gets through a block without a decision or a roll."""
    for s in block:
        match s:
            case m.Choose():
                return True
            case m.Branch() if decides(s.then) and decides(s.other):
                return True
            case m.Either() if s.otherwise is None or decides(s.otherwise):
                return True
            case m.Repeat() | m.Most() if decides(s.body):
                return True
    return False


def surely_listed(s: m.Choose | m.Loop) -> int:
    """How many tuples a query surely has, if it has no condition: of sets that are always the same, and of ranges."""
    if not isinstance(s.where, Const) or not s.where.value:
        return 0
    return prod(_surely_in(source) for _, source in s.binders)


def _surely_in(source: Expr) -> int:
    """How many elements a set has at least: `1..max({1, n})` one."""
    if isinstance(source, Op) and source.name == "range":
        low, high = (end.type.base for end in source.operands)
        assert isinstance(low, Range)
        assert isinstance(high, Range)
        return max(0, high.low - low.high + 1)
    return most(source) if isinstance(source, Const) else 0


def sure_rounds(block: m.Block) -> int:
    """How many rounds of loops nobody gets around between two decisions in a block, or before or behind them."""
    rounds = most = 0
    for s in block:
        match s:
            case m.Loop():
                inner = sure_rounds(s.body) if surely_listed(s) else 0
                rounds += (_always(s) if m.needed(s) is None else min(_always(s), 1)) * (1 + inner)
            case m.Branch():
                rounds += min(sure_rounds(s.then), sure_rounds(s.other))
            case m.Repeat() | m.Most():
                rounds += sure_rounds(s.body)
        if decides((s,)):
            most, rounds = max(most, rounds), 0
    return max(most, rounds)


def _always(s: m.Choose | m.Loop) -> int:
    """How many tuples are tried, if the sets are always the same; else 0."""
    sources = [source for _, source in s.binders]
    return prod(map(most, sources)) if all(isinstance(source, Const) for source in sources) else 0
