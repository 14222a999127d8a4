"""Games that were left, in a list to choose from."""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

from cli.options.arguments import counted, stop
from cli.session import store
from cli.session.seats import HUMAN
from cli.session.store import Kept
from cli.terminal.lines import prompt
from cli.terminal.scene.console import Screen

SHOWN = 20
"""So many games are offered, the latest."""
DAY = 24 * 60 * 60


def chosen(game: str | None, screen: Screen) -> Path | None:
    """The record of the game that somebody chooses among those that were left; None if none is wanted."""
    games = list(islice((one for one in store.left() if game is None or is_of(one, game)), SHOWN + 1))
    if not games:
        stop(f"no game {f'of {game} ' if game else ''}waits to be gone on with; `gdl play GAME` begins one")
    for number, one in enumerate(games[:SHOWN], 1):
        screen.line([(f"{number:>3}  ", "bold"), (title(one), ""), (f"  {', '.join(about(one))}", "dim")])
    if len(games) > SHOWN:
        screen.write(f"     and older ones, in {store.folder()}: gdl play --resume FILE", "dim")
    while True:
        try:
            typed = prompt.read_line("Which? (Enter: none) ").strip()
        except EOFError:
            return None
        if not typed or typed in ("q", "quit"):
            return None
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= len(games[:SHOWN]):
            return games[int(typed) - 1].path
        screen.write(f"Type a number from 1 to {len(games[:SHOWN])}, or nothing.", "yellow")
        if not sys.stdin.isatty():
            return None


def is_of(one: Kept, game: str) -> bool:
    """Whether a record is of this game, as it was named then or is named now."""
    known = one.record.game
    return game in (known, Path(known).stem) or Path(game).absolute() == Path(known)


def title(one: Kept) -> str:
    """What was played, with the options that aren't as usual left out: they are many."""
    return one.record.title or Path(one.record.game).stem


def about(one: Kept) -> list[str]:
    """Who plays, how far it is, when it was left."""
    seats = one.record.seats
    others = sorted({kind for kind in seats.values() if kind != HUMAN})
    people = [player for player, kind in seats.items() if kind == HUMAN]
    who = [f"you play {' and '.join(people)}"] if people and others else []
    against = [f"{'against ' if people else ''}{', '.join(others)}"] if others else []
    return [*who, *against, counted(len(one.record.turns), "turn"), when(one.when)]


def when(moment: float) -> str:
    """A moment as people say it."""
    then, now = time.localtime(moment), time.localtime()
    clock = time.strftime("%H:%M", then)
    if then[:3] == now[:3]:
        return f"today {clock}"
    if then[:3] == time.localtime(time.time() - DAY)[:3]:
        return f"yesterday {clock}"
    return f"{time.strftime('%Y-%m-%d', then)} {clock}"
