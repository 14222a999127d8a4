"""The way to the words for rules. They need the parser, which is slow; few moves are refused, few games are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.game.narrowing import Failed
    from interpreter.game.views import View


def words_for_rules() -> tuple[Callable[[Failed], str], Callable[[View], str]]:
    """What says why something fails, and what says why a game ended; each gives "" where there are no words."""
    from interpreter.drawing import end_words, rule_words

    return rule_words.words, end_words.reason
