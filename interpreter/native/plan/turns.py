"""What is settled of turns: whether each player has their own code, which decisions begin one, whether it may pass."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import After, Stuck
from gdl.passes.specialise import Specialiser
from interpreter.graph.graph import Ask, Boundary, Fork, Graph, Node, TurnEnd

MAX_SPECIAL = 4
"""With so many players at most, each has code of its own: Breakthrough is three times as fast, Oware more than twice,
Reversi by a third; the code of the rules is up to twice as long for two players, and grows with each more …"""

MAX_CODE = 1_000
"""… unless there are more expressions in all, which would take too long to compile: for chess twice as long, to gain a
tenth in speed."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What is settled of turns. `by_player`: each player has code of their own, where `me` is known. `next_is_set`:
    the rules say who comes next. `firsts`: the decisions that may begin a turn, if `stuck` asks for them. `may_idle`: a
    turn may pass without a decision."""

    players: int
    by_player: bool
    next_is_set: bool
    firsts: frozenset[Ask]
    may_idle: bool

    def next_of(self, me: int | None) -> int | None:
        """Who comes next in this player's turn, if that is known."""
        return None if me is None or self.next_is_set else (me + 1) % self.players


def turns_of(graph: Graph) -> Turns:
    """What is settled of a ruleset's turns."""
    model = graph.model
    return Turns(len(model.players), is_specialised(model), next_is_set(model), first_decisions(graph), may_idle(graph))


def specialiser(model: Model, me: int | None, next_: int | None) -> Specialiser:
    """What makes expressions of this where `me` and `next` are known."""
    return Specialiser({v: k for v, k in ((model.me, me), (model.next, next_)) if k is not None})


def is_specialised(model: Model) -> bool:
    """Whether each player has code of their own, where `me` is known."""
    if any(isinstance(s, m.Assign) and s.variable is model.me for s in m.walk(model.turn)):
        return False  # `me` changes within a turn
    players = len(model.players)
    expressions = sum(1 for _ in m.deep((*model.turn, *model.end)))
    return players <= MAX_SPECIAL and players * expressions <= MAX_CODE


def next_is_set(model: Model) -> bool:
    """Whether the rules say who comes next."""
    turning = (model.turn, model.end)
    changes = [*turning, *(e.change for block in turning for e in m.deep(block) if isinstance(e, After))]
    return any(isinstance(s, m.Assign) and s.variable is model.next for block in changes for s in m.walk(block))


def first_decisions(graph: Graph) -> frozenset[Ask]:
    """The decisions that may begin a turn, if `stuck` asks for them: their options are kept until then."""
    if not any(isinstance(e, Stuck) for e in m.deep((*graph.model.turn, *graph.model.end))):
        return frozenset()

    def onward(n: Node) -> Iterable[int]:
        return () if isinstance(n, Ask | TurnEnd | Boundary) else graph.successors(n)

    found = [graph.nodes[i] for i in graph.reached([graph.turn], onward)]
    return frozenset(n for n in found if isinstance(n, Ask))


def may_idle(graph: Graph) -> bool:
    """Whether a turn may pass without a decision or a roll."""

    def onward(n: Node) -> Iterable[int]:
        if isinstance(n, Fork):
            return () if n.otherwise is None else (n.otherwise,)
        return () if isinstance(n, Ask) else graph.successors(n)

    return graph.boundary in graph.reached([graph.turn], onward)
