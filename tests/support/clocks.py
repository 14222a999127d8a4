"""Clocks for players that think for a time: such as say nothing about what else the machine does."""

from __future__ import annotations

import time
from itertools import count
from types import SimpleNamespace

import pytest

PLAYERS = ("mcts", "alphabeta", "interruptible", "turn_time", "game_clock", "levels")
"""The modules of players that look at a clock."""


def by_work(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Let players go by the seconds that this process has computed; the clock that they look at."""
    return _set(monkeypatch, SimpleNamespace(perf_counter=time.process_time))


def by_looks(monkeypatch: pytest.MonkeyPatch, seconds: float = 1e-6) -> SimpleNamespace:
    """Let so many seconds go by whenever a player looks at the clock, and at no other time."""
    looks = count()
    return _set(monkeypatch, SimpleNamespace(perf_counter=lambda: next(looks) * seconds))


def _set(monkeypatch: pytest.MonkeyPatch, clock: SimpleNamespace) -> SimpleNamespace:
    for name in PLAYERS:
        monkeypatch.setattr(f"interpreter.players.{name}.time", clock)
    return clock
