"""How pieces, boards, sites and variables are written and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Size


@dataclass(frozen=True)
class Look:
    """How a thing is written in moves and without graphics (`letter`; "" if by its name), with them (`symbol`), and
    its colour."""

    letter: str
    symbol: str = ""
    colour: str = ""
    picture: str = ""
    """A name from the built-in set of shapes, or an SVG path in a square of 100 by 100; "" if the symbol says it."""


@dataclass(frozen=True)
class BoardLook:
    """How a board is drawn: its style, and the colours of its grounds; what isn't said follows from the board."""

    style: str = ""
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class SiteLook:
    """Sites that are marked on the board, whatever stands there: by a sign, by their ground's colour, at their edge."""

    shape: Shape
    sites: tuple[int, ...]
    letter: str = ""
    symbol: str = ""
    colour: str = ""
    edge: bool = False
    """Whether the colour is that of the board's rim beside these sites, not of their ground."""
    picture: str = ""
    """A name from the built-in set of shapes, or an SVG path, as for `Look`: the sign on an empty site."""
    name: str = ""
    """What the ruleset calls them, if it has a word for them: "throne", "A's home"."""


@dataclass(frozen=True)
class VariableLook:
    """What players see of a variable: nothing; a text, in which its name in braces stands for its value, and the names
    of what it belongs to for whose it is; or counters, as many as it says.

    Counters look like `look`; what that doesn't say is as the members of the variable's last dimension look to which
    they belong (Backgammon's men of White; the faces of dice). A text with a `look` has counters for its value.
    """

    form: Literal["hidden", "text", "counters"]
    text: str = ""
    parts: tuple[str | int, ...] = ()
    """The text in parts: what stands as it is; -1 for the value; 0 and up for that of the variable's dimensions."""
    look: Look | None = None

    def names(self, dimension: int) -> bool:
        """Whether the text says for which member of a dimension it holds: then there is one for each."""
        return dimension in self.parts

    def filled(self, value: str, labels: Sequence[str]) -> str:
        """The text with a value, and with what the variable belongs to, by the order of its dimensions."""
        return "".join(part if isinstance(part, str) else value if part < 0 else labels[part] for part in self.parts)


def is_drawn_set(variable: Variable, player: Domain) -> bool:
    """Whether this is a set of edges or corners of a board, or of lines between its sites; or one for each player."""
    shape = variable.type.base
    is_drawn = isinstance(shape, Shape) and (shape.of is not None or shape.joins is not None)
    is_set = variable.type.size == Size.MANY and not variable.collection and not variable.local
    return is_drawn and is_set and variable.dimensions in ((), (player,))
