"""What a game has been through: whether it may come again so often that rules draw (`forgetting.py`)."""

from __future__ import annotations

from collections import Counter

from gdl.model import statements as m
from gdl.model.build import integer
from gdl.model.model import Model
from gdl.model.nodes import Expr, Repeats, within
from interpreter.game.state import State
from interpreter.graph.idle import Known, asked_at_ends, counters_of_draws, never

MANY = 1_000
"""No game repeats a moment so often."""


def is_left_behind(model: Model, state: State, forgotten: frozenset[str]) -> bool:
    """Whether no moment that was can come again so often that it draws."""
    if not all(_is_whole(model, row, forgotten) for row in model.repeats):
        return False
    late = _after_asking(model)
    if late is None:
        return False
    first = state.game.machine.layout.first_past
    history = [past[: None if state.in_turn else -1] for past in state._stop.values[first:]]
    often = max((max(Counter(past).values()) for past in history if past), default=0)
    return often + late < _least_draw(model)


def _is_whole(model: Model, row: tuple[m.Variable | Expr | str, ...], forgotten: frozenset[str]) -> bool:
    """Whether a row tells all states between turns apart: but for what is forgotten."""
    kept = [v for v in model.variables[2:] if not v.local and v.name not in forgotten]
    if len(model.players) > 1:
        kept.append(model.next)
    return all(v in row for v in kept) and (not model.kinds or "piece" in row)


def _after_asking(model: Model) -> int | None:
    """How often the last moment may have been before: 0 if `end` says who wins before it asks for the past, else 1.
    None if it changes what is compared after that."""
    late, asks = 0, False
    looped = _looped(model.end)
    for s in m.walk(model.end):
        asked = any(isinstance(part, Repeats) for e in m.expressions(s) for part in within(e))
        if asked and s in looped:
            return None
        if asks:
            counts = isinstance(s, m.Assign) and (s.variable.local or s.variable in counters_of_draws(model))
            if isinstance(s, m.Assign | m.OnBoard | m.Choose) and not counts:
                return None
            if isinstance(s, m.Rank) or (isinstance(s, m.Finish) and s.result != "draw"):
                late = 1
        asks = asks or asked
    return late


def _least_draw(model: Model) -> int:
    """The least number of repetitions for which a condition may hold."""
    asked = asked_at_ends(model, lambda e: isinstance(e, Repeats))
    for n in range(MANY):
        known = _repeated(n)
        if not all(never(atom, known) for atom in asked):
            return n
    return MANY


def _repeated(times: int) -> Known:
    number = integer(times)
    return lambda e: number if isinstance(e, Repeats) else None


def _looped(block: m.Block) -> set[m.Statement]:
    """The statements that may be done several times in one go."""
    return {inner for s in m.walk(block) if isinstance(s, m.Loop | m.Repeat) for inner in m.walk((s,))}
