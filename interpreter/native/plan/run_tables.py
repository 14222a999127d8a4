"""Tables for lines through one site: which runs begin beside it, for several directions at once.

The sites that lines of some directions may contain, taken up from the word above a site, are the index of a table; so
are those of the word below. Each direction has a bit for each number of further sites that a run above may have; the
tables tell whether it has at least so many, and whether the run below has at least the rest. A bit that is in both
tells of a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

INDEX_BITS = 10
"""Sites in an index, at most: a table has up to 1,024 numbers."""
ENTRY_BITS = 16
"""Bits of a number in a table."""

Row = tuple[int, int]
"""How far the sites of a line lie apart, and how many there are."""


@dataclass(frozen=True)
class RunTables:
    """Some directions: `above` and `below` are the sites in the two words (see `plan.through.Through`), `up` and `down`
    the tables."""

    above: int
    below: int
    up: tuple[int, ...]
    down: tuple[int, ...]


def run_tables(rows: Sequence[Row]) -> list[RunTables] | None:
    """Tables for all directions, as few as may be; None if a line is too long for one. No two sites of the directions
    may lie at the same distance."""
    groups: list[list[Row]] = [[]]
    for row in rows:
        if not _fit([row]):
            return None
        if not _fit([*groups[-1], row]):
            groups.append([])
        groups[-1].append(row)
    return [_tables(group) for group in groups if group]


def _fit(rows: Sequence[Row]) -> bool:
    return sum(long - 1 for _, long in rows) <= INDEX_BITS and sum(long for _, long in rows) <= ENTRY_BITS


def _tables(rows: Sequence[Row]) -> RunTables:
    distances = sorted((step * i, row, i) for row, (step, long) in enumerate(rows) for i in range(1, long))
    up = [(row, i) for _, row, i in distances]
    return RunTables(
        sum(1 << distance - 1 for distance, *_ in distances),
        sum(1 << 64 - distance for distance, *_ in distances),
        tuple(_packed(rows, run) for run in _runs(rows, up)),
        tuple(_packed(rows, run, is_rest=True) for run in _runs(rows, up[::-1])),
    )


def _runs(rows: Sequence[Row], order: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """For each index, how many sites of each row follow each other. `order`: which one each bit of the index is."""
    for index in range(1 << len(order)):
        there = {one for bit, one in enumerate(order) if index >> bit & 1}
        yield [next(i for i in range(long) if i == long - 1 or (row, i + 1) not in there)
               for row, (_, long) in enumerate(rows)]  # fmt: skip


def _packed(rows: Sequence[Row], runs: Sequence[int], is_rest: bool = False) -> int:
    """For each row a bit for each number from 0: whether its run has so many, or with `is_rest` all others."""
    entry = place = 0
    for (_, long), run in zip(rows, runs, strict=True):
        for many in range(long):
            entry |= (run >= (long - 1 - many if is_rest else many)) << place + many
        place += long
    return entry
