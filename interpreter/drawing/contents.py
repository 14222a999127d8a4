"""What lies on each site now, by names of symbols; and the symbols of everything that may lie anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.model import Look, Model, Shape, Variable
from gdl.model.types import Domain, Range
from interpreter.drawing import colours
from interpreter.drawing.content import Figure, figures, is_board_of, lives_on, shapes_to_draw, spots
from interpreter.drawing.signs import implied
from interpreter.drawing.symbols import symbol

if TYPE_CHECKING:
    from interpreter.game.views import View


@dataclass(frozen=True)
class Content:
    """What lies on a site: names of symbols, bottom first; what its variables say; the tint that one of them gives."""

    symbols: tuple[str, ...] = ()
    text: str = ""
    tint: str = ""


@dataclass(frozen=True)
class Symbols:
    """Every `<symbol>` of a game, and which is whose."""

    definitions: tuple[str, ...]
    pieces: Mapping[str, str]
    counters: Mapping[str, Mapping[str, str]]


@lru_cache(maxsize=16)
def symbols_of(model: Model, upside_down: bool = False) -> Symbols:
    """A symbol for each piece and each counter. Pieces that point somewhere are turned with the board."""
    found: dict[str, str] = {}

    def named(picture: str, letter: str, colour: str, number: str = "") -> str:
        name, text = symbol(_facing(picture, upside_down), letter, colour, number)
        found[name] = text
        return name

    drawn = figures(model)
    pieces = {
        label: named(*_piece(model.looks.get(label), drawn[label])) for label in model.pieces.labels
    }
    counters: dict[str, dict[str, str]] = {}
    for variable, look in model.variable_looks.items():
        if look.form == "counters":
            owners = variable.parameters[0] if variable.parameters else None
            members = owners.labels if owners else ("",)
            of = {}
            for member in members:
                own = _member(model, owners, member) or Look("", colour="brown")
                of[member] = named(implied(own) or "bead", "", own.colour)
            counters[variable.name] = of
    return Symbols(tuple(found.values()), pieces, counters)


TURNED = {"shogi": "shogi_turned", "shogi_turned": "shogi", "triangle": "wedge", "wedge": "triangle"}
"""Pictures that point up or down, and the same the other way round."""


def _facing(picture: str, upside_down: bool) -> str:
    return TURNED.get(picture, picture) if upside_down and picture.startswith("shogi") else picture


def _piece(look: Look | None, figure: Figure) -> tuple[str, str, str, str]:
    """Picture, letter, colour, number of a piece."""
    if look is None:
        return "", figure.letter, "", ""
    number = figure.letter.removeprefix(look.letter)
    return implied(look), look.letter, look.colour, number


def _member(model: Model, domain: Domain | Range | None, label: str) -> Look | None:
    return model.looks.get(f"{domain.name}.{label}") if isinstance(domain, Domain) else None


def contents(view: View) -> dict[str, dict[str, Content]]:
    """What lies where, by the shape's name and the site's label; sites on which nothing lies are left out."""
    model = view.game.model
    symbols = symbols_of(model)
    found: dict[str, dict[str, Content]] = {}
    for shape in shapes_to_draw(model):
        found[shape.name] = {
            label: content for label, content in _on_shape(view, shape, symbols).items() if content != Content()
        }
    return found


def _on_shape(view: View, shape: Shape, symbols: Symbols) -> dict[str, Content]:
    model = view.game.model
    on_board = is_board_of(model, shape)
    counted = [v for v in model.variables if lives_on(v, shape) and v.name in symbols.counters]
    found = {}
    for label, spot in spots(view, shape, symbols=False).items():
        lying = [symbols.pieces[piece.label] for piece in view.pieces(label)] if on_board else []
        for variable in counted:
            lying += _counters(view, variable, label, symbols.counters[variable.name])
        number = colours.hexadecimal(spot.tint)
        text = "" if counted or (number and not spot.pieces) else spot.values
        found[label] = Content(tuple(lying), text, colours.soften(number) if number else "")
    return found


def _counters(view: View, variable: Variable, label: str, symbols: Mapping[str, str]) -> list[str]:
    found = []
    for member, name in symbols.items():
        count = view.value(variable.name, label, *([member] if member else []))
        found += [name] * (count if isinstance(count, int) else 0)
    return found
