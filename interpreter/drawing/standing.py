"""What stands on the board, in words: by whose it is, or site by site. For whoever doesn't see a picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.text.whose import whose
from interpreter.drawing.beside_board import words_of
from interpreter.drawing.examples import natural
from interpreter.drawing.site_texts import Spot, shapes_to_draw, spots
from interpreter.drawing.unknown import SIGN

if TYPE_CHECKING:
    from interpreter.game.pieces import Piece
    from interpreter.game.views import View


def by_owner(view: View) -> list[str]:
    """A line for each kind of piece: `White's king: e1`; then the sites that hold anything else."""
    model = view.game.model
    found: dict[str, list[str]] = {name(piece): [] for piece in _all(view)}
    board = model.board
    for site in sorted(board.labels, key=natural) if board else ():
        for piece in view.pieces(site):
            found.setdefault(name(piece), []).append(site)
    lines = [f"{what}: {', '.join(sites)}" for what, sites in found.items() if sites]
    if board and (unseen := [site for site in sorted(board.labels, key=natural) if not view.is_seen(site)]):
        lines.append(f"not seen: {', '.join(unseen)}")
    for shape in shapes_to_draw(model):
        drawn = spots(view, shape, symbols=False)
        lines += [
            f"{site}: {said}" for site in sorted(drawn, key=natural)
            if (said := _values(drawn[site])) and not (shape is board and said == SIGN)  # which are told already
        ]
    return lines


def standing(view: View, start: str = "") -> list[str]:
    """A line for this site, or each that begins so, and isn't empty: `e1: White's king`; a stack is told from below."""
    lines = []
    shapes = shapes_to_draw(view.game.model)
    if any(start in shape.labels for shape in shapes):
        return [line for line in standing(view) if line.startswith(f"{start}: ")]
    for shape in shapes:
        drawn = spots(view, shape, symbols=False)
        for site in sorted((label for label in shape.labels if label.startswith(start)), key=natural):
            on_board = view.pieces(site) if shape is view.game.model.board else ()
            said = [*map(name, on_board), *filter(None, [_values(drawn[site])])]
            lines += [f"{site}: {', '.join(said)}"] if said else []
    return lines


def is_there(view: View, start: str) -> bool:
    """Whether a site that is drawn begins so."""
    return any(label.startswith(start) for shape in shapes_to_draw(view.game.model) for label in shape.labels)


def name(piece: Piece) -> str:
    """A piece in words: `White's king`."""
    number = "" if piece.number is None else f" {piece.number}"
    own = f"{whose(piece.owner)} " if piece.owner else ""
    kind = "unknown piece" if piece.kind == SIGN else words_of(piece.kind)
    return f"{own}{kind}{number}"


def _all(view: View) -> list[Piece]:
    """Every piece that there can be, in the order of the rules."""
    return [view.game.piece(index) for index in range(len(view.game.model.pieces.labels))]


def _values(spot: Spot) -> str:
    """What a site holds besides pieces: values, and counters by whose they are."""
    counted = [f"{counter.number} {counter.letter}" for counter in spot.counters]
    return ", ".join([*filter(None, [spot.values]), *counted])
