"""PDN, Portable Draughts Notation (3.0): PGN's form, with squares that have numbers, and moves that are whole turns.

`GameType` says how: "20,W,10,10,N2,0" is the game's number, who begins, columns and rows, N for numbers or A for names
like c3, the corner at which square 1 lies (0: bottom left, 1: bottom right, 2: top left, 3: top right), and whether the
square at the bottom left isn't played on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter.bridges.formats import pgn
from interpreter.bridges.formats.outside import Outside

ENGLISH = "21"
"""The game that a file means that doesn't say which."""
POINTS = ("2-0", "0-2", "1-1")
RESULTS = (*pgn.RESULTS, *POINTS, "0-0")
SIDES = ("White", "Black")
LETTERS = "WB"
MOST_SQUARES = 1_000
_TYPE = re.compile(r"(\d{1,3})(?:,([WB])(?:,(\d{1,2}),(\d{1,2})(?:,([ANS])([0-3])(?:,([01]))?)?)?)?")
_SIGNS = r"[-–x×:*]"
_NUMBERS = re.compile(rf"\d{{1,3}}(?:{_SIGNS}\d{{1,3}})+")
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})")


@dataclass(frozen=True)
class Form:
    """How a game is written."""

    number: str
    first: str = "W"
    size: tuple[int, int] = (8, 8)
    numbers: bool = True
    corner: int = 2
    odd: bool = False
    """Whether the square at the bottom left isn't played on."""

    @property
    def text(self) -> str:
        """The form as the tag has it."""
        columns, rows = self.size
        way = "N" if self.numbers else "A"
        return f"{self.number},{self.first},{columns},{rows},{way}{self.corner},{int(self.odd)}"

    def told(self, tag: str) -> Form:
        """This form as far as a file's own tag doesn't say otherwise."""
        found = _TYPE.fullmatch(tag.replace(" ", "").upper())
        if found is None:
            return self
        size = (int(found[3]), int(found[4])) if found[3] else self.size
        if found[5] is None:
            return replace(self, size=size)
        return replace(self, size=size, numbers=found[5] == "N", corner=int(found[6]), odd=found[7] == "1")


def form(said: Sequence[str]) -> Form | None:
    """The form that a ruleset's fact says; None if it says none."""
    found = _TYPE.fullmatch(said[0]) if said else None
    if found is None:
        return None
    size = (int(found[3] or 8), int(found[4] or 8))
    return Form(found[1], found[2] or "W", size).told(said[0])


def letters(said: Sequence[str]) -> dict[str, str]:
    """The kinds of pieces that have a letter, by it: `K=king`."""
    return {part[0]: part[2:] for part in said if re.fullmatch(r"[A-Z]=\w+", part)}


@dataclass(frozen=True)
class Squares:
    """The squares of a board by their numbers, from 1, and by their names."""

    names: tuple[str, ...]
    numbers: bool

    @classmethod
    def of(cls, form: Form, at: Mapping[str, tuple[int, int]]) -> Squares:
        """The squares that are played on; `at`: for each site its column and row, from 0."""
        up, left = form.corner < 2, form.corner % 2 == 0
        played = [site for site, (c, r) in at.items() if (c + r) % 2 == form.odd]
        return cls(
            tuple(sorted(played, key=lambda s: (at[s][1] * (1 if up else -1), at[s][0] * (1 if left else -1)))),
            form.numbers,
        )

    def path(self, text: str) -> list[str] | None:
        """The sites that a move names; None if it isn't written so."""
        if _NUMBERS.fullmatch(text):
            found = [self.site(part) for part in re.split(_SIGNS, text)]
            return None if None in found else [site for site in found if site]
        sites = "|".join(sorted(map(re.escape, self.names), key=len, reverse=True))
        if not re.fullmatch(rf"(?:{sites})(?:{_SIGNS}?(?:{sites}))+", text, re.IGNORECASE):
            return None
        return [site.lower() for site in re.findall(sites, text, re.IGNORECASE)]

    def site(self, text: str) -> str | None:
        """The site of a number or a name."""
        if text.isdecimal():
            return self.names[int(text) - 1] if 0 < int(text) <= len(self.names) else None
        return text.lower() if text.lower() in self.names else None

    def text(self, path: Sequence[str], takes: bool) -> str:
        """A move along these sites. Raises ValueError for a site that isn't played on."""
        return ("x" if takes else "-").join(map(self.name, path))

    def name(self, site: str) -> str:
        """How a site is written."""
        return str(self.names.index(site) + 1) if self.numbers else site


def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
    """The games of a file, each as soon as it has ended."""
    yield from pgn.read(pieces, RESULTS)


def set_up(line: str, squares: Squares) -> tuple[str, list[tuple[str, str, str]]]:
    """What a FEN says: who is to move (W or B), and for each piece its player, its letter ("" for none) and its site.
    Raises ValueError with the reason."""
    first, *groups = "".join(line.split()).rstrip(".").split(":")
    if first not in ("W", "B"):
        raise ValueError(f"`{line[:80]}` should begin with W: or B:, who is to move")
    found: list[tuple[str, str, str]] = []
    for group in filter(None, groups):
        if group[0] not in LETTERS:
            continue  # clocks and counts of other programs
        for part in filter(None, group[1:].split(",")):
            kind = part[0] if part[0].isupper() and len(part) > 1 else ""
            for name in _range(part.removeprefix(kind)):
                if (site := squares.site(name)) is None:
                    raise ValueError(f"there is no square `{part[:20]}`")
                found.append((group[0], kind, site))
        if len(found) > MOST_SQUARES:
            raise ValueError("there are more pieces than squares")
    return first, found


def _range(part: str) -> list[str]:
    """The squares of `31-50`, or the one that is named."""
    if not (found := _RANGE.fullmatch(part)):
        return [part]
    return [str(number) for number in range(int(found[1]), int(found[2]) + 1)]


def position(first: str, pieces: Sequence[tuple[str, str, str]], squares: Squares) -> str:
    """The FEN of a position, as `set_up` gives it."""
    ordered = sorted(pieces, key=lambda piece: squares.names.index(piece[2]))
    groups = (",".join(k + squares.name(site) for whose, k, site in ordered if whose == side) for side in LETTERS)
    return ":".join([first, *(side + group for side, group in zip(LETTERS, groups, strict=True))])
