"""Threads that help one that thinks: each has work of its own, and all stop together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import TypeVar

Part = TypeVar("Part")
GoesOn = Callable[[float], bool]
"""Told what part of the work is done, says whether to go on."""
WAKE = 0.25
"""Seconds after which someone who waits looks up, where a signal doesn't wake him."""


def together(
    parts: Sequence[Part], work: Callable[[Part, GoesOn], None], goes_on: GoesOn, *, first_stops_all: bool
) -> None:
    """Do each part of some work in a thread of its own, the first in this one, which alone asks `goes_on`.

    Where it doesn't go on, or is interrupted, the others stop, too; with `first_stops_all`, as soon as anybody is done.
    Raises what any of them raises.
    """
    stop, failed = Event(), list[BaseException]()

    def help_out(part: Part) -> None:
        try:
            work(part, lambda _: not stop.is_set())
        except BaseException as problem:  # raised again where the result is awaited
            failed.append(problem)
            stop.set()
        if first_stops_all:
            stop.set()

    def lead(share: float) -> bool:
        if not goes_on(share):
            stop.set()
        return not stop.is_set()

    threads = [Thread(target=help_out, args=(part,), daemon=True) for part in parts[1:]]
    for thread in threads:
        thread.start()
    try:
        work(parts[0], lead)
        if first_stops_all:
            stop.set()
        _wait(threads)
    except BaseException:
        stop.set()
        _wait(threads)
        raise
    if failed:
        raise failed[0]


def _wait(threads: Sequence[Thread]) -> None:
    for thread in threads:
        while thread.is_alive():
            thread.join(WAKE)
