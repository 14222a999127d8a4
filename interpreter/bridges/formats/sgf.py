"""SGF, the Smart Game Format (FF[4]): trees of nodes, of which the first line of play is read.

Nodes are `;` and properties `B[dd]`; `(` and `)` hold lines of play. Further lines are counted and left out. Nothing
here is recursive: the first line ends at the first `)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

from interpreter.bridges.formats.outside import MOST_PLIES, MOST_TEXT, Outside, Said

SIDES = ("B", "W")
GO = "1"
"""The game that a file means that doesn't say which."""
POINTS = ascii_lowercase + ascii_uppercase
_PUT = {"AB": 0, "AW": 1, "AE": None}


def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
    """The games of a file, each as soon as it has ended."""
    reader = _Reader()
    for line, text in pieces:
        for char in text:
            if (game := reader.step(line, char)) is not None:
                yield game
    if (game := reader.game) is not None:
        game.refuse(game.line, "the file ends in the middle of this game")
        yield game


class _Reader:
    """Where in a game the stream is."""

    def __init__(self) -> None:
        self.number = 0
        self.game: Outside | None = None
        self.depth = 0
        self.over = False
        """Whether the first line of play has ended."""
        self.name = ""
        self.done = False
        """Whether the property's name has ended."""
        self.value: list[str] | None = None
        self.escaped = False
        self.nodes = 0

    def step(self, line: int, char: str) -> Outside | None:
        """Read a character; the game that it ends, if it ends one."""
        if self.value is not None:
            self._in_value(line, char)
        elif char == "(":
            self._open(line)
        elif self.game is None:
            return None  # what stands between games says nothing
        elif char == ")":
            return self._close()
        elif char == ";":
            self.nodes += not self.over
            self.name = ""
        elif char == "[":
            self.value, self.done = [], True
        elif char.isalpha():
            self.name = char if self.done else (self.name + char)[-20:]
            self.done = False
        elif not char.isspace():
            self.game.refuse(line, f"`{char}` stands where a property, a node or a bracket should")
        return None

    def _open(self, line: int) -> None:
        self.depth += 1
        if self.game is None:
            self.number += 1
            self.game, self.over, self.nodes = Outside(self.number, line), False, 0
        elif self.over:
            self.game.dropped += 1
        self.name = ""

    def _close(self) -> Outside | None:
        self.over = True
        self.depth -= 1
        if self.depth:
            return None
        game, self.game = self.game, None
        if game is not None and not self.nodes:
            game.refuse(game.line, "there is no node in it; a game looks like (;GM[1]…)")
        return game

    def _in_value(self, line: int, char: str) -> None:
        assert self.value is not None
        if self.escaped:
            self.escaped = False
            if char != "\n":
                self._keep(char)
        elif char == "\\":
            self.escaped = True
        elif char == "]":
            value, self.value = "".join(self.value), None
            if not self.over:
                self._property(line, "".join(c for c in self.name if c.isupper()), value)
        else:
            self._keep(char)

    def _keep(self, char: str) -> None:
        assert self.value is not None
        if not self.over and len(self.value) < MOST_TEXT:
            self.value.append(char)

    def _property(self, line: int, name: str, value: str) -> None:
        game = self.game
        assert game is not None
        if name in SIDES:
            game.move(Said(value.strip(), line, SIDES.index(name)))
        elif name == "C":
            game.say(value)
        elif name in _PUT or name == "PL":
            if game.moves:
                game.refuse(line, f"{name} changes the board in mid-game, which isn't a move")
            elif name == "PL":
                game.tag(name, value)
            else:
                where = _rectangle(value.strip())
                if sum(len(points) for _, points in game.stones) + len(where) > MOST_PLIES:
                    game.refuse(line, "more stones are put on the board than it can have")
                else:
                    game.stones.append((_PUT[name], where))
        elif self.nodes <= 1:
            game.tag(name, value)


def _rectangle(value: str) -> list[str]:
    """The points of `aa:cc`, or the one that is named."""
    first, colon, last = value.partition(":")
    if not colon or len(first) != 2 or len(last) != 2 or any(c not in POINTS for c in first + last):
        return [value]
    columns, rows = (sorted(POINTS.index(p[i]) for p in (first, last)) for i in (0, 1))
    across, down = (range(low, high + 1) for low, high in (columns, rows))
    return [POINTS[c] + POINTS[r] for r in down for c in across]


def write(
    tags: Mapping[str, str], first: str, stones: Sequence[tuple[int | None, Sequence[str]]],
    moves: Sequence[tuple[int, str, str]],
) -> str:  # fmt: skip
    """A game as SGF. Each move is the place of its player, its text, and what is said of it."""
    parts = ["(;FF[4]CA[UTF-8]", *(f"{name}[{_escaped(value)}]" for name, value in tags.items())]
    for side, points in stones:
        name = next(name for name, whose in _PUT.items() if whose == side)
        parts.append("".join([name, *(f"[{point}]" for point in points)]))
    parts.append(f"C[{_escaped(first)}]" if first else "")
    for side, text, said in moves:
        parts.append(f"\n;{SIDES[side]}[{_escaped(text)}]" + (f"C[{_escaped(said)}]" if said else ""))
    return "".join([*parts, ")\n"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
