"""The studio as a server: an address of this computer alone, and a link with a secret."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe

from cli.studio.files import Folder
from cli.studio.web import MESSAGE, application
from cli.web.serve.running import listening, run_pages

HOST = "127.0.0.1"
TOKEN = 18
"""Bytes of the link's secret: nobody guesses 144 bits."""


def serve(folder: Folder, first: str | None, port: int, ready: Callable[[str], None], site: str = "") -> None:
    """Serve the studio of a folder until somebody stops it; `ready` is told the link. `site`: where links to a text
    lead. Raises OSError where the port can't be used."""
    at = listening(HOST, port)
    secret = token_urlsafe(TOKEN)
    link = f"http://{HOST}:{at.getsockname()[1]}/#{secret}"
    run_pages(application(folder, secret, first, site), at, MESSAGE, lambda: ready(link))
