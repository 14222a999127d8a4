"""`gdl new`: a ruleset to start from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import command_for, stop
from cli.options.echo import say
from cli.options.fresh import fresh_text
from gdl.files import write


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, or a path.", show_default=False)],
) -> None:
    """Write a commented ruleset to start from.

    Nothing is ever overwritten.

    \b
    gdl new mygame             writes mygame.gdl
    gdl new games/hop.gdl      writes games/hop.gdl
    """
    path = Path(name if name.endswith(".gdl") else f"{name}.gdl")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", path.stem):
        stop(f"{name}: a name should be letters, digits and `_`, and begin with a letter")
    try:
        write(path, fresh_text(path).encode(), fresh=True)
    except FileExistsError:
        stop(f"{path}: is there already; nothing was written")
    except OSError as error:
        stop(f"{path}: can't be written: {error.strerror}")
    say(f"{path}: written. Now:\n  {command_for('play', str(path))}\n  {command_for('lint', str(path))}")
