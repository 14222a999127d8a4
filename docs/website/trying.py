"""*Try it*: a button below each complete ruleset, which opens it in the studio. The link itself holds the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from gdl.text.source import Source
from interpreter import Game, GameError
from website.markdown import FENCE

WHOLE = re.compile(r'^game "')
UNMARKED = re.compile(r"^```\n(?=\S)(?!\S+\.gdl:)", re.M)
"""Where a ruleset or a part of one begins: not the end of a block, and not what lint says."""


def in_colour(text: str) -> str:
    """A page of findings with its rulesets marked as such: on a terminal they have no colours, on the site they do."""
    return UNMARKED.sub("```gdl\n", text)


def with_buttons(text: str, link: Callable[[str], str], *, wrong: str = "") -> str:
    """A page with a button below each complete ruleset that can be played by itself.

    `link` gives the address that opens a text in the studio, as seen from the page. `wrong` is the whole ruleset of
    which a page of findings shows a part first: the studio shows what is wrong with it.
    """
    out: list[str] = []
    block: list[str] | None = None
    opened = indent = language = ""
    for line in text.split("\n"):
        out.append(line)
        found = FENCE.match(line)
        if block is None and found:
            indent, opened, language = found[1], found[2], found[3].strip()
            block = []
        elif block is not None and line.strip() == opened:
            rules = "".join(f"{one.removeprefix(indent)}\n" for one in block)
            if language == "gdl" and (wrong or is_playable(rules)):
                out += ["", indent + button(link(wrong or rules), "Try it"), ""] * (not rules.endswith("…\n"))
                wrong = ""
            block = None
        elif block is not None:
            block.append(line)
    return "\n".join(out)


def button(address: str, words: str) -> str:
    """A small button that leads to an address."""
    return f'<a class="try" href="{escape(address)}">{escape(words)}</a>'


def is_whole(rules: str) -> bool:
    """Whether a text is a whole ruleset, not a part and not shortened."""
    return bool(WHOLE.search(rules)) and not rules.endswith("…\n")


def is_playable(rules: str) -> bool:
    """Whether a text is a game by itself: it is whole, has no errors, and what it extends ships."""
    if not is_whole(rules):
        return False
    try:
        Game.of(Source("example.gdl", rules))
    except GameError:
        return False
    return True
