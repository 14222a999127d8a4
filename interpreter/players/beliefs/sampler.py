"""States that fit what a player knows, sampled without a word from the ruleset.

Particles are carried on through each new observation. When they run out, all is replayed from the beginning; if that
comes to nothing, too, the histories that came farthest are changed and replayed until one fits, and a Markov chain
makes others of it. As much is played, and kept, as is allowed, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import Effort, Evidence, Learnt, Node, SpentError, UnknownError
from interpreter.players.beliefs.exchange import farther, walk
from interpreter.players.beliefs.particles import Failure, carried

PARTICLES = 200
"""Particles, if nothing else is said …"""
MOST_PLIES = 40_000
"""… but not more than hold so many plies."""
EFFORT = 40_000
"""Plies that may be played for one answer, if nothing else is said."""
FEWER = 20
"""Where that is too little for all particles, one in so many is tried."""
POOL = 12
"""Histories that are changed at once until one fits."""
ALIKE = 4
"""Where there are fewer different histories than one in so many particles, others are made of them …"""
STEPS = 4
"""… by so many steps of a chain, for each particle."""
AGAIN = 40
"""Steps between one particle and the next where all come from one history."""


class Beliefs:
    """What a player believes of a game: kept from decision to decision."""

    def __init__(self, game: Game, player: str, draws: Draws, particles: int = PARTICLES) -> None:
        self.game, self.player, self.draws, self.particles = game, player, draws, particles
        self._kept: list[Node] = []
        self._observed: tuple[Learnt, ...] = ()

    def states(
        self, observed: Sequence[Learnt], is_asked: bool, plies: int = EFFORT, until: float = inf
    ) -> list[State]:
        """States that fit what the player has observed, each as often as it is likely; `is_asked`: the player is to
        decide in them. Raises UnknownError if none is found by so many plies, or until then (`Effort`)."""
        return [node.state for node in self.histories(observed, is_asked, plies, until)]

    def histories(
        self, observed: Sequence[Learnt], is_asked: bool, plies: int = EFFORT, until: float = inf
    ) -> list[Node]:
        """The last nodes of histories that lead to such states."""
        evidence = Evidence(self.game, self.player, observed, is_asked, Effort(plies, until))
        count = max(min(self.particles, MOST_PLIES // (len(observed) + 1)), 1)
        found = self._varied(evidence, self._found(evidence, count))
        self._kept, self._observed = found, evidence.observed
        return found

    def _found(self, evidence: Evidence, count: int) -> list[Node]:
        """Particles that fit. If half of what may be played isn't enough for so many, fewer are tried with the rest:
        one is better than none."""
        effort, deepest = evidence.effort, list[Node]()
        whole, half = effort.plies, effort.spent + (effort.plies - effort.spent) // 2
        for number, effort.plies in ((count, half), (max(count // FEWER, 1), whole)):
            try:
                for first in (self._known(evidence), _beginning(evidence)):
                    if first:
                        result = carried(evidence, first, number, self.draws)
                        if not isinstance(result, Failure):
                            return [result[i % len(result)] for i in range(count)]
                        deepest = _deepest([*deepest, *result.nodes])
                break
            except SpentError:
                pass
        effort.plies = whole
        return self._repaired(evidence, deepest, count)

    def _known(self, evidence: Evidence) -> list[Node]:
        """The particles that were kept, if what was observed goes on from there."""
        known = self._observed == evidence.observed[: len(self._observed)]
        return self._kept if known and len(self._observed) <= len(evidence.observed) else []

    def _repaired(self, evidence: Evidence, pool: list[Node], count: int) -> list[Node]:
        """Change histories until one fits, and make others of it."""
        found: list[Node] = []
        try:
            while pool and not found:
                i = self.draws.pick(len(pool))
                pool[i] = farther(evidence, pool[i], self.draws)
                found = [pool[i]] if evidence.is_met(pool[i]) else []
                evidence.effort.spend()
            while found and len(found) < count:
                found.append(walk(evidence, found[-1], AGAIN, self.draws))
        except SpentError:
            pass
        if not found:
            raise self._unknown(evidence)
        return [found[i % len(found)] for i in range(count)]

    def _varied(self, evidence: Evidence, nodes: list[Node]) -> list[Node]:
        """The same particles, or if too many are alike, others that are as likely."""
        found = list(nodes)
        if len(set(map(id, nodes))) * ALIKE < len(nodes):
            try:
                for i, node in enumerate(nodes):
                    found[i] = walk(evidence, node, STEPS, self.draws)
            except SpentError:
                pass
        return found

    def _unknown(self, evidence: Evidence) -> UnknownError:
        return UnknownError(
            f"{self.game.title}: no state was found that fits what is known to {self.player} "
            f"({len(evidence.observed):,} information states, {evidence.effort.spent:,} plies tried)"
        )


def _beginning(evidence: Evidence) -> list[Node]:
    first = evidence.beginning()
    return [first] if first else []


def _deepest(nodes: list[Node]) -> list[Node]:
    """A few that come farthest."""
    return sorted(nodes, key=lambda node: -node.seen)[:POOL]
