"""`gdl studio`: write a ruleset and see it played, side by side in a browser.

What it needs is an extra, so it is imported when it is known to be there.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Annotated

import typer

from cli.interrupts import leave
from cli.options.arguments import stop
from cli.options.echo import say
from cli.options.extras import extra
from cli.studio.files import ENDING, Folder, Refused


def studio(
    place: Annotated[
        Path,
        typer.Argument(metavar="[FILE|FOLDER]", help="A ruleset, or a folder with rulesets. A missing file is "
        "begun.", show_default="this folder"),
    ] = Path(),
    *,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0: any free one.")
    ] = 0,
    site: Annotated[
        str,
        typer.Option("--site", metavar="ADDRESS", help="Where links from `Share` lead: a studio that others "
                     "can open (`gdl site --studio` writes one).", show_default=False),
    ] = "",
) -> None:  # fmt: skip
    """Write rules and play them side by side, in a browser.

    It prints a link. The page has the text on the left and the board on the right: findings come while you type, and
    the board follows. Files are saved where they lie. Only this computer can reach the page, and only with the link.

    \b
    gdl studio                  the rulesets of this folder
    gdl studio mygame.gdl       one ruleset; a new one if the file doesn't exist
    gdl studio games --port 8123

    Exit status: 0 when it was stopped by Ctrl-C or SIGTERM, 2 if it could not begin.
    """
    if site and not re.fullmatch(r"https?://[^\s#\"<>]+", site):
        stop(f"--site {site}: an address begins with https:// or http://, and has no spaces and no #")
    extra("studio", "gdl studio")
    from cli.studio.running import serve

    is_one = place.suffix == ENDING and not place.is_dir()
    root, first = (place.parent, place.name) if is_one else (place, None)
    if not root.is_dir():
        stop(f"{root}: there is no such folder")
    folder = Folder(root)
    if first is not None and place.exists():
        try:
            folder.read(first)
        except Refused as why:
            stop(str(why))
    logging.basicConfig(format="gdl: %(message)s", level=logging.ERROR)

    def ready(link: str) -> None:
        say(f"{link}\n(the studio of {folder.root}; open the link in a browser; Ctrl-C stops)")

    try:
        serve(folder, first, port, ready, site)
    except OSError as error:
        stop(f"port {port}: can't listen there: {error.strerror or error}; --port 0 takes any free one")
    say("stopped; what you saved is on the disk")
    leave(0)
