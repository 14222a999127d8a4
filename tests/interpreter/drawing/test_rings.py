"""Lines that go round outside the board, and the room that they take."""

from __future__ import annotations

from math import atan2, cos, dist, pi, sin
from xml.etree import ElementTree

import pytest

from gdl.model.model import Model
from interpreter import Game
from interpreter.drawing.fields import Field, fields
from interpreter.drawing.rings import Ring
from interpreter.drawing.scene import scene

RULES = """\
game "G"
players A, B
board grid(4, 4)
pieces stone of player
type loop
  for a in site, b in site where {PAIR} as "{{a}}{{b}}"
turn
  choose s in empty
  put stone of me on s
end
  draw if no empty
looks
  board as lines
  loop {LOOK}
"""


def ruled(pair: str, look: str = "red as ring") -> Model:
    return Game.parse(RULES.format(PAIR=pair, LOOK=look)).model


def field(model: Model, degrees: int = 0) -> Field:
    assert model.board is not None
    (found,) = fields(model, model.board, degrees)
    return found


def on_the_way(ring: Ring) -> tuple[float, float]:
    """The middle of the arc that SVG draws: from the start, clockwise or not, to the end."""
    a, b = (atan2(y - ring.centre[1], x - ring.centre[0]) for x, y in (ring.start, ring.end))
    far = (b - a) % (2 * pi) if ring.is_clockwise else (b - a) % (2 * pi) - 2 * pi
    assert (abs(far) > pi + 0.01) == ring.is_long
    turn = a + far / 2
    return ring.centre[0] + ring.radius * cos(turn), ring.centre[1] + ring.radius * sin(turn)


@pytest.mark.parametrize("degrees", [0, 90, 180])
def test_surakarta_has_two_loops_round_each_corner(degrees: int) -> None:
    """As on every picture of its board: they lead from the second and third lines of a side to those of the next."""
    model = Game.load("surakarta").model
    found = field(model, degrees)
    at = {place.label: place.centre for place in found.places.values()}
    unit = dist(at["a1"], at["b1"])
    corners = {name: at[name] for name in ("a1", "a6", "f1", "f6")}
    seen = sorted(
        (name, round(ring.radius / unit, 2))
        for ring in found.rings for name, centre in corners.items() if dist(ring.centre, centre) < 0.1
    )  # fmt: skip
    assert seen == [(name, radius) for name in sorted(corners) for radius in (1.0, 2.0)]
    assert len(found.rings) == 8
    for ring in found.rings:
        x, y = on_the_way(ring)
        assert not (0 < x < found.width and 0 < y < found.height) or ring.radius < 1.5 * unit
        assert dist((x, y), at["c3"]) > dist(ring.centre, at["c3"])  # away from the middle


def test_a_ring_between_two_sites_of_one_side_is_half_a_circle_outside() -> None:
    found = field(ruled("a = b1 and b = c1"))
    (ring,) = found.rings
    at = {place.label: place.centre for place in found.places.values()}
    assert ring.radius == pytest.approx(dist(at["b1"], at["c1"]) / 2)
    assert on_the_way(ring)[1] == pytest.approx(at["b1"][1] + ring.radius)  # below the lowest row


def test_there_is_room_for_them() -> None:
    """Of a board of four by four a loop of two units round a corner takes two units on two sides."""
    with_loops, without = (scene(ruled("a = a3 and b = c1", look)) for look in ("red as ring", "red"))
    unit = with_loops.sites["grid"]["b1"].x - with_loops.sites["grid"]["a1"].x
    at = with_loops.sites["grid"]["a1"]
    assert at.x > 2 * unit and with_loops.height - at.y > 2 * unit
    assert with_loops.width > without.width + unit and with_loops.height > without.height + unit
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{with_loops.ground}</svg>')
    assert 'stroke="#d03030"' in with_loops.ground and 'stroke="#d03030"' not in without.ground
