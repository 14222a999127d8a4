"""Full screens do what they are told when they come to it: tests wait until it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

PATIENCE = 90
"""Seconds: the machine may be busy with something else. What shows at once takes none of them."""


async def until(pilot: Pilot[Any], holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Wait until it holds."""
    try:
        async with asyncio.timeout(seconds):
            while not holds():
                await pilot.pause(0.01)
    except TimeoutError:
        assert holds(), "this never came"
