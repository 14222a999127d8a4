"""`gdl list`: the games that ship."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.arguments import JsonOption
from cli.echo import say_json

if TYPE_CHECKING:
    from gdl.ruleset import Ruleset
    from gdl.tree import Tree


@dataclass(frozen=True)
class Entry:
    """A ruleset in the list. `family` is the folder that holds it and its variants."""

    name: str
    title: str
    base: str
    family: str
    players: str
    board: str
    about: str


def list_games(as_json: JsonOption = False) -> None:
    """Name the games that ship, each with its variants.

    \b
    gdl list
    gdl list --json
    """
    from gdl import library

    entries = [_entry(name, path) for name, path in library.paths().items()]
    entries.sort(key=lambda entry: (entry.family, entry.base != "", entry.name))
    if as_json:
        say_json([vars(entry) for entry in entries])
        return
    _print(entries)


def _print(entries: list[Entry]) -> None:
    from cli.screen import Screen

    screen = Screen()
    width = max((len(entry.name) for entry in entries), default=0) + 2
    for entry in entries:
        if not entry.base:
            screen.write()
        indent = "  " if entry.base else ""
        screen.line([(f"{indent + entry.name:<{width}}  ", "bold"), (entry.title, "")])
        facts = f"{entry.players}; {entry.board}" if not entry.base else f"a variant of {entry.base}"
        for line in (
            facts,
            *textwrap.wrap(entry.about, screen.width - width - 2, max_lines=2, placeholder=" …"),
        ):
            screen.write(f"{'':{width}}  {line}", "dim")
    screen.write()
    screen.write("gdl play NAME plays one, gdl show NAME tells more.")


def _entry(name: str, path: Path) -> Entry:
    from gdl import library
    from gdl.parser import parse
    from gdl.ruleset import merge

    tree = parse(library.read(name))
    rules = merge(tree, lambda base: parse(library.base_of(_text(base.parts), tree.source)))
    game = rules.game
    base = _text(game.base.parts) if game and game.base else ""
    return Entry(
        name=name,
        title=_text(game.title.parts) if game else name,
        base=base,
        family=path.parent.name,
        players=_players(rules),
        board=f"board {rules.board.shape.span.text}" if rules.board else "no board",
        about=_comment(tree) or (_settings(tree) if base else _first_paragraph(path.with_name("README.md"))),
    )


def _text(parts: tuple[object, ...]) -> str:
    return "".join(part for part in parts if isinstance(part, str))


def _players(rules: Ruleset) -> str:
    return rules.players.span.text.removeprefix("players").split("#")[0].strip() if rules.players else ""


def _comment(tree: Tree) -> str:
    """The comment with which the file begins, if it does."""
    lines = []
    for line in tree.source.text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").strip())
    return " ".join(filter(None, lines))


def _settings(tree: Tree) -> str:
    """What a variant sets."""
    from gdl.tree import SetOption

    return ", ".join(item.span.text.split("#")[0].strip() for item in tree.items if isinstance(item, SetOption))


def _first_paragraph(page: Path) -> str:
    """What the game's page begins with, below its title."""
    try:
        blocks = page.read_text(encoding="utf-8").split("\n\n")
    except OSError:
        return ""
    return next((" ".join(block.split()) for block in blocks if block.strip() and not block.startswith("#")), "")
