"""Counters that rules keep as numbers and people see as men: stacks on sites, such as Backgammon's points have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from gdl.model.types import Domain

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape
    from gdl.model.state import Variable
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
    return look is None or (look.form == "text" and look.look is None)


def counters_on(model: Model, shape: Shape) -> list[Variable]:
    """The variables that are drawn as counters on a shape's sites."""
    return [
        v
        for v, look in model.variable_looks.items()
        if v.subject is shape and look.form != "hidden" and not is_text(model, v)
    ]


def counters(view: View, shape: Shape) -> dict[str, tuple[Counters, ...]]:
    """For each site of the shape the counters that lie there, by whose they are."""
    variables = counters_on(view.game.model, shape)
    return {label: tuple(c for v in variables for c in _of(view, v, label)) for label in shape.labels}


def amounts(view: View, variable: Variable, site: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """How many there are on a site, where there are some, for each that the variable's parameters name."""
    for labels in product(*(domain.labels for domain in variable.parameters)):
        number = view.value(variable.name, site, *labels)
        if isinstance(number, int) and not isinstance(number, bool) and number > 0:
            yield labels, number


def _of(view: View, variable: Variable, site: str) -> list[Counters]:
    model = view.game.model
    own = model.variable_looks[variable].look
    found = []
    for labels, number in amounts(view, variable, site):
        looks = [own] if own else []
        looks += [
            look
            for domain, label in zip(reversed(variable.parameters), reversed(labels), strict=True)
            if isinstance(domain, Domain) and (look := model.looks.get(f"{domain.name}.{label}"))
        ]
        letter = _first(look.letter for look in looks) or "".join(label[:1] for label in labels)
        symbol, colour = _first(look.symbol for look in looks), _first(look.colour for look in looks)
        found.append(Counters(letter, symbol, colour, number))
    return found


def _first(texts: Iterable[str]) -> str:
    """The first that says something."""
    return next(filter(None, texts), "")
