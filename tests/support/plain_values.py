"""Values worked out in plain Python from the reference interpreter's states: what the definition in
`interpreter/players/learning/features.py` says, with none of the tables by which kernels read records."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from math import tanh
from typing import Any

from gdl.model.primitives import bits
from gdl.model.types import TRUTHS, Range, Size
from interpreter import Game, State
from interpreter.graph.graph import Ask, Collect, Fork
from interpreter.graph.idle import idle_counters
from interpreter.graph.layout import ME, RESULT
from interpreter.native.compiled import Plan
from interpreter.native.record.record import HEIGHTS
from interpreter.players.learning.features import MOST_OPTIONS, Atom, Features
from interpreter.players.learning.finding_features import FARTHEST, MOST_NUMBERS, FeatureFinder
from interpreter.players.symmetries import Symmetry, apparent
from interpreter.players.symmetries.images import Imaging


class PlainValues:
    """What states of a game are worth, given weights. Of the builder of features only this is used: which number each
    feature has, and where patterns lie."""

    def __init__(self, game: Game, symmetries: Sequence[Symmetry] | None = None) -> None:
        self.game, self.model = game, game.model
        self.symmetries = tuple(apparent(game)) if symmetries is None else tuple(symmetries)
        plan = Plan(game.model)
        builder = FeatureFinder(plan, self.symmetries)
        self.features: Features = builder.built()
        self.numbers: dict[Atom, int] = builder.numbers
        self.layout, self.graph = game.machine.layout, game.machine.graph
        self.showing = [
            next((Imaging(self.graph, self.layout, s) for s in self.symmetries if s.players[player] == 0), None)
            for player in range(len(game.players))
        ]
        """For each player what shows them what the first one sees."""
        self.is_alike = len(game.players) > 1 and all(self.showing)
        queues = {node.queue for node in self.graph.nodes if isinstance(node, Collect)}
        asked: set[Any] = set()
        for node, live in zip(self.graph.nodes, self.graph.live, strict=True):
            if isinstance(node, Ask | Fork):
                asked |= {*live}
        idle = idle_counters(self.model)
        self.variables = [
            (v, slot)
            for v, slot in self.layout.slot.items()
            if v not in queues and v not in idle and slot != RESULT and (not v.local or v in asked)
            and not (slot == ME and (len(game.players) == 1 or (len(game.players) == 2 and self.is_alike)))
        ]  # fmt: skip

    # ---- what a state has

    def seen(self, state: State, player: int) -> tuple[Any, ...]:
        """The state's values with the eyes of a player."""
        stop, showing = state._stop, self.showing[player]
        if not self.is_alike or player == 0 or showing is None:
            return tuple(stop.values)
        found = list(stop.values)  # not `showing.values`: locals that aren't needed there are seen as they are kept
        for to, image, value in zip(showing._slots, showing._images, stop.values, strict=True):
            found[to] = image(value)
        return tuple(found)

    def atoms(self, values: Sequence[Any], place: int) -> Iterator[Atom]:
        """All that is said of the state."""
        yield "place", (), place
        if self.model.board:
            for slot in self.layout.piece_slots:
                yield from ((slot, (), site) for site in bits(values[slot]))
            if self.layout.numbers >= 0:
                low = min(kind.number[1] for kind in self.model.kinds if kind.number)
                for site, number in enumerate(values[self.layout.numbers]):
                    if number:
                        yield self.layout.numbers, (site,), min(number - low, MOST_NUMBERS - 1)
            if self.layout.stacks >= 0:
                for site, pile in enumerate(values[self.layout.stacks]):
                    if pile:
                        yield HEIGHTS, (site,), min(len(pile), MOST_NUMBERS - 1)
        for variable, slot in self.variables:
            rows = values[slot] if variable.dimensions else (values[slot],)
            sizes = [len(d) for d in variable.dimensions]
            for i, value in enumerate(rows):
                of: tuple[int, ...] = ()
                for size in reversed(sizes):
                    i, at = divmod(i, size)  # noqa: PLW2901
                    of = (at, *of)
                yield from ((slot, of, v) for v in self._said(variable, value))

    @staticmethod
    def _said(variable: Any, value: Any) -> list[int]:
        base = variable.type.base
        if variable.type.size == Size.MANY:
            return list(bits(value))
        if base is TRUTHS:
            return [1] if value else []
        if isinstance(base, Range):
            least = base.low
            if base.high - least >= MOST_NUMBERS and FARTHEST <= least < -(MOST_NUMBERS // 2):
                least = -(MOST_NUMBERS // 2)
            most = least + MOST_NUMBERS - 1
            return [min(max(value, least), most) - base.low] if value or most < 0 else []
        return [value] if value >= 0 else []

    def active(self, state: State, player: int) -> list[int]:
        """The numbers of the state's features. Where more than two players aren't alike, each has their own."""
        place, players = state._stop.place, len(self.game.players)
        found = [self.numbers[atom] for atom in self.atoms(self.seen(state, player), place)]
        if players > 2 and not self.is_alike:
            found = [players * number + player for number in found]
        if not state.is_chance:
            found.append(self.features.size - MOST_OPTIONS - 1 + min(len(state.ways), MOST_OPTIONS))
        return found

    def contents(self, state: State, player: int) -> list[int]:
        """The numbers of the patterns' contents."""
        board = self.model.board
        if board is None:
            return []
        values, on = self.seen(state, player), [0] * len(board)
        for code, slot in enumerate(self.layout.piece_slots, 1):
            for site in bits(values[slot]):
                on[site] = code
        found = []
        for first, sites in self.features.patterns:
            number = 0
            for site in sites:
                number = number * (len(self.layout.piece_slots) + 1) + on[site]
            found.append(self.features.size + first + number)
        return found

    # ---- what it is worth

    def worth(self, state: State, weights: array[float], player: int | None = None) -> float:
        """To a player, or whoever is to move, from -1 to 1. Of two, what one gains the other loses."""
        mover = state._stop.values[ME]
        me = mover if player is None else player
        if len(self.game.players) > 2:
            return 0.99 * tanh(self._sum(state, weights, me))
        value = 0.99 * tanh(self._sum(state, weights, mover))
        first = self.is_alike or mover == 0
        return value * (1 if first else -1) * (1 if me == mover else -1)

    def _sum(self, state: State, weights: array[float], player: int) -> float:
        features, active = self.features, self.active(state, player)
        bias = features.size + features.pattern_weights
        x = weights[bias] + sum(weights[i] for i in active) + sum(weights[i] for i in self.contents(state, player))
        units = features.linear + features.hidden * features.size
        for unit in range(features.hidden):
            felt = weights[units + unit]
            felt += sum(weights[features.linear + i * features.hidden + unit] for i in active)
            x += max(felt, 0.0) * weights[units + features.hidden + unit]
        return float(x)
