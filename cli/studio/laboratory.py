"""What the page may ask about a game: what random games come to, what playing finds, what becomes of scenarios.

It is all worked out in the background. What takes long can be given up.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from lsprotocol.converters import get_converter
from lsprotocol.types import Diagnostic

from cli.editors.diagnostics import diagnostic
from cli.studio import cases
from cli.studio.asked import NO_WISH, Asked
from cli.studio.background import Background
from cli.studio.files import Folder, Refused
from cli.studio.measuring import Figures, Idle, Judge, Told
from interpreter import GameError

PATIENCE = 60.0
"""Seconds that one thing in the background may compute."""
OFFERS = ("figures", "idle", "judge", *(() if sys.platform == "emscripten" else ("cases",)))
"""Questions that this host answers: in a browser there are no files of scenarios."""
LONGEST_NAME = 200
converter = get_converter()
Answer = Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]


class Laboratory:
    """What is found out for one page."""

    def __init__(self, folder: Folder, asked: Asked) -> None:
        self.folder, self.asked = folder, asked
        self.background = Background("measures", "cli.studio.measuring", PATIENCE)
        self.answers: dict[str, Answer] = {
            "figures": self._figures, "idle": self._idle, "judge": self._judge, "stop": self._stop,
            "cases": self._cases, "keep": self._keep, "accept": self._accept, "drop": self._drop,
        }  # fmt: skip

    def end(self) -> None:
        """The page is gone."""
        self.background.end()

    async def _figures(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What random games come to."""
        return (await self.background.ask(Figures(self.asked.rules(asked)))).data

    async def _idle(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The lines that never come into effect in random games."""
        return (await self.background.ask(Idle(self.asked.rules(asked)))).data

    async def _judge(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Findings of play, each with a game that shows it, if there is one."""
        document = self.asked.document(asked)
        told = await self.background.ask(Judge(self.asked.rules(asked)))
        found = [
            {**shown(diagnostic(document, finding)), "witness": witness} for finding, witness in told.findings
        ]  # fmt: skip
        return {**told.data, "findings": found}

    async def _stop(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Give up what goes on in the background."""
        await self.background.stop()
        return {}

    # ---- scenarios

    def _path(self, asked: Mapping[str, Any]) -> Path:
        """The file of the ruleset that is meant; raises Refused."""
        path = self.asked.document(asked).path
        if path is None or not Path(path).is_relative_to(self.folder.root):
            raise Refused("this text has no file in the studio's folder")
        return Path(path)

    async def _cases(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What becomes of the scenarios beside the ruleset."""
        return (await self.background.ask(cases.Try(self.asked.rules(asked), self._path(asked)))).data

    async def _keep(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Make a scenario of the game on the board, and put it into the file."""
        path, wish, name = self._path(asked), self.asked.wish(asked), asked.get("name")
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise Refused(f"a name is needed, of at most {LONGEST_NAME} characters")
        if not path.exists():
            raise Refused("save the ruleset first: its tests lie in a file beside it")
        job = cases.Keep(wish.rules, path, name.strip(), wish.seed, wish.number, wish.moves, wish.position)
        told = await self._at_once(job)
        return told.data if "case" not in told.data else await self._changed(cases.add, path, told.data["case"])

    async def _accept(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What happens now is what shall happen."""
        path, rules, (file, index, name) = self._path(asked), self.asked.rules(asked), _which(asked)
        told = await self._at_once(cases.Keep(rules, path, name, replaces=(file, index)))
        if "case" not in told.data:
            return told.data
        return await self._changed(cases.put, path, file, index, told.data["case"])

    async def _drop(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Take a scenario out of its file."""
        return await self._changed(cases.drop, self._path(asked), *_which(asked))

    async def _at_once(self, job: cases.Keep) -> Told:
        """What a job comes to that somebody waits for: all else in the background is given up."""
        await self.background.stop()
        return await self.background.ask(job)

    async def _changed(self, change: Callable[..., str | None], *what: Any) -> dict[str, Any]:
        """Change a file; the answer names it, if it is a new scenario's."""
        try:
            return {"file": await asyncio.to_thread(change, *what)}
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise Refused(f"the file of scenarios can't be written: {why}") from None
        except GameError as error:
            raise Refused(str(error).split("\n")[0]) from None


def _which(asked: Mapping[str, Any]) -> tuple[str, int, str]:
    """The scenario that is meant: its file, its number, its name; raises Refused."""
    file, index, name = asked.get("file"), asked.get("index"), asked.get("name")
    if not isinstance(file, str) or type(index) is not int or not isinstance(name, str):
        raise Refused(NO_WISH)
    return file, index, name


def shown(found: Diagnostic) -> dict[str, Any]:
    """A finding as the page has it from the language server."""
    data: dict[str, Any] = converter.unstructure(found, Diagnostic)
    return data
