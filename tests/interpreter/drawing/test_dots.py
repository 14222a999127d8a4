"""Where the dots of a plain board lie: on its sites, or at the corners if players draw lines from one to the next."""

from __future__ import annotations

import re

from interpreter import Game
from interpreter.drawing.scene import scene

RULES = """\
game "Lines"
players A, B
board grid(3, 2)
{more}
game has drawn: set of {what}

turn
  choose e in {what} - drawn
  drawn += {{e}}

end
  draw if {what} within drawn

looks
  board as plain
"""


def dots(what: str, more: str = "") -> set[tuple[float, float]]:
    ground = scene(Game.parse(RULES.format(what=what, more=more)).model).ground
    return {(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', ground)}


def test_dots_lie_on_sites_or_at_their_corners() -> None:
    """Three columns and two rows have 6 squares, and 4 times 3 corners, all half a square away from these."""
    squares, corners = dots("site"), dots("line", "type line = edges of site")
    assert (len(squares), len(corners)) == (6, 12)
    half = (sorted({x for x, _ in squares})[1] - sorted({x for x, _ in squares})[0]) / 2
    assert all({(x - half, y - half), (x + half, y + half)} <= corners for x, y in squares)
