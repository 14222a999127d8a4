"""Rules that are checked again, so that each expression knows where in the text it comes from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.model import Model
from interpreter.game.rules import Given

if TYPE_CHECKING:
    from gdl.check.checker import Checked


@lru_cache(maxsize=2)
def traced(model: Model, made: Given) -> Checked | None:
    """The rules with the origins of their expressions. None if the texts have changed since the model was made."""
    from gdl.check.checker import check  # slow to import, and only wanted where a rule is put into words

    sources = made.sources
    checked = check(sources[0], dict(made.options), made.players,
                    lambda _, source: sources[sources.index(source) + 1], origins=True)  # fmt: skip
    return checked if checked.model is not None and checked.model.hash == model.hash else None
