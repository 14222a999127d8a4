"""Every word of the language: keywords read from the grammar, and the names that are built in.

A keyword is added in `grammar.lark` alone: what can't be a name, what a declaration or a statement begins with and
what a misspelt word is compared with follow from there. A built-in function is a row of `FUNCTIONS`: the checker
calls none that isn't there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

GRAMMAR = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")

BUILT_IN = ("me", "next", "stuck", "piece", "kind", "site", "empty", "player", "truth", "direction")
"""Names that stand for something in every ruleset."""


class Function(NamedTuple):
    """What editors say of a function: its arguments and what it gives. `yields`: a ruleset may use its name for a thing
    of its own, which then comes first."""

    arguments: tuple[str, ...]
    meaning: str
    yields: bool = False


FUNCTIONS = {
    "count": Function(("S",), "How many there are."),
    "max": Function(("S",), "The greatest number; nothing if there is none. Also of a query: `max(e for x in S)`."),
    "min": Function(("S",), "The least number; nothing if there is none. Also of a query: `min(e for x in S)`."),
    "sum": Function(("e for x in S",), "The sum; 0 if there is none."),
    "the": Function(("S",), "The only element; nothing if there is none, or several."),
    "index": Function(("x",), "Its place in its type, from 0."),
    "letter": Function(("n",), "The n-th letter, for coordinates; of a thing, by its place in its type."),
    "capital": Function(("n",), "The same in capitals; after z comes aa."),
    "around": Function(("i", "n"), "The place of the i-th of n points on a circle; known after `at` alone."),
    "repeats": Function(("what", "…", "within k"), "How often all this has been so, this time included."),
    "abs": Function(("n",), "How far from 0.", yields=True),
    "distance": Function(("X.D through S", "T"),
                         "With how many such steps T is reached at least; nothing if there is no way.", yields=True),
    "xor": Function(("a", "b"), "Of two numbers: bit by bit. Of two sets: what is in one of them alone.", yields=True),
    "placements": Function(("S",), "All sets of sites of the form of S: moved, turned and mirrored.", yields=True),
}  # fmt: skip
"""Functions: the checker calls those of `gdl.check.builtins.CALLS`; `around` is known behind `at` alone."""
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
"""What stands between two things that are compared."""
CONTENT = ("owner", "kind", "piece")
"""What stands behind the dot of any site of the board."""
STACK = ("height", "top", "bottom")
"""What else stands behind the dot of a site of a board with stacks, and of a pile."""
OF_DIRECTIONS = ("opposite", "turned")
"""What stands behind the dot of a direction; `turned` takes a number."""
PARTS = ("edges", "corners")
"""What a board has between and around its sites, as types: `edges of site`."""
OF_BORDERS = (*PARTS, "sites", "edge", "corner", "site")
"""What stands behind the dot of a site, an edge or a corner; in the singular with a direction."""
FACTS = (
    "designer", "year", "publisher", "source", "link", "licence", "notes", "minutes", "summary", "opponent", "notation",
    "pgn", "sgf", "pdn", "uci", "usi", "ucci", "xboard",
)  # fmt: skip
"""Facts about a game that are shown in a fixed place or read by programs."""

_SIGN = re.compile(r'"[^"]*"|/(?:\\.|[^/\\])+/|->\s*\w+|\w+|[()\[\]|?*+]')
_WORD = re.compile(r'"([a-z]+)"')
_ONE_OF = re.compile(r"/\((\w+(?:\|\w+)*)\)\\b/")  # a terminal that is one of several words


@cache
def _rules() -> dict[str, str]:
    """The right sides of the grammar's rules and terminals, by their names."""
    plain = re.sub(r"^\s*//.*$|^%.*$", "", GRAMMAR, flags=re.MULTILINE)
    parts = re.split(r"^\??(\w+)(?:\.\d+)?:", plain, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _words() -> Iterator[str]:
    for body in _rules().values():
        yield from _WORD.findall(body)
        for words in _ONE_OF.findall(body):
            yield from words.split("|")


def first(rule: str) -> tuple[str, ...]:
    """The words and terminals with which a rule of the grammar may begin, in the order in which they stand there."""
    return tuple(dict.fromkeys(_First().of(rule)))


class _First:
    """Reads what can stand first; a rule that was met before, or that begins with itself, adds nothing by that."""

    def __init__(self) -> None:
        self.met: set[str] = set()

    def of(self, name: str) -> list[str]:
        if name in self.met:
            return []
        self.met.add(name)
        body = _rules()[name]
        if several := _ONE_OF.match(body.strip()):
            return several[1].split("|")
        if name.isupper():
            return _WORD.findall(body) or [name]
        found, _ = self._alternatives([sign for sign in _SIGN.findall(body) if not sign.startswith("->")])
        return found

    def _alternatives(self, signs: list[str], wanted: bool = True) -> tuple[list[str], bool]:
        """What these alternatives begin with, up to the closing bracket; whether one of them may be empty.

        Only what is wanted is met: a bracket behind something that must stand there can't be first.
        """
        found: list[str] = []
        empty = False
        open_ = True  # nothing that must stand there has come yet in this alternative
        while signs and signs[0] not in (")", "]"):
            sign = signs.pop(0)
            if sign == "|":
                empty, open_ = empty or open_, True
                continue
            first_here = wanted and open_
            if sign in ("(", "["):
                begins, may_be_empty = self._alternatives(signs, first_here)
                signs.pop(0)
                may_be_empty = may_be_empty or sign == "["
            else:
                begins, may_be_empty = self._item(sign) if first_here else [], False
            while signs and signs[0] in ("?", "*", "+"):
                may_be_empty = signs.pop(0) != "+" or may_be_empty
            found += begins
            open_ = open_ and may_be_empty
        return found, empty or open_

    def _item(self, sign: str) -> list[str]:
        if sign[0] == '"':
            return [sign[1:-1]] if sign[1:-1].isalpha() else []
        return self.of(sign) if sign in _rules() else []


KEYWORDS = frozenset(_words())
"""The words that are the language's own, which can't be names."""
SOFT = {name: word[1] for name, body in _rules().items() if (word := re.match(r"/([a-z]+)(?:\(\?=|\\b)", body.strip()))}
"""The words that are the language's own only in their place, by their terminals: elsewhere they can be names."""
HEADS = tuple(word for word in first("declaration") if word in KEYWORDS)
"""The words with which declarations begin; `… has` begins with a name."""
VARIANT_HEADS = ("set", "replace", "remove", "rename", "after", "or")
"""Those of them that only a variant uses: they change what the base has declared."""
WORDS = KEYWORDS.union(SOFT.values())
"""Every word of the language."""
SOFT_HEADS = tuple(SOFT[word] for word in first("declaration") if word in SOFT)
"""Words with which declarations begin, and names may be called, too."""
STATEMENTS = tuple(word for word in first("_statement") if word in KEYWORDS - {*first("value")})
"""The words with which statements begin."""
SOFT_STATEMENTS = tuple(SOFT[word] for word in first("_statement") if word in SOFT)
"""Words with which statements begin, and names may be called, too."""
ENDS = tuple(SOFT.get(word, word) for word in first("_ends"))
"""The words with which statements begin that end the game."""
VALUES = first("value")
"""The words and terminals with which values begin."""
SECTIONS = first("SECTION")
"""The sections of a ruleset."""
_ALWAYS, _WITH_MORE, _WITH_TEXT, _WITH_NAME = (
    words.split("|") for words in re.findall(r"\(([a-z|]+)\)", _rules()["CONTINUED"])
)
GOING_ON = (*_ALWAYS, *_WITH_MORE, *_WITH_TEXT, *_WITH_NAME)
"""The words that, at the beginning of a line, continue the line above."""
SEPARATING = tuple(_WITH_MORE)
"""Those of them that, alone on their line, stand between blocks."""
BEFORE_TEXT = tuple(_WITH_TEXT)
"""Those of them that do so before a text alone: elsewhere they can be names."""
BEFORE_NAME = tuple(_WITH_NAME)
"""Those of them that do so before a name that says whom, and are names where they are declared or shown."""


def listed(words: Iterable[str], last: str = "or") -> str:
    """Words of the language as a message lists them: “`a`, `b` or `c`”."""
    *others, final = (f"`{word}`" for word in words)
    return f"{', '.join(others)} {last} {final}" if others else final
