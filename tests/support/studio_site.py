"""The studio as static files, with Pyodide from npm, shown by a web server of this computer."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.studio.browser.folder import studio
from cli.studio.browser.pinned import HOW, NotPyodide
from cli.studio.browser.pyodide import taken

PLACES = (Path(__file__).parents[2] / "node_modules/pyodide", Path.home() / "node_modules/pyodide")
"""Where npm puts it, if it is run in this repository, or at home."""


def pyodide() -> Path | None:
    """The folder of Pyodide's files: what GDL_PYODIDE names, or where npm puts it; None if they aren't there."""
    named = os.environ.get("GDL_PYODIDE")
    for place in [Path(named)] if named else PLACES:
        if (place / "pyodide.asm.wasm").is_file():
            try:
                list(taken(str(place)))
            except NotPyodide:
                continue
            return place
    return None


FOUND = pyodide()
needs_pyodide = pytest.mark.skipif(FOUND is None, reason=f"no Pyodide: {HOW}; or GDL_PYODIDE names its folder")


class Quiet(SimpleHTTPRequestHandler):
    """Shows files without a word."""

    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def shown(folder: Path) -> Iterator[str]:
    """The address of a web server that shows a folder meanwhile."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def written(folder: Path) -> None:
    """Put the studio's files into a folder."""
    for name, data in studio(str(FOUND)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
