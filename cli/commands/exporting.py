"""`gdl export`: rulesets as descriptions for other programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import load, stop
from cli.options.completion import complete_game
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.outputs import writable
from gdl import files, library
from gdl.library import NotFound
from interpreter.bridges.descriptions.fairy import exporting, importing
from interpreter.bridges.descriptions.importers.form import Refused


def export(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A ruleset of chess's family.", autocompletion=complete_game,
                            show_default=False),
    ],
    fairy: Annotated[bool, typer.Option("--fairy", help="As a section of Fairy-Stockfish's variants.ini.")] = False,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", show_default=False,
                                 help="What the variant is called there; without it, as the file."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", callback=writable,
                     help="The file to write; without it, the text is printed.",
                     show_default=False),
    ] = None,
) -> None:  # fmt: skip
    """Write a ruleset in another program's format, if nothing is lost.

    The only format is that of Fairy-Stockfish, --fairy. `gdl import` reads the result again, and it must be the same
    game; otherwise the export is refused, with the reason. Nothing is ever overwritten.

    \b
    gdl export mychess.gdl --fairy
    gdl export crazyhouse --fairy --name house -o house.ini

    Exit status: 0 if all is well, 1 if the ruleset is refused, 2 if a file can't be read or written.
    """
    if not fairy:
        stop("which form? There is --fairy, for Fairy-Stockfish")
    loaded = load(game)
    try:
        source = library.read(game)
    except NotFound as error:
        stop(str(error))
    stem = name or re.sub(r"\W", "-", Path(source.name).stem)
    if name is None and stem in importing.shipped():
        stem = f"my-{stem}"  # what that program knows by itself can't be described anew
    if not re.fullmatch(r"[\w-]+", stem):
        stop(f"--name {stem}: a name should be letters, digits, `-` and `_`")
    try:
        text = exporting.section(source, stem, loaded.start().notation)
    except Refused as refused:
        for sentence in refused.sentences:
            say(f"gdl: {sentence}", err=True)
        raise typer.Exit(FINDINGS) from None
    if out is None:
        print(text, end="", flush=True)
        return
    try:
        files.write(out, text.encode(), fresh=True)
    except FileExistsError:
        stop(f"{out}: is there already; it is as it was")
    except OSError as error:
        stop(f"{out}: can't be written: {error.strerror or error}")
    say(f"{out}: written")
