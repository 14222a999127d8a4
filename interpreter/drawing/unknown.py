"""How pieces look of which a viewer doesn't know everything, and sites of which nothing is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.types import Domain, Size
from gdl.text.plurals import plural
from interpreter.drawing.dice import dice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gdl.model.model import Model
    from gdl.model.state import Variable
    from interpreter.game.views import View

SIGN = "?"
_NUMBER = re.compile(r"\b(?:\d+|a) hidden [^,;]+$")
SHADE = "#555555"
"""The ground of a site of which nothing is known."""


def so_many(view: View, variable: Variable, whose: Sequence[str] = ()) -> str:
    """What stands for something that isn't seen: `7 hidden cards`, if all players can count it, nothing for none of it;
    where there can only be one, `a hidden card`.

    `whose` says which; if that leaves several, it is `?`.
    """
    number = view.number(variable.name, *whose) if len(variable.holders) == len(whose) else None
    if number is None:
        return SIGN
    held = variable.held
    noun = held.noun.replace("_", " ") if isinstance(held, Domain) else _of_numbers(view.game.model, variable)
    if number == 1 and variable.type.size == Size.MAYBE and not variable.collection:
        return f"a hidden {noun}" if isinstance(held, Domain) else SIGN
    return f"{number} hidden {noun if number == 1 else plural(noun)}" if number else ""


def _of_numbers(model: Model, variable: Variable) -> str:
    """What numbers are that are held: dice as such, several things as cards are."""
    if variable in dice(model):
        return "die"
    return "card" if variable.collection or variable.type.size == Size.MANY else "number"


def is_number_alone(text: str) -> bool:
    """Whether a text tells only how much of something there is that isn't seen."""
    return _NUMBER.search(text) is not None


@dataclass(frozen=True)
class Partly:
    """A piece of which something isn't known: its label, whose it is, if that is known, and its colour."""

    label: str
    owner: str | None
    colour: str
    of: str = ""
    """The label of a piece that looks like it but for its number."""


@lru_cache(maxsize=8)
def partly_known(model: Model) -> Mapping[str, Partly]:
    """All that may be left of pieces in the game, by their labels; nothing if none are hidden."""
    if not any(isinstance(hidden.what, str) for hidden in model.hidden):
        return {}
    found = [Partly(SIGN, None, "")]
    found += [Partly(f"{SIGN} of {player}", player, _colour(model, n)) for n, player in enumerate(model.players)]
    for label, (_, owner, number) in zip(model.pieces.labels, model.piece_parts, strict=True):
        if number is not None:
            unnumbered = label.replace(f"({number})", f"({SIGN})")
            whose = model.players[owner] if owner >= 0 else None
            found.append(Partly(unnumbered, whose, "", label))
    return {piece.label: piece for piece in reversed(found)}


def _colour(model: Model, player: int) -> str:
    """The colour of a player's pieces, or their own."""
    looks = [model.looks.get(f"{model.player.name}.{model.players[player]}")]
    looks += [
        model.looks.get(label)
        for label, (_, owner, _) in zip(model.pieces.labels, model.piece_parts, strict=True)
        if owner == player
    ]
    return next((look.colour for look in looks if look and look.colour), "")
