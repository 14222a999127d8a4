"""What a ruleset says of itself for formats of the world outside, as facts of its own head:

    game "Chess"
      pgn "Standard", "Chess"     # what the tag Variant calls it
      sgf 3                       # its number in SGF's list of games

The format's own file says what else the fact may hold.
A variant doesn't inherit them: it is another game. A ruleset that says nothing goes by its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gdl import library
from gdl.library import NotFound

_TITLE = re.compile(r'^game\s+"([^"]*)"', re.M)


def called(text: str, kind: str) -> list[str]:
    """What a ruleset's own text says of a format."""
    found = _TITLE.search(text)
    if found is None:
        return []
    head = text[found.end() :].split("\n\n", 1)[0]
    line = re.search(rf"^[ \t]+{kind}[ \t]+(.*)$", head, re.M)
    return [quoted or number for quoted, number in re.findall(r'"([^"]*)"|(\d+)', line[1])] if line else []


@lru_cache(maxsize=64)
def said_by(source: str, kind: str) -> tuple[str, ...]:
    """What a ruleset, by its shipped name or path, says of a format; nothing if it isn't there."""
    try:
        return tuple(called(library.read(source).text, kind))
    except NotFound:
        return ()


def name_in(source: str, title: str, kind: str) -> str:
    """What a format calls this ruleset; its title, if the ruleset doesn't say."""
    return next(iter(said_by(source, kind)), title)


@lru_cache(maxsize=64)
def ruleset(kind: str, name: str, aliases: bool = False) -> str | None:
    """The shipped ruleset that a file means; None if none says so. `aliases`: whether all that a fact says are names,
    and not the first alone; then titles are, too."""
    known = dict(_names(kind, aliases))
    return known.get(_bare(name))


def _names(kind: str, aliases: bool) -> Iterator[tuple[str, str]]:
    for name, path in library.paths().items():
        text = path.read_text(encoding="utf-8")
        if aliases and (title := _TITLE.search(text)):
            yield _bare(title[1]), name
        for said in called(text, kind)[: None if aliases else 1]:
            yield _bare(said.partition(",")[0]), name


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
