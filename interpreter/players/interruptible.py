"""Work of compiled rules that can be stopped while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING

from interpreter.graph.abi import GIVEN_UP

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

OFTEN = 0.005
"""Seconds between two questions whether to go on."""


def interruptibly(
    instance: Instance, job: Callable[[], int], until: float | None, goes_on: Callable[[], bool]
) -> int:
    """Run a job of compiled rules in a thread, and return its status.

    The job is told to give up at `until` (seconds of `time.perf_counter`; None for no limit), or as soon as `goes_on`
    says no, which this asks every `OFTEN` seconds. The caller's thread stays free, so Ctrl-C is heard. What the job
    raises, this raises.
    """
    halt = instance.word(instance.call("halt"))
    halt.value = 0
    done, failed, ready = [GIVEN_UP], list[BaseException](), Event()

    def run() -> None:
        try:
            done[0] = job()
        except BaseException as problem:  # it is raised again where the result is awaited
            failed.append(problem)
        ready.set()

    Thread(target=run, daemon=True).start()
    try:
        while not ready.wait(OFTEN if until is None else max(min(until - time.perf_counter(), OFTEN), 0.001)):
            if not halt.value and (not goes_on() or (until is not None and time.perf_counter() >= until)):
                halt.value = 1
    except BaseException:
        halt.value = 1
        ready.wait()
        raise
    if failed:
        raise failed[0]
    return done[0]
