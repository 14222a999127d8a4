"""What lies on each site now, by names of symbols; and the symbols of everything that may lie anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.looks import Look
from gdl.model.model import Model
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Range
from interpreter.drawing import colours
from interpreter.drawing.beside_board import words_of
from interpreter.drawing.counters import amounts
from interpreter.drawing.drawn_sets import is_drawn_on, is_inked
from interpreter.drawing.inks import INK, inked
from interpreter.drawing.lines import shapes_in_pictures
from interpreter.drawing.signs import implied
from interpreter.drawing.site_texts import Figure, figure, figures, is_board_of, lives_on, plain, site_value
from interpreter.drawing.symbols import UNSAID, symbol
from interpreter.drawing.unknown import SHADE, partly_known

if TYPE_CHECKING:
    from interpreter.game.views import View


@dataclass(frozen=True)
class Content:
    """What lies on a site: names of symbols, bottom first; what its variables say; the tint that one of them gives, and
    in words what that means."""

    symbols: tuple[str, ...] = ()
    text: str = ""
    tint: str = ""
    says: str = ""


@dataclass(frozen=True)
class Symbols:
    """Every `<symbol>` of a game, and which is whose."""

    definitions: tuple[str, ...]
    pieces: Mapping[str, str]
    counters: Mapping[str, Mapping[str, str]]
    members: Mapping[str, Mapping[str, str]]
    """Members of types that have a picture, by the type's name."""


@lru_cache(maxsize=16)
def symbols_of(model: Model, degrees: int = 0) -> Symbols:
    """A symbol for each piece and each counter, on a board turned so far. What points somewhere looks as it does to
    whose it is, who sits where the board is turned to."""
    found: dict[str, str] = {}

    def named(picture: str, letter: str, colour: str, number: str = "") -> str:
        name, text = symbol(picture, letter, colour, number)
        found[name] = text
        return name

    drawn = figures(model)
    pieces = {}
    for label, (_, owner, _) in zip(model.pieces.labels, model.piece_parts, strict=True):
        picture, *written = _piece(model.looks.get(label), drawn[label])
        away = 90 < (model.turned.get(owner, 0) - degrees) % 360 < 270
        pieces[label] = named(TURNED.get(picture, picture) if away else picture, *written)
    for label in partly_known(model):
        unknown = figure(model, label)
        pieces[label] = named("", unknown.letter, unknown.colour or UNSAID)
    counters: dict[str, dict[str, str]] = {}
    for variable in filter(lambda v: _is_counted(model, v), model.variables):
        said = model.variable_looks.get(variable)
        owners = variable.parameters[0] if variable.parameters else None
        of = counters.setdefault(variable.name, {})
        for i, member in enumerate(owners.labels if owners else ("",)):
            own = (said.look if said else None) or _member(model, owners, member) or Look("")
            colour = own.colour or (BEADS[i % len(BEADS)] if owners else "beige")
            of[member] = named(implied(own) or ("bead" if _in_pits(model, variable) else "man"), "", colour)
    members: dict[str, dict[str, str]] = {}
    for variable in model.variables:
        domain = variable.type.base
        if isinstance(variable.subject, Shape) and isinstance(domain, Domain) and domain.name not in members:
            members[domain.name] = {
                label: named(implied(look), look.letter, look.colour)
                for label in domain.labels
                if (look := _member(model, domain, label)) and implied(look)
            }
    return Symbols(tuple(found.values()), pieces, counters, members)


BEADS = ("red", "blue", "yellow", "green", "purple", "white", "orange", "cyan", "pink", "brown")
"""Colours of counters whose owners have none."""


def _is_counted(model: Model, variable: Variable) -> bool:
    """Whether a site's value is shown as so many counters: if looks say so, or in a pit."""
    if not isinstance(variable.subject, Shape) or not isinstance(variable.type.base, Range):
        return False
    if len(variable.parameters) > 1 or any(isinstance(p, Range) for p in variable.parameters):
        return False
    if said := model.variable_looks.get(variable):
        return said.form == "counters"
    return variable.subject is not model.board and variable.type.base.low == 0 and _in_pits(model, variable)


def _in_pits(model: Model, variable: Variable) -> bool:
    return variable.subject is not model.board and model.board_look.style in ("", "pits")


TURNED = {"shogi": "shogi_turned", "shogi_turned": "shogi"}
"""Pictures that point to whom a piece fights, and the same the other way round."""


def _piece(look: Look | None, figure: Figure) -> tuple[str, str, str, str]:
    """Picture, letter, colour, number of a piece."""
    if look is None or not look.letter:
        return implied(look), figure.letter, look.colour if look else "", ""
    number = figure.letter.removeprefix(look.letter)
    return implied(look), look.letter, look.colour, number


def _member(model: Model, domain: Domain | Range | None, label: str) -> Look | None:
    return model.looks.get(f"{domain.name}.{label}") if isinstance(domain, Domain) else None


def contents(view: View, degrees: int = 0) -> dict[str, dict[str, Content]]:
    """What lies where, by the shape's name and the site's label, on a board turned so far; without empty sites."""
    model = view.game.model
    symbols = symbols_of(model, degrees)
    found: dict[str, dict[str, Content]] = {}
    for shape in shapes_in_pictures(model):
        found[shape.name] = {
            label: content for label, content in _on_shape(view, shape, symbols).items() if content != Content()
        }
    return found


def _on_shape(view: View, shape: Shape, symbols: Symbols) -> dict[str, Content]:
    model = view.game.model
    on_board = is_board_of(model, shape)
    variables = [v for v in model.variables if lives_on(model, v, shape) and not _is_hidden(model, v)]
    within = {v: inked(view, v) for v in variables if is_drawn_on(model, v, shape)}
    found = {}
    for label in shape.labels:
        lying = [symbols.pieces[piece.label] for piece in view.pieces(label)] if on_board else []
        texts, tint, says = [], "" if not on_board or view.is_seen(label) else SHADE, ""
        for variable in variables:
            if variable in within:
                tint, says = within[variable].get(label, (tint, says))
                continue
            if is_inked(variable, shape):
                if view.value(variable.name, label) is True:
                    tint, says = INK, words_of(variable.name)
                continue
            if counters := symbols.counters.get(variable.name):
                for of, count in amounts(view, variable, label):
                    lying += [counters["".join(of)]] * count
                continue
            if member := _shown_member(view, variable, label, symbols):
                lying.append(member)
                continue
            text, colour = site_value(view, variable, label, on_board)
            if number := colours.hexadecimal(colour):
                tint, says = colours.soften(number), plain(view.value(variable.name, label))
            else:
                texts.append(text)
        found[label] = Content(tuple(lying), " ".join(filter(None, texts)), tint, says)
    return found


def _is_hidden(model: Model, variable: Variable) -> bool:
    said = model.variable_looks.get(variable)
    return said is not None and said.form == "hidden"


def _shown_member(view: View, variable: Variable, label: str, symbols: Symbols) -> str:
    """The symbol of a value whose look has a picture."""
    of = symbols.members.get(variable.type.base.name) if not variable.parameters else None
    return of.get(str(view.value(variable.name, label)), "") if of else ""
