"""The turns of a game, as they are told, and whether a choice may be taken back where players don't see everything.

What somebody has seen can't be unseen, and hidden things stay as they were dealt. So a choice is taken back only as
long as nobody has learnt from it: the same player goes on deciding, nothing was rolled, nothing came to light that this
player didn't know, and nothing changed that another player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.languages.saying import heard, later
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.deeds import NOTHING_DONE, deed
from interpreter.game import eyes as looks
from interpreter.game.eyes import Eyes, Told
from interpreter.game.plies import Step, by_turns
from interpreter.game.shortest import listed
from interpreter.game.view_parts import UNSEEN, content

SEEN = later("You can't take this back, because somebody may have learnt from it: what was seen can't be unseen")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, or what there is of it."""

    number: int
    player: str
    steps: tuple[Step, ...]

    def moves(self, eyes: Eyes = None) -> tuple[str, ...]:
        """Its moves and rolls, as they are written, as far as these eyes are told of them."""
        return looks.in_words(self._heard(eyes), self.player)

    def changed(self, eyes: Eyes = None) -> frozenset[str]:
        """The sites that it changed, as far as these eyes see it; to who sees all, else those that its moves name."""
        first, last = self.steps[0].before, self.steps[-1].after
        changed = changed_on_board(looks.seen(first, eyes), looks.seen(last, eyes))
        if changed or looks.is_masked(first.game, eyes):
            return changed
        return frozenset(site for step in self.steps for site in step.move.sites)

    def told(self, eyes: Eyes = None) -> str:
        """The turn in a line, as far as these eyes are told of it."""
        done = deed(self.steps, eyes)
        said = heard("deed", done)
        more = f", {said}" if done == NOTHING_DONE else f" ({said})" if done else ""
        return f"{self.number}. {looks.in_a_line(self._heard(eyes), self.player)}{more}"

    def _heard(self, eyes: Eyes) -> tuple[Told, ...]:
        """What these eyes are told of it, in the notation that the rules name for records."""
        told, model = looks.told(self.steps, eyes), self.steps[0].before.game.model
        if model.hides or not model.facts:
            return told
        return tuple(
            one if step.before.is_chance else Told(one.who, listed(step.before, step.move))
            for one, step in zip(told, self.steps, strict=True)
        )

    def __str__(self) -> str:
        return self.told()


def turn_of(steps: Sequence[Step], number: int) -> Turn:
    """The turn that these plies make up."""
    return Turn(number, steps[0].before.mover or "", tuple(steps))


def turns_of(steps: Sequence[Step]) -> list[Turn]:
    """The turns that these plies make up; the last may be unfinished."""
    return [turn_of(group, number) for number, group in enumerate(by_turns(steps), 1)]


def is_private(steps: Sequence[Step]) -> bool:
    """Whether nobody has learnt from these plies, the first of which somebody wants to take back."""
    first, last = steps[0].before, steps[-1].after
    me = first.to_move
    if last.to_move != me or any(step.before.to_move != me for step in steps):
        return False
    for player in first.game.players:
        before, after = content(first.view(player)), content(last.view(player))
        if player != me and before != after:
            return False
        if any(before[key] == UNSEEN and after[key] != UNSEEN for key in before):
            return False
    return True
