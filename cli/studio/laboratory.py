"""What the page may ask about a game: what random games come to, what playing finds, what becomes of scenarios.

It is all worked out in the background. What takes long can be given up.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from lsprotocol.converters import get_converter
from lsprotocol.types import Diagnostic

from cli.editors.diagnostics import diagnostic
from cli.editors.documents import uri_of
from cli.studio import cases
from cli.studio.asked import NO_WISH, Asked
from cli.studio.background import Background
from cli.studio.beginnings import offered
from cli.studio.comparing import Compare
from cli.studio.files import Folder, Refused
from cli.studio.measuring import Figures, Idle, Judge, Told
from gdl.text.source import Source
from interpreter import GameError

PATIENCE = 60.0
"""Seconds that one thing in the background may compute."""
STUDY_PATIENCE = 1_800.0
"""The same for a whole study."""
NEEDED = ("numpy", "matplotlib")
"""What a study needs."""
GIT_PATIENCE = 10.0
OFFERS = ("figures", "idle", "judge", "cases", "compare", *(() if sys.platform == "emscripten" else ("study",)))
"""Questions that this host answers: in a browser there is no full study, whose packages aren't there."""
LONGEST_NAME = 200
converter = get_converter()
Answer = Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]


class Laboratory:
    """What is found out for one page."""

    def __init__(self, folder: Folder, asked: Asked) -> None:
        self.folder, self.asked = folder, asked
        self.background = Background("measures", "cli.studio.measuring", PATIENCE)
        self.studies = Background("studies", "cli.studio.studying", STUDY_PATIENCE)
        self.comparisons = Background("compares", "cli.studio.comparing", PATIENCE)
        self.pages: dict[str, str] = {}
        """The pages of studies, by the secrets in their addresses; the last one alone is kept."""
        self.wrote: Callable[[Path], None] = lambda path: None
        """Called with each file that has changed or is gone, but for what the page saves: a browser keeps it."""
        self.answers: dict[str, Answer] = {
            "figures": self._figures, "idle": self._idle, "judge": self._judge, "stop": self._stop,
            "cases": self._cases, "keep": self._keep, "accept": self._accept, "drop": self._drop,
            "compare": self._compare, "study": self._study, "base": self._base, "shipped": self._shipped,
        }  # fmt: skip

    def end(self) -> None:
        """The page is gone."""
        self.background.end()
        self.studies.end()
        self.comparisons.end()

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
        """Give up what goes on in the background; `what`: `study` for a study."""
        await (self.studies if asked.get("what") == "study" else self.background).stop()
        return {}

    async def _study(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The address of the full study's page, when it is done."""
        lacking = [name for name in NEEDED if find_spec(name) is None]
        if lacking:
            raise Refused(f"a study needs {', '.join(lacking)}: pip install 'gdl-interpreter[study]'")
        told = await self.studies.ask(self.asked.rules(asked))
        if "page" not in told.data:
            return told.data
        secret = token_urlsafe(18)
        self.pages.clear()
        self.pages[secret] = told.data["page"]
        return {"address": f"/study/{secret}"}

    # ---- other texts

    async def _shipped(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The games that a new ruleset may begin with."""
        return {"games": await asyncio.to_thread(offered)}

    async def _base(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The texts that the ruleset extends, the next one first."""
        return {
            "texts": [
                {"name": Path(one.name).name, "uri": uri_of(one.name), "text": one.text} for one in self._bases(asked)
            ]
        }

    def _bases(self, asked: Mapping[str, Any]) -> list[Source]:
        return [tree.source for tree in self.asked.document(asked).index.trees[1:]]

    async def _compare(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The text held against the saved one, that of the last commit, or its base (`other`)."""
        rules, other = self.asked.rules(asked), asked.get("other")
        if other == "base":
            bases = self._bases(asked)
            if not bases:
                raise Refused("this ruleset extends no other")
            name, source = Path(bases[0].name).name, bases[0]
        elif other in ("saved", "commit"):
            path = self._path(asked)
            name, source = path.name, Source(rules.source.name, await self._earlier(path, other == "commit"))
        else:
            raise Refused(NO_WISH)
        await self.background.stop()
        theirs = replace(rules, source=source)
        return (await self.comparisons.ask(Compare(rules, theirs, name))).data

    async def _earlier(self, path: Path, is_commit: bool) -> str:
        """The text as it is on the disk, or in the last commit; raises Refused."""
        name = path.relative_to(self.folder.root).as_posix()
        if not is_commit and not path.exists():
            raise Refused(f"{name}: isn't saved yet")
        if not is_commit:
            return (await asyncio.to_thread(self.folder.read, name)).text
        # nothing that the folder configures is run by this
        words = ("git", "-C", str(path.parent), "cat-file", "blob", f"HEAD:./{path.name}")
        try:
            git = await asyncio.create_subprocess_exec(*words, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL)
        except (OSError, NotImplementedError):  # browsers have no processes
            raise Refused("git isn't there") from None
        try:
            out, _ = await asyncio.wait_for(git.communicate(), GIT_PATIENCE)
        except TimeoutError:
            git.kill()
            raise Refused("git doesn't answer") from None
        if git.returncode:
            raise Refused(f"{name}: git has no commit with this file")
        return self.folder.text(name, out).text

    # ---- scenarios

    def _path(self, asked: Mapping[str, Any]) -> Path:
        """The file of the ruleset that is meant; raises Refused."""
        path = self.asked.document(asked).path
        if path is None or not Path(path).is_relative_to(self.folder.root):
            raise Refused("this text has no file in the studio's folder")
        return Path(path)

    async def _cases(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What becomes of the scenarios beside the ruleset."""
        path = self._path(asked)
        files = await asyncio.to_thread(cases.held_beside, path)
        return (await self.background.ask(cases.Try(self.asked.rules(asked), path, files))).data

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
        files = await asyncio.to_thread(cases.held_beside, path)
        told = await self._at_once(cases.Keep(rules, path, name, replaces=(file, index), files=files))
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

    async def _changed(self, change: Callable[..., Path], *what: Any) -> dict[str, Any]:
        """Change a file; the answer names it."""
        try:
            path = await asyncio.to_thread(change, *what)
            self.wrote(path)
            return {"file": path.name}
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
