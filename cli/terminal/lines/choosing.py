"""Games that were left, in a list to choose from."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

from cli.languages.saying import tr
from cli.options.arguments import stop
from cli.session import store
from cli.terminal.lines import prompt
from cli.terminal.scene.console import Screen
from cli.terminal.scene.records import described, left, unread

SHOWN = 20
"""So many games are offered, the latest."""


def chosen(game: str | None, screen: Screen) -> Path | None:
    """The record of the game that somebody chooses among those that were left; None if none is wanted."""
    damaged: list[Path] = []
    games = list(islice(left(game, damaged), SHOWN + 1))
    if not games:
        if damaged:
            screen.write(unread(damaged), "yellow")
        if game:
            stop(tr("there is no unfinished game of {game}; `gdl play GAME` begins one", game=game))
        stop(tr("there is no unfinished game; `gdl play GAME` begins one"))
    for number, one in enumerate(games[:SHOWN], 1):
        (title, _), about = described(one)
        screen.line([(f"{number:>3}  ", "bold"), (title, ""), about])
    if len(games) > SHOWN:
        older = tr("and older ones, in {folder}: gdl play --resume FILE", folder=store.folder())
        screen.write(f"     {older}", "dim")
    if damaged:
        screen.write(f"     {unread(damaged)}", "yellow")
    while True:
        try:
            typed = prompt.read_line(f"{tr('Which? (Enter: none)')} ").strip()
        except EOFError:
            return None
        if not typed or typed in ("q", "quit"):
            return None
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= len(games[:SHOWN]):
            return games[int(typed) - 1].path
        screen.write(tr("Type a number from 1 to {last}, or nothing.", last=len(games[:SHOWN])), "yellow")
        if not sys.stdin.isatty():
            return None
