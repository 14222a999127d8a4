"""Opens the full screen, and says what is left to say when it is closed."""

from __future__ import annotations

import typer

from cli.options.shipped import Entry, shipped
from cli.session.session import Session
from cli.terminal.full_screen.app import FullScreen
from cli.terminal.full_screen.beginning import Makers
from cli.terminal.scene import records
from cli.terminal.scene.console import Screen


def run(
    makers: Makers, first: Session | None, debug: bool, lists: str | None, guided: bool = False, news: str = ""
) -> None:
    """Play until somebody leaves; `news` is said at the beginning."""
    app = FullScreen(makers, _entries, first, debug, lists, guided)
    app.news = news
    app.run()
    if app.last is not None:
        farewell(app.last)
    if app.return_code:
        raise typer.Exit(app.return_code)


def farewell(session: Session) -> None:
    """Say where the game stands, below what was on the terminal before."""
    screen = Screen()
    if session.is_over or session.steps:
        if not session.is_over:
            screen.write()
            screen.write(records.where_left(session))
        screen.lines(records.farewell(session, screen.stream.isatty()))


def _entries() -> list[Entry]:
    from cli.options.catalogue import entries  # takes much longer to import than what was kept takes to read

    return shipped(entries)
