"""Jobs for a worker's process: some end, some don't."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def run(job: Any, superseded: Callable[[], bool]) -> Any:
    """`loop`: computes for ever, and asks nobody; `sleep`: does nothing for three seconds; any other comes back."""
    while job == "loop":
        pass
    if job == "sleep":
        time.sleep(3)
    return job
