"""Tests that take long are run by turns, on one day in thirty-two, and those that take very long on one in 64: an
everyday run is short, and deep runs have them all.

`slow.txt` names functions whose items take long, and such items of other functions, with the processor seconds that an
item took, as measured. After a run of tests with `GDL_SECONDS=FILE` (`spent.py`), `python tests/support/slow.py FILE`
writes it anew; what the run left out stays. Which items a day runs follows from their names and the day alone
(`sample.py`). Whoever names a file or a test has all of it run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from statistics import mean
from zlib import crc32

from sample import PARTS

LIST = Path(__file__).with_name("slow.txt")
LONG, VERY_LONG = 0.12, 3.0
"""Seconds from which on an item takes long, or very long, or those of a function in the mean."""
EVERY_DAY = (
    "tests/test_house.py", "tests/native/test_operators.py", "tests/docs/test_links.py", "tests/gdl/test_messages.py",
    "tests/gdl/test_parser.py::test_broken_declarations", "tests/cli/test_terminal_languages.py",
)  # fmt: skip
"""Files and tests that are run every day all the same: any change may break what they guard."""


@cache
def named() -> dict[str, float]:
    """What takes long: `tests/games/test_coup.py::test_beside_plain_python`, `tests/a.py::test_b[chess]`. How long."""
    return measured(LIST.read_text(encoding="utf-8").splitlines())


def parts(item: str) -> int:
    """In how many days an item has one, by its name."""
    taken = max(named().get(item, 0), named().get(function_of(item), 0))
    return 1 if taken < LONG else 2 * PARTS if taken < VERY_LONG else 4 * PARTS


def function_of(item: str) -> str:
    """The function of which it is an item."""
    return item.partition("[")[0]


def number(item: str) -> int:
    """A number that is always the same for an item's name: it says on which days it is run."""
    return crc32(item.encode())


def measured(lines: Iterable[str]) -> dict[str, float]:
    """The seconds that each item took, from lines of a run's notes or of the list."""
    return {item: float(taken) for taken, item in (line.strip().split(maxsplit=1) for line in lines)}


def listed(before: Iterable[str], lines: Iterable[str]) -> list[str]:
    """The list after a run with these notes: what takes long there, and what was in the list and wasn't run."""
    items = measured(lines)
    each: dict[str, list[float]] = {}
    for item, taken in items.items():
        each.setdefault(function_of(item), []).append(taken)
    functions = {function: mean(taken) for function, taken in each.items()}
    found = {**measured(before), **items, **functions}
    long = {name: taken for name, taken in found.items() if taken >= LONG and not name.startswith(EVERY_DAY)}
    return [
        f"{taken:.2f} {name}" for name, taken in sorted(long.items())
        if name == function_of(name) or function_of(name) not in long
    ]  # fmt: skip


if __name__ == "__main__":
    notes = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    LIST.write_text("\n".join(listed(LIST.read_text(encoding="utf-8").splitlines(), notes)) + "\n", "utf-8")
