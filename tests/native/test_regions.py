"""The same rules are compiled to the same bytes each time: the order of the code hangs on no hash."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations

import pytest

from interpreter.native.plan.regions import regions

LEADS_TO = {0: (3, 2, 1), 1: (4, 5, 6), 2: (6, 4, 5), 3: (5, 6, 4), 4: (0,), 5: (1,), 6: (2,)}
"""Nodes that are shared by several roots, so that more than one becomes a root in the same round."""


def found(hashes: dict[int, int]) -> list[tuple[int, list[int]]]:
    """The regions in their order, where each key has the hash that is given."""

    class Key(tuple[int, None]):
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


COMPILED = """
import hashlib
from interpreter import Game
from interpreter.native.compile import compile_model
for players in (2, 6):
    model = Game.load("spectral_reapers", players=players, pits=2).model
    print(hashlib.sha256(compile_model(model).binary).hexdigest())
"""


def test_another_process_compiles_the_same() -> None:
    """Names have other hashes there, and so have objects, by their addresses."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", COMPILED], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(printed) == 1
