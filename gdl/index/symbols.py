"""What names stand for, and the places where they do."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from gdl.syntax import tree as t
from gdl.text.source import Span


class Sort(StrEnum):
    """Sorts of things that have names, in the manual's words."""

    PLAYER = "player"
    OPTION = "option"
    TYPE = "type"
    MEMBER = "member"
    BOARD = "board"
    PIECE = "piece"
    STATE = "state"
    DEFINE = "define"
    BLOCK = "block"
    DIRECTION = "direction"
    COORDINATE = "coordinate"
    SIZE = "size"
    LOCAL = "local"
    PARAMETER = "parameter"
    NUMBER = "number"
    SITE = "site"
    BUILT_IN = "built in"
    FUNCTION = "function"


LOCAL_SORTS = (Sort.LOCAL, Sort.PARAMETER, Sort.SIZE)
"""Sorts of names that are known in a part of one declaration only."""


@dataclass(eq=False)
class Symbol:
    """Something that has a name: where it is introduced, and by which declaration.

    `behind`: it stands behind a dot. `of`: whose it is, as written (`player` for `player has store`), or the board that
    defines it. `places`: where it is introduced, that of the file itself first, then those of what it extends.
    """

    name: str
    sort: Sort
    behind: bool = False
    of: str = ""
    places: list[t.Name] = field(default_factory=list)
    declaration: t.Node | None = None
    scope: Span | None = None

    @property
    def place(self) -> t.Name | None:
        """The introduction that counts here; None for what is built in and for sites."""
        return self.places[0] if self.places else None

    @property
    def is_local(self) -> bool:
        """Whether it is known in a part of one declaration only."""
        return self.sort in LOCAL_SORTS

    @property
    def title(self) -> str:
        """Its name as it is written where it is used."""
        return f"….{self.name}" if self.behind else self.name


@dataclass(frozen=True, eq=False)
class Occurrence:
    """A name in a text, and what it stands for. `introduces`: it is introduced here; `changes`: it is changed here."""

    span: Span
    symbol: Symbol
    introduces: bool = False
    changes: bool = False
