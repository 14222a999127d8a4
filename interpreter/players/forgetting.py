"""What a game can be solved without, and when that is sure to make no difference.

Call G the game as it is, and F the game without some rules that only draw: `draw if quiet = 100`, `draw if
repeats(piece, next) = 2`. F has fewer states, and each of its values says something of G, for one or two players
without chance, if games end in nothing but wins, losses and draws (what goes on for ever is a draw in F):

1. *Draws.* What is drawn in F is drawn in G. Every way of playing G is one of F up to where it ends; it ends as in F,
   or in a draw. So who needn't lose in F needn't lose in G by playing in the same way.
2. *Wins in time.* What is won in F within D plies is won in G, if no rule that was left out can draw within D plies of
   playing so. For two players D is what the winner needs at most; who plays alone and loses has D plies at most.
3. What is won in F is a win or a draw in G.

What is left out must draw only more: conditions join it by `and` and `or` to what is kept, and nothing else reads it
(`interpreter/graph/idle.py`).

*Counters.* Call a counter's growth what one turn adds to it at most, and its limit the least number for which a rule
that reads it may draw. Each ply ends one turn at most (rules whose turns may pass without a decision are solved with
their counters). So within D plies it stays below its limit if `max(now, resets) + D * growth` does. The solver sets
what it leaves out back before each ply, so one turn's growth alone must not reach the limit.

*The past.* A winner who always goes to a nearer win passes through no state of F twice. If `repeats` compares all that
tells states between turns of F apart (`_is_whole`), no moment comes again on the way. `end` must leave alone what was
compared once it has asked, and say who wins before it asks; else the last moment of the game might be an earlier one
again: then even one repetition must not draw. What a game has been through before that isn't known to be left behind:
no moment of it may have come so often that once more draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gdl.model import statements as m
from gdl.model.build import const, integer
from gdl.model.model import Model
from gdl.model.nodes import Cond, Const, Expr, Op, Repeats, within
from gdl.model.types import Range
from interpreter.game.state import State
from interpreter.graph.graph import Ask, Graph
from interpreter.graph.idle import Known, atoms, counters_of_draws, never, past_is_idle, reads
from interpreter.native.plan.turns import may_idle
from interpreter.native.record.packing import PAST

FAR = 0xFFFF
"""Plies that the solver counts no further."""
MANY = 1_000
"""So many repetitions never come about."""


@dataclass(frozen=True)
class Bound:
    """A counter: what one turn adds to it at most, the most that it is ever set to, the least number that may draw."""

    variable: m.Variable
    growth: int
    resets: int
    limit: int

    def holds_for(self, now: int, plies: int) -> bool:
        """Whether it stays below its limit for so many plies from a number on."""
        return plies < FAR and max(now, self.resets) + plies * self.growth < self.limit


@dataclass(frozen=True)
class Forgetting:
    """What the rules of a game may be left without when it is solved: counters, and the past."""

    model: Model
    counters: tuple[Bound, ...] = ()
    past: bool = False

    @property
    def names(self) -> frozenset[str]:
        """Names of all that may be left out."""
        return frozenset((*(bound.variable.name for bound in self.counters), *([PAST] if self.past else [])))

    def doubts(self, state: State, plies: int, forgotten: frozenset[str]) -> frozenset[str]:
        """Of what was forgotten when a state was found to be won or lost within so many plies: what may yet draw."""
        values, slots = state._stop.values, state.game.machine.layout.slot
        found = {
            bound.variable.name for bound in self.counters
            if bound.variable.name in forgotten and not bound.holds_for(values[slots[bound.variable]], plies)
        }  # fmt: skip
        if PAST in forgotten and not self._is_past(state, forgotten):
            found.add(PAST)
        return frozenset(found)

    def _is_past(self, state: State, forgotten: frozenset[str]) -> bool:
        """Whether no moment that was can come again so often that it draws."""
        if not all(_is_whole(self.model, row, forgotten) for row in self.model.repeats):
            return False
        late = _after_asking(self.model)
        if late is None:
            return False
        first = state.game.machine.layout.first_past
        history = [past[: None if state.in_turn else -1] for past in state._stop.values[first:]]
        often = max((max(Counter(past).values()) for past in history if past), default=0)
        return often + late < _least_draw(self.model)


@lru_cache(maxsize=64)
def forgetting(model: Model) -> Forgetting:
    """What may be left out of these rules; nothing where chance, payments or more than two players count, or where
    all may win together."""
    graph = Graph(model)
    rolls = any(isinstance(node, Ask) and node.is_roll for node in graph.nodes)
    if rolls or model.pays or model.unites or len(model.players) > 2 or may_idle(graph):
        return Forgetting(model)
    counters = tuple(bound for v in counters_of_draws(model) if (bound := _bound(model, v)))
    return Forgetting(model, counters, bool(model.repeats) and past_is_idle(model))


# ---- counters ----------------------------------------------------------------------------------------


def _bound(model: Model, v: m.Variable) -> Bound | None:
    """How a counter goes on; None if that isn't known, or one turn alone may bring it to its limit."""
    assert isinstance(v.type.base, Range)
    both = [_steps(block, v) for block in (model.turn, model.end)]
    if None in both:
        return None
    resets, growth = max(step[0] for step in both if step), sum(step[1] for step in both if step)
    limit = _least(v.type.base, _asked(model, lambda e: reads(e, v)), v)
    bound = Bound(v, growth, resets, limit)
    return bound if bound.holds_for(v.type.base.low, 1) else None


def _steps(block: m.Block, v: m.Variable) -> tuple[int, int] | None:
    """What a counter is set to at most while a block is done once, if not from its own number, and what is added to it
    at most; None if that isn't known."""
    assert isinstance(v.type.base, Range)
    resets, growth = v.type.base.low, 0
    for s in block:
        ways = [_steps(inner, v) for inner in m.inner_blocks(s)]
        if isinstance(s, m.Assign) and s.variable is v:
            ways = [_step(s.value, v)]
        if None in ways:
            return None
        found = [way for way in ways if way]
        most = max((added for _, added in found), default=0)
        if most and isinstance(s, m.Loop | m.Repeat):
            return None
        resets, growth = max([resets, *(to for to, _ in found)]), growth + most
    return resets, growth


def _step(e: Expr, v: m.Variable) -> tuple[int, int] | None:
    """The same of one value: what it is set to at most, if not from its own number, and what is added to it."""
    assert isinstance(v.type.base, Range)
    low = v.type.base.low
    if reads(e, v):
        return low, 0
    if not any(reads(part, v) for part in within(e)):
        return (e.type.base.high, 0) if isinstance(e.type.base, Range) else None
    if isinstance(e, Cond) and not any(reads(part, v) for part in within(e.condition)):
        then, other = _step(e.then, v), _step(e.other, v)
        return None if then is None or other is None else (max(then[0], other[0]), max(then[1], other[1]))
    if isinstance(e, Op) and e.name == "+":
        added = [o.value for o in e.operands if isinstance(o, Const)]
        if len(e.operands) == len(added) + 1 and sum(added) >= 0:
            step = next(_step(o, v) for o in e.operands if not isinstance(o, Const))
            return None if step is None else (step[0] + sum(added) * (step[0] > low), step[1] + sum(added))
    return None


def _least(base: Range, asked: list[Expr], v: m.Variable) -> int:
    """The least number for which a condition may hold."""
    for n in range(base.low, base.high + 1):
        known = _known(v, n)
        if not all(never(atom, known) for atom in asked):
            return n
    return base.high + 1


def _known(v: m.Variable, n: int) -> Known:
    number = const(v.type, n)
    return lambda e: number if reads(e, v) else None


# ---- the past ----------------------------------------------------------------------------------------


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
    asked = _asked(model, lambda e: isinstance(e, Repeats))
    for n in range(MANY):
        number = integer(n)
        if not all(never(atom, lambda e, n=number: n if isinstance(e, Repeats) else None) for atom in asked):  # type: ignore[misc]
            return n
    return MANY


def _asked(model: Model, is_meant: Callable[[Expr], bool]) -> list[Expr]:
    """What the conditions of `end` are made of, as far as it reads what is meant."""

    def parts() -> Iterator[Expr]:
        for s in m.walk(model.end):
            if isinstance(s, m.Branch):
                yield from atoms(s.condition)

    return [atom for atom in parts() if any(is_meant(e) for e in within(atom))]


def _looped(block: m.Block) -> set[m.Statement]:
    """The statements that may be done several times in one go."""
    return {inner for s in m.walk(block) if isinstance(s, m.Loop | m.Repeat) for inner in m.walk((s,))}
