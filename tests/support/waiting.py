"""Full screens do what they are told when they come to it: tests wait until it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from patience import HANGS
from textual.events import Key
from textual.pilot import Pilot

Pilot._wait_for_screen.__defaults__ = (float(HANGS),)  # half a minute is too little where a machine is busy

CHARACTERS = {
    "enter": "\r", "tab": "\t", "space": " ", "comma": ",", "full_stop": ".", "question_mark": "?", "plus": "+",
    "minus": "-",
}  # fmt: skip


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Keys that come one right after the other."""
    for key in keys:
        pilot.app.post_message(Key(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
    await pilot.pause()


async def until(pilot: Pilot[Any], holds: Callable[[], Any], seconds: float = HANGS) -> None:
    """Wait until it holds."""
    try:
        async with asyncio.timeout(seconds):
            while not holds():
                await pilot.pause(0.01)
    except TimeoutError:
        assert holds(), "this never came"
