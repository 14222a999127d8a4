"""Tests that take long are run on one day in eight, by turns: an everyday run is short, and deep runs have them all.

`slow.txt` names their functions with the seconds that an item of them took, as measured. After a run of tests with
`--durations=0` on a quiet machine, `python tests/support/slow.py LOG` writes it anew; what the run left out stays.
Which items a day runs follows from their names and the day alone (`sample.py`). Whoever names a file or a test has all
of it run.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from zlib import crc32

LIST = Path(__file__).with_name("slow.txt")
LONG = 0.5
"""Seconds for an item from which on a function takes long."""
_MEASURED = re.compile(r"\s*([\d.]+)s (call|setup|teardown)\s+([^\[\n]+)")


@cache
def named() -> frozenset[str]:
    """The functions that take long: `tests/games/test_coup.py::test_beside_plain_python`."""
    return frozenset(line.split(maxsplit=1)[1] for line in LIST.read_text(encoding="utf-8").splitlines())


def number(item: str) -> int:
    """A number that is always the same for an item's name: it says on which days it is run."""
    return crc32(item.encode())


def measured(lines: Iterable[str]) -> dict[str, float]:
    """The seconds that an item of each function took, from a run's log."""
    seconds, items = Counter[str](), Counter[str]()
    for line in lines:
        if found := _MEASURED.match(line):
            long, when, function = found.groups()
            seconds[function.strip()] += float(long)
            items[function.strip()] += when == "call"
    return {function: long / max(items[function], 1) for function, long in seconds.items()}


def listed(before: Iterable[str], lines: Iterable[str]) -> list[str]:
    """The list after a run with this log: what takes long there, and what was in the list and wasn't run."""
    means = measured(lines)
    kept = (line.split(maxsplit=1) for line in before)
    means |= {function: float(long) for long, function in kept if function not in means}
    return [f"{mean:.1f} {function}" for function, mean in sorted(means.items()) if mean >= LONG]


if __name__ == "__main__":
    log = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    LIST.write_text("\n".join(listed(LIST.read_text(encoding="utf-8").splitlines(), log)) + "\n", "utf-8")
