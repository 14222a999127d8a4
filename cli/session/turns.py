"""The turns of a game, as they are told, and whether a choice may be taken back where players don't see everything.

What somebody has seen can't be unseen, and hidden things stay as they were dealt. So a choice is taken back only as
long as nobody has learnt from it: the same player goes on deciding, nothing was rolled, nothing came to light that this
player didn't know, and nothing changed that another player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cli.languages.saying import heard, later
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.deeds import NOTHING_DONE, deed
from interpreter.game import eyes as looks
from interpreter.game.eyes import Eyes, Told
from interpreter.game.plies import Step, by_turns
from interpreter.game.shortest import has_notation, listed
from interpreter.game.view_parts import UNSEEN, content

SEEN = later("You can't take this back, because somebody may have learnt from it: what was seen can't be unseen")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or the part of it that was played so far."""

    number: int
    player: str
    steps: tuple[Step, ...]
    in_pair: int = 0
    """Its number if lists of the game show pairs of turns; 0 if they don't."""

    def moves(self, eyes: Eyes = None) -> tuple[str, ...]:
        """The texts of its moves and rolls, as far as these eyes hear of them."""
        return looks.in_words(self._heard(eyes), self.player)

    def changed(self, eyes: Eyes = None) -> frozenset[str]:
        """The sites that it changed, as far as these eyes see it. For eyes that see everything: the sites that its
        moves name."""
        first, last = self.steps[0].before, self.steps[-1].after
        changed = changed_on_board(looks.seen(first, eyes), looks.seen(last, eyes))
        if changed or looks.is_masked(first.game, eyes):
            return changed
        return frozenset(site for step in self.steps for site in step.move.sites)

    def told(self, eyes: Eyes = None) -> str:
        """The turn in a line, as far as these eyes hear of it."""
        done = deed(self.steps, eyes)
        said = heard("deed", done)
        more = f", {said}" if done == NOTHING_DONE else f" ({said})" if done else ""
        return f"{self.in_pair or self.number}. {looks.in_a_line(self._heard(eyes), self.player)}{more}"

    def in_notation(self) -> str:
        """The texts of its moves, in the notation that the rules name."""
        return " ".join(self.moves())

    def _heard(self, eyes: Eyes) -> tuple[Told, ...]:
        """What these eyes may know of it, in the notation that the rules name for records."""
        told = looks.told(self.steps, eyes)
        if not has_notation(self.steps[0].before.game.model):
            return told
        return tuple(
            one if step.before.is_chance else Told(one.who, listed(step.before, step.move))
            for one, step in zip(told, self.steps, strict=True)
        )

    def __str__(self) -> str:
        return self.told()


def turn_of(steps: Sequence[Step], number: int) -> Turn:
    """The turn of these plies."""
    return Turn(number, steps[0].before.mover or "", tuple(steps))


def turns_of(steps: Sequence[Step]) -> list[Turn]:
    """The turns of these plies. The last may be unfinished."""
    turns = [turn_of(group, number) for number, group in enumerate(by_turns(steps), 1)]
    if not turns or not _are_pairs(turns):
        return turns
    second = _is_second(turns[0])
    return [replace(turn, in_pair=(turn.number + 1 + second) // 2) for turn in turns]


def _are_pairs(turns: Sequence[Turn]) -> bool:
    """Whether lists show two turns in a line: the rules name a notation, and two players play strictly in turn."""
    game, second = turns[0].steps[0].before.game, _is_second(turns[0])
    if len(game.players) != 2 or not has_notation(game.model):
        return False
    return all(turn.player == game.players[(n + second) % 2] for n, turn in enumerate(turns))


def _is_second(turn: Turn) -> bool:
    """Whether it is the second player's turn."""
    return turn.player == turn.steps[0].before.game.players[-1]


Row = tuple[tuple[str, int], ...]
"""A line in a list of turns: its texts, each with the number of its turn; 0 if it belongs to none."""


def rows_of(turns: Sequence[Turn], eyes: Eyes = None) -> list[Row]:
    """The turns as lists show them: `1. e4 e5` if they show pairs, else one turn in each line."""
    if not turns or not turns[0].in_pair:
        return [((turn.told(eyes), turn.number),) for turn in turns]
    rows = list[Row]()
    for pair, found in groupby(turns, lambda turn: turn.in_pair):
        shown = [*found]
        head = f"{pair}. " + "… " * _is_second(shown[0])
        texts = [((" " * bool(n), 0), (turn.in_notation(), turn.number)) for n, turn in enumerate(shown)]
        rows.append(((head, 0), *(part for two in texts for part in two if part[0])))
    return rows


def is_private(steps: Sequence[Step]) -> bool:
    """Whether nobody has learnt from these plies. Somebody wants to take back the first of them."""
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
