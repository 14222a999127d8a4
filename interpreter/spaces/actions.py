"""A fixed number for each action of a ruleset: the same action has the same number in every state.

An action is a decision of the rules with a value for each of its names. Decisions come in the order of the rules'
graph, and of one decision the tuples of its names' values, the last name fastest – also those that are never legal.
Where that makes more than MOST, actions are the numbers of options in the state at hand: 0, 1, 2, …
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Protocol

from gdl.model.types import Domain, Range
from interpreter.backend import Entry
from interpreter.game.errors import NotLegal
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.graph.graph import Ask

MOST = 1 << 18
"""Actions that a space has at most, if they are to have numbers of their own."""
NUMBERED = 1 << 12
"""Actions where they are the numbers of options: no state may have more."""


class HasMoves(Protocol):
    """A state, or what a player sees of it."""

    @property
    def moves(self) -> Sequence[Move]:
        """The options, in the order of the rules."""


@dataclass(frozen=True)
class Decision:
    """The actions of one decision (or roll) of the rules: those from `first` on."""

    node: int
    """Its node in the rules' graph."""
    first: int
    names: tuple[str, ...]
    bases: tuple[Range | Domain, ...]

    @property
    def size(self) -> int:
        """How many actions it has."""
        return prod(map(len, self.bases))

    @property
    def strides(self) -> tuple[int, ...]:
        """By how much an action's number grows with each name's value."""
        return tuple(prod(map(len, self.bases[i + 1 :])) for i in range(len(self.bases)))

    def number(self, chosen: Sequence[int]) -> int:
        """The action in which these values are chosen."""
        steps = zip(chosen, self.bases, self.strides, strict=True)
        return self.first + sum((value - base.low) * stride for value, base, stride in steps)

    def chosen(self, action: int) -> tuple[int, ...]:
        """The values that are chosen in an action."""
        at = action - self.first
        steps = zip(self.bases, self.strides, strict=True)
        return tuple(at // stride % len(base) + base.low for base, stride in steps)

    def labels(self, action: int) -> tuple[str, ...]:
        """The same as labels."""
        return tuple(base.labels[value - base.low] for base, value in zip(self.bases, self.chosen(action), strict=True))


class ActionSpace:
    """The actions of a game's decisions; with `rolls` the outcomes of its rolls, which have numbers of their own."""

    def __init__(self, game: Game, rolls: bool = False) -> None:
        self.game, self.rolls = game, rolls
        found: list[Decision] = []
        first = 0
        for number, node in enumerate(game.machine.graph.nodes):
            if not isinstance(node, Ask) or node.is_roll != rolls:
                continue
            seen = node.choose.variables[: len(node.choose.variables) - getattr(node.choose, "hidden", 0)]
            decision = Decision(number, first, tuple(v.name for v in seen), tuple(v.type.values for v in seen))
            found.append(decision)
            first += decision.size
        self.decisions = tuple(found)
        """The decisions of the rules, in the order of their actions."""
        self.is_fixed = first <= MOST
        """Whether an action has the same number in every state; else actions are numbers of options."""
        self.size = first if self.is_fixed else NUMBERED
        """How many actions there are: their numbers are 0 … size - 1."""
        self._by_node = {decision.node: decision for decision in found}

    def actions(self, state: HasMoves) -> list[int]:
        """The numbers of a state's (or view's) moves, in their order."""
        moves = state.moves
        if not self.is_fixed:
            return list(range(len(moves)))
        return [self._by_node[move.entry.ask].number(move.chosen) for move in moves]

    def legal(self, state: HasMoves) -> list[int]:
        """The numbers of the legal actions, from the least up."""
        return sorted(self.actions(state))

    def mask(self, state: HasMoves) -> bytearray:
        """A byte for each action: 1 if it is legal, else 0. `numpy.frombuffer(mask, bool)` makes an array of it."""
        mask = bytearray(self.size)
        for action in self.actions(state):
            mask[action] = 1
        return mask

    def number(self, move: Move, state: HasMoves) -> int:
        """The number of a state's move."""
        if not self.is_fixed:
            return state.moves.index(move)
        return self._by_node[move.entry.ask].number(move.chosen)

    def move(self, action: int, state: HasMoves) -> Move:
        """The move of a state that has this number; raises NotLegal."""
        for number, move in zip(self.actions(state), state.moves, strict=True):
            if number == action:
                return move
        raise NotLegal(f"action {action} ({self.described(action)}) is not legal here")

    def number_of(self, entry: Entry) -> int:
        """The number of an entry of the rules' lists, where actions have numbers of their own."""
        decision = self._by_node[entry.ask]
        return decision.number(entry.chosen[: len(decision.bases)])

    def decision(self, action: int) -> Decision:
        """The decision of an action, where actions have numbers of their own."""
        return self.decisions[bisect_right(self.decisions, action, key=lambda decision: decision.first) - 1]

    def described(self, action: int) -> str:
        """An action in words that hold in every state: the names of its decision, each with what is chosen."""
        if not 0 <= action < self.size:
            return f"there are actions 0 to {self.size - 1}"
        if not self.is_fixed:
            return f"option number {action}"
        decision = self.decision(action)
        names = zip(decision.names, decision.labels(action), strict=True)
        return ", ".join(f"{name} = {label}" for name, label in names) or self._asked(decision)

    def _asked(self, decision: Decision) -> str:
        node = self.game.machine.graph.nodes[decision.node]
        assert isinstance(node, Ask)
        return " ".join(node.choose.span.text.split())

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<ActionSpace of {self.game.name}: {self.size}>"
