"""What rules remember only to draw games that go on for too long: the past, and counters.

Values without it aren't always values with it: a win may take longer than a counter allows. Estimates of searches and
learnt values leave it out all the same; who says that a value is exact has to prove that it makes no difference
(`interpreter/players/forgetting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from gdl.model import statements as m
from gdl.model.build import const, folded, integer
from gdl.model.model import Model
from gdl.model.nodes import After, Const, Expr, Get, Repeats, within
from gdl.model.operators import ALL, ANY, laws
from gdl.model.types import Range, Size
from gdl.passes.substitution import substitute

Known = Callable[[Expr], Expr | None]


def past_is_idle(model: Model) -> bool:
    """Whether `repeats` is asked for nothing but a draw once it has come to some number."""
    return _only_draws(model, lambda e: integer(0) if isinstance(e, Repeats) else None)


def idle_counters(model: Model) -> frozenset[m.Variable]:
    """Numbers of the whole game that begin with their least, and are read for nothing but a draw and to count on."""
    return counters_of_draws(model, looking_ahead=False)


@lru_cache(maxsize=64)
def counters_of_draws(model: Model, looking_ahead: bool = True) -> frozenset[m.Variable]:
    """The same, and those that also count on in what is looked ahead at, if that is wanted."""
    past = past_is_idle(model)
    return frozenset(v for v in model.variables[2:] if _may_count(v) and _is_idle(model, v, past, looking_ahead))


def _may_count(v: m.Variable) -> bool:
    base = v.type.base
    single = not v.local and not v.dimensions and v.type.size == Size.ONE
    return single and isinstance(base, Range) and v.initial == base.low


def _is_idle(model: Model, v: m.Variable, past_is_idle: bool, looking_ahead: bool) -> bool:
    statements = [s for block in _blocks(model) for s in m.walk(block)]
    chosen = any(v in s.variables for s in statements if isinstance(s, m.Choose | m.Loop))
    compared = not past_is_idle and any(v in row for row in model.repeats)
    scored = model.score is not None and any(reads(e, v) for e in within(model.score[1]))
    begin = const(v.type, v.initial)
    counts_on = lambda s: isinstance(s, m.Assign) and s.variable is v  # noqa: E731
    known = lambda e: begin if reads(e, v) else None  # noqa: E731
    return not (chosen or compared or scored) and _only_draws(model, known, counts_on, looking_ahead)


def reads(e: Expr, v: m.Variable) -> bool:
    """Whether an expression is a variable's value."""
    return isinstance(e, Get) and e.variable is v


def _blocks(model: Model) -> tuple[m.Block, ...]:
    return model.setup, model.turn, model.end


def _only_draws(
    model: Model, known: Known, own: Callable[[m.Statement], bool] = lambda _: False, own_ahead: bool = False
) -> bool:
    """Whether expressions that are `known` (what each is as long as nothing has been counted, else None) stand nowhere
    but in conditions of draws that don't hold then, and in statements of its `own` – also in changes that are looked
    ahead at, if that is said."""

    def stands(e: Expr, s: m.Statement) -> bool:
        """Whether one stands in an expression, or in a change that it looks ahead at."""
        if not own_ahead:
            return any(known(part) is not None for part in m.deep((m.Branch(s.span, e, (), ()),)))
        parts = [*within(e)]
        changes = [inner for part in parts if isinstance(part, After) for inner in m.walk(part.change)]
        asked = [a for part in parts if isinstance(part, After) for a in (part.value,)]
        asked += [a for inner in changes if not own(inner) for a in m.expressions(inner)]
        return any(known(part) is not None for part in parts) or any(stands(a, s) for a in asked)

    for block in _blocks(model):
        for s in m.walk(block):
            asked = [e for e in m.expressions(s) if stands(e, s)]
            if not asked or own(s):
                continue
            if block is not model.end or not isinstance(s, m.Branch) or s.other or not all(map(_draws, s.then)):
                return False
            if any(stands(atom, s) and not never(atom, known) for atom in atoms(s.condition)):
                return False
    return True


def _draws(s: m.Statement) -> bool:
    return isinstance(s, m.Finish) and s.result == "draw"


def atoms(e: Expr) -> list[Expr]:
    """What a condition is made of by `and` and `or`."""
    if laws(e).logic in (ALL, ANY):
        return [atom for operand in e.parts for atom in atoms(operand)]
    return [e]


def never(e: Expr, known: Known) -> bool:
    """Whether it doesn't hold as long as nothing has been counted."""
    none: dict[Expr, Expr] = {part: value for part in within(e) if (value := known(part)) is not None}
    found = folded(substitute(e, none)) if none else e
    return bool(none) and isinstance(found, Const) and not found.value


def asked_at_ends(model: Model, is_meant: Callable[[Expr], bool]) -> list[Expr]:
    """What the conditions of `end` are made of, as far as it reads what is meant."""

    def parts() -> Iterator[Expr]:
        for s in m.walk(model.end):
            if isinstance(s, m.Branch):
                yield from atoms(s.condition)

    return [atom for atom in parts() if any(is_meant(e) for e in within(atom))]
