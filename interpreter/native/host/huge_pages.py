"""Memory in pages of two megabytes, where the system has such: searches look up places all over their tables, and the
processor knows where few pages lie. Counting chess positions takes a quarter less time so."""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from typing import Any

SPARED = 1 << 22
"""Bytes at the beginning of a module's memory that keep small pages: who never searches needs no more."""
_HUGE: int | None = getattr(mmap, "MADV_HUGEPAGE", None)


def prefer_huge_pages(start: int, size: int) -> None:
    """Ask for huge pages in so many bytes of addresses, taken or not. The system may do as it likes."""
    if _HUGE is not None and size > SPARED:
        _madvise()(start + SPARED, size - SPARED, _HUGE)


@cache
def _madvise() -> Any:
    found = ctypes.CDLL(None).madvise
    found.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return found
