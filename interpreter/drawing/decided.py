"""What decided a game, as hosts tell it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.text.visible import brief
from interpreter.drawing.worded import words_for_rules

if TYPE_CHECKING:
    from interpreter.game.views import View

SITES = 12
"""The sentence names at most so many of the sites that decided the game; of more, only the board marks them."""


@dataclass(frozen=True)
class Decided:
    """What decided a game: why it ended, as a sentence without capital and full stop ("" if there are no words for it);
    the line of the rules, its number and its file ("" if it came from none); and the sites by which it took effect, if
    they are few and the sentence doesn't name them. Who doesn't see everything is told the sentence alone."""

    why: str
    rule: str
    line: int
    file: str
    sites: tuple[str, ...]


def decided(view: View) -> Decided | None:
    """What decided a game, as far as a view tells."""
    why = words_for_rules().ending(view) if view.is_over else ""
    found = view.decisive
    if found is None:
        return Decided(why, "", 0, "", ()) if why else None
    file = Path(found.span.source.name)
    sites = () if len(found.sites) > SITES or {*found.sites} <= {*re.findall(r"[^\s,]+", why)} else found.sites
    return Decided(why, brief(found.rule), found.span.line, file.name if file.suffix == ".gdl" else "", sites)
