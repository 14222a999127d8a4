"""What lies on the edges and corners of a board, one by one: for whoever draws them in characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.drawing.counters import counters, is_text
from interpreter.drawing.drawn_sets import colour_of, is_drawn_on, is_inked, members
from interpreter.drawing.site_texts import lives_on, member_text, site_value

if TYPE_CHECKING:
    from gdl.model.shape import Shape
    from interpreter.game.views import View


@dataclass(frozen=True, slots=True)
class Barrier:
    """What lies on one edge or corner: whether anything does, what of it is said, the colour of whose it is."""

    is_there: bool = False
    text: str = ""
    colour: str = ""


def barriers(view: View, shape: Shape) -> dict[str, Barrier]:
    """What lies on each edge or corner of this type, by its name."""
    model = view.game.model
    variables = [v for v in model.variables if lives_on(model, v, shape) and is_text(model, v)]
    within = {v: members(view, v) for v in variables if is_drawn_on(model, v, shape)}
    lying = counters(view, shape)
    found = {}
    for label in shape.labels:
        is_there, colour, said = False, "", [str(one.number) for one in lying[label]]
        for variable in variables:
            if variable in within:
                if label in within[variable]:
                    owner = within[variable][label]
                    is_there, colour = True, colour_of(model, variable, owner) or colour
                    said += [member_text(model, owner)] if owner else []
            elif is_inked(variable, shape):
                is_there = is_there or view.value(variable.name, label) is True
            else:
                text, own = site_value(view, variable, label, is_board=True)
                colour = own or colour
                said += [text] if text else []
        found[label] = Barrier(is_there or bool(said), " ".join(said), colour)
    return found
