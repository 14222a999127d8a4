"""CFR+ (Tammelin 2014) line of play by line of play, as it stands in the paper, with any sort of numbers: fractions
aren't rounded, so that with them what comes out is what should."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from interpreter.players.equilibrium.situation import Situation

Number = Callable[[Fraction], Any]
"""What turns a fraction into the numbers that are reckoned with."""


@dataclass
class Set:
    """An information set: how likely each option is now, what is regretted, and the sum of plans."""

    strategy: list[Any]
    regrets: list[Any]
    plans: list[Any]


@dataclass
class Node:
    """A line of play: an end with what it pays, chance with how likely each outcome is, or a player's set."""

    children: list[Node] = field(default_factory=list)
    pays: Any = None
    """To the first player, at an end."""
    chances: list[Any] = field(default_factory=list)
    me: int = -1
    at: Set | None = None


class PlainRegrets:
    """A game of two, whole, and what both do after some iterations."""

    def __init__(self, beginning: Situation, players: tuple[str, str], number: Number) -> None:
        self.players, self.number = players, number
        self.sets: tuple[dict[int, Set], dict[int, Set]] = ({}, {})
        self.iterations = 0
        self.root = self._node(beginning)

    def _node(self, state: Situation) -> Node:
        if state.is_over:
            assert state.results is not None
            worth = Fraction(state.results[self.players[0]]).limit_denominator(10**6)
            return Node(pays=self.number(worth))
        if state.to_move is None:
            chances = [self.number(Fraction(share).limit_denominator(10**6)) for _, share in state.chance]
            return Node([self._node(state.play(move)) for move, _ in state.chance], chances=chances)
        me = self.players.index(state.to_move)
        count = len(state.moves)
        even, none = self.number(Fraction(1, count)), self.number(Fraction(0))
        at = self.sets[me].setdefault(
            state.information(state.to_move), Set([even] * count, [none] * count, [none] * count)
        )
        return Node([self._node(state.play(move)) for move in state.moves], me=me, at=at)

    def iterate(self, count: int) -> None:
        """So many iterations more, in each of which first one player learns, then the other."""
        one = self.number(Fraction(1))
        for _ in range(count):
            self.iterations += 1
            for me in range(2):
                self._walk(self.root, me, one, one)
                for at in self.sets[me].values():
                    at.regrets = [max(regret, self.number(Fraction(0))) for regret in at.regrets]
                    total = sum(at.regrets)
                    even = self.number(Fraction(1, len(at.regrets)))
                    at.strategy = [regret / total if total > 0 else even for regret in at.regrets]

    def _walk(self, node: Node, me: int, mine: Any, others: Any) -> Any:
        """What a line is worth to a player; on the way their regrets and plans are noted."""
        if node.pays is not None:
            return -node.pays if me else node.pays
        if node.at is None:
            worths = [share * self._walk(c, me, mine, others * share)
                      for c, share in zip(node.children, node.chances, strict=True)]  # fmt: skip
            return sum(worths)
        strategy = node.at.strategy
        if node.me != me:
            return sum(share * self._walk(c, me, mine, others * share)
                       for c, share in zip(node.children, strategy, strict=True))  # fmt: skip
        worths = [self._walk(c, me, mine * share, others) for c, share in zip(node.children, strategy, strict=True)]
        whole = sum(share * worth for share, worth in zip(strategy, worths, strict=True))
        for k, worth in enumerate(worths):
            node.at.regrets[k] += others * (worth - whole)
            node.at.plans[k] += self.iterations * mine * strategy[k]
        return whole

    def average(self, me: int) -> dict[int, list[float]]:
        """By the key of each of a player's sets how likely each option is on average, the later ones weighed more."""
        found = {}
        for key, at in self.sets[me].items():
            total = sum(at.plans)
            found[key] = [float(plan / total) if total > 0 else 1 / len(at.plans) for plan in at.plans]
        return found
