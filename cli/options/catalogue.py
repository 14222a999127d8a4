"""The rulesets that ship, as `gdl list` tells of them: read from their texts and pages."""

from __future__ import annotations

import re
from pathlib import Path

from cli.options.shipped import Entry
from gdl import library
from gdl.check.prelude import Prelude
from gdl.check.ruleset import Ruleset, merge
from gdl.syntax.parser import parse
from gdl.syntax.tree import Alias, Integer, SetOption, Shape, Tree

SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def entries() -> list[Entry]:
    """All of them, each game before its variants."""
    found = [_entry(name, path) for name, path in library.paths().items()]
    return sorted(found, key=lambda entry: (entry.group, entry.family, entry.base != "", entry.name))


def _entry(name: str, path: Path) -> Entry:
    tree = parse(library.read(name))
    rules = merge(tree, lambda base: parse(library.base_of(_text(base.parts), tree.source)))
    game = rules.game
    base = _text(game.base.parts) if game and game.base else ""
    said = (_comment(tree) or _settings(tree)) if base else _sentence(path.with_name("README.md"))
    return Entry(
        name=name,
        title=_text(game.title.parts) if game else name,
        base=base,
        group="/".join(path.parent.parent.relative_to(library.FOLDER).parts),
        family=library.find(Path(rules.trees[-1].source.name).stem).parent.name,
        players=_players(rules),
        board=_board(rules),
        about=" ".join(rules.facts.get("summary", ())) or said,
        also=said,
    )


def _text(parts: tuple[object, ...]) -> str:
    return "".join(part for part in parts if isinstance(part, str))


def _players(rules: Ruleset) -> str:
    players = rules.players
    if players is None:
        return ""
    if players.low is None or players.high is None:
        return ", ".join(name.text for name in players.names)
    low, high = players.low.span.text, players.high.span.text
    return f"{low} players" if low == high else f"{low} to {high} players"


def _board(rules: Ruleset) -> str:
    """The board, or what a game without pieces has in its place; options have their defaults."""
    ships = re.compile(rf"({'|'.join(Prelude.shape_names())})\b")
    values = {name: option.default.span.text for name, option in rules.options.items() if option.default}
    values |= {name: setting.value.span.text for name, setting in rules.settings.items()}
    values |= {d.name.text: d.value.span.text for d in rules.defines.values() if isinstance(d.value, Integer)}

    def filled(text: str) -> str:
        return re.sub(r"\w+", lambda word: values.get(word[0], word[0]), text)

    if rules.board:
        return filled(rules.board.shape.span.text)
    for name, kind in rules.types.items():
        if isinstance(kind, Shape):
            return name
        if isinstance(kind, Alias) and ships.match(kind.value.span.text):
            return filled(kind.value.span.text)
    return "no board"


def _comment(tree: Tree) -> str:
    """The first comment that stands in the first column: what the ruleset is about."""
    lines = tree.source.text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("#")), len(lines))
    found: list[str] = []
    for line in lines[start:]:
        if not line.startswith("#"):
            break
        found.append(line.lstrip("# ").strip())
    return " ".join(filter(None, found))


def _settings(tree: Tree) -> str:
    """What a variant sets."""
    return ", ".join(item.span.text.split("#")[0].strip() for item in tree.items if isinstance(item, SetOption))


def _sentence(page: Path) -> str:
    """What the game's page begins with, below its title; who made it isn't what it is about."""
    try:
        blocks = page.read_text(encoding="utf-8").split("\n\n")
    except OSError:
        return ""
    paragraph = next((" ".join(b.split()) for b in blocks if b.strip() and not b.startswith("#")), "").replace("*", "")
    first, *others = SENTENCE.split(paragraph)
    return " ".join(others if others and first.startswith("By ") else [first, *others])
