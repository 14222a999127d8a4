"""`gdl list`: the games that ship."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

import typer

from cli.options.echo import say_json
from cli.options.exits import FINDINGS
from cli.options.plain import stop
from cli.options.shipped import Entry, shipped
from cli.terminal.scene.console import Screen
from gdl.text.visible import brief


def list_games(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", show_default=False,
                       help="Only games with all these words in their name, title, board or description."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", metavar="N", min=1, help="Only games for this number of players.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:  # fmt: skip
    """Name the games that ship, each with its variants.

    \b
    gdl list
    gdl list hex
    gdl list --players 3
    gdl list --json

    Exit status: 1 if there is no such game.
    """
    entries = [entry for entry in shipped(_entries) if _is_such(entry, words or [], players)]
    if not entries and not as_json:
        such = " ".join(filter(None, (f"with {' '.join(map(brief, words))}" if words else "",
                                      f"for {players}" if players else "")))  # fmt: skip
        stop(f"no game {such}; `gdl list` shows all", FINDINGS)
    if as_json:
        say_json([vars(entry) for entry in entries])
        return
    _print(entries)


def _entries() -> list[Entry]:
    from cli.options.catalogue import entries  # takes much longer to import than what was kept takes to read

    return entries()


def _is_such(entry: Entry, words: Sequence[str], players: int | None) -> bool:
    """Whether a game has all these words, whatever their case, and is for so many."""
    return entry.has(words) and (players is None or players in _numbers(entry.players))


def _numbers(players: str) -> range:
    """How many can play: `2 to 6 players` and `White, Black` are how an entry says it."""
    if found := re.fullmatch(r"(\d+)(?: to (\d+))? players", players):
        return range(int(found[1]), int(found[2] or found[1]) + 1)
    count = players.count(",") + 1
    return range(count, count + 1)


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
        games = set[str]()
        for entry in members:
            if entry.base and entry.family in games:
                row(entry, f"{entry.title}: {entry.about}" if entry.about else entry.title, entry.name, "")
                continue
            games.add(entry.family)
            screen.write()
            row(entry, entry.title, entry.name, "")
            row(entry, f"{entry.players}; {entry.board}")
            row(entry, entry.about, lines=2)
        screen.write()
    screen.write("gdl play NAME plays one, gdl show NAME tells more.")
