"""How a game is played, as a page of Markdown: its own page, those of the games that it extends, and a legend.

A ruleset's page stands beside it: NAME.md beside NAME.gdl; for rulesets that ship, or have a folder of their name, the
folder's README.md. Where there is none, the page says what the rules themselves tell.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from gdl import files, library
from gdl.text.visible import visible
from interpreter.drawing import legend

if TYPE_CHECKING:
    from gdl.model.model import Option
    from gdl.text.source import Source
    from interpreter.game.rules import Rules
    from interpreter.game.views import View

LARGEST = 200_000
"""Bytes of a page that are read at most; what is larger is no page."""


def rules_page(view: View) -> str:
    """The page of a game, for the view of a state of it."""
    return "\n\n".join(rules_pages(view)) + "\n"


def rules_pages(view: View, commands: bool = False) -> list[str]:
    """Its parts: a page whose author has left something open, a block of code say, then doesn't swallow the others.

    `commands`: with the commands that begin a game, which nobody needs who plays already, or who is at a page.
    """
    game = view.game
    sources = game.given.sources if game.given else ()
    parts, seen = list[str](), set[Path]()
    for number, source in enumerate(sources):
        page = page_of(source)
        if page is not None and page in seen:  # that of the game and its variants
            continue
        if number == 0 and (page is None or (len(sources) > 1 and _is_of_another(game, page))):
            parts.append(_known(game, source))
        if page is not None and (text := _read(page)):
            seen.add(page)
            parts.append(text if commands else without_commands(text))
    if not parts:
        parts.append(_known(game, None))
    if game.summary:
        parts[0] = re.sub(r"\A\s*(# [^\n]*\n)?", lambda title: f"{title[0]}\n{_safe(game.summary)}\n\n", parts[0])
    parts.append(legend.markdown(legend.legend(view)))
    return [part.strip("\n") for part in parts]


def page_of(source: Source) -> Path | None:
    """The page beside a ruleset, if it has one."""
    path = Path(source.name)
    if path.suffix != ".gdl":  # the text came from somewhere else
        return None
    own, shared = path.with_suffix(".md"), path.with_name("README.md")
    if files.is_file(own):
        return own.resolve()
    ships = path.resolve() in (place.resolve() for place in library.paths().values())
    if (ships or path.resolve().parent.name == path.stem) and files.is_file(shared):
        return shared.resolve()
    return None


def without_commands(page: str) -> str:
    """A page without its blocks of shell commands, and without headings that have nothing left below them."""
    left = re.sub(r"^```\w*\n(?:gdl [^\n]*\n)+```\n*", "", page, flags=re.MULTILINE)
    return page if left == page else re.sub(r"^(#+) [^\n]*\n+(?=\1 |\Z)", "", left, flags=re.MULTILINE)


def _is_of_another(game: Rules, page: Path) -> bool:
    """Whether the page is that of the game of which this is a variant."""
    return page.name == "README.md" and page.parent.name != game.name


def _read(page: Path) -> str:
    try:
        return visible(files.contents(page, LARGEST)[:LARGEST].decode("utf-8-sig", "replace"), keep="\n")
    except OSError:
        return ""


# ---- what the rules themselves tell


def _known(game: Rules, source: Source | None) -> str:
    """A page made of the rules: who plays, what can be set, the ruleset's own words, and its text."""
    lines = [f"# {_safe(game.title)}", ""]
    facts = [f"{name}: {', '.join(values)}" for name, values in game.facts if name in ("designer", "year", "publisher")]
    lines += [f"{_safe('; '.join([*facts, 'players: ' + ', '.join(game.players)]))}.", ""]
    if source is not None and (about := comment(source)):
        lines += [_safe(about), ""]
    if game.model.options:
        lines += ["## Options", "", "| option | value | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{o.name}` | {_value(o)} | {_safe(o.help)} |" for o in game.model.options]
        lines += [""]
    if source is not None:
        lines += ["## The rules as they are written", "", "~~~~~~gdl", visible(source.text.strip("\n")), "~~~~~~", ""]
    return "\n".join(lines)


def comment(source: Source) -> str:
    """The first comment that stands in the first column: what the ruleset is about."""
    found = re.search(r"^#.*(?:\n#.*)*", source.text, re.MULTILINE)
    rows = [row.lstrip("# ").strip() for row in found[0].splitlines()] if found else []
    return " ".join(filter(None, rows))


def _value(option: Option) -> str:
    value = option.value
    said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return _safe(said.lower() if isinstance(value, bool) else said)


def _safe(text: str) -> str:
    """A foreign text within a line of Markdown: nothing in it is a mark."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", visible(text, keep=""))
