"""`gdl list`: the games that ship."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import Annotated

import typer

from cli.screen.console import Screen
from cli.screen.echo import say_json
from cli.shipped import Entry, shipped


def list_games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Name the games that ship, each with its variants.

    \b
    gdl list
    gdl list --json
    """
    entries = shipped(_entries)
    if as_json:
        say_json([vars(entry) for entry in entries])
        return
    _print(entries)


def _entries() -> list[Entry]:
    from cli.catalogue import entries  # takes much longer to import than what was kept takes to read

    return entries()


def _print(entries: list[Entry]) -> None:
    screen = Screen()
    width = max((len(entry.name) + 2 * bool(entry.base) for entry in entries), default=0) + 2

    def row(entry: Entry, text: str, name: str = "", style: str = "dim", lines: int = 1) -> None:
        name = "  " * bool(entry.base) + name
        for shown in textwrap.wrap(text, max(screen.width - width, 20), max_lines=lines, placeholder=" …"):
            screen.line([(f"{name:<{width}}", "bold"), (shown, style)])
            name = ""

    for group, members in groupby(entries, key=lambda entry: entry.group):
        screen.write(group.replace("_", " ").capitalize() or "Games", "bold")
        for entry in members:
            if entry.base:
                row(entry, f"{entry.title}: {entry.about}" if entry.about else entry.title, entry.name, "")
                continue
            screen.write()
            row(entry, entry.title, entry.name, "")
            row(entry, f"{entry.players}; {entry.board}")
            row(entry, entry.about, lines=2)
        screen.write()
    screen.write("gdl play NAME plays one, gdl show NAME tells more.")
