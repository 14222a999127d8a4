"""The picture of a game in parts, as data for a page: the scene as a player sees it, and the symbol of each thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gdl.model.lattice import Polygon
from interpreter.drawing.hands import faces_of, laid
from interpreter.drawing.lines import is_only_shown, shapes_in_pictures
from interpreter.drawing.scene import Scene, scene
from interpreter.drawing.signs import implied
from interpreter.drawing.site_symbols import TURNED, symbols_of
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.drawing.symbols import symbol

if TYPE_CHECKING:
    from interpreter import Game


def scene_data(game: Game, viewer: str | None = None) -> dict[str, Any]:
    """`Scene.data`, with each site's outline about its centre; and `looks`: the symbol of each thing that may lie on a
    site, by the names that views use; `facing`: those that point somewhere, so that they are turned with the board;
    `shown`: the shapes to which nobody ever points."""
    parts = scene(game.model, viewer)
    data = parts.data()
    del data["pieces"], data["counters"]
    data["definitions"] += "".join(_of_cards(game, data["definitions"]))
    for site in (site for of in data["sites"].values() for site in of.values()):
        site["outline"] = _about(site["x"], site["y"], site["outline"])
    for shape in shapes_to_draw(game.model):
        if len({z for _, _, z in shape.places}) > 1:  # layers: a page can show them as a heap
            for label, place in zip(shape.labels, shape.places, strict=True):
                if label in data["sites"].get(shape.name, {}):
                    data["sites"][shape.name][label]["at"] = place
    shown = [shape.name for shape in shapes_in_pictures(game.model) if is_only_shown(game.model, shape)]
    return {**data, "looks": dict(looks(parts)), "facing": _facing(game), "shown": shown}


def _about(x: float, y: float, outline: Polygon) -> list[tuple[float, float]]:
    """Sites that look alike get equal outlines, so that a large board packs well."""
    return [(round(a - x, 2), round(b - y, 2)) for a, b in outline]


def _of_cards(game: Game, known: str) -> Iterator[str]:
    """The symbols of what lies on the table with a picture."""
    cards = {card for variable in laid(game.model) for card in faces_of(game.model, variable).values()}
    found = {symbol(card.picture, "", card.colour) for card in cards if card.picture and not card.sign}
    yield from (text for name, text in sorted(found) if f'id="{name}"' not in known)


def looks(parts: Scene) -> dict[str, str]:
    """The symbol of each piece, of each counter, and of each value that has a picture."""
    counted = {
        counter_name(variable, member): symbol
        for variable, of in parts.counters.items()
        for member, symbol in of.items()
    }
    members = symbols_of(parts.model).members
    held = {member_name(type_, member): symbol for type_, of in members.items() for member, symbol in of.items()}
    return {**parts.pieces, **counted, **held}


def counter_name(variable: str, member: str) -> str:
    """How views name a counter."""
    return f"{variable} {member}".rstrip()


def member_name(type_: str, member: str) -> str:
    """How views name a value with a picture."""
    return f"{type_}.{member}"


def _facing(game: Game) -> list[str]:
    model = game.model
    return [label for label in model.pieces.labels if implied(model.looks.get(label)) in TURNED]
