"""Boards of a report: heat maps, and games to step through, on the game's own board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from gdl.model.model import Model
from gdl.model.shape import Shape
from interpreter import State
from interpreter.drawing import beside_board
from interpreter.drawing.paper import corners, text
from interpreter.drawing.scene import Lying, Scene, drawn, placed, scene


@dataclass(frozen=True)
class Parts:
    """A picture in parts: what never changes, and what is on each site, by its number in the picture."""

    width: float
    height: float
    under: str
    sites: tuple[str, ...]


def parts(state: State) -> Parts:
    """The picture of a state in parts; the parts of two states of a game can be exchanged."""
    view = state.view()
    whole = scene(state.game.model)
    lying = placed(whole, view)
    sites = []
    for shape, of in whole.sites.items():
        for label, site in of.items():
            here = lying[shape].get(label, Lying())
            ground = f'<polygon points="{corners(site.outline)}" fill="{here.tint or "none"}"/>'
            sites.append(f"<g>{ground}{drawn(here)}</g>")
    return Parts(whole.width, whole.height, _under(whole), tuple(sites))


def _under(whole: Scene) -> str:
    return f"<defs>{whole.definitions}</defs>{whole.ground}"


def caption(state: State) -> str:
    """What there is to read beside the board."""
    return " · ".join(beside_board.text(line) for line in beside_board.told(state.view()))


def heat_map(model: Model, shape: Shape, sites: Mapping[str, float], words: str) -> str:
    """A shape whose sites are the darker the more often something happened there."""
    greatest = max(sites.values(), default=0.0) or 1.0
    whole = scene(model, only=shape)
    marks: list[str] = []
    for label, site in whole.sites[shape.name].items():
        often = sites.get(label, 0.0)
        points = f'points="{corners(site.outline)}"'
        title = f"<title>{escape(label)}: {often:.3g} {escape(words)}</title>"
        marks.append(f'<polygon {points} class="site"/>')
        marks.append(f'<polygon {points} class="hot" fill-opacity="{often / greatest:.3f}">{title}</polygon>')
        if often == 0:
            marks.append(text(site.x, site.y, "0", 14, "", ' class="never"'))
    size = f'viewBox="0 0 {whole.width:g} {whole.height:g}" style="--w:{whole.width:g}px"'
    size += f' aria-label="{escape(words)}: {escape(shape.name)}"'
    return f'<svg class="board" {size} role="img" text-anchor="middle">{_under(whole)}{"".join(marks)}</svg>'
