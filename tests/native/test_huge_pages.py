"""Jobs with great tables ask for huge pages there, and only there."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import pytest
from c_library import compiler

from interpreter import Game
from interpreter.native.host.huge_pages import SPARED

pytestmark = pytest.mark.skipif(
    not hasattr(mmap, "MADV_HUGEPAGE") or sys.platform != "linux", reason="huge pages are asked for on Linux"
)


def flags(address: int) -> list[str]:
    """What the system notes of the memory at an address, `hg` if huge pages are asked for (man proc: smaps)."""
    within = False
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        key, *rest = line.split()
        if "-" in key and not key.endswith(":"):
            low, high = (int(end, 16) for end in key.split("-"))
            within = low <= address < high
        elif within and key == "VmFlags:":
            return rest
    raise AssertionError("there is no memory at this address")


@pytest.mark.parametrize("backend", ["native", "c"])
def test_memory_beyond_the_first_megabytes_may_have_huge_pages(backend: str) -> None:
    if backend == "c":
        compiler()
    native = Game.load("tictactoe", backend=backend).native
    assert native is not None
    instance = native.instance()
    start = instance.place(0, 8)
    assert "hg" not in flags(start + SPARED)
    instance.prefer_huge_pages()
    assert "hg" in flags(start + SPARED) and "hg" in flags(start + (1 << 31))
    assert "hg" not in flags(start)
