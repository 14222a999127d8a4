"""`gdl lsp`: the language server, which editors start.

What it needs is an extra, so it is imported when it is known to be there.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import stop
from cli.options.exits import FINDINGS
from cli.options.extras import extra
from cli.options.outputs import writable
from gdl.files import make_folder


def lsp(
    tcp: Annotated[
        int | None,
        typer.Option("--tcp", metavar="PORT", min=1, max=65535, show_default=False,
                     help="Listen at this port of this computer, instead of standard input and output."),
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", callback=writable,
                                 help="Write down what happens.", show_default=False)
    ] = None,
) -> None:  # fmt: skip
    """Help an editor with rulesets: the language server.

    It shows what is wrong while you type; it completes, explains, renames and formats. `docs/editors.md` has the
    settings of Neovim, Vim, Helix, Emacs and VS Code.

    \b
    gdl lsp                     use standard input and output, as editors do
    gdl lsp --tcp 2087          use a port, to debug an editor

    Exit status: 0 if the editor ended the session, 1 if it left without a word, 2 if a package that the server needs
    isn't installed.
    """
    extra("lsp", "gdl lsp")
    from cli.editors.server import make

    if log is not None:
        try:
            make_folder(Path(log))
            logging.basicConfig(filename=log, level=logging.INFO)
        except OSError as error:
            stop(f"{log}: can't be written: {error.strerror or error}")
    else:
        logging.disable(logging.CRITICAL)
    server = make()
    if tcp is None:
        # what is printed by mistake must not come between the messages, which have the output for themselves
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            server.start_io(stdout=out)
    else:
        try:
            server.start_tcp("127.0.0.1", tcp)
        except OSError as error:
            stop(f"port {tcp} can't be used: {error.strerror or error}")
    raise typer.Exit(0 if server.is_over else FINDINGS)
