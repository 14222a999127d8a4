"""A ruleset in the making: its declarations, each with the keys that it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region
from interpreter.bridges.descriptions.importers.breaking import WIDTH

INDENT = "  "
Statements = list[str]
"""Lines that stand below each other."""


@dataclass(frozen=True)
class Part:
    """A declaration: what it declares, its text, and the keys whose lines it says."""

    head: str
    text: str
    keys: tuple[str, ...] = ()


@dataclass
class Draft:
    """Declarations in order; one with a head that is there already takes its place."""

    shipped: bool = False
    """Whether this is to be laid beside a ruleset that ships: parts that it has for more than is needed stay in."""
    parts: dict[str, Part] = field(default_factory=dict)
    alone: bool = False
    """Whether it is unlike anything that ships."""
    notation: str = ""
    """How a position is written in one line, for the head; empty for as it is in what ships."""

    def add(self, text: str, *keys: str) -> None:
        """A declaration as text, and its keys."""
        head = head_of(text)
        self.parts[head] = Part(head, text, keys)

    def table(self, pattern: str, lines: Iterable[str], *keys: str, comment: str = "") -> None:
        """A define with a line for each case; with one case that holds always, on one line."""
        rows = list(lines)
        if len(rows) == 1 and " when " not in rows[0] and ": " not in rows[0]:
            self.add(f"define {pattern} = {rows[0]}{comment and f'  # {comment}'}", *keys)
            return
        set_out = in_columns if _width(rows) <= WIDTH else str
        body = "".join(f"\n{INDENT}{set_out(row)}" for row in rows)
        self.add(f"define {pattern} ={comment and f'  # {comment}'}{body}", *keys)

    def block(self, head: str, lines: Iterable[str], *keys: str) -> None:
        """A section, or a define that is a block of statements."""
        self.add(head + "".join(f"\n{INDENT}{line}" for line in lines), *keys)


def head_of(text: str) -> str:
    """What a declaration declares: `define a.goals`, `has passant`, `setup`."""
    line = text.partition("\n")[0].partition("#")[0].strip()
    words = line.split()
    if words[0] == "define":
        return re.split(r"\s*(?:\+?=)", line)[0].strip()
    if len(words) > 1 and words[1] == "has":
        return f"has {re.split(r'[:(]', words[2])[0]}"
    if words[0] in ("option", "direction", "pieces", "set"):
        return f"{words[0]} {words[1].rstrip(':,')}" if words[0] != "pieces" else f"pieces {'of' in words}"
    return words[0]


def _width(rows: list[str]) -> int:
    """How wide lines are whose conditions stand below each other."""
    parts = [row.rpartition(" when ") for row in rows]
    return max(len(text) for text, _, _ in parts) + max(len(condition) for _, _, condition in parts) + 10


def in_columns(row: str) -> str:
    """A line of a table such that the formatter sets conditions below each other."""
    text, when, condition = row.rpartition(" when ")
    return f"{text}  when {condition}" if when and " otherwise " not in row else row


def joined(names: Iterable[str]) -> str:
    """Kinds together: `bishop + queen`."""
    return " + ".join(names)


def among(names: list[str], whose: str = "") -> str:
    """Kinds of a player, ready to stand beside other operators: `(bishop + queen) & mine`."""
    own = [f"{name} of {whose}" if whose else name for name in names]
    return own[0] if len(own) == 1 else f"({joined(own)})"


def square(place: tuple[int, int]) -> str:
    """`d4`."""
    return f"{chr(96 + place[0])}{place[1]}"


def numbers(found: Iterable[int]) -> str:
    """`4..6`, `{2, 8}`, or one number."""
    known = sorted(found)
    if len(known) > 2 and known == list(range(known[0], known[-1] + 1)):
        return f"{known[0]}..{known[-1]}"
    return f"{{{', '.join(map(str, known))}}}"


def region(squares: Region, board: Region, row: str = "row") -> str:
    """A set of squares as it would be written: rows, a rectangle, or a list. `row`: what a row is called."""
    if squares == board:
        return "site"
    if not squares:
        return "{}"
    if len(board) - len(squares) <= 4:
        return f"site - {{{', '.join(map(square, sorted(board - squares, key=lambda s: (s[1], s[0]))))}}}"
    ranks = sorted({y for _, y in squares})
    whole = [y for y in ranks if all((x, y) in squares for x, other in board if other == y)]
    rest = sorted((s for s in squares if s[1] not in whole), key=lambda s: (s[1], s[0]))
    rows = [f"{row}({y})" for y in whole]
    files = {x for x, _ in rest}
    if not rest:
        return " + ".join(rows)
    if len(rest) > 4 and not rows and len(rest) == len(files) * len(ranks):
        columns = f"s.c = {min(files)}" if len(files) == 1 else f"s.c in {numbers(files)}"
        if len(ranks) == len({y for _, y in board}):
            return f"{{s in site where {columns}}}"
        if row == "row":
            return f"{{s in site where {columns} and s.r in {numbers(ranks)}}}"
        return f"{{s in {' + '.join(f'{row}({y})' for y in ranks)} where s.c in {numbers(files)}}}"
    return " + ".join([*rows, f"{{{', '.join(map(square, rest))}}}"])


def flipped(squares: Region, height: int) -> Region:
    """The same squares as the other player sees them."""
    return frozenset((x, height + 1 - y) for x, y in squares)


def of_player(white: Region, black: Region, board: Region, height: int) -> str:
    """A region of player p, of whichever colour."""
    if white == black:
        return region(white, board)
    if black == flipped(white, height):
        text = region(white, board, "p.row")
        if "p.row" in text and "{" not in text.replace("{s in", ""):
            return text
    return f"{region(white, board)} when p = {COLOURS[0]} otherwise {region(black, board)}"


def conditioned(conditions: list[str]) -> Statements:
    """The lines of a condition, broken where it is long."""
    if not conditions:
        return []
    whole = " and ".join(conditions)
    if len(whole) <= 80:
        return [f"    where {whole}"]
    return [f"    {'and' if number else 'where'} {one}" for number, one in enumerate(conditions)]
