"""When the whole terminal is used to play, and when lines are."""

from __future__ import annotations

import os
import shutil
import sys

COLUMNS, ROWS = 80, 24
"""What a terminal has at least; a smaller one is asked whether it can't be made larger."""


def is_wanted(plain: bool) -> bool:
    """Whether people sit at a terminal on which things can be put where one likes, and don't want it plain."""
    if plain or os.environ.get("GDL_PLAIN") or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on the last of them
    return all(stream.isatty() for stream in streams) and not is_small()


def is_small() -> bool:
    """Whether the terminal is too small to begin a full screen on it."""
    size = shutil.get_terminal_size()
    return size.columns < COLUMNS or size.lines < ROWS
