"""Positions as plain data, in one form for every ruleset. `position_reader` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl import notation
from gdl.model.state import Variable
from gdl.model.types import Domain, Range
from interpreter.game.results import NUMBERED
from interpreter.game.situation import Situation, shown
from interpreter.game.unknown import UNKNOWN
from interpreter.game.views import View
from interpreter.graph.layout import ME, NEXT, RESULT

if TYPE_CHECKING:
    from interpreter.game.rules import Rules


def names(game: Rules) -> dict[str, Variable]:
    """The variables of a position, by their names there: with their subject, if the name alone isn't enough."""
    return notation.names(game.model)


def live_locals(game: Rules, place: int) -> dict[str, Variable]:
    """The locals that a decision can still read, by their names in positions."""
    layout, live = game.machine.layout, game.machine.graph.live[place]
    queues = set(game.machine.graph.queues)
    found: dict[str, Variable] = {}
    for variable in layout.locals:
        if variable in live and variable not in queues:
            name, n = variable.name, 2
            while name in found:
                name, n = f"{variable.name}#{n}", n + 1
            found[name] = variable
    return found


# ---- writing -------------------------------------------------------------------------------------


def written(state: Situation) -> dict[str, Any]:
    """The position of a state. Defaults are left out."""
    game, values = state.game, state._values
    layout, initial = game.machine.layout, game.machine.layout.initial
    players = game.players
    data: dict[str, Any] = {"to move": players[values[ME]]}
    if values[NEXT] != (values[ME] + 1) % len(players):
        data["next"] = players[values[NEXT]]
    data |= _board(state)
    held: dict[str, Any] = {}
    for name, variable in names(game).items():
        value, start = values[layout.slot[variable]], initial[layout.slot[variable]]
        if value != start:
            held[name] = _nested(variable, list(variable.dimensions), value, start)
    if held:
        data["variables"] = held
    if state.in_turn:
        data["decision"] = state.decision
        place = state._stop.place
        held = {name: shown(values[layout.slot[v]], v.type) for name, v in live_locals(game, place).items()}
        if held:
            data["locals"] = held
        live = game.machine.graph.live[place]
        queues = [_listed(values[layout.slot[q]]) if q in live else [] for q in game.machine.graph.queues]
        if any(queues):
            data["queues"] = queues
    if layout.first_past < len(initial):
        data["seen"] = [_listed(past) for past in values[layout.first_past :]]
    if state.is_over:
        data["over"] = _over(state)
    return data


def seen(view: View) -> dict[str, Any]:
    """The position as a viewer sees it: without locals and the past, with "?" for anything unknown."""
    state = view._state
    game, values = state.game, view._values
    layout, players = game.machine.layout, game.players
    data: dict[str, Any] = {"to move": players[values[ME]], **_board(view)}
    if game.model.board is not None and (unseen := [s for s in game.model.board.labels if not view.is_seen(s)]):
        data["unseen"] = unseen
    held: dict[str, Any] = {}
    for name, variable in names(game).items():
        value, start = values[layout.slot[variable]], layout.initial[layout.slot[variable]]
        masks = view.masks(variable)
        if any(masks):
            cells = zip(value if variable.dimensions else [value], masks, strict=True)
            row = tuple(UNKNOWN if masked else cell for cell, masked in cells)
            value = row if variable.dimensions else row[0]
        if value != start:
            held[name] = _nested(variable, list(variable.dimensions), value, start)
    if held:
        data["variables"] = held
    if state.is_over:
        data["over"] = _over(state)
    return data


def _over(state: Situation) -> dict[str, Any]:
    """The end of the game."""
    players = state.game.players
    sort, value = state._stop.values[RESULT]
    if sort in NUMBERED:
        return {sort: dict(zip(players, value, strict=True))}
    return {sort: [p for i, p in enumerate(players) if value >> i & 1]}


def _board(state: Situation | View) -> dict[str, Any]:
    model = state.game.model
    if model.board is None or not model.kinds:
        return {}
    on = {site: state.pieces(site) for site in model.board.labels}
    if model.stacks:
        stacks = {site: [p.label for p in pieces] for site, pieces in on.items() if pieces}
        return {"stacks": stacks}
    where: dict[str, list[str]] = {}
    for site, pieces in on.items():
        for piece in pieces:
            where.setdefault(piece.label, []).append(site)
    known = [label for label in model.pieces.labels if label in where]
    return {"pieces": {label: where[label] for label in (*known, *sorted(where.keys() - known))}}


def _nested(variable: Variable, dimensions: list[Range | Domain], value: Any, start: Any) -> Any:
    """A variable's values by the labels of its dimensions, without those that are as at the start. A pile is a list
    from the bottom."""
    if not dimensions:
        return shown(value, variable.type)
    first, *rest = dimensions
    if not rest and variable.collection == "pile":
        height = max((i for i, thing in enumerate(value, 1) if thing != variable.type.nothing), default=0)
        return [shown(thing, variable.type) for thing in value[:height]]
    size = len(value) // len(first)
    found = {}
    for i, label in enumerate(first.labels):
        part, old = value[i * size : (i + 1) * size], start[i * size : (i + 1) * size]
        if part != old:
            found[label] = _nested(variable, rest, part if rest else part[0], old if rest else old[0])
    return found


def _listed(value: Any) -> Any:
    """Nested tuples as nested lists."""
    return [_listed(v) for v in value] if isinstance(value, tuple) else value
