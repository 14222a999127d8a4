"""A view as data for a page: the one place where what somebody sees becomes JSON.

`docs/page.md` has the table. What a view leaves out, a page is never sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cli.page.scenes import counter_name
from cli.page.told import lines_of
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.contents import contents
from interpreter.drawing.results import result
from interpreter.drawing.scene import scene

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
        "line": sorted(view.winning),
        "moves": [option(move) for move in view.moves] if may_move else [],
        "asks": view.asks if may_move and not view.is_over else "",
    }


def sites(view: View) -> dict[str, dict[str, Mapping[str, Any]]]:
    """What is on each site that isn't empty, by shape and label."""
    model = view.game.model
    counters = scene(model).counters
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for shape, on in contents(view).items():
        is_board = model.board is not None and shape == model.board.name
        here = found.setdefault(shape, {})
        for label, content in on.items():
            things = [piece.label for piece in view.pieces(label)] if is_board else []
            for variable, members in counters.items():
                if len(things) < len(content.symbols):
                    things += counted(view, variable, label, members)
            parts = {"pieces": things, "values": content.text, "tint": content.tint}
            if filled := {name: part for name, part in parts.items() if part}:
                here[label] = filled
    return found


def counted(view: View, variable: str, site: str, members: Iterable[str]) -> list[str]:
    """The counters that lie on a site, as views name them."""
    found: list[str] = []
    for member in members:
        count = view.value(variable, site, *([member] if member else []))
        found += [counter_name(variable, member)] * (count if isinstance(count, int) else 0)
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
