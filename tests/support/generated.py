"""Rulesets that nobody has written, for tests: a hypothesis strategy, and how to load what it draws.

`GDL_EXAMPLES=2000 pytest tests/gdl/test_generated.py` runs so many examples of each test, other ones each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.choices import Choices, Drawn, Numbered
from generator.ruleset import NoWay, Ruleset, write
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from unfolded import nothing_beforehand

from gdl.check.checker import check
from gdl.model.model import Model
from gdl.text.source import Source
from interpreter import Game
from interpreter.reference.machine import Machine

EXAMPLES = int(os.environ.get("GDL_EXAMPLES", "0"))


def examples(usual: int) -> settings:
    """So many examples, the same each time; or as many as are asked for, others each time."""
    return settings(
        max_examples=EXAMPLES or usual, derandomize=not EXAMPLES, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A generated ruleset without errors, and the game it makes."""

    ruleset: Ruleset
    model: Model

    @cached_property
    def game(self) -> Game:
        """The game."""
        return Game(self.model)

    def unfolded(self, _: Model | None = None) -> Machine:
        """A machine that plays the rules as they are written, whatever model it is asked to play."""
        with nothing_beforehand():
            model = checked(self.ruleset)
        assert model is not None, "folded, it has no errors"
        return Machine(model)

    def __repr__(self) -> str:
        return repr(self.ruleset)


def checked(ruleset: Ruleset) -> Model | None:
    """The model of a ruleset, unless there are errors."""
    return check(Source("generated.gdl", ruleset.text), ruleset.options, ruleset.players).model


def made(ruleset: Ruleset) -> Made | None:
    """A ruleset, loaded; None if it has errors."""
    model = checked(ruleset)
    return None if model is None else Made(ruleset, model)


def by_number(number: int) -> Made | None:
    """The ruleset with a number, without hypothesis: quicker, for long runs and for measuring."""
    try:
        return made(write(Numbered(number)))
    except NoWay:
        return None


@st.composite
def rulesets(draw: Callable[..., Any]) -> Ruleset:
    """Rulesets, nine of ten of them without errors at least; the simplest first."""
    choices: Choices = Drawn(draw)
    try:
        return write(choices)
    except NoWay:
        assume(False)
        raise


@st.composite
def games(draw: Callable[..., Any]) -> Made:
    """Rulesets without errors."""
    found = made(draw(rulesets()))
    assume(found is not None)
    assert found is not None
    return found
