"""Which sites of a board are taken together as patterns: lines along its directions, and blocks. Where a board has no
directions, lines go along its coordinates.

What is worth more than its parts mostly lies in a row or close together. How long the lines are, and how large the
blocks, follows from how many contents a site can have: as large as the weights allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import dist

from gdl.model.shape import Shape

Sites = tuple[int, ...]

LONGEST = 8
LINE_WEIGHTS, BLOCK_WEIGHTS = 48_000, 32_000
"""So many weights for all lines, and for all blocks."""
BLOCKS = ((3, 3), (2, 4), (2, 3), (2, 2))
MOST = 400
"""Patterns that a state is taken apart into, at most: each costs time wherever a state is valued."""


def patterns(board: Shape, contents: int, group: Sequence[Sites]) -> list[list[Sites]]:
    """Patterns by their orbits under permutations of the sites: those of one share their weights, site by site."""
    found: list[list[Sites]] = []
    if not board.steps:
        for row in orbits(_along_coordinates(board), group):
            if _fit([*found, row], contents, LINE_WEIGHTS):
                found.append(row)
        return found
    for length in range(LONGEST, 1, -1):
        lines = orbits(_lines(board, length), group)
        if _fit(lines, contents, LINE_WEIGHTS):
            found += lines
            break
    for sides in BLOCKS:
        blocks = orbits(_blocks(board, *sides), group)
        if _fit([*found, *blocks], contents, LINE_WEIGHTS + BLOCK_WEIGHTS):
            found += blocks
            break
    return found


def weights(orbit: Sequence[Sites], contents: int) -> int:
    """How many weights the patterns of an orbit have together."""
    return int(contents ** len(orbit[0]))


def _fit(found: Sequence[Sequence[Sites]], contents: int, most: int) -> bool:
    return sum(map(len, found)) <= MOST and sum(weights(orbit, contents) for orbit in found) <= most


def orbits(found: Iterable[Sites], group: Sequence[Sites]) -> list[list[Sites]]:
    """Rows of sites, those together that a symmetry takes to each other, each once and in the order it gives them."""
    wanted = {frozenset(row): row for row in found}
    together: list[list[Sites]] = []
    while wanted:
        first = next(iter(wanted.values()))
        orbit = []
        for permutation in group:
            image = tuple(permutation[site] for site in first)
            if wanted.pop(frozenset(image), None) is not None:
                orbit.append(image)
        together.append(orbit)
    return together


def _lines(board: Shape, length: int) -> Iterator[Sites]:
    """All lines of so many sites; and whole ones, where the board has no more."""
    for steps in board.steps:
        reached = {site for site in steps if site >= 0}
        for start in range(len(board)):
            if start in reached or steps[start] < 0:
                continue
            line = [start]
            while steps[line[-1]] >= 0 and steps[line[-1]] not in line:
                line.append(steps[line[-1]])
            for at in range(max(len(line) - length, 0) + 1):
                yield tuple(line[at : at + length])


def _along_coordinates(board: Shape) -> Iterator[Sites]:
    """All rows of sites that differ in one coordinate alone, if they aren't too long."""
    columns = [values for _, values in board.coordinates.values()]
    for varied in range(len(columns)):
        rows: dict[tuple[int, ...], list[int]] = {}
        for site in range(len(board)):
            rest = tuple(values[site] for i, values in enumerate(columns) if i != varied)
            rows.setdefault(rest, []).append(site)
        yield from (tuple(row) for row in rows.values() if 2 <= len(row) <= LONGEST)


def _blocks(board: Shape, rows: int, columns: int) -> Iterator[Sites]:
    """All rectangles, or rhombs, along the directions whose steps are shortest, one way round and the other."""
    for first, second in combinations(_shortest(board), 2):
        for height, width in {(rows, columns), (columns, rows)}:
            for start in range(len(board)):
                column = [_walked(board, start, first, i) for i in range(height)]
                block = tuple(_walked(board, site, second, j) for site in column for j in range(width))
                if min(block) >= 0 and len({*block}) == rows * columns:
                    yield block


def _walked(board: Shape, site: int, direction: int, steps: int) -> int:
    for _ in range(steps):
        site = board.steps[direction][site] if site >= 0 else -1
    return site


def _shortest(board: Shape) -> list[int]:
    lengths = [
        min((dist(board.places[a], board.places[b]) for a, b in enumerate(steps) if b >= 0), default=1e9)
        for steps in board.steps
    ]
    return [d for d, length in enumerate(lengths) if length <= min(lengths) * 1.01]
