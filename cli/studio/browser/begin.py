"""What a Python in the browser is begun with, and the studio's desk there.

`python.js` imports `stand_ins` and this, and keeps a picture of Python's memory when it is done.
"""

from __future__ import annotations

import asyncio
import gc
import json
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcException

import cli.editors.browser_process
import cli.editors.jobs
import cli.studio.measuring
import cli.studio.playing
import cli.studio.sharing
import interpreter.native.compile
import interpreter.native.host.load  # noqa: F401 - all these take long to import, and are in the picture
from cli.studio.cases import is_of_scenarios
from cli.studio.desk import Desk
from cli.studio.files import Folder
from cli.studio.rules import Rules
from gdl import library
from gdl.index.chain import Texts

TEXTS = Path("/texts")
"""Where the texts lie that this browser keeps."""


def warm() -> None:
    """Bring into memory what is needed soon: any small game will do."""
    small = min(map(library.read, library.names()), key=lambda source: len(source.text))
    cli.studio.playing.run(cli.studio.playing.Wish(Rules(small, Texts())), lambda: False)
    cli.studio.playing.forget()  # compiled rules are objects of the browser, which no picture can hold
    gc.collect()


class Studio:
    """The desk of one page. `post` is called with each message for it, as JSON, and `wrote` with the name and the text
    of each file that the desk has written by itself; None if it is gone."""

    def __init__(self, post: Any, wrote: Any) -> None:
        TEXTS.mkdir(exist_ok=True)
        cli.editors.browser_process.FOLDERS.add(TEXTS)
        self._post, self._wrote = post, wrote
        self.desk = Desk(Folder(TEXTS), site=None)
        self.desk.laboratory.wrote = self._written
        self.desk.server.protocol.set_writer(self, include_headers=False)  # type: ignore[arg-type]
        asyncio.get_event_loop().call_soon(self.desk.begin)

    def hear(self, text: str) -> None:
        """A message of the page."""
        data = json.loads(text)
        protocol = self.desk.server.protocol
        try:
            protocol.handle_message(protocol.structure_message(data))
        except JsonRpcException as error:
            if "id" in data:
                wrong = {"code": error.code, "message": error.message}
                self._post(json.dumps({"jsonrpc": "2.0", "id": data["id"], "error": wrong}))

    def keep(self, name: str, text: str | None) -> None:
        """A text that the browser keeps, or that another page of this browser has saved; None: it has deleted it."""
        folder = self.desk.folder
        if text is None:
            (folder.root / name).unlink(missing_ok=True)
        elif is_of_scenarios(name):
            path = folder.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        else:
            folder.write(name, text, folder.mark(name))

    def _written(self, path: Path) -> None:
        """A file has changed, or is gone."""
        text = path.read_text(encoding="utf-8") if path.exists() else None
        self._wrote(path.relative_to(self.desk.folder.root).as_posix(), text)

    def write(self, data: bytes) -> None:
        """A message of the desk is on its way."""
        self._post(data.decode())
