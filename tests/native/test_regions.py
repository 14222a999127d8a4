"""The same rules are compiled to the same bytes each time: the order of the code hangs on no hash."""

from __future__ import annotations

from itertools import permutations

import pytest

from interpreter.native.plan.regions import regions

LEADS_TO = {0: (3, 2, 1), 1: (4, 5, 6), 2: (6, 4, 5), 3: (5, 6, 4), 4: (0,), 5: (1,), 6: (2,)}
"""Nodes that are shared by several roots, so that more than one becomes a root in the same round."""


def found(hashes: dict[int, int]) -> list[tuple[int, list[int]]]:
    """The regions in their order, where each key has the hash that is given."""

    class Key(tuple):  # type: ignore[type-arg]
        __slots__ = ()

        def __hash__(self) -> int:
            return hashes[self[0]]

    keys = {n: Key((n, None)) for n in LEADS_TO}
    roots = [keys[n] for n in (0, 1, 2, 3)]
    grown = regions(roots, lambda key: [keys[n] for n in LEADS_TO[key[0]]])
    return [(root[0], [key[0] for key in region.order]) for root, region in grown.items()]


@pytest.mark.parametrize("order", [*permutations((0, 1, 2))])
def test_regions_follow_from_the_graph_alone(order: tuple[int, ...]) -> None:
    """In a set the keys would come by their hashes; that of None is another in each process before Python 3.12."""
    hashes = {n: n for n in range(4)} | {4 + i: 4 + at for i, at in enumerate(order)}
    assert found(hashes) == found({n: n for n in LEADS_TO})
