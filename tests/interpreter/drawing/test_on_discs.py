"""What stands on a disc or lies in a pit isn't larger than it: pieces, counts, words, names of sites, many sorts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import hypot

import pytest

from interpreter import Game
from interpreter.drawing.scene import lie, placed, scene
from interpreter.drawing.site_symbols import Content

LETTER = 0.56
"""How broad a digit is, in its size: that of the digits of Helvetica, which has few broader ones beside it."""

DISCS = """\
game "Discs"

players Red, Blue
type mood = calm, wintering
type spot
  for i in 0..6 as "{name}" at around(i, 7)
board spot
pieces counter of player
spot has seeds: 0..99999 = 12345
spot has kept: mood = wintering

looks
  board as lines

setup
  put counter of Blue on spot[0]

turn
  choose s in empty where s.seeds > 0 and s.kept = wintering
  put counter of me on s

end
  draw if no empty
"""

PITS = """\
game "Pits"

players 2..10
type pit = ring(7)
pit has seeds(player): 0..24 = 3

turn
  choose s in pit where s.seeds(me) > 0
  s.seeds(me) = 0
  s.next.seeds(me) += 3

end
  win me if count({s in pit where s.seeds(me) > 0}) = 1
"""


@dataclass(frozen=True)
class Circle:
    """A disc or a pit, as it is drawn on the ground."""

    x: float
    y: float
    r: float


def circles(ground: str) -> list[Circle]:
    """All circles of a ground. It is drawn away from the corner."""
    (x, y) = map(float, re.findall(r'<g transform="translate\((\S+) (\S+)\)">', ground)[0])
    found = re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([-\d.]+)"', ground)
    return [Circle(float(a) + x, float(b) + y, float(r)) for a, b, r in found]


def around(those: list[Circle], x: float, y: float) -> Circle:
    return min(those, key=lambda one: hypot(one.x - x, one.y - y))


@pytest.mark.parametrize("name", ["{i}", "No{i}", "Spot-{i}"])
def test_pieces_words_and_names_fit_on_discs(name: str) -> None:
    view = Game.parse(DISCS.replace("{name}", name)).start().view()
    parts = scene(view.game.model)
    discs = circles(parts.ground)
    assert len(discs) == 7
    lying = placed(parts, view)["spot"]
    assert [len(one.things) for one in lying.values()] == [1, 0, 0, 0, 0, 0, 0]
    piece = next(thing for one in lying.values() for thing in one.things)
    body = re.search(rf'<symbol id="{piece.symbol}".*?</symbol>', parts.definitions)
    assert body and "M10 50a40 40" in body[0]  # a disc of 80, in a square of 100
    rim = 8 / 2 / 100  # the broadest line around a piece, half of it outside
    disc = around(discs, piece.x, piece.y)
    assert piece.size * (0.4 + rim) <= disc.r
    for label, one in lying.items():
        site, words = parts.sites["spot"][label], [] if one.things else list(one.texts)
        disc = around(discs, site.x, site.y)
        for text in words:
            corner = hypot(len(text.text) * text.size * LETTER / 2, abs(text.y - disc.y))
            assert corner <= disc.r + 0.5, text
    for size, label in re.findall(r'<text [^>]*font-size="([-\d.]+)"[^>]*>([^<]+)</text>', parts.ground):
        assert len(label) * float(size) * LETTER <= 2 * discs[0].r, label


@pytest.mark.parametrize("players", range(2, 11))
def test_many_sorts_stay_in_their_pit(players: int) -> None:
    """Each with its number, and no two upon each other."""
    view = Game.parse(PITS, players=players).start().view()
    parts = scene(view.game.model)
    site = parts.sites["pit"]["0"]
    here = placed(parts, view)["pit"]["0"]
    pit = around(circles(parts.ground), site.x, site.y)
    full = players * 3 > site.pile.most
    assert len(here.texts) == (players if full else 0)
    for thing in here.things:
        assert hypot(thing.x - pit.x, thing.y - pit.y) + thing.size * 0.4 <= pit.r
    for text in here.texts:
        assert hypot(abs(text.x - pit.x) + text.size * LETTER / 2, text.y - pit.y) <= pit.r
    spots = [(thing.x, thing.y) for thing in here.things]
    for k, (x, y) in enumerate(spots):
        assert all(hypot(x - a, y - b) > 0.8 * here.things[0].size for a, b in spots[:k])


def test_words_that_are_too_long_are_as_small_as_can_be_read() -> None:
    (site, *_) = scene(Game.parse(DISCS.replace("{name}", "{i}")).model).sites["spot"].values()
    (written,) = lie(site, Content(text="unpronounceable")).texts
    assert written.size == 6
