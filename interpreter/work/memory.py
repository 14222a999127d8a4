"""How much memory this machine has to give."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

SHARE = 0.75
"""The part of it that one job takes, if nobody says how much."""
GUESS = 2 << 30


def available() -> int:
    """Bytes that can be had without others being put out, as far as the system says."""
    with suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return GUESS


def share() -> int:
    """What one job may take."""
    return int(available() * SHARE)
