"""`gdl import`: variants written for other programs as rulesets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import counted, stop
from cli.options.echo import say
from cli.options.exits import FINDINGS
from gdl import files
from gdl.text.suggest import did_you_mean
from interpreter.bridges.descriptions.fairy import importing
from interpreter.bridges.descriptions.fairy.importing import Refused
from interpreter.bridges.descriptions.fairy.reading.ini import MAX_BYTES, Section

MOST_NAMED = 30
"""Variants that are named where there is a choice."""


def import_(
    given: Annotated[
        str,
        typer.Argument(metavar="FILE[:NAME]", show_default=False,
                       help="A configuration file of Fairy-Stockfish, and the name of a variant in it."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", show_default=False,
                     help="The ruleset to write, or a folder for all variants. Without it, the text is printed."),
    ] = None,
) -> None:  # fmt: skip
    """Turn variants that are written for Fairy-Stockfish into rulesets.

    A variant extends the game that ships and is nearest, or is a whole ruleset where none is near. What can't be said
    is refused, with the line and the reason; nothing is left out in silence. Nothing is ever overwritten.

    \b
    gdl import variants.ini:makhouse
    gdl import variants.ini:makhouse -o makhouse.gdl
    gdl import variants.ini -o rulesets/

    Exit status: 0 if all is well, 1 if a variant is refused, 2 if a file can't be read or written.
    """
    path, name = _named(given)
    try:
        sections = importing.sections(_bytes(path), path.name)
    except Refused as refused:
        stop(str(refused))
    if name and name not in sections:
        near = did_you_mean(name, sections)
        stop(f"{path}: has no variant {name}{f' ({near})' if near else ''}; {_choice(sections)}")
    wanted = [sections[name]] if name else list(sections.values())
    into = out is not None and (out.is_dir() or not out.suffix)
    if len(wanted) > 1 and not into:
        stop(f"{path}: {_choice(sections)}; say which, {path}:NAME, or name a folder for all of them with -o")
    status = 0
    for section in wanted:
        target = out / f"{_stem(section.name)}.gdl" if out is not None and into else out
        status = max(status, _one(section, sections, target))
    if status:
        raise typer.Exit(status)


def _named(given: str) -> tuple[Path, str]:
    """The file, and the name of a variant or nothing."""
    path, colon, name = given.rpartition(":")
    if not colon or files.is_there(given) or "/" in name or "\\" in name:
        return Path(given), ""
    return Path(path), name


def _bytes(path: Path) -> bytes:
    try:
        return files.contents(path, MAX_BYTES)
    except FileNotFoundError:
        stop(f"{path}: there is no such file")
    except (OSError, ValueError) as error:
        stop(f"{path}: can't be read: {getattr(error, 'strerror', None) or error}")


def _choice(sections: dict[str, Section]) -> str:
    names = ", ".join([*sections][:MOST_NAMED])
    more = len(sections) - MOST_NAMED
    return f"its variants are {names}{f' and {more} more' if more > 0 else ''}"


def _stem(name: str) -> str:
    stem = re.sub(r"\W", "_", name, flags=re.ASCII)
    return stem if stem[:1].isalpha() else f"game_{stem}"


def _one(section: Section, sections: dict[str, Section], out: Path | None) -> int:
    """Print or write one ruleset; its exit status."""
    try:
        done = importing.ruleset(section, sections)
    except Refused as refused:
        for sentence in refused.sentences:
            say(f"gdl: {sentence}", err=True)
        return FINDINGS
    if out is None:
        print(done.text, end="", flush=True)
        return 0
    if out.suffix != ".gdl":
        stop(f"{out}: a ruleset's file ends in .gdl")
    if out.stem == done.base:
        out = out.with_name(f"my_{out.name}")  # a ruleset can't extend one of its own name
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        files.write(out, done.text.encode(), fresh=True)
    except FileExistsError:
        stop(f"{out}: is there already; it is as it was")
    except OSError as error:
        stop(f"{out}: can't be written: {error.strerror or error}")
    lines = done.text.count("\n")
    say(f"{out}: {counted(lines, 'line')}{f', extends {done.base}' if done.base else ''}")
    return 0
