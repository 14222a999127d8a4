"""A language in letters of its own: what a screen shows in ours comes from a ruleset, or bypasses the catalogue."""

from __future__ import annotations

import re
from typing import Any

from cli.languages import catalogues
from cli.languages.catalogues import Catalogue, Terminal
from cli.terminal.scene.commands import NAMES
from gdl import library
from gdl.model.suits import SIGNS

LATIN = "abcdefghijklmnopqrstuvwxyz"
STRANGE = "абвгдежзийклмнопрстуфхцчшщ"
"""Letters that no ruleset and no part of the program writes."""
TABLE = str.maketrans(LATIN + LATIN.upper(), STRANGE + STRANGE.upper())
OWN_WORDS = {
    "gdl", "play", "replay", "resume", "human", "random", "mcts", "careful", "alphabeta", "esc",
    *NAMES, *SIGNS.values(),
}  # fmt: skip
"""Commands, the words that they take, and a key: they are the same in every language. Suits that rulesets name by
letters stand in their sentences as “spades”, whatever the language of the program is."""
CODE = "zz"


def strange(text: str) -> str:
    """The text in other letters, but for what stands for values."""
    return "".join(part if part.startswith("{") else part.translate(TABLE) for part in re.split(r"(\{\w+\})", text))


def catalogue() -> Catalogue:
    """All texts that German has, in other letters."""
    german = next(one for one in catalogues.known() if one.code == "de")
    texts: Any = {
        text: strange(text) if isinstance(own, str) else {"other": strange(text)}
        for text, own in {**german.texts, **german.terminal.texts}.items()
    }
    heard = {
        kind: {text: strange(text) for text in forms}
        for kind, forms in {**german.heard, **german.terminal.heard}.items()
    }
    return Catalogue(CODE, "z", {}, {}, {}, Terminal(texts, heard))


def of_author(name: str) -> set[str]:
    """All words of a ruleset, and of what it extends, which lies beside it."""
    return set().union(*(words(path.read_text(encoding="utf-8")) for path in library.find(name).parent.glob("*.gdl")))


def words(text: str) -> set[str]:
    """What reads as words of ours: three letters and more."""
    return set(re.findall(r"[A-Za-z]{3,}", text))


def left(text: str, *names: str) -> set[str]:
    """Words on a screen that are neither in other letters nor these rulesets' own."""
    return words(text) - set().union(*map(of_author, names)) - OWN_WORDS
