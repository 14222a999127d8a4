"""Whose eyes something is for: those of one player, of a spectator, or of somebody who sees everything.

Code that shows a game to somebody gets from here what they see of a state and what they hear of plies. If nothing is
hidden, everybody sees and hears the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.game.sights import NOBODY

if TYPE_CHECKING:
    from interpreter.game.knowledge import Knowledge
    from interpreter.game.plies import Step
    from interpreter.game.rules import Rules
    from interpreter.game.state import State
    from interpreter.game.views import View

Eyes = str | None
"""A player's label, `ONLOOKER`, or None for somebody who sees everything."""
ONLOOKER = ""
"""A spectator: sees and hears only what every player does."""
NOT_TOLD = "?"
"""Stands for the text of a decision that somebody may not know."""


@dataclass(frozen=True)
class Told:
    """A decision or roll (`who` is None) as somebody heard of it. `text` is `NOT_TOLD` if it is a secret."""

    who: str | None
    text: str


def is_masked(game: Rules, eyes: Eyes) -> bool:
    """Whether these eyes may miss something of a game."""
    return eyes is not None and game.model.hides


def seen(state: State, eyes: Eyes) -> View:
    """The state as these eyes see it."""
    if eyes == ONLOOKER:
        return state.public_view() if state.game.model.hides else state.view()
    return state.view(eyes)


def told(steps: Sequence[Step], eyes: Eyes) -> tuple[Told, ...]:
    """What these eyes hear of consecutive plies.

    They may hear of simultaneous decisions only later; these stand at the place where they are told. Rolls of which
    nothing is known are left out.
    """
    first, last = steps[0].before, steps[-1].after
    if not is_masked(first.game, eyes):
        return tuple(Told(step.before.to_move, step.move.text) for step in steps)
    known = first.knowledge
    if known.came is not None and known.came[1].inside:
        return _heard(last, eyes)[len(_heard(first, eyes)) :]
    return _heard(last, eyes, known)


def told_of_setup(first: State, eyes: Eyes) -> tuple[str, ...]:
    """What these eyes heard before the first turn, in a game that hides something from them."""
    return tuple(one.text for one in _heard(first, eyes))


def in_words(told: Iterable[Told], who: str | None) -> tuple[str, ...]:
    """The texts of what was told. `who` decides; if somebody else decided, the text names them."""
    words = []
    for one in told:
        if one.who not in (None, who):
            who = one.who
            words.append(f"{who}:")
        words.append(one.text)
    return tuple(words)


def in_a_line(told: Sequence[Told], mover: str) -> str:
    """Tell a turn in one line. If others than the mover decided too, the line names the player of each decision."""
    if any(one.who not in (None, mover) for one in told):
        return " ".join(in_words(told, None))
    return f"{mover}: {' '.join(one.text for one in told) or '…'}"


def sight_of(eyes: Eyes) -> str:
    """A note for a written position: how much of the state it shows."""
    if eyes is None:
        return "all that there is"
    return f"as seen by {eyes or 'every player'}; ? stands for what is hidden"


def _heard(state: State, eyes: Eyes, since: Knowledge | None = None) -> tuple[Told, ...]:
    players = state.game.players
    number = players.index(eyes) if eyes else NOBODY
    found = state.knowledge.observed(number, since)
    return tuple(
        Told(None if who is None else players[who], NOT_TOLD if text is None else text)
        for who, text in found
        if who is not None or text is not None
    )
