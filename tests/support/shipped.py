"""The rulesets that ship, sorted by what is looked at every day: games of their own always, variants in deep runs where
what they share with their base says enough."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gdl import library

_BASE = re.compile(r'^game "[^"]*" extends "([^"]+)"', re.MULTILINE)


def base_of(name: str) -> str | None:
    """The game that a shipped variant extends."""
    found = _BASE.search(library.read(name).text)
    return found[1] if found else None


def variants_deep() -> list[Any]:
    """Parameters: every shipped ruleset, variants for deep runs alone."""
    return [pytest.param(name, marks=[pytest.mark.deep] if base_of(name) else []) for name in library.names()]
