"""`gdl import`: games described for other programs as rulesets."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import counted, stop
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.outputs import writable_either
from gdl import files
from gdl.text.suggest import did_you_mean
from interpreter.bridges.descriptions import table
from interpreter.bridges.descriptions.importers.form import MOST_BYTES, Games, Imported, Refused

MOST_NAMED = 30
"""Games that are named where there is a choice."""
MOST_TOLD = 50
"""Errors of a game that are told."""


def import_(
    given: Annotated[
        str,
        typer.Argument(metavar="FILE[:NAME]", show_default=False,
                       help="A file of another program, and the name of a game in it."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", callback=writable_either, show_default=False,
                     help="The file to write, or a folder for all games; without it, the text is printed."),
    ] = None,
) -> None:  # fmt: skip
    """Turn games that are written for other programs into rulesets.

    It reads Fairy-Stockfish's variants.ini and rules files of Zillions of Games (.zrf). A game extends the nearest
    shipped ruleset, if one is near. A game that can't be described is refused, with the line and the reason: nothing is
    left out in silence. No other file is read, and nothing is ever overwritten.

    \b
    gdl import variants.ini:makhouse
    gdl import variants.ini:makhouse -o makhouse.gdl
    gdl import mygames.zrf -o rulesets/

    Exit status: 0 if all is well, 1 if a game is refused, 2 if a file can't be read or written.
    """
    path, name = _named(given)
    try:
        games = table.games(_bytes(path), path.name)
    except Refused as refused:
        stop(str(refused))
    if name and name not in games:
        near = did_you_mean(name, games)
        stop(f"{path}: has no game {name}{f' ({near})' if near else ''}; {_choice(games)}")
    wanted = [name] if name else [*games]
    into = out is not None and (out.is_dir() or not out.suffix)
    if len(wanted) > 1 and not into:
        stop(f"{path}: {_choice(games)}; say which, {path}:NAME, or name a folder for all of them with -o")
    status = 0
    for game in wanted:
        target = out / f"{_stem(game)}.gdl" if out is not None and into else out
        status = max(status, _one(games[game], target))
    if status:
        raise typer.Exit(status)


def _named(given: str) -> tuple[Path, str]:
    """The file, and the name of a game or nothing."""
    path, colon, name = given.rpartition(":")
    if not colon or files.is_there(given) or "/" in name or "\\" in name:
        return Path(given), ""
    return Path(path), name


def _bytes(path: Path) -> bytes:
    try:
        return files.contents(path, MOST_BYTES)
    except FileNotFoundError:
        stop(f"{path}: there is no such file")
    except (OSError, ValueError) as error:
        stop(f"{path}: can't be read: {getattr(error, 'strerror', None) or error}")


def _choice(games: Games) -> str:
    names = ", ".join([*games][:MOST_NAMED])
    more = len(games) - MOST_NAMED
    return f"its games are {names}{f' and {more} more' if more > 0 else ''}"


def _stem(name: str) -> str:
    stem = re.sub(r"\W", "_", name, flags=re.ASCII)
    return stem if stem[:1].isalpha() else f"game_{stem}"


def _one(game: Callable[[], Imported], out: Path | None) -> int:
    """Print or write one ruleset; its exit status."""
    try:
        done = game()
    except Refused as refused:
        for sentence in refused.sentences[:MOST_TOLD]:
            say(f"gdl: {sentence}", err=True)
        more = len(refused.sentences) - MOST_TOLD
        if more > 0:
            say(f"gdl: … and {counted(more, 'more error')}", err=True)
        return FINDINGS
    if out is None:
        print(done.text, end="", flush=True)
        return 0
    if out.suffix != ".gdl":
        stop(f"{out}: a ruleset's file ends in .gdl")
    if out.stem == done.base:
        out = out.with_name(f"my_{out.name}")  # a ruleset can't extend one of its own name
    try:
        files.write(out, done.text.encode(), fresh=True)
    except FileExistsError:
        stop(f"{out}: is there already; it is as it was")
    except OSError as error:
        stop(f"{out}: can't be written: {error.strerror or error}")
    lines = done.text.count("\n")
    say(f"{out}: {counted(lines, 'line')}{f', extends {done.base}' if done.base else ''}")
    return 0
