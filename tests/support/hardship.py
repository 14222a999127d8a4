"""What the tests of bad input share: limits on time and memory, and all that may be done with a ruleset's text."""

from __future__ import annotations

import contextlib
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from gdl import library
from gdl.check.checker import check
from gdl.lint import lint
from gdl.report import render
from gdl.syntax.formatter import Refused, format  # noqa: A004
from gdl.text.source import Source
from interpreter import Game, RuleError
from interpreter.native.engine import engine

FILES = library.paths()
PLIES = 8
PATIENCE = 60  # seconds of computing after which something hangs, however busy the machine is; a test takes a few
MEMORY = 1_500_000_000

sampled = settings(
    max_examples=25, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
numbers = st.integers(0, 2**32)


def taken() -> int:
    """What the process holds already, from the tests before: compiled games reserve a lot."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


@pytest.fixture(autouse=True)
def limits() -> Iterator[None]:
    """Whatever a test does, it may take neither all time nor all memory."""

    def hangs(*_: Any) -> None:
        pytest.fail(f"no answer after {PATIENCE} seconds of computing")

    engine()  # made by what there is without the limit, as in any other test
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    old = signal.signal(signal.SIGPROF, hangs)
    resource.setrlimit(resource.RLIMIT_AS, (taken() + MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    signal.signal(signal.SIGPROF, old)


def survives(text: str, name: str = "x.gdl", linted: bool = False) -> tuple[str, ...]:
    """Check, format and play a text as a ruleset; gives its errors. Only RuleError may come of playing."""
    source = Source(name, text)
    checked = check(source)
    errors = tuple(f.code for f in checked.findings if f.severity == "error")
    assert (checked.model is None) == bool(errors)
    assert render(checked.findings, "text") or not checked.findings
    if linted:
        assert set(errors) <= {f.code for f in lint([source])} or "# lint: ignore" in text
    with contextlib.suppress(Refused):
        once = format(text)
        assert format(once) == once
    if checked.model is not None:
        with contextlib.suppress(RuleError):
            play(Game(checked.model), len(text))
    return errors


def play(game: Game, seed: int) -> None:
    """A few random plies, and what screens ask of each state."""
    random, state = Random(seed), game.start(seed)
    for _ in range(PLIES):
        if state.is_over:
            break
        moves = state.moves
        assert all(isinstance(m.text, str) and m.values is not None for m in moves[:20])
        assert state.asks
        state = state.play(random.choice(moves))
    assert game.position(state.position()) == state
