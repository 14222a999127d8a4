"""SGF, the Smart Game Format (FF[4]): trees of nodes, of which the first line of play is the game.

Nodes are `;` and properties `B[dd]`; `(` and `)` hold lines of play: the first `(` at a place goes on with the line,
those that follow are variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

from interpreter.bridges.formats.outside import MOST_PLIES, MOST_TEXT, Outside, Said, joined

SIDES = ("B", "W")
GO = "1"
"""The game that a file means that doesn't say which."""
POINTS = ascii_lowercase + ascii_uppercase
_PUT = {"AB": 0, "AW": 1, "AE": None}
_TOKEN = re.compile(r"\s*(?:([A-Z]+)\[([^\]\\]*)\]|([^\W\d_]+)|(\S))")
"""A whole property, the letters of a name, or a sign."""
_SIGN_IN_VALUE = re.compile(r"[\]\\]")


def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
    """The games of a file, each as soon as it has ended."""
    reader = _Reader()
    for line, text in pieces:
        yield from reader.feed(line, text)
    if (game := reader.game) is not None:
        game.refuse(game.line, "the file ends in the middle of this game")
        yield game


@dataclass
class _Bracket:
    """An open bracket: the line that goes on in it, and after how many of its moves another one was opened in it."""

    line: int = 0
    split: int | None = None
    count: int = 1
    """So many brackets were opened there, one directly in the other."""


class _Reader:
    """Where in a game the stream is."""

    def __init__(self) -> None:
        self.number = 0
        self.game: Outside | None = None
        self.here = _Bracket()
        self.around: list[_Bracket] = []
        """The brackets around it."""
        self.skipped = 0
        """Brackets that are open in a variation that is left out."""
        self.name = ""
        self.done = False
        """Whether the property's name has ended."""
        self.value: list[str] | None = None
        self.kept = 0
        """Characters of the value so far."""
        self.escaped = False
        self.nodes = 0
        self.comment = ""
        """What the node says: of its move, wherever that stands in it."""

    def feed(self, line: int, text: str) -> Iterator[Outside]:
        """Read a piece of the file; gives the games that end in it."""
        at = 0
        while at < len(text):
            if self.value is not None:
                at = self._in_value(line, text, at)
                continue
            found = _TOKEN.match(text, at)
            if found is None:
                return  # blanks
            at = found.end()
            name, value, letters, sign = found.groups()
            if self.game is None:
                if sign == "(":
                    self._opens(line)  # what stands between games says nothing
                elif name:
                    at = found.end(1)  # a bracket may open in what looks like a value
            elif name and (self.done or not self.name):
                self.name, self.done = name, True
                if not self.skipped:
                    self._property(line, name, value[:MOST_TEXT])
            elif name:  # the rest of a name with a blank in it
                self._named(name)
                at = found.end(1)
            elif letters:
                self._named(letters)
            elif (game := self._sign(line, sign)) is not None:
                yield game

    def _named(self, letters: str) -> None:
        self.name = (letters if self.done else self.name + letters)[-20:]
        self.done = False

    def _sign(self, line: int, sign: str) -> Outside | None:
        """Read a sign between properties; the game that it ends, if it ends one."""
        assert self.game is not None
        if sign == "(":
            self._opens(line)
        elif sign == ")":
            return self._close()
        elif sign == ";":
            self._node_ends()
            self.nodes += 1
            self.name = ""
        elif sign == "[":
            self.value, self.kept, self.done = [], 0, True
        else:
            self.game.refuse(line, f"`{sign}` stands where a property, a node or a bracket should")
        return None

    def _node_ends(self) -> None:
        if self.comment and self.game is not None:
            self.game.say(self.comment, self.here.line)
        self.comment = ""

    def _opens(self, line: int) -> None:
        self._node_ends()
        self.name = ""
        if self.game is None:
            self.number += 1
            self.game, self.here, self.around, self.nodes = Outside(self.number, line), _Bracket(), [], 0
        elif self.skipped:
            self.skipped += 1
        elif self.here.split is None:  # the first bracket goes on with the line
            self.here.split = len(self.game.lines[self.here.line].moves)
            self._within(self.here.line)
        else:
            branch = self.game.branch(self.here.line, self.here.split)
            if branch is None:
                self.skipped = 1
            else:
                self._within(branch)

    def _within(self, line: int) -> None:
        last = self.around[-1] if self.around else None
        if last is not None and (last.line, last.split) == (self.here.line, self.here.split):
            last.count += 1
        else:
            self.around.append(self.here)
        self.here = _Bracket(line)

    def _close(self) -> Outside | None:
        self._node_ends()
        if self.skipped:
            self.skipped -= 1
        elif self.around:
            last = self.around[-1]
            self.here = _Bracket(last.line, last.split)
            last.count -= 1
            if not last.count:
                self.around.pop()
        else:
            game, self.game = self.game, None
            if game is not None and not self.nodes:
                game.refuse(game.line, "there is no node in it; a game looks like (;GM[1]…)")
            return game
        return None

    def _in_value(self, line: int, text: str, at: int) -> int:
        """Read on in a value that a piece's end, or a sign that stands for itself, has cut; where it goes on."""
        if self.escaped:
            self.escaped = False
            self._keep(text[at].strip("\n"))
            return at + 1
        found = _SIGN_IN_VALUE.search(text, at)
        self._keep(text[at : found.start() if found else len(text)])
        if found is None:
            return len(text)
        if found[0] == "\\":
            self.escaped = True
        else:
            value, self.value = "".join(self.value or ()), None
            if not self.skipped:
                self._property(line, "".join(c for c in self.name if c.isupper()), value)
        return found.end()

    def _keep(self, part: str) -> None:
        assert self.value is not None
        if not self.skipped and self.kept < MOST_TEXT:
            self.value.append(part[: MOST_TEXT - self.kept])
            self.kept += len(part)

    def _property(self, line: int, name: str, value: str) -> None:
        game, at = self.game, self.here.line
        assert game is not None
        if name in SIDES:
            game.move(Said(value.strip(), line, SIDES.index(name)), at)
        elif name == "C":
            self.comment = joined(self.comment, value)
        elif name in _PUT and at:
            game.move(Said(f"{name}[{value}]", line), at)  # no rules read that as a move: the variation ends here
        elif name in _PUT or (name == "PL" and not at):
            if game.moves:
                game.refuse(line, f"{name} changes the board in mid-game, which isn't a move")
            elif name == "PL":
                game.tag(name, value)
            else:
                where = [] if game.trouble else _rectangle(value.strip())
                game.put += len(where)
                if game.put > MOST_PLIES:
                    game.refuse(line, "more stones are put on the board than it can have")
                else:
                    game.stones.append((_PUT[name], where))
        elif self.nodes <= 1 and not at:
            game.tag(name, value)


def _rectangle(value: str) -> list[str]:
    """The points of `aa:cc`, or the one that is named."""
    first, colon, last = value.partition(":")
    if not colon or len(first) != 2 or len(last) != 2 or any(c not in POINTS for c in first + last):
        return [value]
    columns, rows = (sorted(POINTS.index(p[i]) for p in (first, last)) for i in (0, 1))
    across, down = (range(low, high + 1) for low, high in (columns, rows))
    return [POINTS[c] + POINTS[r] for r in down for c in across]


@dataclass
class Written:
    """A move to be written: the place of its player, its text, what is said of it, and what might have come instead."""

    side: int
    text: str
    said: str = ""
    instead: list[tuple[str, list[Written]]] = field(default_factory=list)
    """For each variation what is said before it, and its moves."""


def write(
    tags: Mapping[str, str], first: str, stones: Sequence[tuple[int | None, Sequence[str]]], moves: Sequence[Written]
) -> str:
    """A game as SGF; `first` is said before the moves."""
    parts = ["(;FF[4]CA[UTF-8]", *(f"{name}[{_escaped(value)}]" for name, value in tags.items())]
    for side, points in stones:
        name = next(name for name, whose in _PUT.items() if whose == side)
        parts.append("".join([name, *(f"[{point}]" for point in points)]))
    return "".join([*parts, _comment(first), *_tree(moves), ")\n"])


def _tree(moves: Sequence[Written]) -> list[str]:
    """The nodes of a line, each variation in brackets behind the rest of the line that it leaves."""
    parts: list[str] = []
    behind: list[str] = []
    for move in moves:
        if move.instead:
            parts.append("\n(")
            others = [["\n(", _before(said), *_tree(line), ")"] for said, line in move.instead]
            behind.append("".join([")", *(text for other in others for text in other)]))
        parts.append(f"\n;{SIDES[move.side]}[{_escaped(move.text)}]{_comment(move.said)}")
    return [*parts, *reversed(behind)]


def _comment(said: str) -> str:
    return f"C[{_escaped(said)}]" if said else ""


def _before(said: str) -> str:
    return f";{_comment(said)}" if said else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
