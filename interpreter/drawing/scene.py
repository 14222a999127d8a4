"""A game's picture in parts: what never changes, where each site is, a symbol for each piece, what lies where now.

    a = scene(model)              once for a game
    lying = placed(a, view)       for each position

Everything that shows boards in more than characters is made of these parts: pictures and films, pages, reports.
`Scene.data` gives them as plain data, for a page that lays pieces on a board by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gdl.model.lattice import Polygon
from gdl.model.model import Model
from gdl.model.shape import Shape
from interpreter.drawing import colours, lines, styles
from interpreter.drawing.borders import THICK, on_paper
from interpreter.drawing.geometry import moved
from interpreter.drawing.grounds import DIMPLES, boards, ground, is_upon, label_size
from interpreter.drawing.paper import corners, text, use
from interpreter.drawing.piles import Laid, Pile, Written, column, laid, values
from interpreter.drawing.sheet import Put, sheet
from interpreter.drawing.site_symbols import Content, contents, symbols_of
from interpreter.drawing.symbols import SHINES

if TYPE_CHECKING:
    from interpreter.game.views import View

FRAME, ON_FRAME = "#5f4630", "#f0e2c8"
"""The frame around boards, and names upon it: the same on light and dark pages."""
FAINT = "#6d5433"
"""Names of sites upon the board."""


@dataclass(frozen=True)
class Site:
    """A site: its centre, the radius of a circle that lies within its outline, and how things lie on it."""

    x: float
    y: float
    radius: float
    outline: Polygon
    pile: Pile
    solid: bool
    """Whether its ground may be tinted up to its outline; else a circle within is."""
    rim: str = ""
    """The colour around its ground where it is tinted, if there is one."""

    def data(self) -> dict[str, Any]:
        """All of it as plain data; a rim only if there is one."""
        found = asdict(self)
        return found if self.rim else {name: value for name, value in found.items() if name != "rim"}


@dataclass(frozen=True)
class Scene:
    """The parts of a game's picture that are the same in every position."""

    model: Model
    title: str
    degrees: int
    """How far the board is turned, clockwise."""
    width: float
    height: float
    definitions: str
    """What stands in `<defs>`: light, and a `<symbol>` for each piece and counter."""
    ground: str
    """A fragment of SVG: frame, names, grounds."""
    sites: Mapping[str, Mapping[str, Site]]
    """By the shape's name and the site's label."""
    pieces: Mapping[str, str]
    """A piece's label → the name of its symbol."""
    counters: Mapping[str, Mapping[str, str]]
    """A variable that is drawn as counters → for each member of its parameter (or "") the name of its symbol."""

    def data(self) -> dict[str, Any]:
        """All of it as plain data, as JSON has it."""
        return {
            "title": self.title,
            "width": self.width,
            "height": self.height,
            "definitions": self.definitions,
            "ground": self.ground,
            "sites": {shape: {label: site.data() for label, site in of.items()} for shape, of in self.sites.items()},
            "pieces": dict(self.pieces),
            "counters": {name: dict(of) for name, of in self.counters.items()},
        }


@dataclass(frozen=True)
class Lying:
    """What lies on a site in its place: tint of the ground, pieces bottom first, texts."""

    tint: str = ""
    things: tuple[Laid, ...] = ()
    texts: tuple[Written, ...] = ()


def scene(model: Model, viewer: str | None = None, only: Shape | None = None) -> Scene:
    """The parts of a game's picture, turned as this player sits; of one shape alone, if that is wished."""
    degrees = model.turned.get(model.players.index(viewer), 0) if viewer in model.players else 0
    return _scene(model, degrees % 360, (only,) if only else lines.shapes_in_pictures(model))


@lru_cache(maxsize=16)
def _scene(model: Model, degrees: int, shapes: tuple[Shape, ...]) -> Scene:
    laid_out = sheet(model, shapes, degrees)
    symbols = symbols_of(model, degrees)
    width, height = laid_out.width, laid_out.height
    parts = [f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{FRAME}"/>']
    sites: dict[str, dict[str, Site]] = {}
    drawn = lines.upon(shapes)
    for put in laid_out.put:
        parts.append(_ground(model, put))
        of = sites.setdefault(put.shape.name, {})
        of |= {place.label: _site(put, place.site) for place in put.field.places.values()}
        for part in (part for part in drawn if part.of is put.shape):
            sites.setdefault(part.name, {}).update(_borders(part, put, degrees))
    sites |= {part.name: dict(_lines(part, laid_out.put)) for part in drawn if part.joins in shapes}
    # in the order of the shape's own labels
    order = [*(put.shape for put in laid_out.put if put.shape not in drawn), *drawn]
    ordered = {shape.name: {label: sites[shape.name][label] for label in shape.labels} for shape in order}
    return Scene(
        model=model,
        title=model.title,
        degrees=degrees,
        width=width,
        height=height,
        definitions=SHINES + DIMPLES + "".join(symbols.definitions),
        ground="".join(parts),
        sites=ordered,
        pieces=symbols.pieces,
        counters=symbols.counters,
    )


def _borders(part: Shape, put: Put, degrees: int) -> Iterator[tuple[str, Site]]:
    """Edges or corners upon the cells of their board."""
    centres = {number: place.centre for number, place in put.field.places.items()}
    for number, (x, y), radius, outline in on_paper(part, centres, put.field.unit, degrees):
        centre = round(x + put.x, 2), round(y + put.y, 2)
        yield part.labels[number], Site(*centre, radius, moved(outline, (put.x, put.y)), column(radius), True)


def _lines(joining: Shape, puts: Sequence[Put]) -> Iterator[tuple[str, Site]]:
    """Lines between the sites of a board, whatever layers these lie in."""
    of_board = [put for put in puts if put.shape is joining.joins]
    centres = {
        number: ((place.centre[0] + put.x, place.centre[1] + put.y), place.radius)
        for put in of_board for number, place in put.field.places.items()
    }  # fmt: skip
    unit = of_board[0].field.unit
    radius = round(unit * THICK, 2)
    for label, ((x, y), outline) in zip(joining.labels, lines.on_paper(joining, centres, unit), strict=True):
        yield label, Site(round(x, 2), round(y, 2), radius, outline, column(radius), True, lines.RIM)


def _site(put: Put, site: int) -> Site:
    place = put.field.places[site]
    x, y = place.centre
    solid = put.field.cell is not None and put.field.style.name in (styles.SQUARES, styles.CHECKERED, styles.CELLS)
    outline = moved(place.outline, (put.x, put.y))
    return Site(round(x + put.x, 2), round(y + put.y, 2), place.radius, outline, place.pile, solid)


def _ground(model: Model, put: Put) -> str:
    """A layer's ground in its place, with its names."""
    field = put.field
    parts = [ground(field, [look for look in model.site_looks if look.shape is put.shape])]
    wood = boards(field)
    if field.rings:  # the names stand upon the board, and in the way of its lines
        halo = f' stroke="{field.style.ground}" stroke-width="6" paint-order="stroke" stroke-linejoin="round"'
        parts += [text(x, y, name, 13, FAINT, halo) for x, y, name in put.names]
    else:
        parts += [text(x, y, name, 13, FAINT if is_upon(wood, x, y) else ON_FRAME) for x, y, name in put.names]
    if field.title:
        top = min([0.0, *(y for _, y, _ in put.names)])
        parts.append(text(field.width / 2, top - 16, field.title, 12, ON_FRAME))
    if not put.names:
        for place in field.places.values():
            x, y = place.centre
            if field.style.name == styles.PLAIN:
                parts.append(text(x, y + place.radius * 0.8, place.label, 11, FAINT))
            elif field.style.name == styles.PITS:
                parts.append(text(x, y + place.radius * 0.83, place.label, 11, ON_FRAME))
            elif field.style.name == styles.POINTS:
                edge = place.outline[0][1] if y < field.height / 2 and field.height > 400 else place.outline[2][1]
                parts.append(text(x, edge + (-8 if edge < y else 8), place.label, 12, ON_FRAME))
            else:
                parts.append(text(x, y, place.label, label_size(field, place.label), FAINT))
    return f'<g transform="translate({put.x:g} {put.y:g})">{"".join(parts)}</g>'


# ---- what changes


def placed(scene: Scene, view: View) -> dict[str, dict[str, Lying]]:
    """What lies on each site now, by the shape's name and the site's label. Empty sites are left out."""
    found: dict[str, dict[str, Lying]] = {}
    for shape, on in contents(view, scene.degrees).items():
        sites = scene.sites[shape]
        found[shape] = {label: lie(sites[label], content) for label, content in on.items()}
    return found


def lie(site: Site, content: Content) -> Lying:
    """A site's content in its place."""
    things, texts = laid(site.pile, (site.x, site.y), content.symbols)
    texts += values((site.x, site.y), site.radius, content.text, beside=bool(things))
    return Lying(content.tint, tuple(things), tuple(texts))


def tinted(site: Site, tint: str) -> str:
    """The ground of a site in another colour."""
    if site.solid:
        rim = f' stroke="{site.rim}" stroke-width="1"' if site.rim else ""
        return f'<polygon points="{corners(site.outline)}" fill="{tint}"{rim}/>'
    return f'<circle cx="{site.x:g}" cy="{site.y:g}" r="{site.radius:g}" fill="{tint}" fill-opacity=".85"/>'


def drawn(lying: Lying) -> str:
    """What lies on a site, as SVG."""
    return "".join(_drawn(lying))


def _drawn(lying: Lying) -> Iterator[str]:
    for thing in lying.things:
        yield use(thing.symbol, thing.x, thing.y, thing.size)
    halo = ' stroke="#fff8ea" stroke-width="2.2" stroke-opacity=".85" paint-order="stroke" stroke-linejoin="round"'
    for written in lying.texts:
        yield text(written.x, written.y, written.text, written.size, colours.ON_BOARD, f' font-weight="bold"{halo}')
