"""A game of a file: its sections, those of a variant with what it takes over from the game before it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from gdl.text.suggest import did_you_mean
from interpreter.bridges.descriptions.importers.form import Refused
from interpreter.bridges.descriptions.zillions.reading.keywords import KEYWORDS
from interpreter.bridges.descriptions.zillions.reading.macros import Macros
from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word, lists, words

MOST_GAMES = 500
"""Games and variants of a file."""
GOALS = ("win-condition", "loss-condition", "draw-condition", "count-condition")
SECTIONS = (
    "title", "description", "players", "turn-order", "board", "board-setup", "piece", "move-priorities", "option",
    *GOALS,
)  # fmt: skip
"""What a game may hold that the rules need."""


class Trouble(Exception):
    """What can't be said, at a line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


def refused(name: str, line: int) -> Trouble:
    """Why a word isn't read here."""
    word = KEYWORDS.get(name)
    if word is None:
        near = did_you_mean(name, KEYWORDS)
        return Trouble(line, f"`{name}`: no such word is known{f' ({near})' if near else ''}")
    return Trouble(line, f"`{name}`: {word.refused or 'it has no meaning here'}")


@dataclass
class Sheet:
    """A game with the sections that hold for it, and what was found wrong with it."""

    file: str
    title: str
    line: int
    sections: tuple[List, ...]
    troubles: list[Trouble] = field(default_factory=list)

    def all(self, *heads: str) -> Iterator[List]:
        """Its sections that begin with one of these words."""
        return lists(self.sections, *heads)

    def last(self, head: str) -> List | None:
        """Its section of this kind; of several, the last."""
        return next(iter(reversed([*self.all(head)])), None)

    def option(self, name: str) -> str:
        """What an option is set to, or nothing."""
        for option in self.all("option"):
            if len(option.items) > 2 and _is(option.items[1], name):
                return str(option.items[2])
        return ""

    def check(self) -> None:
        """Raise Refused if something was found wrong."""
        if self.troubles:
            found = sorted(self.troubles, key=lambda trouble: trouble.line)
            raise Refused(f"{self.file}:{trouble.line}: {trouble.what}" for trouble in found)


def _is(node: Node, name: str) -> bool:
    return isinstance(node, Word) and node.text.lower() == name


def sheets(nodes: tuple[Node, ...], name: str) -> dict[str, Sheet]:
    """The games of a file by their names; raises Refused."""
    macros = Macros(name)
    found: dict[str, Sheet] = {}
    base: tuple[List, ...] = ()
    for node in nodes:
        if not isinstance(node, List):
            raise Refused([f"{name}:{node.line}: `{str(node)[:40]}` should stand in brackets: `(game …)`"])
        if node.head == "define":
            macros.learn(node)
        elif node.head in ("game", "variant"):
            if node.head == "variant" and not base:
                raise Refused([f"{name}:{node.line}: a variant needs a game before it"])
            own = _sections(macros.written_out(node.rest), name)
            base, sections = (own, own) if node.head == "game" else (base, _over(base, own))
            sheet = Sheet(name, _title(sections, node), node.line, sections)
            found[_free(sheet.title, found)] = sheet
            if len(found) > MOST_GAMES:
                raise Refused([f"{name}:{node.line}: there are more than {MOST_GAMES} games"])
        elif node.head != "version":
            trouble = refused(node.head or str(node)[:40], node.line)
            raise Refused([f"{name}:{node.line}: {trouble.what}"])
    if not found:
        raise Refused([f"{name}: there is no game; one is written `(game …)`"])
    return found


def _sections(nodes: tuple[Node, ...], name: str) -> tuple[List, ...]:
    for node in nodes:
        if not isinstance(node, List):
            raise Refused([f"{name}:{node.line}: `{str(node)[:40]}` should stand in brackets"])
    return tuple(node for node in nodes if isinstance(node, List))


def _over(base: tuple[List, ...], own: tuple[List, ...]) -> tuple[List, ...]:
    """The sections of a variant: pieces and options take the place of their namesakes, goals of all goals."""
    taken = {_key(section) for section in own}
    return (*(section for section in base if _key(section) not in taken), *own)


def _key(section: List) -> tuple[str, str]:
    if section.head in GOALS:
        return "goal", ""
    if section.head == "piece":
        return "piece", named(section)
    return section.head, str(section.items[1]).lower() if section.head == "option" and section.rest else ""


def named(section: List) -> str:
    """The name that a section gives itself, or nothing."""
    for name in lists(section.rest, "name"):
        return " ".join(words(name.rest))
    return ""


def _title(sections: tuple[List, ...], node: List) -> str:
    for title in lists(sections, "title"):
        return " ".join(words(title.rest)).replace('"', "'").strip() or "Game"
    return "Game" if node.head == "game" else "Variant"


def _free(title: str, taken: dict[str, Sheet]) -> str:
    """A game's name for command lines: small letters, with a number where it is taken."""
    plain = unicodedata.normalize("NFKD", title.lower()).encode("ascii", "ignore").decode()
    name = re.sub(r"\W+", "_", plain).strip("_") or "game"
    number = 2
    while (free := name if number == 2 and name not in taken else f"{name}_{number}") in taken:
        number += 1
    return free
