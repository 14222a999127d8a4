"""What the page may ask beside the language protocol: files, the board, and what is found out about a game.

The table of these questions is in `docs/studio.md`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

from cli.editors.process import Outdated
from cli.editors.server import Server, make, plain
from cli.editors.workers import TooLong, Worker
from cli.studio.asked import Asked
from cli.studio.background import Background
from cli.studio.beginnings import begun, varied
from cli.studio.files import Changed, Folder, Refused, Text
from cli.studio.laboratory import OFFERS as MEASURED
from cli.studio.laboratory import Laboratory
from cli.studio.naming import removed, renamed, stem_of
from cli.studio.playing import Told, Wish
from cli.studio.sharing import PAGE, TEXT, Share

PATIENCE = 20.0
"""Seconds that rules may compute for one thing on the board."""
SHARE_PATIENCE = 60.0
"""Seconds that it may compute what is shared."""
IN_BROWSER = sys.platform == "emscripten"
OFFERS = ("computers", "remove" if IN_BROWSER else "disk", *MEASURED)
"""What a page of this host can have; parts of the page with another `data-offer` are hidden. `computers`: players that
think; `disk`: files that other programs see; others are questions of this name."""
LOOK = 1.0
"""Seconds between two looks at the open file."""


def _string(asked: Mapping[str, Any], name: str) -> str:
    """A text that a question comes with. Raises Refused."""
    found = asked.get(name)
    if not isinstance(found, str):
        raise Refused(f"a {name} is needed")
    return found


class Desk:
    """One page: its language server, its processes, and the file that it has open."""

    def __init__(self, folder: Folder, first: str | None = None, site: str | None = "") -> None:
        """`first`: the ruleset that the page opens, None: the first of the folder, or a new one. `site`: the address of
        a studio that others can open, for links; None: the page's own."""
        self.folder, self.first, self.site = folder, first, site
        self.server: Server = make()
        self.server.session.plays = False
        self.server.session.folders = [str(folder.root)]
        self.board = Worker("board", "cli.studio.playing", behind=False)
        self.asked = Asked(self.server.session.documents)
        self.laboratory = Laboratory(folder, self.asked)
        self.uris: set[str] = set()
        self._open: tuple[str, str | None] | None = None
        self._wish: asyncio.Task[dict[str, Any]] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._register()

    def begin(self) -> None:
        """Look after the open file from now on."""
        self._watching = asyncio.create_task(self._watch())

    def end(self) -> None:
        """The page is gone."""
        for task in (self._watching, self._wish):
            if task is not None:
                task.cancel()
        self.board.end()
        self.laboratory.end()
        self.server.session.end()

    def _register(self) -> None:
        def feature(name: str, answer: Any) -> None:
            @self.server.feature(f"studio/{name}")
            async def asked(params: Any) -> dict[str, Any]:
                data = plain(params)
                try:
                    found: dict[str, Any] = await answer(data if isinstance(data, Mapping) else {})
                except Refused as why:
                    return {"refused": str(why)}
                return found

        for name, answer in (
            ("hello", self._hello), ("open", self._opened), ("save", self._save), ("name", self._name),
            ("rename", self._rename), ("remove", self._remove), ("board", self._board), ("share", self._share),
            *self.laboratory.answers.items(),
        ):  # fmt: skip
            feature(name, answer)

    # ---- files

    async def _hello(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What the page is told first."""
        return {"offers": list(OFFERS), "folder": str(self.folder.root), "site": self.site}

    async def _opened(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """A file's text. Without a name: the one that the studio began with; with `new`: a new one, not saved yet, or
        the copy or the variant (`sort`) of a `game`; with `text`: that text, not saved yet, under
        the name if no file has it."""
        name, text = asked.get("name"), asked.get("text")
        names = await asyncio.to_thread(self.folder.names)
        wanted = name if isinstance(text, str) else None
        if isinstance(text, str):
            name = None
        elif name is None and not asked.get("new"):
            name = self.first or next(iter(names), None)
        if asked.get("new") and "own" in asked:
            found = await asyncio.to_thread(varied, self.folder, asked["own"])
        elif name is None or (name == self.first and name not in names):
            if isinstance(text, str):
                unused = isinstance(wanted, str) and await asyncio.to_thread(self.folder.is_unused, wanted)
                found = Text(str(wanted) if unused else self.folder.free(stem_of(text)), text, "")
            else:
                found = await asyncio.to_thread(begun, self.folder, name, asked.get("game"), asked.get("sort"))
        else:
            found = await asyncio.to_thread(self.folder.read, str(name))
        is_given = found.name == self.first
        return {"name": found.name, "uri": self._opens(found.name, found.mark or None), "text": found.text,
                "mark": found.mark or None, "names": names, "isGiven": is_given}  # fmt: skip

    def _opens(self, name: str, mark: str | None) -> str:
        """The page has this file open from now on; gives its address."""
        uri = self.folder.path(name).as_uri()
        self.uris.add(uri)
        self._open = (name, mark)
        return uri

    async def _save(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        name, text, mark = asked.get("name"), asked.get("text"), asked.get("mark")
        if not isinstance(name, str) or not isinstance(text, str) or not isinstance(mark, str | None):
            raise Refused("a name and a text are needed")
        try:
            found = await asyncio.to_thread(self.folder.write, name, text, mark)
        except Changed as changed:
            now = changed.now
            return {"changed": None if now is None else {"text": now.text, "mark": now.mark}, "isChanged": True}
        names = await asyncio.to_thread(self.folder.names)
        return {"name": name, "uri": self._opens(name, found.mark), "mark": found.mark, "names": names}

    async def _name(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What the file of a text that isn't saved yet is called from now on: as its game is."""
        name = await asyncio.to_thread(self.folder.free, stem_of(_string(asked, "text")))
        return {"name": name, "uri": self._opens(name, None)}

    async def _rename(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Another name for a file, saved or not, and which others extend it."""
        name, wanted = _string(asked, "name"), _string(asked, "wanted")
        new, extending = await asyncio.to_thread(renamed, self.folder, name, wanted, self.laboratory.wrote)
        if name == self.first:
            self.first = new
        names = await asyncio.to_thread(self.folder.names)
        uri = self._opens(new, await asyncio.to_thread(self.folder.mark, new))
        return {"name": new, "uri": uri, "names": names, "extending": extending}

    async def _remove(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Do away with a file that this browser keeps."""
        if not IN_BROWSER:
            raise Refused("delete files with other programs")
        await asyncio.to_thread(removed, self.folder, _string(asked, "name"), self.laboratory.wrote)
        return {"names": await asyncio.to_thread(self.folder.names)}

    async def _watch(self) -> None:
        """Tell the page when its file isn't what it was, once for each change."""
        told: str | None = ""
        while True:
            await asyncio.sleep(LOOK)
            known = self._open
            if known is None or known[1] is None:
                continue
            mark = await asyncio.to_thread(self.folder.mark, known[0])
            if self._open is not known:
                continue
            if mark != told and (mark != known[1] or told is None):  # None: it was gone, and is there again
                self.server.protocol.notify("studio/disk", {"name": known[0], "mark": mark})
            told = mark

    # ---- the board

    async def _board(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What is on the board; the wish before it is given up, unless it is done."""
        if self._wish is not None and not self._wish.done():
            self._wish.cancel()
        self._wish = asyncio.create_task(self._done(self.asked.wish(asked)))
        try:
            return await self._wish
        except (asyncio.CancelledError, Outdated):
            return {"outdated": True}

    async def _done(self, wish: Wish) -> dict[str, Any]:
        try:
            reply = await self.board.ask(wish, PATIENCE)
        except TooLong:
            why = f"the rules take more than {PATIENCE:.0f} seconds of computing and were stopped"
            return {"error": f"{why}; smaller boards, ranges or loops help", "tooLong": True}
        if not isinstance(reply, Told):
            return {"error": f"the board can't be shown: {getattr(reply, 'why', reply)}"}
        return reply.data

    async def _share(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What is handed on: the text that needs no other file, or the page (`wants`)."""
        wants = asked.get("wants")
        if wants not in (TEXT, PAGE):
            raise Refused(f"what is shared is `{TEXT}` or `{PAGE}`")
        sharer = Background("shares", "cli.studio.sharing", SHARE_PATIENCE)  # it is seldom wanted, and takes room
        try:
            return (await sharer.ask(Share(self.asked.rules(asked), wants))).data
        finally:
            sharer.end()
