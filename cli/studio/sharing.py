"""What is handed on of a ruleset, worked out in a process of its own: a text that needs no other file, or its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.studio.playing import NotPlayable, Told, game_of
from cli.web.page.build import page
from gdl.bundle import CantBundle, bundle
from gdl.check.checker import check
from gdl.index.chain import Texts
from gdl.library import paths
from gdl.text.source import Source
from interpreter import GameError
from interpreter.native.module.emitter import Unsupported

TEXT, PAGE = "text", "page"


@dataclass(frozen=True)
class Share:
    """What is wanted: `text`, or `page`, with these options and so many players."""

    source: Source
    texts: Texts
    wants: str
    options: Mapping[str, Any]
    players: int | None


def run(job: Any, superseded: Callable[[], bool]) -> Told:
    """What is shared, or in `error` why it can't be."""
    try:
        return Told({PAGE: _page(job)} if job.wants == PAGE else {TEXT: _text(job)})
    except CantBundle as problem:
        return Told({"error": f"what it extends can't be put into one text with it: {problem}"})
    except Unsupported as problem:
        return Told({"error": f"a page needs rules that can be compiled: {problem}"})
    except (NotPlayable, GameError, RecursionError) as problem:
        return Told({"error": str(problem) or "the rules can't be played"})


def _text(job: Share) -> str:
    """The text; if it extends a file that doesn't ship, with that in it."""
    trees = check(job.source, read_base=job.texts.read_base).rules.trees
    shipped = {path.resolve() for path in paths().values()}
    if all(Path(tree.source.name).resolve() in shipped for tree in trees[1:2]):
        return job.source.text
    return bundle(job.source, Path(job.source.name).name, keep_shipped=True).text


def _page(job: Share) -> str:
    """The page, as `gdl page` makes it."""
    game = game_of(check(job.source, job.options, job.players, job.texts.read_base), job.options, job.players)
    if game.model.hides:
        raise NotPlayable("players must not see everything in this game, and a page holds the whole game")
    return page([game], [Path(job.source.name).name]).html
