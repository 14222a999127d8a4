"""Particles: histories that fit, drawn as the rules make them likely, and carried on through each new observation.

A sequential Monte-Carlo method (Gordon, Salmond and Smith 1993): at each ply a particle takes one of the options that
fit, and weighs as much as those were likely. Where weights have become uneven, particles are drawn anew by weight.
Particles that share a history are one node, with how many they are, so that what is certain is played once for all.
How many options are tried to see whether they fit doesn't hang on how it turns out, so that the weights are right in
the mean: all of them where few fit, a few where most do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import Candidates, Evidence, Node

UNEVEN = 0.5
"""Particles are drawn anew where they count for less than this part of them."""
LEAST = 2
"""So many options are tried where most fit …"""
WANTED = 3
"""… else so many that about these fit."""
SILENT = 10_000
"""Plies in a row of which the player observes nothing, at most."""


@dataclass
class Bunch:
    """Particles of one history: how many, and what each of them weighs."""

    node: Node
    count: int
    weight: float


class Tries:
    """How many options are worth trying, learnt from those that were tried before."""

    def __init__(self) -> None:
        self._tried = self._fitted = 0

    def number(self, count: int, particles: int) -> int:
        """How many of so many to try, for so many particles."""
        if self._tried == 0 or self._fitted == 0:
            return count
        wanted = LEAST if 2 * self._fitted >= self._tried else WANTED * self._tried // self._fitted + 1
        return min(count, max(wanted, particles))

    def learn(self, tried: int, fitted: int) -> None:
        """Note how many of those that were tried did fit."""
        self._tried += tried
        self._fitted += fitted


@dataclass
class Failure:
    """Where particles ran out: the last histories that did fit."""

    nodes: list[Node]


def carried(evidence: Evidence, particles: Sequence[Node], count: int, draws: Draws) -> list[Node] | Failure:
    """So many particles of equal weight that fit, from some of equal weight that fitted the beginning of what was
    observed. Raises SpentError."""
    each, more = divmod(count, len(particles))
    first = draws.pick(len(particles))
    bunches = [
        Bunch(node, each + ((i - first) % len(particles) < more), 1.0)
        for i, node in enumerate(particles) if each or (i - first) % len(particles) < more
    ]  # fmt: skip
    seen = min(node.seen for node in particles)
    while True:
        seen = min(seen + 1, len(evidence.observed))
        found = _until(evidence, bunches, seen, draws)
        if not found:
            return Failure([bunch.node for bunch in bunches])
        if seen == len(evidence.observed):
            return _drawn(found, count, draws)
        bunches = _evened(found, count, draws)


def _until(evidence: Evidence, bunches: Sequence[Bunch], seen: int, draws: Draws) -> list[Bunch]:
    """Carry on until so much was seen – at the end until all is met."""
    is_last = seen == len(evidence.observed)
    waiting, arrived, tries, rounds = list(bunches), list[Bunch](), Tries(), 0
    while waiting and rounds < SILENT:
        rounds += 1
        moved: list[Bunch] = []
        for bunch in waiting:
            if evidence.is_met(bunch.node) if is_last else bunch.node.seen >= seen:
                arrived.append(bunch)
            else:
                moved += _step(evidence, bunch, tries, draws)
        waiting = moved
    return arrived


def _step(evidence: Evidence, bunch: Bunch, tries: Tries, draws: Draws) -> list[Bunch]:
    """Let the particles of a bunch take a ply that fits, each of those alike often."""
    among = evidence.candidates(bunch.node)
    if not among.moves:
        return []
    number = tries.number(len(among.moves), bunch.count)
    tried = Candidates(draws.sample(list(among.moves), number), among.ways, among.is_own)
    fitting = []
    for move in tried.moves:
        found = evidence.played(bunch.node, move, among)
        if found is not None:
            fitting.append(found)
    tries.learn(number, len(fitting))
    if not fitting:
        return []
    weight = bunch.weight * among.share * (1.0 if among.is_own else len(fitting) / number)
    each, more = divmod(bunch.count, len(fitting))
    draws.sample(fitting, more)
    return [Bunch(node, each + (i < more), weight) for i, node in enumerate(fitting) if each + (i < more)]


def _evened(bunches: list[Bunch], count: int, draws: Draws) -> list[Bunch]:
    """The same particles, drawn anew by weight if they have become uneven; with weights that can be counted with."""
    total = sum(bunch.count * bunch.weight for bunch in bunches)
    squares = sum(bunch.count * bunch.weight * bunch.weight for bunch in bunches)
    if total * total < UNEVEN * count * squares:
        return _resampled(bunches, count, draws)
    scale = sum(bunch.count for bunch in bunches) / total
    return [Bunch(bunch.node, bunch.count, bunch.weight * scale) for bunch in bunches]


def _resampled(bunches: Sequence[Bunch], count: int, draws: Draws) -> list[Bunch]:
    """Draw so many by weight (systematic resampling)."""
    step = sum(bunch.count * bunch.weight for bunch in bunches) / count
    found: list[Bunch] = []
    reached, sum_so_far = draws.unit() * step, 0.0
    for bunch in bunches:
        sum_so_far += bunch.count * bunch.weight
        taken = 0
        while reached < sum_so_far:
            taken, reached = taken + 1, reached + step
        if taken:
            found.append(Bunch(bunch.node, taken, 1.0))
    return found


def _drawn(bunches: Sequence[Bunch], count: int, draws: Draws) -> list[Node]:
    return [bunch.node for bunch in _resampled(bunches, count, draws) for _ in range(bunch.count)]
