"""What a module's numbers stand for, as data for the page: labels, strings, variables and how they are shown.

`cli/web/page/engine/rules.js` and `seen.js` read it. Nothing in it says where a state keeps what: the module is asked.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from cli.web.page.editing import editing
from cli.web.page.formats import formats
from cli.web.page.scenes import counter_name, member_name
from cli.web.page.seen import card_data
from gdl.model.looks import Look
from gdl.model.nodes import Cond, Const, Get, Op, Query, Standing
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.statements import Roll
from gdl.model.types import TRUTHS, Base, Domain, Parts, Range, Size, Type
from gdl.text.plurals import of_one, parts_of_one
from interpreter.drawing import beside_board, colours, hands, lines, results, site_texts
from interpreter.drawing.dice import dice, is_throw
from interpreter.drawing.drawn_sets import is_drawn_on, is_inked
from interpreter.drawing.elsewhere import seen_elsewhere
from interpreter.drawing.inks import INK, inks
from interpreter.drawing.lessons import kinds
from interpreter.drawing.offered import taken_from
from interpreter.drawing.refusals import needed
from interpreter.drawing.site_symbols import symbols_of
from interpreter.game.prompts import among_others, numbered, plainly
from interpreter.game.shortest import has_notation
from interpreter.graph.graph import Ask
from interpreter.native.record.description import shown_variables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gdl.model.model import Model
    from gdl.model.nodes import Expr
    from gdl.text.source import Span
    from interpreter import Game
    from interpreter.native.compiled import Compiled


def table(game: Game, compiled: Compiled) -> dict[str, Any]:
    """The table of one setting of a game."""
    model = game.model
    variables, numbers = shown_variables(model), kinds(game)
    return {
        "title": game.title,
        "players": list(game.players),
        "unites": model.unites,
        "partners": list(model.partners),
        "common": model.is_common,
        "formats": {} if model.hides else formats(game),
        "isShort": has_notation(model),
        "sites": list(model.board.labels) if model.board else [],
        "hasBoard": model.board is not None,
        "pieces": list(model.pieces.labels),
        "figures": {label: f"{figure.letter} {figure.colour}" for label, figure in site_texts.figures(model).items()},
        "strings": list(compiled.strings),
        "asks": {
            number: _ask(compiled, node, numbers)
            for number, node in enumerate(compiled.graph.nodes) if isinstance(node, Ask)
        },
        "variables": [_variable(game, variable) for variable in variables],
        "shapes": [_shape(game, shape, variables) for shape in lines.shapes_in_pictures(model)],
        "score": _score(game),
        "beside": [
            _beside(game, variable, variables.index(variable))
            for variable in beside_board.shown(model) if variable not in seen_elsewhere(model)
        ],
        "hands": [_hand(game, variable, variables) for variable in hands.laid(model)],
        "editing": editing(game),
    }  # fmt: skip


def _ask(compiled: Compiled, node: Ask, numbers: Mapping[Span, int]) -> dict[str, Any]:
    choose = node.choose
    seen = len(choose.variables) - (choose.hidden if isinstance(choose, Roll) else 0)
    types = [variable.type for variable in choose.variables[:seen]]
    first = _first(compiled.model, choose.binders[0][1]) if choose.binders else ""
    counted = dict[int, tuple[str, str]]()

    def counting(at: int, parts: Parts, noun: str) -> str:
        """A gap: the page counts what is open."""
        counted[at] = numbered(noun, 1), numbered(noun, 2)
        return f"{{{at}}}"

    return {
        "names": [_by_position(compiled, type_) for type_ in types],
        "sites": [isinstance(_elements(type_), Shape) for type_ in types],
        "asks": plainly(compiled.model, choose, counting),
        "among": among_others(compiled.model, choose, counting),
        **({"counted": counted} if counted else {}),
        "taken": list(taken_from(compiled.model, choose)),
        "kind": numbers.get(choose.span),
        "needs": needed(choose),
        **({"first": first} if first else {}),
        **({"throws": True} if is_throw(choose) else {}),
    }


def _first(model: Model, many: Expr) -> str:
    """What stands on the sites of a set: "own" if it is always a piece of who moves, on top; "free" if nothing ever
    does, and that is the first condition; "" if that isn't so, or isn't known by the form of the set."""
    match many:
        case Standing(owner=Get(variable=model.me)):
            return "own"
        case Op(name="both"):
            parts = [_first(model, part) for part in many.operands]
            return "own" if "own" in parts else parts[0]
        case Op(name="minus"):
            whole, without = many.operands
            is_all = isinstance(without, Standing) and without.owner is None and len(without.kinds) == len(model.kinds)
            return _first(model, whole) or ("free" if is_all and isinstance(whole, Const) else "")
        case Cond():
            found = _first(model, many.then)
            return found if found == _first(model, many.other) else ""
        case Query(how="union") if len(many.binders) == 1 and many.body == (many.binders[0][0],):
            return _first(model, many.binders[0][1])
    return ""


def _elements(type_: Type) -> Base:
    """What is pointed at: of a set its elements."""
    return type_.base.of if isinstance(type_.base, Parts) else type_.base


def _by_position(compiled: Compiled, type_: Type) -> list[Any] | None:
    """The labels as the module numbers them, of sets those of their elements; None for numbers, which stand for
    themselves."""
    base = type_.base
    if isinstance(base, Parts):
        return [list(base.members(i)) for i in range(len(base))]
    if not isinstance(base, Domain):
        return None
    domains = compiled.record.domains
    found = [""] * domains.size(base)
    for label, position in zip(base.labels, domains.positions(base), strict=True):
        found[position] = label
    return found


def _variable(game: Game, variable: Variable) -> dict[str, Any]:
    base, labels = variable.type.base, None
    if base is TRUTHS:
        sort = "truth"
    elif variable.type.size == Size.MANY:
        sort = "set"
    else:
        sort = "number" if isinstance(base, Range) else "element"
    looks = {}
    if isinstance(base, Domain):
        labels = list(base.labels)
        names = site_texts.short(base.labels)
        looks = {label: _looks(_member(game, base, label), names[label]) for label in labels}
    return {
        "name": variable.name,
        "sort": sort,
        "cells": prod(len(dimension) for dimension in variable.dimensions),
        "labels": labels,
        "dimensions": [list(dimension.labels) for dimension in variable.dimensions],
        "short": [[site_texts.short(d.labels)[label] for label in d.labels] for d in variable.dimensions],
        "collection": variable.collection,
        "isBoard": variable.subject is not None and variable.subject is game.model.board,
        "looks": looks if sort == "element" else None,
    }


def _member(game: Game, domain: Any, label: str) -> Look | None:
    return game.model.looks.get(f"{domain.name}.{label}") if isinstance(domain, Domain) else None


def _looks(look: Look | None, name: str) -> list[str]:
    """What a site says that holds this: its letter, the colour's name, the tint."""
    if look is None:
        return [name, "", ""]
    number = colours.hexadecimal(look.colour)
    return [look.letter or name, look.colour, colours.soften(number) if number else ""]


def _beside(game: Game, variable: Variable, number: int) -> dict[str, Any]:
    """How a variable is told beside the board, as `interpreter/drawing/beside_board.py` does it."""
    look, dimensions = game.model.variable_looks.get(variable), variable.dimensions
    found: dict[str, Any] = {"variable": number, "words": beside_board.words_of(variable.name)}
    if look is None:
        return {**found, "isTruth": True} if beside_board.of_truths(variable, ()) else found
    whole = not look.parts
    counts = look.form == "counters" or look.look is not None
    last = dimensions[-1] if dimensions else None
    labels: list[Any] = list(last.labels) if last else [None]
    lined = [i for i in range(len(dimensions)) if (i == 0 if whole else look.names(i))]
    is_lined = len(dimensions) - 1 in lined
    is_truth = beside_board.of_truths(variable, lined)
    counters = [beside_board.counter_of(game.model, variable, look.look, label, is_lined) for label in labels]
    return found | {
        "parts": beside_board.said_of_truth(look.parts) if is_truth else list(look.parts),
        "single": parts_of_one(look.parts),
        "lined": lined,
        "signs": [[one.symbol, " " if one.is_named else ""] for one in counters] if counts else None,
    }


def _hand(game: Game, variable: Variable, variables: Sequence[Variable]) -> dict[str, Any]:
    """What lies on the table of a variable, as `interpreter/drawing/hands.py` lays it out."""
    place = hands.place_of(game.model, variable)
    row = variable.holders[0] if variable in dice(game.model) and variable.holders and place == "table" else None
    rows: dict[str, Any] = {}
    if len(variable.holders) == 2 and hands.is_pegs(game.model, variable):
        told = [[variables.index(v), *hands.note_parts(game.model, v)] for v in hands.notes(game.model)]
        rows = {"rows": list(variable.holders[0].labels), "notes": told}
    elif hands.is_lots(game.model, variable):
        rows = {"rows": [beside_board.words_of(label) for label in variable.dimensions[0].labels], "notes": []}
    return {
        "variable": variables.index(variable),
        "name": variable.name,
        "what": hands.title_of(game.model, variable),
        "place": place,
        "isCounted": hands.is_counted(game.model, variable),
        "most": hands.MOST,
        "cards": {label: card_data(card) for label, card in hands.faces_of(game.model, variable).items()},
        **({"row": list(row.labels)} if row and not hands.is_counted(game.model, variable) else {}),
        **rows,
    }


def _score(game: Game) -> dict[str, Any] | None:
    """What a score's unit is for people, whether it counts halves of that, and whether it stands beside the board."""
    model = game.model
    if model.score is None:
        return None
    return {
        "unit": results.unit(model),
        "one": of_one(results.unit(model)),
        "halves": results.counts_halves(model),
        "beside": beside_board.tells_score(model),
    }


def _shape(game: Game, shape: Shape, variables: list[Variable]) -> dict[str, Any]:
    """What is shown of each variable on a shape's sites: `counters` or `members` by the page's names for them, or
    nothing (a text); `ink`, or `inks` of its sets: a colour, and what it means; `said`: those that count when sites are
    compared."""
    model = game.model
    symbols = symbols_of(model)
    found = []
    for k, variable in enumerate(variables):
        if not site_texts.lives_on(model, variable, shape):
            continue
        look = model.variable_looks.get(variable)
        row: dict[str, Any] = {"variable": k, "hidden": look is not None and look.form == "hidden"}
        type_ = variable.type.base.name if isinstance(variable.type.base, Domain) else ""
        if is_drawn_on(model, variable, shape):
            row["inks"] = list(inks(model, variable).values())
        elif is_inked(variable, shape):
            row["ink"] = (INK, beside_board.words_of(variable.name))
        elif variable.name in symbols.counters:
            row["counters"] = [counter_name(variable.name, member) for member in symbols.counters[variable.name]]
        elif type_ in symbols.members and not variable.parameters:
            row["members"] = {label: member_name(type_, label) for label in symbols.members[type_]}
        found.append(row)
    return {
        "name": shape.name,
        "isBoard": site_texts.is_board_of(model, shape),
        "labels": list(shape.labels),
        "variables": found,
    }
