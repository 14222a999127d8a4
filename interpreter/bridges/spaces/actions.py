"""A fixed number for each action of a ruleset: the same action has the same number in every state.

An action is a decision of the rules with a value for each of its names. Decisions come in the order of the rules'
graph, and of one decision the tuples of its names' values, the last name fastest – those that the form of the rules
allows (`possible`), whether they are ever legal or not. Where that makes more than MOST, actions are the numbers of
options in the state at hand: 0, 1, 2, …
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import prod
from typing import Protocol

from gdl.model.statements import Choose, Roll
from gdl.model.types import Domain, Range
from interpreter.bridges.spaces.possible import possible
from interpreter.errors import NotLegal
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.graph.backend import Entry
from interpreter.graph.graph import Ask

MOST = 1 << 18
"""Actions that a space has at most, if they are to have numbers of their own."""
MOST_TRIED = 1 << 22
"""Tuples that a decision may have without a look at its form, if they are to be looked for."""
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
    tuples: tuple[tuple[int, ...], ...]
    """What may be chosen, in order: a value for each name."""

    @cached_property
    def index(self) -> dict[tuple[int, ...], int]:
        """The action in which each of them is chosen."""
        return {chosen: i for i, chosen in enumerate(self.tuples, self.first)}

    def number(self, chosen: Sequence[int]) -> int:
        """The action in which these values are chosen."""
        return self.index[tuple(chosen)]

    def chosen(self, action: int) -> tuple[int, ...]:
        """The values that are chosen in an action."""
        return self.tuples[action - self.first]

    def labels(self, action: int) -> tuple[str, ...]:
        """The same as labels, one for each name; of a set those of its elements with `+` between them."""
        pairs = zip(self.bases, self.chosen(action), strict=True)
        return tuple(base.labels[value - base.low] for base, value in pairs)


class ActionSpace:
    """The actions of a game's decisions; with `rolls` the outcomes of its rolls, which have numbers of their own."""

    def __init__(self, game: Game, rolls: bool = False) -> None:
        self.game, self.rolls = game, rolls
        nodes = [(i, n) for i, n in enumerate(game.machine.graph.nodes) if isinstance(n, Ask) and n.is_roll == rolls]
        found: list[Decision] = []
        first = 0
        for number, node in nodes if all(_tried(node.choose) <= MOST_TRIED for _, node in nodes) else []:
            seen = node.choose.variables[: _seen(node.choose)]
            tuples = tuple(islice(possible(node.choose, len(seen)), MOST + 1))
            bases = tuple(variable.type.values for variable in seen)
            found.append(Decision(number, first, tuple(variable.name for variable in seen), bases, tuples))
            first += len(tuples)
        self.decisions = tuple(found)
        """The decisions of the rules, in the order of their actions."""
        self.is_fixed = first <= MOST and len(found) == len(nodes)
        """Whether an action has the same number in every state; else actions are numbers of options."""
        self.size = first if self.is_fixed else NUMBERED
        """How many actions there are: their numbers are 0 … size - 1."""
        self._by_node = {decision.node: decision for decision in found}
        self._index = {decision.node: decision.index for decision in found}
        self._shows_all = all(_seen(node.choose) == len(node.choose.variables) for _, node in nodes)

    def actions(self, state: HasMoves) -> list[int]:
        """The numbers of a state's (or view's) moves, in their order."""
        return self.numbers([move.entry for move in state.moves])

    def numbers(self, entries: Sequence[Entry]) -> list[int]:
        """The numbers of entries, all of a state's, in their order."""
        if not self.is_fixed:
            return list(range(len(entries)))
        if self._shows_all:
            index = self._index
            return [index[entry.ask][entry.chosen] for entry in entries]
        return [self.number_of(entry) for entry in entries]

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


def _seen(choose: Choose) -> int:
    """How many names of a decision are seen: of a roll not those that it hides."""
    return len(choose.variables) - (choose.hidden if isinstance(choose, Roll) else 0)


def _tried(choose: Choose) -> int:
    """How many tuples there are at most."""
    return prod(len(variable.type.values) for variable in choose.variables[: _seen(choose)])
