"""What commands share that play no game: `lint` and `list` read this alone, for all else takes longer to read than they
take to work, even what reads the command line (it is there already if somebody stops, or soon will be). Commands that
play find it all in `arguments`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, TextIO

from cli.options.echo import say, wants_colour
from cli.options.exits import COULD_NOT_RUN
from gdl import report
from gdl.text.findings import Finding
from gdl.text.visible import visible


def stop(message: str, status: int = COULD_NOT_RUN) -> NoReturn:
    """Say what is wrong and end."""
    from typer import Exit

    say(f"gdl: {message}", err=True)
    raise Exit(status)


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def findings_text(findings: Sequence[Finding], stream: TextIO) -> str:
    """Findings for people, in colour if the stream shows it, harmless to a terminal."""
    paint = report.ansi if wants_colour(stream) else report.plain
    return report.render(findings, "text", lambda role, text: paint(role, visible(text, keep="")))


def rulesets(name: str) -> list[str]:
    """This ruleset, or those in this folder."""
    if name != "-" and os.path.isdir(name):  # noqa: PTH112 - the path's own method raises for some names
        return [str(path) for path in sorted(Path(name).rglob("*.gdl"))] or stop(f"{name}: there is no ruleset in it")
    return [name]
