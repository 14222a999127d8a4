"""Tables for lines through a site: what they tell, beside counting the sites of each direction one by one."""

from __future__ import annotations

import pytest

from interpreter.graph.chance import Chance
from interpreter.native.plan.run_tables import ENTRY_BITS, INDEX_BITS, RunTables, run_tables

BOARDS = {
    "five on 15 by 15": [(1, 5), (16, 5), (15, 5), (14, 5)],
    "three on 12 by 12": [(1, 3), (13, 3), (12, 3), (11, 3)],
    "six on 12 by 12": [(1, 6), (12, 6), (11, 6)],
    "of several lengths": [(1, 4), (9, 3), (8, 6), (7, 2)],
    "one direction": [(5, 8)],
}


def extract(word: int, sites: int) -> int:
    """The bits of a word at some sites, side by side."""
    places = [i for i in range(64) if sites >> i & 1]
    return sum((word >> place & 1) << i for i, place in enumerate(places))


def tell(tables: list[RunTables], above: int, below: int) -> bool:
    return any(t.up[extract(above, t.above)] & t.down[extract(below, t.below)] for t in tables)


def is_line(rows: list[tuple[int, int]], above: int, below: int) -> bool:
    """Bit i of the word above is the site i + 1 further on, bit 63 - i of the word below the one i + 1 before."""
    for step, long in rows:
        up = down = 0
        while up < long - 1 and above >> step * (up + 1) - 1 & 1:
            up += 1
        while down < long - 1 and below >> 64 - step * (down + 1) & 1:
            down += 1
        if up + 1 + down >= long:
            return True
    return False


@pytest.mark.parametrize("board", BOARDS)
def test_tables_tell_whether_there_is_a_line(board: str) -> None:
    rows, chance = BOARDS[board], Chance(5)
    tables = run_tables(rows)
    assert tables is not None
    assert all(len(t.up) == len(t.down) <= 1 << INDEX_BITS for t in tables)
    assert all(entry < 1 << ENTRY_BITS for t in tables for entry in (*t.up, *t.down))
    found = []
    for i in range(3_000):
        above, below = chance.bits(4 * i), chance.bits(4 * i + 1)
        others = chance.bits(4 * i + 2), chance.bits(4 * i + 3)
        if i % 3 == 1:
            above, below = above | others[0], below | others[1]
        elif i % 3 == 2:
            above, below = above & others[0], below & others[1]
        found.append(is_line(rows, above, below))
        assert tell(tables, above, below) == found[-1]
    assert 100 < sum(found) < 2_990
    for step, long in rows:  # each line that goes through the site, alone, and without one of its sites
        for before in range(long):
            above = sum(1 << step * i - 1 for i in range(1, long - before))
            below = sum(1 << 64 - step * i for i in range(1, before + 1))
            assert tell(tables, above, below)
            for i in range(64):
                if above >> i & 1:
                    assert not tell(tables, above & ~(1 << i), below)
                if below >> i & 1:
                    assert not tell(tables, above, below & ~(1 << i))


def test_lines_that_are_too_long_have_no_table() -> None:
    assert run_tables([(1, 5), (5, INDEX_BITS + 2)]) is None
    assert run_tables([(1, INDEX_BITS + 1)]) is not None
