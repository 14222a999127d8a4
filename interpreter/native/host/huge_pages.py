"""Memory in pages of two megabytes, where the system has such: they are had at once, and the processor keeps in mind
where they lie. That pays where a job fills a great table all over; `mcts` and `alphabeta` became no quicker."""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from typing import Any

SPARED = 1 << 22
"""Bytes at the beginning of a module's memory that keep small pages: what isn't a table fits in there."""
_HUGE: int | None = getattr(mmap, "MADV_HUGEPAGE", None)


def prefer_huge_pages(start: int, size: int) -> None:
    """Ask for huge pages in `size` bytes of addresses. Memory may take these later. The system need not grant it."""
    if _HUGE is not None and size > SPARED:
        _madvise()(start + SPARED, size - SPARED, _HUGE)


@cache
def _madvise() -> Any:
    found = ctypes.CDLL(None).madvise
    found.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return found
