"""What lies under the pieces and never changes: squares, lines, cells, holes, pits, points; special sites; edges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import ceil, dist, hypot
from typing import TYPE_CHECKING

from gdl.model.lattice import Polygon
from interpreter.drawing import colours, styles
from interpreter.drawing.fields import Field, Place
from interpreter.drawing.geometry import moved, regular
from interpreter.drawing.paper import corners, path, text
from interpreter.drawing.rings import box
from interpreter.drawing.signs import implied
from interpreter.drawing.symbols import flat

if TYPE_CHECKING:
    from gdl.model.looks import SiteLook

BAR = "#5f4630"
"""What lies between the halves of a track: the frame."""
DISC = 0.4
"""The radius, in units, of a site that stands alone where lines would join sites: a piece lies within."""
ISLAND = 2.1
"""Sites further apart than so many units lie on different islands."""
DIMPLES = (
    '<radialGradient id="gdl-pit" cx=".5" cy=".42" r=".55"><stop offset="0" stop-color="#000" stop-opacity=".05"/>'
    '<stop offset=".8" stop-color="#000" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".4"/>'
    "</radialGradient>"
)
"""Light in a hollow."""


def ground(field: Field, special: Iterable[SiteLook]) -> str:
    """The ground of a layer as a fragment of SVG, with its special sites."""
    looks = [(look, frozenset(look.sites) & field.places.keys()) for look in special]
    tints = {site: number for look, sites in looks if not (look.edge or look.picture)
             for site in sites if (number := colours.hexadecimal(look.colour))}  # fmt: skip
    parts = [GROUNDS[field.style.name](field, tints)]
    edges = [(colours.hexadecimal(look.colour) or "#808080", sites) for look, sites in looks if look.edge]
    parts += [_edge(field, sites, colour) for colour, sites in edges]
    parts += [
        f'<path d="{ring.path}" fill="none" stroke="{ring.colour or field.style.second}" stroke-width="2.4"/>'
        for ring in field.rings
    ]
    for look, sites in looks:
        parts += [_sign(field, field.places[site], look) for site in sorted(sites)]
    return "".join(parts)


def _sign(field: Field, place: Place, look: SiteLook) -> str:
    """What is marked on a site: a picture in its own colour, or a sign upon ground of that colour."""
    (x, y), sign = place.centre, look.symbol or look.letter
    dark = colours.mixed(field.style.second, "#000000", 0.3)
    colour = (look.picture and colours.hexadecimal(look.colour)) or dark
    if drawn := flat(implied(look), colour):
        half = place.radius * (1 if look.picture else 0.7)
        return f'<g transform="translate({x - half:.6g} {y - half:.6g}) scale({half / 50:.4g})">{drawn}</g>'
    if not sign:
        return ""
    return text(x, y, sign, round(place.radius * 1.1, 1), dark)


# ---- cells that fill the board


def _filled(field: Field, tints: Mapping[int, str]) -> str:
    """Every cell in its colour, with lines between them."""
    look = field.style
    shades: tuple[str, ...] = (look.ground,)
    if look.name == styles.CHECKERED:
        hexagons = field.cell is not None and len(field.cell) != 4
        shades = (look.ground, look.third, look.second) if hexagons else (look.second, look.ground)
    by_colour: dict[str, list[Polygon]] = {}
    for site, place in field.places.items():
        i, j = field.steps.get(site, (0, 0))
        shade = shades[(i + j if len(shades) == 2 else i - j) % len(shades)]
        by_colour.setdefault(tints.get(site, shade), []).append(place.outline)
    line = (
        ""
        if field.style.name == styles.CHECKERED and len(shades) == 2
        else (f' stroke="{field.style.second}" stroke-width="1.5" stroke-linejoin="round"')
    )
    return "".join(f'<path d="{path(cells)}" fill="{colour}"{line}/>' for colour, cells in by_colour.items())


# ---- lines


def _lines(field: Field, tints: Mapping[int, str]) -> str:
    """Lines between linked sites, and pieces on their crossings."""
    pad = field.unit * 0.1
    parts = [_board(field) if _is_bare(field) else _slab(field, pad)]
    for site, colour in tints.items():
        parts.append(f'<polygon points="{corners(field.places[site].outline)}" fill="{colour}" fill-opacity=".6"/>')
    drawn = []
    for a, b in _straight_links(field):
        (x, y), (u, v) = field.places[a].centre, field.places[b].centre
        drawn.append(f"M{x:g} {y:g}L{u:g} {v:g}")
    parts.append(
        f'<path d="{"".join(drawn)}" fill="none" stroke="{field.style.second}" stroke-width="1.6" '
        'stroke-linecap="round"/>'
    )
    dots = _star_points(field) if field.cell else [place.centre for place in field.places.values()]
    size = 4.0 if field.cell else field.unit * (DISC if _is_bare(field) else 0.09)
    colour = colours.mixed(field.style.ground, field.style.second, 0.5 if _is_bare(field) else 1)
    parts += [f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colour}"/>' for x, y in dots]
    return "".join(parts)


def _slab(field: Field, pad: float) -> str:
    """Smooth ground, a little broader than the outlines of all sites."""
    left, top, right, bottom = reach(field)
    return (
        f'<rect x="{left - pad:g}" y="{top - pad:g}" width="{right - left + 2 * pad:g}" '
        f'height="{bottom - top + 2 * pad:g}" rx="5" fill="{field.style.ground}"/>'
    )


def reach(field: Field) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all sites, and of the lines that go round outside."""
    if not field.rings:
        return 0, 0, field.width, field.height
    left, top, right, bottom = box(field.rings)
    return min(0, left), min(0, top), max(field.width, right), max(field.height, bottom)


def _straight_links(field: Field) -> Iterator[tuple[int, int]]:
    """The links that are drawn: not the diagonals of a net in which they'd all cross."""
    middles: dict[tuple[int, int], int] = {}
    for a, b in field.links:
        key = _middle(field, a, b)
        middles[key] = middles.get(key, 0) + 1
    for a, b in field.links:
        (x, y), (u, v) = field.places[a].centre, field.places[b].centre
        if hypot(u - x, v - y) < 1.2 * field.unit or middles[_middle(field, a, b)] == 1:
            yield a, b


def _middle(field: Field, a: int, b: int) -> tuple[int, int]:
    (x, y), (u, v) = field.places[a].centre, field.places[b].centre
    return round((x + u) / 2), round((y + v) / 2)


def _star_points(field: Field) -> list[tuple[float, float]]:
    """The dots that help the eye on a large square net: near the corners, in the middle, on the widest beside it."""
    at = {step: site for site, step in field.steps.items()}
    n = max((i for i, _ in at), default=0) + 1
    if len(at) != n * n or n < 9 or field.cell is None or len(field.cell) != 4:
        return []
    near = 2 if n < 12 else 3
    lines = [near, n - 1 - near]
    found = [(i, j) for i in lines for j in lines]
    if n % 2:
        middle = n // 2
        found.append((middle, middle))
        if n >= 17:
            found += [(i, middle) for i in lines] + [(middle, j) for j in lines]
    return [field.places[at[step]].centre for step in found if step in at]


# ---- hollows


def _holes(field: Field, tints: Mapping[int, str]) -> str:
    """Small hollows for pegs, marbles and balls; a line where sites are linked but none where they touch."""
    parts = [_board(field)]
    for site, place in field.places.items():
        (x, y), r = place.centre, place.radius * 0.62
        fill = tints.get(site, field.style.second)
        parts.append(_hollow(x, y, r, fill, field.style.second))
    return "".join(parts)


def _pits(field: Field, tints: Mapping[int, str]) -> str:
    """Bowls that hold many things."""
    parts = [_board(field)]
    for site, place in field.places.items():
        (x, y), r = place.centre, place.radius
        parts.append(_hollow(x, y, r, tints.get(site, field.style.second), field.style.second))
    return "".join(parts)


def _hollow(x: float, y: float, r: float, fill: str, line: str) -> str:
    at = f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"'
    edge = colours.mixed(line, "#000000", 0.25)
    return f'{at} fill="{fill}" stroke="{edge}" stroke-width="1.5"/>{at} fill="url(#gdl-pit)"/>'


def _board(field: Field) -> str:
    """Wood around all sites."""
    look = f'fill="{field.style.ground}" stroke="{field.style.second}"'
    return "".join(f'<polygon points="{corners(hull)}" {look}/>' for hull in boards(field))


def boards(field: Field) -> list[Polygon]:
    """The wood that holes and pits are in, in the shape that they make; islands lie each on its own."""
    hollow = field.style.name in (styles.HOLES, styles.PITS) or _is_bare(field)
    groups = (_named_alike(field) or _groups(field, frozenset(field.places), ISLAND)) if hollow else ()
    grown = field.unit * 0.6
    around = regular((0, 0), grown, 16)
    outer = (_hull(field.places[site].centre for site in group) for group in groups)
    return [_hull(p for centre in centres for p in moved(around, centre)) for centres in outer]


def _named_alike(field: Field) -> list[set[int]]:
    """The islands of a board that is no lattice, if labels begin with a name for each: A1, A2 … G7."""
    groups: dict[str, set[int]] = {}
    for site, place in field.places.items():
        groups.setdefault(re.sub(r"\W*\d+$", "", place.label), set()).add(site)
    islands = list(groups.values())
    return islands if field.cell is None and len(islands) > 1 and min(map(len, islands)) > 2 else []


def _is_bare(field: Field) -> bool:
    """Whether it is to be drawn with lines, but has none."""
    return field.style.name == styles.LINES and not field.links


def label_size(field: Field, label: str) -> float:
    """The size of the letters of a label that stands on its site. On a disc they are as large as its middle has room
    for."""
    if _is_bare(field):
        return min(round(field.unit * DISC * 2.4 / len(label), 1), field.unit / 3)
    return 11 if len(label) < 4 else 8


def is_upon(polygons: Iterable[Polygon], x: float, y: float) -> bool:
    """Whether a point lies within one of these convex polygons."""
    return any(all(_turn(hull[i - 1], hull[i], (x, y)) >= 0 for i in range(len(hull))) for hull in polygons)


def _hull(points: Iterable[tuple[float, float]]) -> Polygon:
    """The least convex polygon around points."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    halves = []
    for way in (ordered, ordered[::-1]):
        half: list[tuple[float, float]] = []
        for p in way:
            while len(half) > 1 and _turn(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# ---- a track


def _points(field: Field, tints: Mapping[int, str]) -> str:
    """Long triangles, light and dark by turns, and a tray where a site stands apart; a bar where there is a gap."""
    rows: dict[float, list[Place]] = {}
    for place in field.places.values():
        rows.setdefault(place.centre[1], []).append(place)
    parts = [f'<rect width="{field.width:g}" height="{field.height:g}" fill="{field.style.ground}"/>']
    columns = sorted({place.centre[0] for place in field.places.values()})
    apart = {
        x for i, x in enumerate(columns)
        if all(abs(x - columns[j]) > 1.1 * field.unit for j in (i - 1, i + 1) if 0 <= j < len(columns))
    }  # fmt: skip
    bars = [(a + field.unit / 2, b - a - field.unit) for a, b in pairwise(columns) if b - a > 1.1 * field.unit]
    bars += [(x - field.unit / 2, field.unit) for x in apart]
    parts += [f'<rect x="{x:g}" width="{width:g}" height="{field.height:g}" fill="{BAR}"/>' for x, width in bars]
    for number, y in enumerate(sorted(rows)):
        for place in rows[y]:
            hangs = number == 0 and len(rows) > 1
            own = tints.get(place.site)
            parts.append(_tray(place, own) if place.centre[0] in apart else _point(field, place, hangs, own))
    return "".join(parts)


def _tray(place: Place, own: str | None) -> str:
    fill = own or colours.mixed(BAR, "#ffffff", 0.2)
    return f'<polygon points="{corners(place.outline)}" fill="{fill}" stroke="{BAR}" stroke-width="2"/>'


def _point(field: Field, place: Place, hangs: bool, own: str | None) -> str:
    (left, top), _, (right, bottom), _ = place.outline
    broad, tip = (top, bottom) if hangs else (bottom, top)
    dark = ceil(left / field.unit - 0.5) % 2 == hangs
    fill = own or (field.style.second if dark else field.style.third)
    triangle = ((left + 1, broad), (right - 1, broad), ((left + right) / 2, tip))
    edge = colours.mixed(fill, "#000000", 0.25)
    return f'<polygon points="{corners(triangle)}" fill="{fill}" stroke="{edge}" stroke-opacity=".5"/>'


# ---- nothing but places


def _plain(field: Field, tints: Mapping[int, str]) -> str:
    """A dot for each site; at the corners if lines are drawn from one to the next."""
    ends = {(round(x, 1), round(y, 1)) for place in field.places.values() for x, y in place.outline}
    dots = [(*place.centre, tints.get(site, field.style.second)) for site, place in field.places.items()]
    if field.has_lines and field.cell:
        dots = [(x, y, field.style.second) for x, y in sorted(ends)]
    size = field.unit * 0.08
    drawn = (f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colour}"/>' for x, y, colour in dots)
    return "".join([_slab(field, field.unit * 0.1), *drawn])


GROUNDS: Mapping[str, Callable[[Field, Mapping[int, str]], str]] = {
    styles.SQUARES: _filled, styles.CHECKERED: _filled, styles.CELLS: _filled, styles.LINES: _lines,
    styles.HOLES: _holes, styles.PITS: _pits, styles.POINTS: _points, styles.PLAIN: _plain,
}  # fmt: skip


# ---- edges


def _edge(field: Field, sites: frozenset[int], colour: str) -> str:
    """The board's rim beside these sites, in a colour: on the sides on which most of each group of them has no
    neighbour, so that a corner's other sides stay free."""
    if field.cell is None:
        return ""
    around = [_beyond(field, i) for i in range(len(field.cell))]
    taken = {(round(x), round(y)) for x, y in (place.centre for place in field.places.values())}
    strokes = []
    for group in _groups(field, sites):
        open_sides = {
            site: [i for i, (dx, dy) in enumerate(around) if not _is_near(taken, field.places[site].centre, dx, dy)]
            for site in group
        }
        for i in range(len(field.cell)):
            with_side = [site for site in group if i in open_sides[site]]
            if len(with_side) * 2 > len(group) or (len(group) == 1 and with_side):
                for site in with_side:
                    outline = field.places[site].outline
                    (x, y), (u, v) = outline[i - 1], outline[i]
                    dx, dy = around[i]
                    length = hypot(dx, dy)
                    out = 3.5 / length
                    strokes.append(f"M{x + dx * out:.6g} {y + dy * out:.6g}L{u + dx * out:.6g} {v + dy * out:.6g}")
    return (
        f'<path d="{"".join(strokes)}" fill="none" stroke="{colour}" stroke-width="7" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def _beyond(field: Field, i: int) -> tuple[float, float]:
    """From a site across the i-th side of its cell to where a neighbour would be."""
    assert field.cell is not None
    (x, y), (u, v) = field.cell[i - 1], field.cell[i]
    return x + u, y + v


def _is_near(taken: set[tuple[int, int]], centre: tuple[float, float], dx: float, dy: float) -> bool:
    x, y = centre[0] + dx, centre[1] + dy
    return any((round(x) + i, round(y) + j) in taken for i in (-1, 0, 1) for j in (-1, 0, 1))


def _groups(field: Field, sites: frozenset[int], reach: float = 1.5) -> Iterator[set[int]]:
    """Sites that lie side by side, at most so many units apart."""
    far = reach * field.unit
    at = {site: field.places[site].centre for site in sites}
    left: dict[tuple[int, int], set[int]] = {}
    for site, (x, y) in at.items():
        left.setdefault((int(x // far), int(y // far)), set()).add(site)
    for first in sorted(sites):
        group, todo = set[int](), [first]
        while todo:
            site = todo.pop()
            i, j = int(at[site][0] // far), int(at[site][1] // far)
            if site not in left[i, j]:
                continue
            left[i, j].remove(site)
            group.add(site)
            near = (left.get((i + k, j + m), ()) for k in (-1, 0, 1) for m in (-1, 0, 1))
            todo += [s for some in near for s in some if dist(at[s], at[site]) < far]
        if group:
            yield group
