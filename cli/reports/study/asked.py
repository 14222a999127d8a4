"""What the commands that study games are asked for: strengths, variations, files to write."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import stop
from cli.options.outputs import writable

VaryOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vary", metavar="OPTION[=VALUES]", show_default=False,
        help="Vary an option, as in base=3..6 or layout=rows,lot; without values it takes all; you can repeat it.",
    ),
]  # fmt: skip

CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", callback=writable, show_default=False,
                              help="Write a row for each figure (`-`: standard output).")
]  # fmt: skip

_BEGINS = {"--html": (b"<!doctype html", b"<html"), "--csv": (b"game,",), "--parquet": (b"par1",)}
"""With what the files begin that are written for each option."""


def check_file(path: Path | None, option: str) -> None:
    """See, before an hour is spent on what shall stand in it, that a file can be written and nothing else is lost."""
    if path is None or str(path) == "-":
        return
    try:
        if path.is_file() and not _is_such(path, option):
            stop(f"{path}: is there already, and isn't what {option} writes; name another file")
    except (OSError, ValueError) as error:
        stop(f"{path}: {getattr(error, 'strerror', None) or error}")


def _is_such(path: Path, option: str) -> bool:
    """Whether a file is empty, or what the option has written before."""
    with path.open("rb") as content:
        begin = content.read(1000).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return not begin or begin.startswith(_BEGINS[option])


def strengths(text: str | None) -> tuple[int, ...]:
    """Iterations, the fewest first."""
    if text is None:
        return ()
    parts = text.split(",")
    found = [int(part) for part in parts if part.strip().isascii() and part.strip().isdigit() and len(part) < 10]
    if len(found) < len(parts) or sorted(set(found)) != found or found[0] < 1:
        stop(f"--strength {text}: should be numbers of iterations, the fewest first, as in --strength 100,200,400")
    return tuple(found)


@dataclass(frozen=True)
class Amounts:
    """How much is played to study a game."""

    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, show_default=False,
                                 help="How many random games of each.")
    ] = None
    search_games: Annotated[
        int | None, typer.Option("--search-games", metavar="N", min=0, show_default=False,
                                 help="How many games of search against search; 0 for none.")
    ] = None
    strength: Annotated[
        str | None, typer.Option("--strength", metavar="N,N,…", show_default=False,
                                 help="Iterations of the searches that play one another.")
    ] = None  # fmt: skip
