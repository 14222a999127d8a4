"""What a module's numbers stand for, as data for the page: labels, strings, variables and how they are shown.

`cli/page/engine/rules.js` and `seen.js` read it. Nothing in it says where a state keeps what: the module is asked.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from cli.page.scenes import counter_name
from gdl.model.model import Look, Roll, Shape, Variable
from gdl.model.types import TRUTHS, Domain, Range, Size, Type
from interpreter.drawing import colours, content
from interpreter.drawing.counters import is_text
from interpreter.drawing.scene import scene
from interpreter.graph.graph import Ask
from interpreter.native.record.description import shown_variables

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.native.compiled import Compiled


def table(game: Game, compiled: Compiled) -> dict[str, Any]:
    """The table of one setting of a game."""
    model = game.model
    variables = shown_variables(model)
    beside = [v for v in content.off_board(model) if not v.local and v not in (model.me, model.next)]
    return {
        "title": game.title,
        "players": list(game.players),
        "sites": list(model.board.labels) if model.board else [],
        "pieces": list(model.pieces.labels),
        "figures": {label: f"{figure.letter} {figure.colour}" for label, figure in content.figures(model).items()},
        "strings": list(compiled.strings),
        "asks": {
            number: _ask(compiled, node) for number, node in enumerate(compiled.graph.nodes) if isinstance(node, Ask)
        },
        "variables": [_variable(game, variable) for variable in variables],
        "shapes": [_shape(game, shape, variables) for shape in content.shapes_to_draw(model)],
        "beside": [variables.index(variable) for variable in beside],
    }  # fmt: skip


def _ask(compiled: Compiled, node: Ask) -> dict[str, Any]:
    choose = node.choose
    seen = len(choose.variables) - (choose.hidden if isinstance(choose, Roll) else 0)
    types = [variable.type for variable in choose.variables[:seen]]
    return {
        "names": [_by_position(compiled, type_) for type_ in types],
        "sites": [isinstance(type_.base, Shape) for type_ in types],
        "asks": asked(choose.span.text),
    }


def asked(text: str) -> str:
    """What a decision asks, in the ruleset's words, as `State.asks` has it."""
    for end in ("\n", " as ", "#"):
        text = text.split(end)[0]
    return " ".join(text.split())


def _by_position(compiled: Compiled, type_: Type) -> list[str] | None:
    """The labels as the module numbers them; None for numbers, which stand for themselves."""
    base = type_.base
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
        known = {label: game.model.looks.get(f"{base.name}.{label}") for label in labels}
        names = content.short(base.labels)
        looks = {label: _looks(look, names[label]) for label, look in known.items()}
    return {
        "name": variable.name,
        "sort": sort,
        "cells": prod(len(dimension) for dimension in variable.dimensions),
        "labels": labels,
        "short": [[content.short(d.labels)[label] for label in d.labels] for d in variable.dimensions],
        "isBoard": variable.subject is not None and variable.subject is game.model.board,
        "looks": looks if sort == "element" else None,
    }


def _looks(look: Look | None, name: str) -> list[str]:
    """What a site says that holds this: its letter, the colour's name, the tint."""
    if look is None:
        return [name, "", ""]
    number = colours.hexadecimal(look.colour)
    return [look.letter or name, look.colour, colours.soften(number) if number else ""]


def _shape(game: Game, shape: Shape, variables: list[Variable]) -> dict[str, Any]:
    model = game.model
    members = scene(model).counters
    here = [(k, variable) for k, variable in enumerate(variables) if content.lives_on(variable, shape)]
    return {
        "name": shape.name,
        "isBoard": content.is_board_of(model, shape),
        "labels": list(shape.labels),
        "variables": [k for k, variable in here if is_text(model, variable)],
        "counters": [
            {"variable": k, "names": [counter_name(variable.name, member) for member in members[variable.name]]}
            for k, variable in here if variable.name in members
        ],
    }  # fmt: skip
