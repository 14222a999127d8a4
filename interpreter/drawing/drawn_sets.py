"""Sets of edges, corners or lines, of the game or of each player: they are drawn on what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gdl.model import looks
from gdl.model.model import Model
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import TRUTHS
from interpreter.drawing.colours import player_colours

if TYPE_CHECKING:
    from interpreter.game.views import View


def is_drawn_on(model: Model, variable: Variable, shape: Shape) -> bool:
    """Whether this is a set, or one for each player, that is drawn on these edges, corners or lines."""
    return variable.type.base is shape and looks.is_drawn_set(variable, model.player)


def is_inked(variable: Variable, shape: Shape) -> bool:
    """Whether a variable says no more of an edge or a corner than that something is there."""
    is_truth = variable.type.base is TRUTHS and not variable.parameters
    return shape.of is not None and variable.subject is shape and is_truth


def owners(model: Model, variable: Variable) -> Sequence[str]:
    """Whose sets such a variable holds: each player's, or one that is nobody's."""
    return model.players if variable.dimensions else ("",)


def colour_of(model: Model, variable: Variable, owner: str) -> str:
    """In what colour such a set is drawn: the one of its look, or of its owner's pieces; "" if there is none."""
    return model.set_colours.get(variable) or player_colours(model).get(owner, "")


def members(view: View, variable: Variable) -> Mapping[str, str]:
    """Those that are in such a variable's sets, by name, and whose each is; none where it isn't known."""
    found: dict[str, str] = {}
    for owner in owners(view.game.model, variable):
        value = view.value(variable.name, *[owner] if owner else [])
        found |= dict.fromkeys(value, owner) if isinstance(value, list | tuple | set | frozenset) else {}
    return found
