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
tells states between turns of F apart, no moment comes again on the way. `end` must leave alone what was compared once
it has asked, and say who wins before it asks; else the last moment of the game might be an earlier one again: then even
one repetition must not draw. What a game has been through before that isn't known to be left behind: no moment of it
may have come so often that once more draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gdl.model.model import Model
from interpreter.game.state import State
from interpreter.graph.graph import Ask, Graph
from interpreter.graph.idle import counters_of_draws, past_is_idle
from interpreter.native.plan.turns import may_idle
from interpreter.native.record.packing import PAST
from interpreter.players.forgotten_counters import Bound, bound_of
from interpreter.players.forgotten_past import is_left_behind


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
        if PAST in forgotten and not is_left_behind(self.model, state, forgotten):
            found.add(PAST)
        return frozenset(found)


@lru_cache(maxsize=64)
def forgetting(model: Model) -> Forgetting:
    """What may be left out of these rules; nothing where chance, payments or more than two players count, or where
    all may win together."""
    graph = Graph(model)
    rolls = any(isinstance(node, Ask) and node.is_roll for node in graph.nodes)
    if rolls or model.pays or model.unites or len(model.players) > 2 or may_idle(graph):
        return Forgetting(model)
    counters = tuple(found for v in counters_of_draws(model) if (found := bound_of(model, v)))
    return Forgetting(model, counters, bool(model.repeats) and past_is_idle(model))
