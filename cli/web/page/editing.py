"""What an editor of positions must know of a game, as data: what may stand where, and what each variable may hold.

`cli/web/page/face/position_editor.js` offers it, `cli/web/page/engine/positions.js` reads positions by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl import notation
from gdl.model.model import MAX_HEIGHT
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Domain, Range, Size
from gdl.notation import BRACKETS, WrongNotation
from interpreter.drawing import beside_board
from interpreter.game.position_reader import NOTHING_SAID, sets_up
from interpreter.game.situation import shown
from interpreter.native.record.description import shown_variables

if TYPE_CHECKING:
    from interpreter import Game


def editing(game: Game) -> dict[str, Any]:
    """The parts of a position that may be put there by hand."""
    model = game.model
    names = {variable: name for name, variable in notation.names(model).items()}
    return {
        "players": list(game.players),
        "title": game.title,
        "sites": list(model.board.labels) if model.board else [],
        "pieces": [_piece(game, index) for index in range(len(model.pieces.labels))],
        "highest": MAX_HEIGHT if model.stacks else 1,
        "moments": len(model.repeats),
        "variables": [_variable(game, variable, names.get(variable)) for variable in shown_variables(model)],
        "notation": _notation(game),
        "nothingSaid": NOTHING_SAID if sets_up(game) else None,
    }


def _piece(game: Game, index: int) -> dict[str, Any]:
    piece = game.piece(index)
    return {"label": piece.label, "owner": piece.owner, "kind": piece.kind, "number": piece.number, "text": piece.text}


def _variable(game: Game, variable: Variable, name: str | None) -> dict[str, Any]:
    """A variable; one without a name is told by the position itself: who is to move."""
    base = variable.type.base
    low, high = (base.low, base.high) if isinstance(base, Range) else (None, None)
    layout = game.machine.layout
    start = layout.initial[layout.slot[variable]]
    cells = start if variable.dimensions else (start,)
    return {
        "name": name,
        "words": beside_board.words_of(name or variable.name),
        "sort": _sort(variable),
        "of": "site" if base is game.model.board else base.name,
        "shape": base.name,
        "low": low,
        "high": high,
        "labels": list(base.labels) if isinstance(base, Domain) else None,
        "maybe": variable.type.size == Size.MAYBE,
        "dimensions": [{"name": one.name, "labels": list(one.labels)} for one in variable.dimensions],
        "collection": variable.collection,
        "start": [shown(cell, variable.type) for cell in cells],
    }


def _sort(variable: Variable) -> str:
    if variable.type.base is TRUTHS:
        return "truth"
    if variable.type.size == Size.MANY:
        return "set"
    return "number" if isinstance(variable.type.base, Range) else "element"


def _notation(game: Game) -> dict[str, Any] | None:
    """How positions are written in one line; None if the rules don't say, or wrongly."""
    form = notation.declared(game.model)
    if not form:
        return None
    try:
        fields = notation.fields(game.model, form)
        rows = notation.rows(game.model) if any(field.name == "board" for field in fields) else []
    except WrongNotation:
        return None
    return {
        "form": " ".join(field.name for field in fields),
        "fields": [{"name": field.name, "texts": list(map(list, field.texts.items()))} for field in fields],
        "rows": rows,
        "brackets": BRACKETS,
    }
