"""What the screen looks like, for boards of different kinds, in text alone.

The files in tests/golden/full_screen are this program's own output, looked at by people: they tell that something looks
otherwise than before, not that it is right. After a change that is meant, write them anew with
``GDL_GOLDEN=write pytest tests/cli/full_screen/test_snapshots.py`` and read the difference.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import pytest
from screens import Hand, opened, started
from waiting import until

from cli.terminal.full_screen.game_screen import GameScreen
from interpreter import Game

pytestmark = pytest.mark.asyncio

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "full_screen"
HEAD = "This program's own output; see tests/cli/full_screen/test_snapshots.py.\n\n"
SHOWN: dict[str, tuple[str, dict[str, Any], int | None, tuple[str, ...], str]] = {
    "squares": ("chess", {}, None, ("e4", "e5"), "N"),
    "points": ("backgammon", {}, None, (), ""),
    "hexagons": ("hex", {"size": 7}, None, ("d4", "c5"), ""),
    "crossings": ("go", {"size": 19}, None, ("d4", "q16"), ""),
    "layers": ("sparks", {}, None, ("1a3",), ""),
    "islands": ("fire_and_ice", {}, None, ("D4-D1",), ""),
    "edges": ("dots_and_boxes", {"columns": 3, "rows": 2}, None, ("a1-a2", "b1-b2", "a1-b1", "a1-S", "a1-W"), ""),
    "walls": ("quoridor", {}, None, ("e2", "e8", "e3h", "c4v"), ""),
    "places": ("spectral_reapers", {}, 4, (), ""),
}
"""By kind of board: a game, its options, players, moves that are typed, and what stands in the line then."""


@pytest.mark.parametrize("kind", SHOWN)
async def test_screen(kind: str) -> None:
    name, options, players, moves, typed = SHOWN[kind]
    game = Game.load(name, players=players, **options)
    async with opened(started(game)) as (pilot, screen):
        hand = Hand(pilot, screen)
        for text in moves:
            before = len(screen.playing.session.steps)
            await hand.press(*text, "enter")
            await hand.until_not(before, lambda: len(screen.playing.session.steps))
        await hand.press(*typed)
        await hand.until(lambda: screen.shown.typed.value == typed)
        await pilot.pause()
        file = GOLDEN / f"{kind}.txt"
        if os.environ.get("GDL_GOLDEN") == "write":
            await pilot.pause(1)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(HEAD + text_of(screen), encoding="utf-8")
        wanted = file.read_text(encoding="utf-8").removeprefix(HEAD)
        with contextlib.suppress(AssertionError):  # the one below says what is otherwise
            await until(pilot, lambda: text_of(screen) == wanted)
        assert text_of(screen) == wanted


def text_of(screen: GameScreen) -> str:
    """What is on the screen, without colours."""
    strips = screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)
