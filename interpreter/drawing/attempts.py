"""An example of what can't be chosen now, and why: what a person may well try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.model.types import Parts, Plain, Range
from interpreter.drawing.hands import hands, is_own
from interpreter.drawing.refusals import why_not_there

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.game.pieces import Piece
    from interpreter.game.state import State

TRIES = 24
"""So many things are tried at most."""


def refused(state: State) -> tuple[str, str] | None:
    """Something that is much like what can be chosen first, its label and why it can't be; None if all can be, or the
    reason can't be told."""
    moves = state.moves
    chosen = [move.choose.variables for move in moves]
    bases = {names[0].type.base if names else None for names in chosen}
    base = bases.pop() if len(bases) == 1 else None
    if base is None or isinstance(base, Parts | Range | Plain):
        return None
    open_ = {move.values[0] for move in moves}
    for label in _alike(state, map(str, base.labels), open_, base is state.game.model.board):
        if (why := why_not_there(state, [label])) and "`choose " not in why:  # a whole decision explains nothing
            return label, why
    return None


def _alike(state: State, labels: Iterable[str], open_: set[str], are_sites: bool) -> Iterator[str]:
    """Labels that aren't open: of sites those with pieces of the kinds and owners that stand on the open ones, or
    nothing on them if nothing stands there; of cards those that lie beside open ones before who decides."""
    view = state.view(state.to_move)
    lots = [{card.label for card in hand.cards} for hand in hands(view) if is_own(view, hand)]
    if lots := [lot for lot in lots if lot & open_]:
        labels = [label for label in labels if any(label in lot for lot in lots)]
    stands = {_top(view.pieces(label)) for label in open_} if are_sites else set()
    tried = 0
    for label in labels:
        if label in open_ or (are_sites and _top(view.pieces(label)) not in stands):
            continue
        tried += 1
        if tried > TRIES:
            return
        yield label


def _top(pieces: Sequence[Piece]) -> tuple[str | None, str | None]:
    return (pieces[-1].kind, pieces[-1].owner) if pieces else (None, None)
