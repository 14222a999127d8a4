"""A symmetry: other sites and other players for those that there are, so that the game stays what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.model.model import Model
from gdl.model.shape import Shape

Permutation = tuple[int, ...]
"""For each element the one that takes its place, by their numbers."""


@dataclass(frozen=True)
class Symmetry:
    """Permutations of sites and of players.

    `sites`: for each of the model's `shapes` (the board is one of them) where each element goes. `players`: who takes
    each player's part; turns go on in the same order.
    """

    sites: tuple[Permutation, ...]
    players: Permutation

    @property
    def is_identity(self) -> bool:
        """Whether everything stays where it is."""
        return all(_stays(p) for p in (*self.sites, self.players))

    @property
    def exchanges(self) -> bool:
        """Whether players take the part of others."""
        return not _stays(self.players)

    def then(self, other: Symmetry) -> Symmetry:
        """This one, and after it another."""
        return Symmetry(tuple(map(composed, self.sites, other.sites)), composed(self.players, other.players))

    def site(self, model: Model, label: str) -> str:
        """Where a site of the board goes, by its label."""
        assert model.board is not None
        at = next(i for i, shape in enumerate(model.shapes) if shape is model.board)
        return model.board.labels[self.sites[at][model.board.index[label]]]


def identity(model: Model) -> Symmetry:
    """Everything stays where it is."""
    return Symmetry(tuple(tuple(range(len(shape))) for shape in model.shapes), tuple(range(len(model.players))))


def composed(first: Permutation, second: Permutation) -> Permutation:
    """One permutation after another."""
    return tuple(second[i] for i in first)


def closed(symmetries: Sequence[Symmetry], most: int = 1 << 16) -> list[Symmetry]:
    """All that some symmetries come to together, each once, those given first."""
    seen = dict.fromkeys(symmetries)
    todo = list(symmetries)
    while todo and len(seen) < most:
        one = todo.pop(0)
        for other in symmetries:
            both = one.then(other)
            if both not in seen:
                seen[both] = None
                todo.append(both)
    return list(seen)


def directions_of(shape: Shape, permutation: Permutation) -> Permutation | None:
    """What becomes of each direction, or None if some step becomes none."""
    rows: dict[tuple[int, ...], list[int]] = {}
    for d, steps in enumerate(shape.steps):
        rows.setdefault(steps, []).append(d)
    found = []
    for steps in shape.steps:
        image = [-1] * len(shape)
        for site, to in enumerate(steps):
            image[permutation[site]] = permutation[to] if to >= 0 else -1
        same = rows.get(tuple(image))
        if not same:
            return None
        found.append(same.pop(0))
    return tuple(found) if len(found) == len(shape.directions) else None


def _stays(permutation: Permutation) -> bool:
    return all(i == image for i, image in enumerate(permutation))
