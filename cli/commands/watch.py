"""`gdl watch`: look at a ruleset again on each save.

watchfiles, of the extra `watch`, is imported where it is used: the other commands do without it.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TextIO

import typer

from cli.options.arguments import stop
from cli.options.budgets import OldSeconds, renamed, seconds
from cli.options.completion import complete_game
from cli.options.extras import extra
from cli.reports.looking import Bounds, bases, look, scenario_files
from cli.terminal.scene.console import Screen
from cli.terminal.scene.lines import text_width
from gdl import library
from gdl.files import is_file

LEAST, MOST = 0.1, 3600.0
"""Seconds that games and scenarios may take."""
WAKE = 500
"""Milliseconds after which files are looked at even if nobody has said that they changed."""
_SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")
HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"

Marks = dict[Path, tuple[int, int, int] | None]
"""For each file what tells whether it has changed; None if it isn't there."""


def watch(
    game: Annotated[
        str, typer.Argument(metavar="FILE", help="The ruleset that is being written.", autocompletion=complete_game,
                            show_default=False),
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many random games.")] = 1000,
    budget: Annotated[
        str, typer.Option("--budget", metavar="TIME", help="How long games may take, and scenarios.")
    ] = "5s",
    old: OldSeconds = None,
) -> None:  # fmt: skip
    """Look at a ruleset on each save: findings, scenarios, games.

    It also watches what the ruleset extends, and the scenarios beside it. In a terminal the page is drawn anew in
    place; elsewhere it is printed after each change. Ctrl-C ends it.

    \b
    gdl watch mygame.gdl
    gdl watch mygame.gdl --games 10000

    Exit status: 0 when it is ended by Ctrl-C, 2 if there is no such file at the start.
    """
    extra("watch", "`gdl watch`")
    path = _path(game)
    if old is not None:
        renamed("--seconds", "--budget")
    bounds = Bounds(games, seconds(budget if old is None else f"{old:.3f}", LEAST, MOST))
    try:
        for _ in _changes(path):
            _show(path, bounds, sys.stdout)
    except KeyboardInterrupt:
        if sys.stdout.isatty():
            typer.echo()


def _path(game: str) -> Path:
    """The file to be watched, as it was named; it must be there when watching begins."""
    if is_file(game):
        return Path(game)
    if game in library.paths():
        return library.paths()[game]
    if game == "-":
        stop("standard input can't be watched; name a file")
    try:
        library.read(Path(game) if game.endswith(".gdl") or os.sep in game else game)
    except library.NotFound as error:
        stop(str(error))
    return Path(game)


# ---- changes -----------------------------------------------------------------------------------------


def _changes(path: Path) -> Iterator[None]:
    """Once at the start, and then whenever one of the files has changed, come or gone."""
    known: Marks | None = None
    size = shutil.get_terminal_size()
    while True:
        marks = _marks(path)
        resized = sys.stdout.isatty() and shutil.get_terminal_size() != size
        if marks != known or resized:
            known, size = marks, shutil.get_terminal_size()
            yield
        else:
            _wait({place.parent for place in marks})


def _marks(path: Path) -> Marks:
    return {place: _mark(place) for place in (path.absolute(), *bases(path), *scenario_files(path.absolute()))}


def _mark(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _wait(folders: set[Path]) -> None:
    """Until something happens in these folders, or a while has passed: whether it matters, the files themselves say."""
    from watchfiles import watch as changes

    there = [folder for folder in folders if folder.is_dir()]
    try:
        if there:
            next(changes(*there, watch_filter=None, debounce=200, rust_timeout=WAKE, yield_on_timeout=True,
                         recursive=False))  # fmt: skip
            return
    except OSError:  # the folder went away meanwhile, or the system has no more watches to give
        pass
    time.sleep(WAKE / 1000)


# ---- the page ----------------------------------------------------------------------------------------


class _Page(io.StringIO):
    """Collects what is written for another stream, and answers as that would."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self.stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """What the stream can show."""
        return getattr(self.stream, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return self.stream.isatty()


def _show(path: Path, bounds: Bounds, stream: TextIO) -> None:
    """Look at the file, and draw the page in place on a terminal; elsewhere print it."""
    page, start = _Page(stream), time.monotonic()
    screen = Screen(page)
    if stream.isatty():
        stream.write(f"{HOME}{CLEAR_LINE}{path.name}: looking …")
        stream.flush()
    look(path, bounds, screen)
    head = f"{path.name}, {time.strftime('%H:%M:%S')} ({time.monotonic() - start:.1f} s)"
    if not stream.isatty():
        stream.write(f"== {head}\n{page.getvalue()}\n")
    else:
        _draw([head, *page.getvalue().rstrip("\n").split("\n")], stream)
    stream.flush()


def _draw(lines: list[str], stream: TextIO) -> None:
    """The lines from the top of the terminal on, as many as it has room for."""
    size = shutil.get_terminal_size()
    room, shown = max(size.lines - 2, 3), 0
    for line in lines:
        room -= 1 + max(text_width(_SEQUENCE.sub("", line)) - 1, 0) // max(size.columns, 1)
        if room < (shown + 1 < len(lines)):  # one row is for what says that there is more
            break
        shown += 1
    if shown < len(lines):
        lines = [*lines[:shown], f"… {len(lines) - shown} more lines: make the window larger"]
    text = "".join(f"{line}{CLEAR_LINE}\n" for line in lines)
    stream.write(f"{HOME}{text}{CLEAR_BELOW}(watching; Ctrl-C ends it)")
