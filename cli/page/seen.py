"""A view as data for a page: the one place where what somebody sees becomes JSON.

`docs/page.md` has the table. What a view leaves out, a page is never sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cli.page.told import lines_of
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.content import is_board_of, shapes_to_draw, spots
from interpreter.drawing.results import result

if TYPE_CHECKING:
    from interpreter import Move, State
    from interpreter.game.views import View


def for_spectators(state: State) -> View:
    """What those see who don't play. Where players hide things from each other, it will be what everybody knows."""
    return state.view()


def seen(view: View, earlier: tuple[View, ...] = (), may_move: bool = False) -> dict[str, Any]:
    """What a page shows of a view. `earlier`: views from before this turn and the last one; what changed since the
    later one of them from which anything changed is marked."""
    return {
        "turn": view.turns + 1,
        "toMove": view.to_move,
        "mover": view.mover,
        "isChance": view.is_chance,
        "isOver": view.is_over,
        "inTurn": view.in_turn,
        "result": result(view) if view.is_over else None,
        "scores": view.scores,
        "lines": lines_of(view),
        "sites": sites(view),
        "changed": changes(view, earlier),
        "line": list(getattr(view, "decisive", ())),
        "moves": [option(move) for move in view.moves] if may_move else [],
        "asks": view.asks if may_move and not view.is_over else "",
    }


def sites(view: View) -> dict[str, dict[str, Mapping[str, Any]]]:
    """What is on each site that isn't empty, by shape and label."""
    model = view.game.model
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for shape in shapes_to_draw(model):
        is_board, here = is_board_of(model, shape), found.setdefault(shape.name, {})
        for label, spot in spots(view, shape, symbols=True).items():
            pieces = [piece.label for piece in view.pieces(label)] if is_board else []
            parts = {"pieces": pieces, "values": spot.values, "tint": spot.tint}
            if filled := {name: part for name, part in parts.items() if part}:
                here[label] = filled
    return found


def changes(view: View, earlier: tuple[View, ...]) -> list[str]:
    """Sites that don't look as before."""
    for before in earlier:
        if found := changed_on_board(before, view):
            return sorted(found)
    return []


def option(move: Move) -> dict[str, Any]:
    """A move, as choosing it needs it."""
    return {"text": move.text, "values": list(move.values), "sites": list(move.sites)}
