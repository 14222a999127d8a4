"""What may be a symmetry of a game by the looks of its boards: turns, mirror images, and the players in other roles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import cos, pi, sin

from gdl.model.lattice import touching
from gdl.model.model import Model
from gdl.model.shape import Shape
from interpreter.players.symmetries.symmetry import Permutation, Symmetry, directions_of

MOST_OF_SHAPE = 48
"""Permutations of a shape that are looked at."""
MOST = 400
"""Candidates that are looked at in all."""
LARGEST = 1000
"""Sites of a board that is looked at."""
MOST_STEPS = 20_000
"""Steps of the search for graph automorphisms."""


def candidates(model: Model) -> list[Symmetry]:
    """Every way to look at the boards that leaves their form, with every shift of the players; the identity first."""
    n = len(model.players)
    turns = [tuple((i + turn) % n for i in range(n)) for turn in range(n)]
    found = (Symmetry(choice, players) for choice in choices(model.shapes) for players in turns)
    return list(islice(found, MOST))


def choices(shapes: Sequence[Shape]) -> Iterator[tuple[Permutation, ...]]:
    """A form for each shape; edges and corners go with their board."""
    boards = list(dict.fromkeys(shape.of or shape for shape in shapes))
    for choice in product(*map(forms, boards)):
        of = dict(zip(boards, choice, strict=True))
        yield from product(*([of[shape]] if shape in of else carried(shape, of[shape.of or shape]) for shape in shapes))


def carried(part: Shape, permutation: Permutation) -> list[Permutation]:
    """The forms of a board's edges or corners that go with one of its own: what touches, and steps, stay."""
    board = part.of
    assert board is not None
    assert board.lattice is not None
    ways = directions_of(board, permutation)
    beside = touching(board.lattice, part.part, "sites")
    at = [frozenset(row) for row in beside]

    def goes(found: Permutation) -> bool:
        if any(frozenset(permutation[s] for s in row) != at[found[i]] for i, row in enumerate(beside)):
            return False
        return ways is None or all(
            (found[there] if there >= 0 else -1) == part.steps[ways[d]][found[i]]
            for d, steps in enumerate(part.steps)
            for i, there in enumerate(steps)
        )

    return [found for found in forms(part) if goes(found)]


def forms(shape: Shape) -> list[Permutation]:
    """Permutations of a shape's elements that leave its places on paper, or who is whose neighbour."""
    same = tuple(range(len(shape)))
    seen = {same: None}
    if len(shape) <= LARGEST:
        seen |= dict.fromkeys(turned(shape))
        graph = list(islice(automorphisms(shape.neighbours), MOST_OF_SHAPE + 1))
        if len(graph) <= MOST_OF_SHAPE:
            seen |= dict.fromkeys(graph)
    return list(islice(seen, MOST_OF_SHAPE))


def turned(shape: Shape) -> Iterator[Permutation]:
    """All turns and mirror images of the places that a shape's elements have on paper; each layer by itself."""
    places, n = shape.places, len(shape)
    if not n or len(places) < n:
        return
    cx, cy = sum(x for x, _, _ in places) / n, sum(y for _, y, _ in places) / n
    known = {_rounded(x - cx, y - cy, z): i for i, (x, y, z) in enumerate(places)}
    for flip, turn in product((1, -1), range(24)):
        c, s = cos(turn * pi / 12), sin(turn * pi / 12)
        found: list[int] = []
        for x, y, z in places:
            u, v = (x - cx) * flip, y - cy
            at = known.get(_rounded(u * c - v * s, u * s + v * c, z))
            if at is None:
                break
            found.append(at)
        if len(set(found)) == n:
            yield tuple(found)


def _rounded(x: float, y: float, z: float) -> tuple[float, float, float]:
    return round(x, 3) + 0.0, round(y, 3) + 0.0, round(z, 3) + 0.0


def automorphisms(neighbours: tuple[tuple[int, ...], ...]) -> Iterator[Permutation]:
    """All permutations of a graph's nodes that keep who is whose neighbour; none where there are no edges, or where it
    takes too long to find them."""
    n = len(neighbours)
    if not any(neighbours):
        return
    edges = [set(row) for row in neighbours]
    sorts = _refined(neighbours)
    order = _breadth_first(neighbours)
    budget = [MOST_STEPS]
    images: list[int] = []
    taken: set[int] = set()

    def extend() -> Iterator[Permutation]:
        if len(images) == n:
            found = [0] * n
            for node, image in zip(order, images, strict=True):
                found[node] = image
            yield tuple(found)
            return
        node = order[len(images)]
        before = [(other, image) for other, image in zip(order, images, strict=False) if other in edges[node]]
        options = edges[before[0][1]] if before else range(n)
        for image in sorted(options):
            budget[0] -= 1
            if budget[0] < 0:
                return
            if image in taken or sorts[image] != sorts[node]:
                continue
            if all(other in edges[image] for _, other in before) and len(before) == len(edges[image] & taken):
                images.append(image)
                taken.add(image)
                yield from extend()
                images.pop()
                taken.discard(image)

    yield from extend()


def _refined(neighbours: tuple[tuple[int, ...], ...]) -> list[int]:
    """A number for each node; nodes of different numbers look different from near."""
    sorts, kinds = [0] * len(neighbours), 1
    while True:
        seen = [(sorts[i], tuple(sorted(sorts[j] for j in row))) for i, row in enumerate(neighbours)]
        numbers = {key: i for i, key in enumerate(sorted(set(seen)))}
        sorts = [numbers[key] for key in seen]
        if len(numbers) == kinds:
            return sorts
        kinds = len(numbers)


def _breadth_first(neighbours: tuple[tuple[int, ...], ...]) -> list[int]:
    order: dict[int, None] = {}
    for first in range(len(neighbours)):
        todo = [first]
        while todo:
            node = todo.pop(0)
            if node not in order:
                order[node] = None
                todo += neighbours[node]
    return list(order)
