"""Brackets: a text as words and lists of them, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.bridges.descriptions.importers.form import Refused

MOST_DEPTH = 60
"""Brackets within brackets."""
MOST_WORDS = 200_000
"""Words of a file."""
_TOKEN = re.compile(r'[\s`]+|;[^\n]*|"(?:\\.|[^"\\])*"|[()]|[^\s()";`]+')


@dataclass(frozen=True)
class Word:
    """A name, a number, or a text in quotes."""

    text: str
    line: int
    is_quoted: bool = False

    def __str__(self) -> str:
        return f'"{self.text}"' if self.is_quoted else self.text


def is_number(node: Node) -> bool:
    """Whether this is a number of things, without a sign; a file's words can't hold more than a billion of them."""
    return re.fullmatch("[0-9]{1,9}", str(node)) is not None


@dataclass(frozen=True)
class List:
    """What stands in a pair of brackets; `line` is where it opens."""

    items: tuple[Node, ...]
    line: int
    label: str = ""
    """The macro that the whole list was written as, if it was one."""

    @property
    def head(self) -> str:
        """Its first word, or nothing."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) and not first.is_quoted else ""

    @property
    def rest(self) -> tuple[Node, ...]:
        """What stands behind it."""
        return self.items[1:]

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"


Node = Word | List


def read(text: str, name: str) -> tuple[Node, ...]:
    """The lists of a file, macros still as they stand; raises Refused."""
    stack: list[tuple[list[Node], int]] = [([], 0)]
    for count, (sign, line) in enumerate(_tokens(text, name)):
        if count == MOST_WORDS:
            raise Refused([f"{name}:{line}: there are more than {MOST_WORDS:,} words"])
        if sign == "(":
            if len(stack) > MOST_DEPTH:
                raise Refused([f"{name}:{line}: more than {MOST_DEPTH} brackets stand within each other"])
            stack.append(([], line))
        elif sign == ")":
            if len(stack) == 1:
                raise Refused([f"{name}:{line}: this bracket closes nothing"])
            items, opened = stack.pop()
            stack[-1][0].append(List(tuple(items), opened))
        elif sign[0] == '"':
            stack[-1][0].append(Word(_plain(sign), line, is_quoted=True))
        else:
            stack[-1][0].append(Word(sign, line))
    if len(stack) > 1:
        raise Refused([f"{name}:{stack[-1][1]}: this bracket isn't closed"])
    return tuple(stack[0][0])


def _tokens(text: str, name: str) -> Iterator[tuple[str, int]]:
    at, line = 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise Refused([f"{name}:{line}: this text in quotes doesn't end"])
        token = found[0]
        if token[0] not in ";` \t\n\v\f\xa0" and not token.isspace():
            yield token, line
        line += token.count("\n")
        at = found.end()


def _plain(quoted: str) -> str:
    """A text without its quotes, on one line; a backslash at its end or doubled starts a new line there."""
    return " ".join(re.sub(r'\\(["\\]?)', lambda found: '"' if found[1] == '"' else " ", quoted[1:-1]).split())


def lists(nodes: tuple[Node, ...], *heads: str) -> Iterator[List]:
    """Those lists among nodes that begin with one of these words."""
    for node in nodes:
        if isinstance(node, List) and node.head in heads:
            yield node


def words(nodes: tuple[Node, ...]) -> list[str]:
    """The plain words among nodes."""
    return [node.text for node in nodes if isinstance(node, Word)]
