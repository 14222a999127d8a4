"""Pictures as files: where they go, what is never overwritten, and what a picture of points needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import stop
from cli.options.extras import extra
from cli.options.outputs import ALONE
from gdl import files
from interpreter.game.rules import Rules

AsOption = Annotated[
    str | None,
    typer.Option("--as", metavar="PLAYER", show_default=False,
                 help="Turn the board as this player sits, and show only what this player sees."),
]  # fmt: skip
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


def seat(game: Rules, player: str | None) -> str | None:
    """The player by whose seat a board is turned."""
    if player is not None and player not in game.players:
        stop(f"--as: there is no player {player}; there are {', '.join(game.players)}")
    return player


def target(wanted: str, game: Rules, ending: str, force: bool) -> str:
    """The file to be written, or `-`; ends the run if it is there already."""
    file = f"{game.name}.{ending}" if wanted == ALONE else wanted
    if not force and file != "-" and files.is_file(file):
        stop(f"{file}: is there already; --force overwrites it")
    return file


def needs_points(what: str) -> None:
    """See that PNG and GIF can be made."""
    extra("pictures", what)


def png(svg: str) -> bytes:
    """The picture in points."""
    from interpreter.drawing import raster  # needs the extra `pictures`

    return raster.png(svg)


def write(file: str, content: bytes, force: bool, said: bool = False) -> None:
    """Put a picture where it was wished. `said`: the name was ours, so it is told."""
    if file == "-":
        typer.echo(content, nl=False)
        return
    try:
        files.write(Path(file), content, fresh=not force and not _is_special(file))
    except (OSError, ValueError) as error:
        stop(f"{file}: can't be written: {getattr(error, 'strerror', None) or error}")
    if said:
        typer.echo(file)


def _is_special(file: str) -> bool:
    """Whether it is a pipe or a device, which is written to, not replaced."""
    return files.is_there(file) and not files.is_file(file)

