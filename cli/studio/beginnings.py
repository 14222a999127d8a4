"""What a ruleset can begin as: an empty commented game, a game that ships, or a variant of one or of a file."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from cli.options.catalogue import entries
from cli.options.fresh import IN_STUDIO, fresh_text
from cli.options.shipped import shipped
from cli.studio.files import Folder, Refused, Text
from gdl import library

COPY, VARIANT = "copy", "variant"


def offered() -> list[dict[str, Any]]:
    """The games that ship, as the page lists them."""
    return [{"name": one.name, "title": one.title, "about": one.about, "base": one.base} for one in shipped(entries)]


def begun(folder: Folder, name: str | None, game: Any, as_: Any) -> Text:
    """A new text that isn't saved yet: of its own, perhaps with this name, or the copy or the variant of a game.

    Raises Refused.
    """
    if game is None:
        name = name or folder.free()
        return Text(name, fresh_text(Path(name), IN_STUDIO), "")
    if game not in library.names() or as_ not in (COPY, VARIANT):
        raise Refused("there is no such game among those that ship" if as_ in (COPY, VARIANT) else "copy or variant?")
    name = folder.free(f"my_{game}")
    if as_ == COPY:
        return Text(name, library.read(game).text, "")
    title = next((one["title"] for one in offered() if one["name"] == game), game)
    return Text(name, variant_text(game, title), "")


def varied(folder: Folder, own: str) -> Text:
    """A variant of a file of the folder, to stand beside it. Raises Refused."""
    base, path = folder.read(own), PurePosixPath(own)
    named = re.search(r'^game[ \t]+"([^"\n]*)"', base.text, re.MULTILINE)
    name = path.name if path.stem in library.names() else path.stem  # a shipped game would come first
    title = named[1] if named else path.stem
    return Text(folder.free(str(path.with_name(f"my_{path.stem}"))), variant_text(name, title), "")


def variant_text(name: str, title: str) -> str:
    """A variant of a game that says nothing of its own yet."""
    comment = "# A variant has all rules of the game that it extends. Say below what differs."
    title = title.replace('"', "'")
    return f'{comment}\ngame "My {title}" extends "{name}"\n'
