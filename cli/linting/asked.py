"""What linting is asked for: how findings are printed, how much is played, what is done about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Format(StrEnum):
    """How findings are printed."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


@dataclass(frozen=True)
class Playing:
    """How much is played for `--play`, and where the games go that show what is found."""

    games: int
    budget: float | None
    iterations: int
    jobs: int
    witnesses: Path | None


class Fixing(StrEnum):
    """What is done about findings with one sure fix."""

    no = "no"
    show = "show"
    make = "make"
