"""A guided first game: rules in the order in which they are needed, examples of what can't be chosen, three hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.languages.saying import heard, tr, trn
from interpreter.drawing.attempts import refused
from interpreter.drawing.decisions import explained
from interpreter.drawing.lessons import lessons

if TYPE_CHECKING:
    from collections.abc import Set

    from gdl.text.source import Span
    from interpreter import Game, State

HINTS = 3
AT_ONCE = 3
"""The most paragraphs that are shown at once, at the start and for a decision. The others follow, one each turn."""
NAMES = 6
"""The guide explains at most this many names of a rule."""
LEVEL = "2"
"""The computer's level in a guided game, by default."""


class Guide:
    """What a guide has told in one game, and what it tells next."""

    def __init__(self, game: Game) -> None:
        self.hints = HINTS
        """So many are left."""
        self._lessons = lessons(game)
        self._later: list[str] = []
        """What there was no room for yet."""
        self._told: set[Span] = set()
        self._examples: dict[Span, tuple[str, str]] = {}
        """What can't be chosen at each decision, if somebody was shown it."""
        self._turns = 0
        """Turns that were over when something was told last."""

    def asked(self, state: State) -> list[str]:
        """Paragraphs for a person who has to decide now; empty if nothing is left to tell."""
        kinds = dict.fromkeys(move.choose.span for move in state.moves).keys()
        spans = [span for span in kinds if span not in self._told]
        is_first, has_gone_on = not self._told, state.turns > self._turns
        start = self._lessons.start if is_first else ()
        new = [text for span in spans for text in self._lessons.at.get(span, ())]
        said = [*start[:AT_ONCE], *new[:AT_ONCE]]
        self._later += [*start[AT_ONCE:], *new[AT_ONCE:]]
        if spans and not self._lessons.at:
            said += _by_rules(state)
        if not said and not spans and has_gone_on and self._later:
            said.append(self._later.pop(0))
        if example := self._example(state, kinds):
            said.append(example)
        if is_first:
            said.append(tr("You have three hints: `hint` shows good moves."))
        self._told.update(spans)
        self._turns = state.turns
        return said

    def _example(self, state: State, kinds: Set[Span]) -> str:
        """Something that can't be chosen here, for a decision without an example so far; "" if there is none now
        either."""
        found = None if kinds <= self._examples.keys() else refused(state)
        if found is None or found in self._examples.values():
            return ""
        self._examples.update(dict.fromkeys(kinds, found))
        label, why = found
        return tr("An example of what can't be chosen: {label}. {why}.", label=label, why=heard("refusal", why))

    def hint(self) -> str:
        """Take one hint. Gives the text about the hints that are left."""
        self.hints -= 1
        if not self.hints:
            return tr("That was your last hint.")
        return trn("You have {n} hint left.", "You have {n} hints left.", self.hints)


def no_more() -> str:
    """The text for somebody who has taken all hints."""
    return tr("You have had your three hints. Play on: the next game will be easier.")


def _by_rules(state: State) -> list[str]:
    """A decision in the rules' own words, if no page explains it."""
    said = [tr("In the rules' words: {asks}", asks=f"`{state.asks}`")]
    return [*said, *(f"`{name}`: {comment}" for name, comment in explained(state.game, [state.asks])[:NAMES])]
