"""Whether a set has elements; where that is asked from the other side, target by target."""

from __future__ import annotations

from gdl.model.nodes import Op
from interpreter.native.lower.apart import asked
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc
from interpreter.native.plan.backwards import Backwards, backwards
from interpreter.native.plan.vacant import is_vacant


def some(w: Writer, e: Op) -> Atom:
    """Whether a set has elements."""
    plan = backwards(w.facts.planner, e)
    if plan is None:
        (many,) = e.operands
        if w.held.vacant is not None and is_vacant(w.facts.layout, many):
            return w.emit.op("ne", w.held.vacant.number, 0)
        return w.sets.some(w.words(many))
    return asked(w, plan, _by_targets)


def _by_targets(w: Writer, plan: Backwards) -> Loc:
    """Target by target."""
    result = w.emit.copy(0, "i32")
    with w.emit.block() as done:
        targets = w.words(plan.targets)
        with w.sets.elements(targets, plan.target.type.values.low, frozenset((plan.target,))) as (one, _):
            w.emit.bind(plan.target, one)
            w.emit.set(result, w.atom(plan.where))
            w.emit.leave(done, result)
        if plan.rest is not None:
            w.emit.set(result, w.atom(plan.rest))
    return result
