"""`gdl site`: all games as a folder of pages, with one that leads to them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.commands.page import ForceOption, put, spare
from cli.options.arguments import clear_errors, load, stop
from cli.options.completion import complete_game
from cli.options.echo import say
from cli.options.extras import extra
from cli.options.outputs import writable_folder
from cli.studio.browser.pinned import HOW, VERSION, Missing, NotPyodide
from cli.web.page.build import page
from cli.web.page.front import PICTURES, front, small_picture
from gdl import library
from interpreter import Game
from interpreter.errors import not_installed
from interpreter.game.records import source_name
from interpreter.native.module.emitter import Unsupported

STUDIO = "studio"
"""The studio's folder below the site's."""


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", callback=writable_folder,
                                           help="Where the pages go.", show_default=False)],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", help="Games, or files of rulesets; without any, all that ship.",
                       autocompletion=complete_game, show_default=False),
    ] = None,
    force: ForceOption = False,
    studio: Annotated[
        bool, typer.Option("--studio", help="Add the studio, to write and play rulesets.")
    ] = False,
    pyodide: Annotated[
        str | None,
        typer.Option("--pyodide", metavar="FOLDER|ADDRESS", help=f"The files of Pyodide {VERSION}, which the studio "
                     "needs.", show_default=False),
    ] = None,
    manual: Annotated[
        str, typer.Option("--manual", metavar="ADDRESS", help="A page that the studio's “?” leads to.",
                          show_default=False)
    ] = "",
) -> None:  # fmt: skip
    """Write a page for each game, and an index with pictures.

    The folder is a web site, and works from disk, too. Games that can't be compiled are named and left out; then the
    exit status is 1. Pages that this program made are overwritten, other files only with --force.

    \b
    gdl site public
    gdl site public sparks chess mine.gdl
    gdl site public --studio --pyodide node_modules/pyodide
    """
    if (pyodide is not None) != studio:
        stop(f"--studio and --pyodide belong together: the studio runs on Pyodide; {HOW}")
    if manual and not studio:
        stop("--manual is for the studio: write --studio, too")
    if studio:
        extra("studio", "--studio", ("pygls", "lsprotocol"))
        _studio(folder / STUDIO, str(pyodide), manual, force)
    done: list[tuple[Game, str]] = []
    left, index = 0, folder / "index.html"
    spare(index, force)
    with clear_errors():
        for name in games or library.names():
            game = load(name)
            if game.model.hides:  # there is nothing wrong with it
                say(f"{game.title} is left out: players must not see everything in it, and a page holds the whole game")
                continue
            target = folder / f"{game.name}.html"
            if any(file == target.name for _, file in done):
                stop(f"two of the games are called {game.name}; their pages would be one")
            spare(target, force)
            try:
                made = page([game], [source_name(name, target)])
            except Unsupported as reason:
                say(f"{game.title} is left out, as its rules can't be compiled: {reason}")
                left += 1
                continue
            put(target, made.html)
            put(folder / PICTURES / f"{game.name}.svg", small_picture(game))
            say(f"{target}: {game.title}, {made.size // 1024:,} kB")
            done.append((game, target.name))
    put(index, front([(game, file) for game, file in done]))
    say(f"{index}: {len(done)} game{'s' * (len(done) != 1)}")
    if left:
        raise typer.Exit(1)


def _studio(folder: Path, pyodide: str, manual: str, force: bool) -> None:
    """Write the studio; stops the program where something of it can't be had."""
    from cli.studio.browser import folder as files_of  # lists packages, and may fetch: few sites have a studio

    spare(folder / "index.html", force)
    size = 0
    try:
        for name, data in files_of.studio(pyodide, manual):
            put(folder / name, data)
            size += len(data)
    except NotPyodide as why:
        stop(str(why))
    except Missing as package:
        stop(not_installed("--studio", (str(package),), "studio"))
    say(f"{folder / 'index.html'}: the studio, {size // 1024:,} kB")
