"""The colours in which sets of edges, corners and lines are drawn, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gdl.model.model import Model
from gdl.model.state import Variable
from interpreter.drawing import colours
from interpreter.drawing.beside_board import words_of
from interpreter.drawing.drawn_sets import members, owners

if TYPE_CHECKING:
    from interpreter.game.views import View

INK = "#5a2d0c"
"""What lies on an edge or a corner, or a line, if nothing says another colour."""


class Ink(NamedTuple):
    """A colour, and what it means in words."""

    colour: str
    says: str


def inks(model: Model, variable: Variable) -> Mapping[str, Ink]:
    """How what is in each of a variable's sets is drawn, by their owners: in the colour of that player's pieces."""
    words, own = words_of(variable.name), colours.player_colours(model)
    return {
        owner: Ink(colours.hexadecimal(own.get(owner, "")) or INK, f"{words} {owner}".strip())
        for owner in owners(model, variable)
    }


def inked(view: View, variable: Variable) -> Mapping[str, Ink]:
    """How each thing is drawn that is in such a variable's sets, by its label."""
    by_owner = inks(view.game.model, variable)
    return {label: by_owner[owner] for label, owner in members(view, variable).items()}
