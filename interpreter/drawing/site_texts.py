"""What stands on a site or in a variable, in as few characters as will do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from gdl.model.model import Model
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Range
from interpreter.drawing.borders import chosen, upon
from interpreter.drawing.counters import Counters, counters, is_text
from interpreter.drawing.drawn_sets import is_drawn_on, members
from interpreter.drawing.unknown import SHADE, SIGN, partly_known, so_many
from interpreter.game.unknown import UNKNOWN
from interpreter.graph.graph import Ask

if TYPE_CHECKING:
    from interpreter.game.views import View


@dataclass(frozen=True, slots=True)
class Spot:
    """What is drawn on one site: pieces bottom first, values of its variables, the tint they give it,
    and counters that stand for values."""

    pieces: tuple[tuple[str, str], ...] = ()
    """Text and colour of each."""
    values: str = ""
    tint: str = ""
    counters: tuple[Counters, ...] = ()
    is_seen: bool = True
    """Whether it is known if a piece stands there."""
    is_own: bool = False
    """Whether a piece of the viewer stands there."""

    @property
    def text(self) -> str:
        """All of it, pieces first."""
        return "".join(text for text, _ in self.pieces) + self.values


def spots(view: View, shape: Shape, symbols: bool) -> dict[str, Spot]:
    """What is on each site of this shape. `symbols`: the terminal can show more than ASCII."""
    model = view.game.model
    on_sites = [v for v in model.variables if lives_on(model, v, shape) and is_text(model, v)]
    is_board = is_board_of(model, shape)
    lying = counters(view, shape)
    within = {v: members(view, v) for v in on_sites if is_drawn_on(model, v, shape)}
    found = {}
    for label in shape.labels:
        standing = view.pieces(label) if is_board else ()
        pieces = tuple(figure(model, piece.label).drawn(symbols) for piece in standing)
        is_seen = not is_board or view.is_seen(label)
        is_own = any(piece.owner == view.viewer for piece in standing if piece.owner)
        values, tint = list[str](), "" if is_seen else SHADE
        for variable in on_sites:
            if variable in within:
                if label in within[variable]:
                    owner = within[variable][label]
                    values.append(member_text(model, owner) if owner else variable.name[:1])
                continue
            text, colour = site_value(view, variable, label, is_board)
            values.append(text)
            tint = colour or tint
        if not is_seen and not any(values):  # what is known of a site says more than that something isn't
            values = [SIGN]
        found[label] = Spot(pieces, " ".join(filter(None, values)), tint, lying[label], is_seen, is_own)
    return found


def lives_on(model: Model, variable: Variable, shape: Shape) -> bool:
    """Whether this variable is shown on the sites of the shape, for each of which it has a value.

    One with a text for players is told beside the board, unless the shape is the board itself. A set of edges,
    corners or lines is shown on those that are in it, whatever is told beside the board.
    """
    if is_drawn_on(model, variable, shape):
        return True
    look = model.variable_looks.get(variable)
    return variable.subject is shape and (is_board_of(model, shape) or look is None or look.form != "text")


@dataclass(frozen=True)
class Figure:
    """How a piece is drawn."""

    letter: str
    symbol: str
    colour: str

    def drawn(self, symbols: bool) -> tuple[str, str]:
        """Text and colour."""
        return (self.symbol if symbols else self.letter), self.colour


def figure(model: Model, label: str) -> Figure:
    """How a piece is drawn, whatever a view leaves of it."""
    known = figures(model)
    if label in known:
        return known[label]
    left = partly_known(model)[label]
    if left.of:
        like = known[left.of]
        letter, symbol = (text.rstrip("-0123456789") + SIGN for text in (like.letter, like.symbol))
        return Figure(letter, symbol, like.colour)
    whose = short(model.players)[left.owner] if left.owner and not left.colour else ""
    return Figure(whose + SIGN, whose + SIGN, left.colour)


@lru_cache(maxsize=4)
def figures(model: Model) -> Mapping[str, Figure]:
    """Every piece by its label: its look, with a number where looks leave it open, or its name shortened."""
    pieces = list(zip(model.pieces.labels, model.piece_parts, strict=True))
    letters: dict[tuple[int, int], set[str]] = {}
    for label, (kind, owner, _) in pieces:
        look = model.looks.get(label)
        letters.setdefault((kind, owner), set()).add(look.letter if look else "")
    kinds = short(tuple(kind.name for kind in model.kinds))
    found: dict[str, Figure] = {}
    for label, (kind, owner, number) in pieces:
        said = "" if number is None or len(letters[kind, owner]) > 1 else str(number)
        look = model.looks.get(label)
        if look and look.letter:
            found[label] = Figure(look.letter + said, (look.symbol or look.letter) + said, look.colour)
            continue
        of = short(model.players)[model.players[owner]] if owner >= 0 else ""
        name = kinds[model.kinds[kind].name] if len(model.kinds) > 1 or not of else ""
        colour = look.colour if look else ""
        found[label] = Figure(of + name + said, of + name + said, colour)
    return found


def site_value(view: View, variable: Variable, label: str, is_board: bool) -> tuple[str, str]:
    """A site's value, short, and the tint it gives the site."""
    if variable.parameters:
        return table(view, variable, label), ""
    value = view.value(variable.name, label)
    if value is UNKNOWN:
        return SIGN, ""
    if value is None or value is False or value in ([], ()) or (is_board and value == 0):
        return "", ""
    if value is True:
        return variable.name[:1], ""
    family = variable.type.base
    if isinstance(value, str) and isinstance(family, Domain):
        return _member(view.game.model, family, value)
    return plain(value), ""


def member_text(model: Model, owner: str) -> str:
    """What is written where something lies that is in this player's set."""
    return _member(model, model.player, owner)[0]


def _member(model: Model, domain: Domain, label: str) -> tuple[str, str]:
    look = model.looks.get(f"{domain.name}.{label}")
    return (look.letter if look else "") or short(domain.labels)[label], look.colour if look else ""


def plain(value: Any) -> str:
    """A value of a variable as people read it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | set | frozenset):
        names = [*map(str, value)]
        return (", " if any("_" in name for name in names) else " ").join(names).replace("_", " ") or "–"
    return str(value).replace("_", " ")


def whole(view: View, variable: Variable, *subject: str) -> str:
    """What a variable without parameters holds for this subject, as people read it."""
    value = view.value(variable.name, *subject)
    return so_many(view, variable, subject) or plain([]) if value is UNKNOWN else plain(value)


def table(view: View, variable: Variable, *subject: str) -> str:
    """The values for this subject of a variable with parameters, zeros and nothings left out: `A4 B3`."""
    return _table(view, variable, variable.parameters, subject)


def table_of(view: View, variable: Variable) -> str:
    """All values of a variable, zeros and nothings left out."""
    return _table(view, variable, variable.dimensions, ())


def _table(view: View, variable: Variable, over: Sequence[Range | Domain], subject: tuple[str, ...]) -> str:
    if variable.collection:
        return _kept_together(view, variable, over, subject)
    shown, unknown = [], 0
    for labels in product(*(domain.labels for domain in over)):
        value = view.value(variable.name, *subject, *labels)
        if value is UNKNOWN:
            unknown += 1
            continue
        if value is None or value is False or value == 0 or value in ([], ()):
            continue
        name = ",".join(short(domain.labels)[label] for domain, label in zip(over, labels, strict=True))
        between = ":" if name[-1:].isdigit() or "-" in name else ""  # an edge: a1-S
        shown.append(name if value is True else f"{name}{between}{plain(value)}")
    return " ".join([*shown, *[SIGN] * bool(unknown)])


def _kept_together(
    view: View, variable: Variable, over: Sequence[Range | Domain], subject: tuple[str, ...]
) -> str:
    """What lies in bags, `2 x ruby, opal`, or on piles, `3 4 9`; of several, with whose it is: `r1: 3 4; r2: 9`."""
    *keys, last = over
    found = []
    for of in product(*(domain.labels for domain in keys)):
        held = [(label, view.value(variable.name, *subject, *of, label)) for label in last.labels]
        hidden = sum(value is UNKNOWN for _, value in held)
        unknown = [so_many(view, variable, (*subject, *of)) if hidden == len(held) else SIGN] if hidden else []
        there = [(label, value) for label, value in held if value is not UNKNOWN and value not in (None, 0)]
        if variable.collection == "bag":
            text = ", ".join([*(name if n == 1 else f"{n} x {name}" for name, n in there), *unknown])
        else:
            text = " ".join([*(plain(thing) for _, thing in there), *unknown])
        if text:
            found.append(f"{', '.join(of)}: {text}" if of else text)
    return "; ".join(found)


def short(labels: Sequence[str]) -> Mapping[str, str]:
    """Each label's shortest beginning that no other has."""
    return _short(tuple(labels))


@lru_cache
def _short(labels: tuple[str, ...]) -> Mapping[str, str]:
    found = {}
    for label in labels:
        others = [other for other in labels if other != label]
        lengths = (n for n in range(1, len(label)) if not any(o.startswith(label[:n]) for o in others))
        found[label] = label[: next(lengths, len(label))]
    return found


def chosen_names(view: View) -> set[str]:
    """The names that rules give to what is chosen or rolled."""
    asks = (node for node in view.game.machine.graph.nodes if isinstance(node, Ask))
    return {variable.name for ask in asks for variable in ask.choose.variables}


def shapes_to_draw(model: Model) -> list[Shape]:
    """The board, every other shape that holds values which are shown there, and edges and corners that are chosen.

    Lines for which there is no more than which of them are in a set aren't among them: characters can't draw these."""
    hidden = {variable for variable, look in model.variable_looks.items() if look.form == "hidden"}
    shown = [variable for variable in model.variables if variable not in hidden]
    picked = chosen(model)

    def shows(variable: Variable, shape: Shape) -> bool:
        return lives_on(model, variable, shape) and (shape.joins is None or variable.subject is shape)

    return [
        shape
        for shape in model.shapes
        if is_board_of(model, shape) or shape in picked or any(shows(v, shape) for v in shown)
    ]


def is_board_of(model: Model, shape: Shape) -> bool:
    """Whether this is the shape that pieces stand on."""
    return shape is model.board


def off_board(model: Model) -> Iterable[Variable]:
    """Variables that aren't drawn on a shape of their own: what lies on edges and corners is told, too."""
    drawn = shapes_to_draw(model)
    shapes = [shape for shape in drawn if shape not in upon(drawn)]
    return (v for v in model.variables if not any(lives_on(model, v, shape) for shape in shapes))
