"""The processor seconds that each test takes, with its set-up and the processes that it starts: they say as much on a
machine that does other things besides.

With `GDL_SECONDS=FILE` a run of tests adds a line for each test to that file; `slow.py` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

PROCESSES = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Notes what a test has taken, if somebody asks for that."""
    file = os.environ.get("GDL_SECONDS")
    before = seconds() if file else 0
    result = yield
    if file:
        with Path(file).open("a", encoding="utf-8") as notes:
            notes.write(f"{seconds() - before:.3f} {item.nodeid}\n")
    return result


def seconds() -> float:
    """What this process has taken so far, with those that it started: the ended ones, and on Linux those that run."""
    return sum(os.times()[:4]) + sum(map(_taken, _started_by(os.getpid())))


def _started_by(process: int) -> Iterator[int]:
    for file in PROCESSES.glob(f"{process}/task/*/children"):
        for child in map(int, _read(file).split()):
            yield child
            yield from _started_by(child)


def _taken(process: int) -> float:
    """The seconds of a process that runs, with those of its children that have ended."""
    fields = _read(PROCESSES / str(process) / "stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:  # it has just ended
        return ""
