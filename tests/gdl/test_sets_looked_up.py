"""Names that stand for sets within another: a tree finds the same sets as a look at each, in the same order."""

from __future__ import annotations

import random
from itertools import combinations

from gdl.model import families
from gdl.model.primitives import lying

SIZE = 12

def family_of(sets: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(1 << i for i in one) for one in sets)


def families_of(dice: random.Random) -> list[tuple[int, ...]]:
    """Families in the order of their sizes and elements, with gaps, in any order, with the same set twice."""
    whole = [family_of([c for n in sizes for c in combinations(range(SIZE), n)])
             for sizes in ([2], [0, 1, 2, 3], [4], [1, 5])]  # fmt: skip
    gaps = [tuple(one for one in family if dice.random() < 0.7) for family in whole]
    mixed = [tuple(dice.sample(family, len(family))) for family in whole]
    twice = [tuple(x for one in family for x in (one, one)) for family in whole]
    return [*whole, *gaps, *mixed, *twice]


def test_a_tree_finds_the_sets_that_lie_within() -> None:
    dice, trees = random.Random(3), 0
    for family in families_of(dice):
        tree = families.tree_of(family)
        trees += bool(tree)
        for _ in range(50 if tree else 0):
            whole = dice.getrandbits(SIZE)
            assert list(lying(tree, whole)) == [i for i, one in enumerate(family) if not one & ~whole]
    assert trees >= 8


def test_a_tree_looks_at_few_sets() -> None:
    """Of all triples of 40 things, five are at hand: of 9,880 the ten are found by steps from one shared beginning to
    the next, of which there are 40 for the first, and up to 39 behind each of the five and of their ten pairs."""
    tree = families.tree_of(family_of(list(combinations(range(40), 3))))
    steps, at, whole = 0, 0, sum(1 << i for i in (0, 3, 17, 30, 39))
    while at < len(tree):
        held, beyond, _ = tree[at]
        at, steps = (beyond if held & ~whole else at + 1), steps + 1
    assert steps <= 40 + (5 + 10) * 39


def test_sets_that_share_nothing_have_no_tree() -> None:
    assert not families.tree_of(tuple(0b11 << 2 * i for i in range(500)))


def test_large_sets_have_a_tree_too() -> None:
    """All but one of 2,000 things: each set shares its beginning with the next ones."""
    whole = (1 << 2000) - 1
    tree = families.tree_of(tuple(whole ^ 1 << i for i in reversed(range(2000))))
    assert list(lying(tree, whole ^ 1 << 7)) == [1992]
