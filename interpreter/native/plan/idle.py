"""What rules remember only to draw games that go on for too long: the past, and counters. Who asks for values alone may
forget it: who can't force a win has a draw all the same, by going on for ever."""

from __future__ import annotations

from collections.abc import Callable

from gdl.model import model as m
from gdl.model.build import const, folded, integer
from gdl.model.nodes import Const, Expr, Get, Op, Repeats, within
from gdl.model.types import Range, Size
from gdl.passes.fold import substitute

Known = Callable[[Expr], Expr | None]


def past_is_idle(model: m.Model) -> bool:
    """Whether `repeats` is asked for nothing but a draw once it has come to some number."""
    return _only_draws(model, lambda e: integer(0) if isinstance(e, Repeats) else None)


def idle_counters(model: m.Model) -> frozenset[m.Variable]:
    """Numbers of the whole game that begin with their least, and are read for nothing but a draw and to count on."""
    past = past_is_idle(model)
    return frozenset(v for v in model.variables[2:] if _may_count(v) and _is_idle(model, v, past))


def _may_count(v: m.Variable) -> bool:
    base = v.type.base
    single = not v.local and not v.dimensions and v.type.size == Size.ONE
    return single and isinstance(base, Range) and v.initial == base.low


def _is_idle(model: m.Model, v: m.Variable, past_is_idle: bool) -> bool:
    statements = [s for block in _blocks(model) for s in m.walk(block)]
    chosen = any(v in s.variables for s in statements if isinstance(s, m.Choose | m.Loop))
    compared = not past_is_idle and any(v in row for row in model.repeats)
    scored = model.score is not None and any(_reads(e, v) for e in within(model.score[1]))
    begin = const(v.type, v.initial)
    counts_on = lambda s: isinstance(s, m.Assign) and s.variable is v  # noqa: E731
    known = lambda e: begin if _reads(e, v) else None  # noqa: E731
    return not (chosen or compared or scored) and _only_draws(model, known, counts_on)


def _reads(e: Expr, v: m.Variable) -> bool:
    return isinstance(e, Get) and e.variable is v


def _blocks(model: m.Model) -> tuple[m.Block, ...]:
    return model.setup, model.turn, model.end


def _only_draws(model: m.Model, known: Known, own: Callable[[m.Statement], bool] = lambda _: False) -> bool:
    """Whether expressions that are `known` (what each is as long as nothing has been counted, else None) stand nowhere
    but in conditions of draws that don't hold then, and in statements of its `own`."""

    def stands(e: Expr, s: m.Statement) -> bool:
        """Whether one stands in an expression, or in a change that it looks ahead at."""
        return any(known(part) is not None for part in m.deep((m.Branch(s.span, e, (), ()),)))

    for block in _blocks(model):
        for s in m.walk(block):
            asked = [e for e in m.expressions(s) if stands(e, s)]
            if not asked or own(s):
                continue
            if block is not model.end or not isinstance(s, m.Branch) or s.other or not all(map(_draws, s.then)):
                return False
            if any(stands(atom, s) and not _never(atom, known) for atom in _atoms(s.condition)):
                return False
    return True


def _draws(s: m.Statement) -> bool:
    return isinstance(s, m.Finish) and s.result == "draw"


def _atoms(e: Expr) -> list[Expr]:
    """What a condition is made of by `and` and `or`."""
    if isinstance(e, Op) and e.name in ("and", "or"):
        return [atom for operand in e.operands for atom in _atoms(operand)]
    return [e]


def _never(e: Expr, known: Known) -> bool:
    """Whether it doesn't hold as long as nothing has been counted."""
    none: dict[Expr, Expr] = {part: value for part in within(e) if (value := known(part)) is not None}
    found = folded(substitute(e, none)) if none else e
    return bool(none) and isinstance(found, Const) and not found.value
