"""The parts of a game's picture: places from the board's geometry, grounds from its looks, symbols of what lies there.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from math import dist
from xml.etree import ElementTree

import pytest
from sample import rulesets

from gdl.model.looks import BoardLook, Look, SiteLook
from gdl.model.model import Model
from interpreter import Game
from interpreter.drawing import styles
from interpreter.drawing.colours import player_colours
from interpreter.drawing.fields import fields
from interpreter.drawing.rim import names
from interpreter.drawing.scene import placed, scene
from interpreter.drawing.site_symbols import contents
from interpreter.drawing.styles import Style
from interpreter.drawing.unknown import partly_known

SVG = '<svg xmlns="http://www.w3.org/2000/svg">'


def model(name: str) -> Model:
    return Game.load(name).model


def plain(board: str, rest: str = "") -> Model:
    return Game.parse(
        f'game "G"\n\nplayers A, B\nboard {board}\npieces stone of player\n\n'
        f"turn\n  choose s in empty\n  put stone of me on s\n\nend\n  draw if no empty\n{rest}"
    ).model


@pytest.mark.parametrize("name", rulesets())
def test_every_shipped_game_has_a_scene(name: str) -> None:
    game = Game.load(name)
    view = game.start(seed=1).view()
    parts = scene(game.model)
    ElementTree.fromstring(f"{SVG}<defs>{parts.definitions}</defs>{parts.ground}</svg>")
    symbols = set(re.findall(r'<symbol id="([^"]+)"', parts.definitions))
    assert {*parts.pieces} == {*game.model.pieces.labels, *partly_known(game.model)}
    assert {*parts.pieces.values()} <= symbols
    for shape, of in placed(parts, view).items():
        for label, lying in of.items():
            assert label in parts.sites[shape]
            assert {thing.symbol for thing in lying.things} <= symbols
    for of in parts.sites.values():
        centres = [(site.x, site.y) for site in of.values()]
        assert all(0 < x < parts.width and 0 < y < parts.height for x, y in centres)
        assert all(site.radius > 0 and len(site.outline) >= 3 for site in of.values())
        apart = min((dist(a, b) for i, a in enumerate(centres) for b in centres[:i]), default=100.0)
        assert apart > 1.6 * max(site.radius for site in of.values())
    json.dumps(parts.data())


@pytest.mark.parametrize(("board", "corners"), [("grid(4, 3)", 4), ("hexhex(3)", 6), ("rhombus(4)", 6),
    ("triangle(4)", 6)])  # fmt: skip
def test_cells_fill_the_board(board: str, corners: int) -> None:
    parts = scene(plain(board))
    (of,) = parts.sites.values()
    assert {len(site.outline) for site in of.values()} == {corners}
    shared = [corner for site in of.values() for corner in {(round(x), round(y)) for x, y in site.outline}]
    assert len(set(shared)) < 0.7 * len(shared)  # neighbours touch


ROUND = """\
game "Round"
players A, B
type meadow
  for x in 1..6, y in 1..6 as "{letter(x)}{y}" at 2 * x + y % 2, 2 * y
  direction E  = [x % 6 + 1, y]
  direction NE = [(x + y % 2 - 1) % 6 + 1, y % 6 + 1]
  direction NW = [(x + y % 2 + 4) % 6 + 1, y % 6 + 1]
board meadow
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  draw if no empty
"""


def test_a_board_without_an_edge_has_cells_too() -> None:
    """What leaves it at one side comes back at the other: such a link says nothing about the cells."""
    (of,) = scene(Game.parse(ROUND).model).sites.values()
    assert {len(site.outline) for site in of.values()} == {6}


def test_links_past_other_sites_still_make_a_net_of_lines() -> None:
    (of,) = fields(model("nine_mens_morris"), model("nine_mens_morris").shapes[0], 0)
    assert of.cell is None


@pytest.mark.parametrize("name", ["kalah", "chinese_checkers"])
def test_round_outlines_look_round(name: str) -> None:
    """Half a pixel off, at most, where a site is as large as a finger's width on a screen (200 pixels)."""
    for of in scene(model(name)).sites.values():
        for site in of.values():
            (ax, ay), (bx, by) = site.outline[:2]
            middle = dist((site.x, site.y), ((ax + bx) / 2, (ay + by) / 2))
            assert 100 * (1 - middle / dist((site.x, site.y), (ax, ay))) < 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_have_pieces_of_different_colours(players: int) -> None:
    """Dots and Boxes is for two to four; what closes a box shows whose it is."""
    colours = player_colours(Game.load("dots_and_boxes", players=players).model)
    assert len(set(colours.values())) == players


def test_rows_go_up_and_columns_to_the_right() -> None:
    of = scene(plain("grid(3, 3)")).sites["grid"]
    assert of["a1"].x < of["b1"].x < of["c1"].x and of["a1"].y == of["b1"].y
    assert of["a1"].y > of["a2"].y > of["a3"].y and of["a1"].x == of["a3"].x


def test_a_board_is_turned_before_its_player() -> None:
    chess = model("chess")
    white, black = scene(chess, "White"), scene(chess, "Black")
    assert white.sites["grid"]["a1"].outline != black.sites["grid"]["a1"].outline
    for label, other in (("a1", "h8"), ("d4", "e5"), ("h1", "a8")):
        at, there = white.sites["grid"][label], black.sites["grid"][other]
        assert (at.x, at.y) == pytest.approx((there.x, there.y))
    assert scene(chess) is white and scene(chess, "nobody") is white


def test_what_points_somewhere_points_at_the_foe() -> None:
    dobutsu = model("dobutsu")
    sente, gote = scene(dobutsu, "Sente"), scene(dobutsu, "Gote")
    state = Game.load("dobutsu").start().view()
    for parts in (sente, gote):
        here = placed(parts, state)["grid"]
        assert re.search(rf'id="{here["b1"].things[0].symbol}"[^§]*?</symbol>', parts.definitions)
    assert {*sente.pieces.values()}.isdisjoint(gote.pieces.values())


def test_layers_lie_beside_each_other() -> None:
    of = scene(model("sparks")).sites["pyramid"]
    assert of["1a1"].x < of["1g1"].x < of["2b2"].x


@pytest.mark.parametrize(("name", "style"), [("chess", styles.CHECKERED), ("go", styles.LINES), ("hex", styles.CELLS),
    ("backgammon", styles.POINTS), ("oware", styles.PITS), ("peg_solitaire", styles.HOLES)])  # fmt: skip
def test_the_style_that_looks_say(name: str, style: str) -> None:
    rules = model(name)
    (field,) = fields(rules, rules.shapes[0], 0)
    assert field.style.name == style


@pytest.mark.parametrize(("name", "style"), [("chess", styles.CHECKERED), ("draughts", styles.CHECKERED),
    ("go", styles.SQUARES), ("hex", styles.CELLS), ("nine_mens_morris", styles.LINES), ("sparks", styles.HOLES),
    ("oware", styles.PITS), ("kalah", styles.PITS), ("fire_and_ice", styles.HOLES), ("y", styles.CELLS)])  # fmt: skip
def test_the_style_where_looks_are_silent(name: str, style: str) -> None:
    rules = replace(model(name), board_look=BoardLook(), site_looks=())
    found = next(fields(rules, rules.shapes[0], 0))
    assert found.style.name == style


def test_colours_are_those_that_looks_name() -> None:
    rules = replace(plain("grid(2, 2)"), board_look=BoardLook("checkered", ("navy", "gold")))
    (field,) = fields(rules, rules.shapes[0], 0)
    assert isinstance(field.style, Style) and field.style.ground in scene(rules).ground
    strange = replace(rules, board_look=BoardLook("checkered", ('"/><script>',)))
    assert "script" not in scene(strange).ground


def test_chequers_meet_no_chequers() -> None:
    chess = model("chess")
    (field,) = fields(chess, chess.shapes[0], 0)
    steps = {place.label: field.steps[site] for site, place in field.places.items()}
    assert sum(steps["a1"]) % 2 == sum(steps["h8"]) % 2 != sum(steps["h1"]) % 2
    dark = scene(chess).ground.split(f'fill="{field.style.second}"')[0].split('<path d="')[-1]
    assert dark.count("M") == 32
    x, y = next(place.outline[0] for place in field.places.values() if place.label == "a1")
    assert f"M{x:g} {y:g}l" in dark  # the corner at the left of who begins is dark


def test_names_on_the_rim() -> None:
    def said(board: str) -> list[str]:
        rules = plain(board)
        return sorted(name for _, _, name in names(next(fields(rules, rules.shapes[0], 0))))

    assert said("grid(3, 2)") == ["1", "2", "a", "b", "c"]
    assert said("rhombus(3)") == ["1", "2", "3", "a", "b", "c"]
    assert said("hexhex(2)") == ["1", "2", "3", "a", "b", "c"]
    rules = model("fire_and_ice")
    assert names(next(fields(rules, rules.shapes[0], 0))) == ()


def test_special_sites_are_marked() -> None:
    rules = plain("grid(3, 3)")
    assert rules.board is not None
    looks = (SiteLook(rules.board, (4,), "x", "×", "gold"),
             SiteLook(rules.board, (0,), "*", "", "red", picture="flower"),
             SiteLook(rules.board, (8,), "<", "<&>", ""))  # fmt: skip
    before, after = scene(rules).ground, scene(replace(rules, site_looks=looks)).ground
    assert "#d9a722" not in before and 'fill="#d9a722"' in after
    assert 'fill="#d03030"' in after and "&lt;&amp;&gt;" in after and "<&>" not in after


def test_edges_are_drawn_where_the_board_ends() -> None:
    """Hex: a side of n cells has 2 n - 1 or so outer sides; the corners' other sides stay free."""
    ground = scene(Game.load("hex", size=5).model).ground
    sides = re.findall(r'<path d="([^"]+)" fill="none" stroke="(#d03030|#3b6fd4)"', ground)
    assert [colour for _, colour in sides] == ["#d03030", "#d03030", "#3b6fd4", "#3b6fd4"]
    assert all(2 * 5 - 1 <= path.count("M") <= 2 * 5 for path, _ in sides)
    xs = [float(x) for x in re.findall(r"[ML]([-\d.]+) ", sides[0][0])]
    ys = [float(y) for y in re.findall(r"[ML][-\d.]+ ([-\d.]+)", sides[0][0])]
    assert max(xs) - min(xs) > 200 and max(ys) - min(ys) < 30  # the red sides are above and below


def test_counters_lie_in_pits_and_on_points() -> None:
    view = Game.load("backgammon").start(seed=1).view()
    parts = scene(view.game.model)
    lying = placed(parts, view)["track"]
    assert len(lying["24"].things) == 2 and len(lying["13"].things) == 5
    (white,) = {thing.symbol for thing in lying["24"].things}
    assert white == parts.counters["men"]["White"]
    ys = [thing.y for thing in lying["13"].things]
    assert ys == sorted(ys) and parts.sites["track"]["13"].y < parts.sites["track"]["12"].y
    down = [thing.y for thing in lying["12"].things]
    assert down == sorted(down, reverse=True)


def test_many_counters_are_a_number() -> None:
    view = Game.load("kalah", start=9).start().view()
    lying = placed(scene(view.game.model), view)["pit"]["A"]
    assert [written.text for written in lying.texts] == ["9"] and len(lying.things) == 9


def test_a_members_picture_stands_for_it() -> None:
    state = Game.load("quarto").start()
    for text in ("TDRH", "a1", "SLQF"):
        state = state.play(next(move.text for move in state.moves if move.text.startswith(text)))
    here = contents(state.view())["grid"]["a1"]
    assert len(here.symbols) == 1 and not here.text


def test_a_stack_stands_upright() -> None:
    game = Game.load("lasca")
    position = game.start().position()
    board = dict(position["stacks"])
    board["d4"] = ["soldier of White", "officer of Black", "soldier of White"]
    view = game.position({**position, "stacks": board}).view()
    things = placed(scene(game.model), view)["grid"]["d4"].things
    assert len(things) == 3 and things[0].y > things[1].y > things[2].y
    assert things[0].symbol == things[2].symbol != things[1].symbol


def test_pieces_without_looks_bear_their_letters() -> None:
    parts = scene(plain("grid(2, 2)"))
    assert ">A</text>" in parts.definitions and ">B</text>" in parts.definitions


def test_an_authors_path_is_drawn_and_nothing_else() -> None:
    rules = plain("grid(2, 2)", '\nlooks\n  stone of A "a" red\n  stone of B "b" blue\n')
    label = rules.pieces.labels[0]
    drawn = scene(replace(rules, looks={**rules.looks, label: Look("a", "", "red", "M10 10H90V90Z")}))
    assert 'd="M10 10H90V90Z"' in drawn.definitions
    for nasty in ('M0 0"/><script>alert(1)</script>', "M0 0\x00", "javascript:alert(1)", "M0 0 url(#x)"):
        looks = {**rules.looks, label: Look("a", "", 'red"/><script>', nasty)}
        unharmed = scene(replace(rules, looks=looks)).definitions
        assert "script" not in unharmed and ">a</text>" in unharmed
