"""How long a command may work: `--budget 30s`; and options that have a new name."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from cli.options.echo import say
from cli.options.plain import stop

TIME = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)?", re.ASCII)
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}

OldSeconds = Annotated[float | None, typer.Option("--seconds", metavar="S", hidden=True)]
OldMinutes = Annotated[float | None, typer.Option("--minutes", metavar="M", hidden=True, min=0.0, max=10_000.0)]


def seconds(given: str, least: float, most: float) -> float:
    """A time such as `30s`, `1.5s`, `500ms`, `10m`, `2h` or `30`, in seconds; stops the program if it is none.

    `least` and `most` are seconds, too.
    """
    found = TIME.fullmatch(given.strip())
    if not found:
        stop(f"--budget: `{given}` is no time; write seconds (30s), milliseconds (500ms), minutes (10m) or hours (2h)")
    value = float(found[1]) * UNITS[found[2] or "s"]
    if not least <= value <= most:
        stop(f"--budget: {given} is outside of what is possible, {least:g} to {most:g} seconds")
    return value


def renamed(old: str, new: str) -> None:
    """Say that an option has a new name, and that the old one still works."""
    say(f"gdl: {old} is called {new} now; both work", err=True)
