"""The picture of a game in parts, as data for a page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from interpreter.drawing import colours
from interpreter.drawing.content import figures, is_board_of, shapes_to_draw
from interpreter.drawing.layout import panels
from interpreter.drawing.svg import LINE, UNIT, _closer, _nearest, _piece, _text

if TYPE_CHECKING:
    from interpreter import Game


def scene(game: Game) -> dict[str, Any]:
    """Ground, symbols, places."""
    model = game.model
    left = height = 0.0
    ground: list[str] = []
    shapes: dict[str, Any] = {}
    for shape in shapes_to_draw(model):
        scale = UNIT / _nearest(shape)
        sites = shapes.setdefault(shape.name, {})
        for panel in panels(shape):
            margin = UNIT * 0.75 + (UNIT * 0.5 if panel.has_axes else 0)
            xs = _closer([shape.places[site][0] * scale for site in panel.sites])
            ys = _closer([-shape.places[site][1] * scale for site in panel.sites])
            at = {site: (left + margin + xs[i], margin + ys[i]) for i, site in enumerate(panel.sites)}
            half = UNIT / 2
            for site, (x, y) in at.items():
                outline = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
                sites[shape.labels[site]] = {"x": x, "y": y, "r": half * 0.9, "outline": outline}
                ground.append(f'<rect x="{x - half:g}" y="{y - half:g}" width="{UNIT:g}" height="{UNIT:g}" fill="{colours.soften(colours.BOARD, 0.25)}" stroke="{LINE}"/>')
            if panel.has_axes:
                for row, name in panel.row_names.items():
                    y = next(at[site][1] for site in panel.sites if panel.rows[site] == row)
                    ground += _text(left + UNIT * 0.4, y, name, 13, LINE)
                bottom = max(y for _, y in at.values()) + margin
                for across, name in panel.column_names.items():
                    x = next(at[site][0] for site in panel.sites if panel.x[site] == across)
                    ground += _text(x, bottom - UNIT * 0.4, name, 13, LINE)
            if panel.title:
                ground += _text(left + 60, 12, panel.title, 12, LINE)
            left = max(x for x, _ in at.values()) + margin
            height = max(height, max(y for _, y in at.values()) + margin)
    symbols, looks = [], {}
    for number, (label, figure) in enumerate(figures(model).items()):
        text, colour = figure.drawn(True)
        inner = "".join(_piece(24, 24, 19, text, colour))
        symbols.append(f'<symbol id="p{number}" viewBox="0 0 48 48">{inner}</symbol>')
        looks[label] = f"p{number}"
    return {
        "width": left, "height": height, "ground": "".join(ground), "symbols": "".join(symbols), "shapes": shapes,
        "looks": looks, "title": escape(game.title),
        "board": next((s.name for s in shapes_to_draw(model) if is_board_of(model, s)), None),
    }  # fmt: skip
