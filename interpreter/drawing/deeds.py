"""What a turn came to that its moves don't say: pieces that it took or turned over, or that nothing could be done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.errors import GameError
from interpreter.game.eyes import Eyes, is_masked
from interpreter.game.moves import written
from interpreter.graph.chance import SETUP, Chance

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.plies import Step
    from interpreter.game.views import View

TAKES = "x"
"""What moves say themselves where a single piece is taken."""
NOTHING_DONE = "no move"
ROLLS = 3
"""So many rolls of a set-up are told; a board that is laid out by many shows them."""


@dataclass(frozen=True)
class Exchange:
    """What became of pieces that the mover doesn't own: how many went, and how many changed sides where they stand."""

    taken: int = 0
    turned: int = 0


@lru_cache(maxsize=512)
def deed(steps: tuple[Step, ...], eyes: Eyes = None) -> str:
    """What the plies of a turn came to, in a few words; "" if the moves say it all, or to who doesn't see everything:
    pieces that they lose sight of aren't taken."""
    first, last = steps[0].before, steps[-1].after
    if is_masked(first.game, eyes):
        return ""
    before, after = first.view(), last.view()
    if all(step.before.is_chance for step in steps):
        on_boards = bool(shapes_to_draw(before.game.model))  # what else a roll does isn't to be seen
        still = on_boards and not (last.in_turn or last.is_over or changed_on_board(before, after))
        return NOTHING_DONE if still else ""
    found = exchange(before, after)
    said = sum(step.move.text.count(TAKES) for step in steps)
    words = [f"takes {found.taken}"] if found.taken > said else []
    words += [f"flips {found.turned}"] if found.turned else []
    return ", ".join(words)


def _owners(view: View) -> tuple[str | None, ...]:
    """Whose piece is on top of each site; "" for what belongs to nobody."""
    board = view.game.model.board
    standing = (view.pieces(label) for label in board.labels) if board else ()
    return tuple(None if not pieces else pieces[-1].owner or "" for pieces in standing)


def exchange(before: View, after: View) -> Exchange:
    """What changed hands between two states; nothing where pieces stand on each other, for there they only move."""
    me, model = before.mover, before.game.model
    if model.stacks or model.board is None:
        return Exchange()
    lost = stays = left = 0
    for was, now in zip(_owners(before), _owners(after), strict=True):
        theirs, theirs_now = (owner not in (None, "", me) for owner in (was, now))
        lost += theirs - theirs_now
        stays += theirs and now == me
        left += was == me and now != me
    turned = min(max(stays - left, 0), max(lost, 0))  # where mine came from elsewhere, theirs was taken
    return Exchange(max(lost - turned, 0), turned)


def set_up(game: Game, seed: int, number: int = 0) -> tuple[str, ...]:
    """What was rolled to set up a game, as it is written; nothing where that is a whole board."""
    chance, found = Chance(seed, number, SETUP), list[str]()
    try:
        stop = game.machine.start()
        while stop.turns == 0 and stop.entries and len(found) <= ROLLS:
            entry = game.machine.draw(stop, chance.bits(len(found)))
            found.append(written(game.machine, entry))
            stop = game.machine.play(entry)
    except GameError:
        return ()
    return tuple(found) if len(found) <= ROLLS else ()
