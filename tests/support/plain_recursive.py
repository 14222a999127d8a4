"""Recursive games (Everett 1957) in fractions: all pairs of plans are tried, each worth what its equations say.

A node is "chance", "max" or "min", and its options: numbers of nodes, or fractions, which end the game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

Node = tuple[str, list[int | Fraction]]


def values(game: Sequence[Node]) -> list[Fraction]:
    """What each node is worth to the player who wants much. Both have best plans that look at the node alone (Liggett
    and Lippman 1969)."""
    own = [s for s, (kind, _) in enumerate(game) if kind == "max"]
    other = [s for s, (kind, _) in enumerate(game) if kind == "min"]
    best: list[Fraction] | None = None
    for plan in product(*(range(len(game[s][1])) for s in own)):
        worst: list[Fraction] | None = None
        for answer in product(*(range(len(game[s][1])) for s in other)):
            found = _worth(game, dict(zip([*own, *other], [*plan, *answer], strict=True)))
            worst = found if worst is None else [min(pair) for pair in zip(worst, found, strict=True)]
        assert worst is not None
        best = worst if best is None else [max(pair) for pair in zip(best, worst, strict=True)]
    assert best is not None
    return best


def _worth(game: Sequence[Node], plan: dict[int, int]) -> list[Fraction]:
    """What each node is worth if both keep to their plans: nothing where no end can be reached."""
    after = [[options[plan[s]]] if s in plan else options for s, (_, options) in enumerate(game)]
    ends: set[int] = set()
    while True:
        more = {s for s in range(len(game)) if s not in ends
                and any(isinstance(to, Fraction) or to in ends for to in after[s])}  # fmt: skip
        if not more:
            break
        ends |= more
    known = sorted(ends)
    place = {s: i for i, s in enumerate(known)}
    rows = [[Fraction(i == j) for j in range(len(known))] + [Fraction(0)] for i in range(len(known))]
    for s in known:
        for to in after[s]:
            part = Fraction(1, len(after[s]))
            if isinstance(to, Fraction):
                rows[place[s]][-1] += part * to
            elif to in place:
                rows[place[s]][place[to]] -= part
    for c in range(len(known)):
        pivot = next(r for r in range(c, len(known)) if rows[r][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(len(known)):
            if r != c and rows[r][c]:
                rows[r] = [x - rows[r][c] * y for x, y in zip(rows[r], rows[c], strict=True)]
    return [rows[place[s]][-1] if s in place else Fraction(0) for s in range(len(game))]


def some_game(number: int) -> list[Node]:
    """The game of two to seven nodes with this number."""
    random = Random(number)
    count = random.randint(2, 7)
    ends = random.choice(((-1, 1), (-1, 0, 1), (1,), (-1,), (-3, -1, 2, 5)))

    def option() -> int | Fraction:
        return Fraction(random.choice(ends)) if random.random() < 0.2 else random.randrange(count)

    kinds = [random.choice(("chance", "chance", "max", "min")) for _ in range(count)]
    return [(kind, [option() for _ in range(random.randint(1, 3))]) for kind in kinds]
