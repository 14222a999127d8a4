"""How a game is played, as a page of Markdown: its own page, those of the games that it extends, and a legend; what
players need stands before all that is beside it.

A ruleset's page stands beside it: NAME.md beside NAME.gdl; for rulesets that ship, or have a folder of their name, the
folder's README.md. Where there is none, the page says what the rules themselves tell.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from gdl import files, library
from gdl.text.visible import visible
from interpreter.drawing import decisions, legend
from interpreter.drawing.decisions import about, safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gdl.model.model import Option
    from gdl.text.source import Source
    from interpreter.game.rules import Rules
    from interpreter.game.views import View

LARGEST = 200_000
"""Bytes of a page that are read at most; what is larger is no page."""


ASIDE = re.compile(r"##+ (?:sources?|how unclear|a base for|options|commands)\b", re.IGNORECASE)
"""Headings at which begins what players don't need: where the rules come from, how they are read, what can be set."""
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
COMMANDS = re.compile(r"^```\w*\n(?:gdl [^\n]*\n)+```\n*", re.MULTILINE)


def rules_pages(view: View, commands: bool = False) -> list[str]:
    """The page of a game, in parts, for the view of a state of it. If an author has left something open in one part (a
    block of code, for example), that part doesn't swallow the others.

    What players need comes first, then the legend, then what is beside: sources, readings, options.
    `commands`: with the commands that begin a game, at the very end; nobody needs them who plays already, or who is at
    a page.
    """
    game = view.game
    pages = list(_pages(game)) or [_known(game, None)]
    if game.summary:
        pages[0] = re.sub(r"\A\s*(# [^\n]*\n)?", lambda title: f"{title[0]}\n{safe(game.summary)}\n\n", pages[0])
    begin = [block[0] for page in pages for block in COMMANDS.finditer(page)] if commands else []
    halves = [halved(without_commands(page)) for page in pages]
    several = sum(bool(aside) for _, aside in halves) > 1
    asides = [f"{_more(first)}{aside}" if several else aside for first, aside in halves if aside]
    last = [f"## Commands\n\n{''.join(begin)}"] if begin else []
    parts = [*(first for first, _ in halves), legend.markdown(legend.legend(view)), *asides, *last]
    return [part.strip("\n") for part in parts]


def _pages(game: Rules) -> Iterator[str]:
    """Its own page, or what its rules tell; then the same of what it extends."""
    sources = game.given.sources if game.given else ()
    seen = set[Path]()
    for number, source in enumerate(sources):
        page = page_of(source)
        if page in seen:  # that of the game and its variants
            continue
        text = _read(page) if page is not None else ""
        if number == 0 and (page is None or not text or (len(sources) > 1 and _is_of_another(game, page))):
            yield _known(game, source)
        elif not text:
            yield "\n".join([f"# {safe(_title(source))}", "", *_told(game, source)])
        if page is not None and text:
            seen.add(page)
            yield text


def own_pages(game: Rules) -> list[str]:
    """The pages that authors wrote, of the game and of what it extends; those without one are left out."""
    sources = game.given.sources if game.given else ()
    places = dict.fromkeys(page for source in sources if (page := page_of(source)) is not None)
    return [text for page in places if (text := _read(page))]


def halved(page: str) -> tuple[str, str]:
    """What players need of a page, and what comes from the first heading on that is beside it."""
    lines, fence = page.splitlines(keepends=True), ""
    for number, line in enumerate(lines):
        if found := FENCE.match(line):
            if not fence:
                fence = found[1]
            elif line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif not fence and ASIDE.match(line):
            return "".join(lines[:number]), "".join(lines[number:])
    return page, ""


def _more(page: str) -> str:
    """Whose sources and options follow, where several games' do."""
    title = re.match(r"\s*# ([^\n]*)\n", page)
    return f"# More about {title[1]}\n\n" if title else ""


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
    left = COMMANDS.sub("", page)
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
    lines = [f"# {safe(game.title)}", ""]
    facts = [f"{name}: {', '.join(values)}" for name, values in game.facts if name in ("designer", "year", "publisher")]
    lines += [f"{safe('; '.join([*facts, 'players: ' + ', '.join(game.players)]))}.", ""]
    lines += _told(game, source) if source is not None else []
    if game.model.options:
        lines += ["## Options", "", "| option | value | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{o.name}` | {_value(o)} | {safe(o.help)} |" for o in game.model.options]
        lines += [""]
    return "\n".join(lines)


def _told(game: Rules, source: Source) -> list[str]:
    """What one source tells: what it is about, what players decide by it, and its text."""
    lines = [safe(said), ""] if (said := about(source)) else []
    if decided := decisions.markdown(game, source):
        lines += ["## What players decide", "", *decided]
    return [*lines, "## The rules as they are written", "", "~~~~~~gdl", visible(source.text.strip("\n")), "~~~~~~", ""]


def _title(source: Source) -> str:
    """What a source calls its game."""
    found = re.search(r'^game\s+"([^"\n]*)"', source.text, re.MULTILINE)
    return found[1] if found else Path(source.name).stem


def _value(option: Option) -> str:
    value = option.value
    said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return safe(said.lower() if isinstance(value, bool) else said)
