"""Tests that take long are run on one day in sixteen, by turns: an everyday run is short, and deep runs have them all.

`slow.txt` names their functions with the processor seconds that an item of them took, as measured. After a run of tests
with `GDL_SECONDS=FILE` (`spent.py`), `python tests/support/slow.py FILE` writes it anew; what the run left out stays.
Which items a day runs follows from their names and the day alone (`sample.py`). Whoever names a file or a test has all
of it run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from statistics import mean
from zlib import crc32

LIST = Path(__file__).with_name("slow.txt")
LONG = 0.5
"""Seconds for an item from which on a function takes long."""


@cache
def named() -> frozenset[str]:
    """The functions that take long: `tests/games/test_coup.py::test_beside_plain_python`."""
    return frozenset(line.split(maxsplit=1)[1] for line in LIST.read_text(encoding="utf-8").splitlines())


def number(item: str) -> int:
    """A number that is always the same for an item's name: it says on which days it is run."""
    return crc32(item.encode())


def measured(lines: Iterable[str]) -> dict[str, float]:
    """The seconds that an item of each function took, from a run's notes."""
    found: dict[str, list[float]] = {}
    for line in lines:
        taken, item = line.split(maxsplit=1)
        found.setdefault(item.partition("[")[0].strip(), []).append(float(taken))
    return {function: mean(each) for function, each in found.items()}


def listed(before: Iterable[str], lines: Iterable[str]) -> list[str]:
    """The list after a run with these notes: what takes long there, and what was in the list and wasn't run."""
    means = measured(lines)
    kept = (line.split(maxsplit=1) for line in before)
    means |= {function: float(long) for long, function in kept if function not in means}
    return [f"{taken:.1f} {function}" for function, taken in sorted(means.items()) if taken >= LONG]


if __name__ == "__main__":
    notes = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    LIST.write_text("\n".join(listed(LIST.read_text(encoding="utf-8").splitlines(), notes)) + "\n", "utf-8")
