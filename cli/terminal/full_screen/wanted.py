"""When the whole terminal is used to play, and when lines are."""

from __future__ import annotations

import os
import shutil
import sys

from cli.languages.saying import tr

COLUMNS, ROWS = 80, 24
"""What a terminal has at least; a smaller one is asked whether it can't be made larger."""


def is_wanted(plain: bool) -> bool:
    """Whether people sit at a terminal on which things can be put where one likes, and don't want it plain."""
    if plain or os.environ.get("GDL_PLAIN") or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    return _is_theirs() and not is_small()


def why_not(plain: bool) -> str:
    """Why a terminal on which people would have had a whole screen is used line by line; "" if they wanted that."""
    if plain or os.environ.get("TERM", "") in ("", "dumb", "unknown") or not _is_theirs() or not is_small():
        return ""
    size = shutil.get_terminal_size()
    return tr(
        "Line by line: this terminal has {columns} columns and {rows} rows; "
        "the full screen needs {least} and {low}.",
        columns=size.columns, rows=size.lines, least=COLUMNS, low=ROWS,
    )  # fmt: skip


def _is_theirs() -> bool:
    """Whether somebody reads and types at this terminal."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))  # Textual draws on the last of them


def is_small() -> bool:
    """Whether the terminal is too small to begin a full screen on it."""
    size = shutil.get_terminal_size()
    return size.columns < COLUMNS or size.lines < ROWS
