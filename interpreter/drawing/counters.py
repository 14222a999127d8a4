"""Counters that rules keep as numbers and people see as men: stacks on sites, such as Backgammon's points have."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from gdl.model.types import Domain

if TYPE_CHECKING:
    from gdl.model.model import Model, Shape, Variable
    from interpreter.game.views import View


@dataclass(frozen=True)
class Counters:
    """So many of one look: its letter, its symbol, its colour, each "" if it has none."""

    letter: str
    symbol: str
    colour: str
    number: int


def is_text(model: Model, variable: Variable) -> bool:
    """Whether a site's value of this variable is written there: it isn't hidden, and not drawn as counters."""
    look = model.variable_looks.get(variable)
    return look is None or look.form == "text"


def counters_on(model: Model, shape: Shape) -> list[Variable]:
    """The variables that are drawn as counters on a shape's sites."""
    return [v for v, look in model.variable_looks.items() if look.form == "counters" and v.subject is shape]


def counters(view: View, shape: Shape) -> dict[str, tuple[Counters, ...]]:
    """For each site of the shape the counters that lie there, by whose they are."""
    variables = counters_on(view.game.model, shape)
    return {label: tuple(c for v in variables for c in _of(view, v, label)) for label in shape.labels}


def _of(view: View, variable: Variable, site: str) -> list[Counters]:
    found = []
    for labels in product(*(domain.labels for domain in variable.parameters)):
        number = view.value(variable.name, site, *labels)
        if not isinstance(number, int) or number <= 0:
            continue
        looks = [
            look
            for domain, label in zip(variable.parameters, labels, strict=True)
            if isinstance(domain, Domain) and (look := view.game.model.looks.get(f"{domain.name}.{label}"))
        ]
        look = looks[0] if looks else None
        letter = look.letter if look else "".join(label[:1] for label in labels)
        found.append(Counters(letter, look.symbol if look else "", look.colour if look else "", number))
    return found
