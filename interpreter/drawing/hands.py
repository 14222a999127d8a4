"""Hands and piles, card by card: what players hold that others don't see, and sets of things that aren't on a board.

Only games that hide something have hands; whatever is kept in numbers elsewhere is told in words (`told`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gdl.model.model import Shape
from gdl.model.nodes import Const
from gdl.model.types import TRUTHS, Domain, Range, Size
from interpreter.drawing.beside_board import shown, words_of
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.drawing.unknown import SIGN
from interpreter.game.unknown import UNKNOWN

if TYPE_CHECKING:
    from gdl.model.model import Model, Variable
    from interpreter.game.views import View

MOST = 60
"""A pile of more cards isn't laid out."""


@dataclass(frozen=True)
class Card:
    """What stands on a card, and its colour, "" if it has none; `SIGN` on its back."""

    text: str
    colour: str = ""


@dataclass(frozen=True)
class Hand:
    """Cards with a name; one card with its back up stands for those of which nothing is known."""

    name: str
    cards: tuple[Card, ...]

    @property
    def is_known(self) -> bool:
        """Whether they are seen."""
        return self.cards != BACK


BACK = (Card(SIGN),)


def hands(view: View) -> list[Hand]:
    """All that is held, the viewer's own last: it lies nearest."""
    model = view.game.model
    if not model.hides:
        return []
    found = [(owner == view.viewer, hand) for v in shown(model) if _is_held(model, v) for owner, hand in _of(view, v)]
    return [hand for _, hand in sorted(found, key=lambda one: one[0]) if hand.cards]


def _is_held(model: Model, variable: Variable) -> bool:
    """Whether a variable holds cards: a set of things, or one that is hidden from somebody."""
    base, dimensions = variable.type.base, _holders(variable)
    if (isinstance(base, Shape) and base in shapes_to_draw(model)) or base is TRUTHS or base is model.player:
        return False
    if dimensions not in ((), (model.player,)):
        return False
    holds = variable.is_bag or variable.type.size == Size.MANY
    return holds or (bool(dimensions) and _is_hidden(model, variable))


def _holders(variable: Variable) -> tuple[Domain | Range, ...]:
    """What it belongs to: the last dimension of a bag is what lies in it."""
    return variable.dimensions[:-1] if variable.is_bag else variable.dimensions


def _is_hidden(model: Model, variable: Variable) -> bool:
    """Whether there may be somebody from whom it is hidden; options may leave nobody."""
    found = [hidden.players for hidden in model.hidden if hidden.what is variable]
    return any(not (isinstance(players, Const) and not players.value) for players in found)


def _of(view: View, variable: Variable) -> Iterator[tuple[str | None, Hand]]:
    name = words_of(variable.name)
    if _holders(variable):
        for player in view.game.players:
            yield player, Hand(f"{player}: {name}", _cards(view, variable, _held(view, variable, player)))
    else:
        yield None, Hand(name, _cards(view, variable, _held(view, variable)))


def _held(view: View, variable: Variable, *whose: str) -> Any:
    """What is held; of a bag a list in which each thing stands as often as it is there."""
    if not variable.is_bag:
        return view.value(variable.name, *whose)
    numbers = {label: view.value(variable.name, *whose, label) for label in variable.dimensions[-1].labels}
    if any(number is UNKNOWN for number in numbers.values()):
        return UNKNOWN
    return [label for label, number in numbers.items() for _ in range(number)]


def _cards(view: View, variable: Variable, value: Any) -> tuple[Card, ...]:
    if value is UNKNOWN:
        return BACK
    held = value if isinstance(value, list) else [] if value is None else [value]
    base = variable.dimensions[-1] if variable.is_bag else variable.type.base
    looks = view.game.model.looks
    found = []
    for label in held if len(held) <= MOST else []:
        look = looks.get(f"{base.name}.{label}") if isinstance(base, Domain | Shape) else None
        found.append(Card((look.letter if look else "") or str(label), look.colour if look else ""))
    return tuple(found)
