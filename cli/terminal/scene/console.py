"""Writes to a terminal or a pipe: colours where they are wanted, ASCII where nothing else is understood."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from functools import cached_property
from typing import Any, TextIO

from cli.options.echo import wants_colour
from cli.terminal.scene.lines import Line, Look, text_width
from gdl.text.visible import visible
from interpreter.drawing import colours

PAGE = 100
"""Columns that prose takes at most."""


class Screen:
    """Standard output, or another stream, and what it can show."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream if stream is not None else sys.stdout
        self.colour = wants_colour(self.stream)
        self.degrees = 0
        """How far boards are turned, clockwise."""
        self.unicode = "utf" in (getattr(self.stream, "encoding", None) or "").lower()

    @property
    def width(self) -> int:
        """Columns of the terminal, which may change at any time."""
        return shutil.get_terminal_size().columns

    @property
    def look(self) -> Look:
        """How boards are drawn here: symbols tell sides apart by colour, so without colours it is letters."""
        few = self.colour and self.console.color_system == "standard"
        return Look(self.width, self.unicode, self.unicode and self.colour, self.colour, self.degrees, few)

    @cached_property
    def console(self) -> Any:
        """Rich's console; it is only loaded if there is something to colour."""
        from rich.console import Console  # takes long to import

        return Console(file=self.stream, force_terminal=True, highlight=False, markup=False, emoji=False)

    def write(self, text: str = "", style: str = "") -> None:
        """A line of text; on a terminal it is broken between words."""
        self.lines([(part, style)] for part in (wrapped(text, self.width) if self.stream.isatty() else [text]))

    def prose(self, text: str) -> None:
        """Paragraphs and tables of two columns, each line broken between words."""
        for line in text.splitlines():
            self.lines([(part, "")] for part in wrapped(line, min(self.width, PAGE)))

    def line(self, line: Line) -> None:
        """A line of styled text; control characters in it are written out."""
        line = [(visible(text), style) for text, style in line]
        if self.colour and any(style for _, style in line):
            from rich.text import Text  # where colours are, it is there already

            if self.console.color_system == "standard":
                line = [(text, colours.in_sixteen(style)) for text, style in line]
            self.console.print(Text.assemble(*line), soft_wrap=True)
        else:
            print("".join(text for text, _ in line).rstrip(), file=self.stream, flush=True)

    def lines(self, lines: Iterable[Line]) -> None:
        """Several lines."""
        for line in lines:
            self.line(line)


def wrapped(text: str, width: int) -> list[str]:
    """A line in lines that fit the width; they hang below its text, or below its second column."""
    if text_width(text) <= width:
        return [text]
    found = re.match(r"\s*(\S.*?\s{2,})?", text)
    hang = len(found[0]) if found and len(found[0]) <= width / 2 else 2
    return textwrap.wrap(
        text, max(width, 20), subsequent_indent=" " * hang, break_on_hyphens=False, break_long_words=False
    )  # fmt: skip


def room() -> int | None:
    """Columns of the terminal; nothing is broken for whatever else reads standard output."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
