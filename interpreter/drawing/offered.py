"""Which cards can be taken where they lie: those that a decision takes from what is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.model import Model
from gdl.model.nodes import Get, within
from gdl.model.statements import Choose
from gdl.model.types import Parts
from interpreter.drawing.dice import dice
from interpreter.drawing.hands import Hand, laid

if TYPE_CHECKING:
    from interpreter.game.views import View


@lru_cache(maxsize=256)
def taken_from(model: Model, choose: Choose) -> tuple[str, ...]:
    """The variables of cards from which a decision takes what is chosen; and dice that it chooses by their names."""
    read = {x.variable for _, source in choose.binders for x in within(source) if isinstance(x, Get)}
    bases = {variable.type.base for variable in choose.variables}
    things = {base.of if isinstance(base, Parts) else base for base in bases}
    named = {v for v in dice(model) if v.holders and v.holders[-1] in things}
    return tuple(variable.name for variable in laid(model) if variable in read | named)


def offered(view: View, hands: Sequence[Hand]) -> list[frozenset[str]]:
    """For each hand the labels of its cards of which one is chosen now: by who moves, for whom this view is."""
    asked: dict[int, tuple[str, ...]] = {}
    found: list[set[str]] = [set() for _ in hands]
    # who moves takes from what is theirs, if it lies there
    order = sorted(range(len(hands)), key=lambda i: hands[i].owner != view.to_move)
    for move in view.moves:
        ask = move.entry.ask
        if ask not in asked:
            asked[ask] = taken_from(view.game.model, move.choose)
        for label in move.values if asked[ask] else ():
            for i in order:
                if hands[i].what in asked[ask] and any(card.label == label for card in hands[i].cards):
                    found[i].add(label)
                    break
    return [frozenset(labels) for labels in found]
