"""The contents of a view, part by part, as plain data: to compare views, and to write them down.

A part is a site of the board, with the labels of its pieces, or one cell of a variable, with its value. The turn's own
parts (whose turn it is, its locals) aren't among them.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from gdl.model.types import TRUTHS, Range, Size, Type
from interpreter.game.unknown import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.game.rules import Rules
    from interpreter.game.views import View

Part = tuple[str, ...]
"""A site as (label,); a variable as its name behind "", and a label for each of its dimensions."""
UNSEEN = "?"
"""The content of a part that isn't seen."""
_DIGITS = 20
"""No number of a ruleset has this many digits."""


def parts(game: Rules) -> Iterator[Part]:
    """All parts that a view of this game has, in the order of the rules."""
    model = game.model
    for label in model.board.labels if model.board else ():
        yield (label,)
    for variable in model.variables:
        if not variable.local and variable not in (model.me, model.next):
            for labels in product(*(dimension.labels for dimension in variable.dimensions)):
                yield ("", variable.name, *map(str, labels))


def content(view: View) -> dict[Part, Any]:
    """The content of each part of a view."""
    return {part: shown(view, part) for part in parts(view.game)}


def shown(view: View, part: Part) -> Any:
    """The content of one part: the labels of pieces from the bottom up, or a value; `UNSEEN` if it isn't seen."""
    if part[0]:
        return [piece.label for piece in view.pieces(part[0])] if view.is_seen(part[0]) else UNSEEN
    value = view.value(*part[1:])
    return UNSEEN if value is UNKNOWN else value


def fits(game: Rules, part: Part, held: object) -> bool:
    """Whether a variable's part can hold this value, which comes from a file."""
    variables = (v for v in game.model.variables if v.name == part[1] and len(v.dimensions) == len(part) - 2)
    return held == UNSEEN or any(not variable.local and _holds(variable.type, held) for variable in variables)


def _holds(type_: Type, held: object) -> bool:
    if type_.base is TRUTHS:
        return isinstance(held, bool)
    if type_.size == Size.MANY:
        return isinstance(held, list) and all(_holds(type_.of_size(Size.ONE), one) for one in held)
    if held is None:
        return type_.size == Size.MAYBE
    if isinstance(type_.base, Range):
        number = not isinstance(held, bool) and str(held).removeprefix("-").isdecimal() and len(str(held)) < _DIGITS
        return number and type_.base.low <= int(str(held)) <= type_.base.high
    return held in type_.values.labels
