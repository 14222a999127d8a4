"""What is handed on of a ruleset, worked out in a process of its own: a text that needs no other file, or its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.studio.measuring import Told
from cli.studio.rules import NotPlayable, Rules
from cli.web.page.build import page
from gdl.bundle import CantBundle, bundle
from gdl.check.checker import check
from gdl.library import paths
from interpreter import GameError
from interpreter.native.module.emitter import Unsupported

TEXT, PAGE = "text", "page"


@dataclass(frozen=True)
class Share:
    """What is wanted: `text`, or `page`."""

    rules: Rules
    wants: str


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
    source = job.rules.source
    trees = check(source, read_base=job.rules.texts.read_base).rules.trees
    shipped = {path.resolve() for path in paths().values()}
    if all(Path(tree.source.name).resolve() in shipped for tree in trees[1:2]):
        return source.text
    return bundle(source, Path(source.name).name, keep_shipped=True).text


def _page(job: Share) -> str:
    """The page, as `gdl page` makes it."""
    game = job.rules.game()
    if game.model.hides:
        raise NotPlayable("players must not see everything in this game, and a page holds the whole game")
    return page([game], [Path(job.rules.source.name).name]).html
