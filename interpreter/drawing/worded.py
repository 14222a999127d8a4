"""The way to the words for rules. They need the parser, which is slow: few moves are refused, few games are over, few
boards show names that are made of letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gdl.model.types import Domain
    from interpreter.game.failing import Failed
    from interpreter.game.views import View


class Worded(NamedTuple):
    """What puts rules into words; each gives nothing where there are no words."""

    failing: Callable[[Failed], str]
    """Why something fails."""
    ending: Callable[[View], str]
    """Why a game ended."""
    letters: Callable[[View, Domain], Iterator[str]]
    """What the letters in a type's names mean."""


def words_for_rules() -> Worded:
    """All that puts rules into words."""
    from interpreter.drawing import end_words, letters, rule_words

    return Worded(rule_words.words, end_words.reason, letters.meanings)
