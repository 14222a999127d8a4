"""Lines between sites: which types are drawn so, where, in whose colour, and what is told of them in words."""

from __future__ import annotations

import re
from itertools import product
from math import dist
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.session.session import Session
from cli.terminal.scene.panels import Scene
from cli.terminal.scene.playing import Playing
from interpreter import Game
from interpreter.drawing.colours import hexadecimal
from interpreter.drawing.lines import shapes_in_pictures
from interpreter.drawing.scene import scene
from interpreter.drawing.svg import picture

LINKS = Path(__file__).parents[2] / "rulesets" / "links.gdl"
RULES = """\
game "Roads"
players White, Black
board grid(3, 3)
type pit = ring(3)
type road
  for {sites}
{has}

turn
  choose {choice}
  {change}

end
  draw if stuck
"""
PAIRS = 'a in site, b in site where b in a.{N, E} as "{a}{b}"'


def drawn(
    sites: str = PAIRS, has: str = "game has built: set of road", change: str = "built = road",
    choice: str = "s in site",
) -> list[str]:  # fmt: skip
    """The types that are drawn in pictures."""
    game = Game.parse(RULES.format(sites=sites, has=has, change=change, choice=choice))
    return [shape.name for shape in shapes_in_pictures(game.model)]


def test_a_type_without_places_whose_elements_name_two_sites_is_drawn_as_lines() -> None:
    assert drawn() == ["grid", "road"]
    assert drawn(has="player has built: set of road", change="me.built = road") == ["grid", "road"]
    assert drawn(has="game has number: 0..3", change="number = 1", choice="r in road") == ["grid", "road"]


@pytest.mark.parametrize("sites", [
    f"{PAIRS} at index(a), index(b)",
    'a in site, n in 1..3 as "{a}{n}"',
    'a in site, b in site, n in 1..2 where b in a.{N, E} as "{a}{b}{n}"',
    'a in pit, b in pit where a != b as "p{a.i}{b.i}"',
])  # fmt: skip
def test_others_are_not(sites: str) -> None:
    """Those with places, with other coordinates, and those that join sites of a board that isn't drawn."""
    assert drawn(sites) == ["grid"]


def test_lines_of_which_nothing_is_kept_and_none_is_chosen_are_not_drawn() -> None:
    assert drawn(has="game has number: 0..30", change="number = count(road)") == ["grid"]


def test_each_link_is_a_bar_between_its_pegs_in_their_colour() -> None:
    """Pegs a knight's move apart: b1 and c3 are linked; e1 is linked to nothing; a2 and b4 are Black's."""
    state = Game.load(LINKS).start()
    for peg in ("b1", "a2", "c3", "b4", "e1"):
        state = state.play(peg)
    sites = scene(state.game.model).sites["grid"]
    drawing = picture(state.view())
    bars = {
        colour: [
            [tuple(map(float, point.split(","))) for point in points.split()]
            for points in re.findall(rf'<polygon points="([^"]+)" fill="{hexadecimal(colour)}" stroke', drawing)
        ]
        for colour in ("red", "black")
    }
    links = {"red": [("b1", "c3")], "black": [("a2", "b4")]}
    for colour, wanted in links.items():
        assert len(bars[colour]) == len(wanted)
        for bar, ends in zip(bars[colour], wanted, strict=True):
            a, b = ((sites[end].x, sites[end].y) for end in ends)
            for corner in bar:
                assert dist(a, corner) + dist(corner, b) < dist(a, b) * 1.02, "it lies on the way from one to the other"
            nearest = [min(dist(end, corner) for corner in bar) for end in (a, b)]
            assert max(nearest) < sites["b1"].radius, "pegs hide its ends"


def test_links_that_cross_another_are_not_there() -> None:
    """By the geometry of segments, worked out apart from the rules: no two links that are there have a common point
    within both."""
    state = Game.load(LINKS).start(3)
    for number in range(24):
        if state.is_over:
            break
        state = state.play(state.moves[(7 * number) % len(state.moves)])
    held = [link for player in ("Red", "Black") for link in state.value("links", player)]
    assert len(held) > 4

    def at(site: str) -> tuple[int, int]:
        return ord(site[0]), int(site[1])

    def within(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
        over = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if over == 0:
            return False
        s = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / over
        t = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / over
        return 0 < s < 1 and 0 < t < 1

    pairs = ((x, y) for x, y in product(held, held) if x < y)
    assert not [pair for pair in pairs if within(*(at(link[i : i + 2]) for link in pair for i in (0, 2)))]


def test_a_terminal_tells_links_in_words_and_a_picture_does_not() -> None:
    people = ["--seat", "Red=human", "--seat", "Black=human"]
    done = CliRunner().invoke(app, ["play", str(LINKS), "--plain", "--no-record", *people], input="b1\na2\nc3\n/quit\n")
    assert "b1c3" in done.output
    session = Session(Game.load(LINKS), "links", 1, {"Red": "human", "Black": "human"})
    for move in ("b1", "a2", "c3"):
        session.play(session.state.parse(move))
    assert "b1c3" in str(Scene(Playing(session)).beside(session.eyes)), "also where the screen is full"
    state = Game.load(LINKS).start().play("b1").play("a2").play("c3")
    assert "b1c3" not in picture(state.view())


def test_links_that_a_player_does_not_see_are_not_drawn() -> None:
    rules = LINKS.read_text(encoding="utf-8") + "\nhidden p.links from player - p\n"
    state = Game.parse(rules).start().play("b1").play("a2").play("c3")
    red = hexadecimal("red")
    assert f'fill="{red}" stroke' in picture(state.view("Red"))
    assert f'fill="{red}" stroke' not in picture(state.view("Black"))
