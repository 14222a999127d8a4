"""Pages of Markdown on the screen: with bold and colours where they are wanted, else as plain text."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from typing import Any

from cli.terminal.scene.console import PAGE, Screen
from gdl.text.visible import visible


def show_pages(pages: Sequence[str], screen: Screen, paged: bool = False) -> None:
    """Show them, one below the other; `paged`: a screenful at a time if that is more than fits, and people read it."""
    text = "\n".join(rendered(page, screen) for page in pages)
    rows = shutil.get_terminal_size().lines
    if paged and screen.stream.isatty() and text.count("\n") >= rows and _through_a_pager(text, screen):
        return
    print(text, end="", file=screen.stream, flush=True)


def rendered(page: str, screen: Screen) -> str:
    """The page as it is written to this screen."""
    from rich import console, markdown  # takes long to import

    width = min(screen.width, PAGE) if screen.stream.isatty() else PAGE
    text = StringIO()
    page_screen: Any = console.Console(
        file=text, width=width, force_terminal=screen.colour, no_color=not screen.colour, highlight=False, emoji=False,
        color_system="256" if screen.colour else None, legacy_windows=False,
    )  # fmt: skip
    page_screen.print(markdown.Markdown(_lone(visible(page)), hyperlinks=False, code_theme="ansi_dark"))
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    return "\n".join(lines) + "\n" if screen.unicode else _ascii("\n".join(lines)) + "\n"


def _lone(page: str) -> str:
    """The page without pictures, which a terminal can't show."""
    return "\n".join(line for line in page.splitlines() if not line.startswith("!["))


def _ascii(text: str) -> str:
    table = str.maketrans("┏┓┗┛┃━┡┩│─└┘┌┐├┤┬┴┼╇╷╵•▌║═’–…×→", "++++|-++|-++++++++++| *||='-.x>")
    return text.translate(table).encode("ascii", "replace").decode()


def _through_a_pager(text: str, screen: Screen) -> bool:
    """Let the user's pager show it; says whether it did."""
    named = os.environ.get("GDL_PAGER") or os.environ.get("PAGER") or "less"
    try:
        words = shlex.split(named)
    except ValueError:
        return False
    if not words or shutil.which(words[0]) is None:
        return False
    environment = {**os.environ, "LESS": os.environ.get("LESS", "FRX"), "LESSCHARSET": "utf-8"}
    try:
        sys.stdout.flush()
        content = text.encode(screen.stream.encoding or "utf-8", "replace")
        done = subprocess.run(words, input=content, env=environment, check=False)  # noqa: S603 - the user's own pager
    except (OSError, KeyboardInterrupt):
        return False
    return done.returncode == 0
