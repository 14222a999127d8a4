"""Tests that take long are run on one day in eight, by turns: an everyday run is short, and deep runs have them all.

`slow.txt` names their functions with the seconds that an item of them took, as measured. After a run of all tests with
`--durations=0`, `python tests/support/slow.py LOG` writes it anew. Which items a day runs follows from their names and
the day alone (`sample.py`). Whoever names a file or a test has all of it run.
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
LONG = 1.0
"""Seconds for an item from which on a function takes long, on a busy machine; on a quiet one they are half of that."""
_MEASURED = re.compile(r"\s*([\d.]+)s (call|setup|teardown)\s+([^\[\n]+)")


@cache
def named() -> frozenset[str]:
    """The functions that take long: `tests/games/test_coup.py::test_beside_plain_python`."""
    return frozenset(line.split(maxsplit=1)[1] for line in LIST.read_text(encoding="utf-8").splitlines())


def number(item: str) -> int:
    """A number that is always the same for an item's name: it says on which days it is run."""
    return crc32(item.encode())


def measured(lines: Iterable[str]) -> list[str]:
    """The list, from a run's log."""
    seconds, items = Counter[str](), Counter[str]()
    for line in lines:
        if found := _MEASURED.match(line):
            long, when, function = found.groups()
            seconds[function.strip()] += float(long)
            items[function.strip()] += when == "call"
    means = {function: long / max(items[function], 1) for function, long in seconds.items()}
    return [f"{mean:.0f} {function}" for function, mean in sorted(means.items()) if mean >= LONG]


if __name__ == "__main__":
    LIST.write_text("\n".join(measured(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())) + "\n", "utf-8")
