"""How many threads can run at once on this machine."""

from __future__ import annotations

import os


def processors() -> int:
    """Processors that this program may use; at least one."""
    if hasattr(os, "sched_getaffinity"):
        return max(len(os.sched_getaffinity(0)), 1)
    return os.cpu_count() or 1
