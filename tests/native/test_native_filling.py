"""Floods, rays and steps of compiled rules: what is kept from one to the next, what is looked up, what is walked."""

from __future__ import annotations

import pytest

from gdl.model.nodes import Fill, Op, node
from gdl.model.statements import deep
from gdl.passes.specialise import Specialiser
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.simulate import playouts, simulate, summarize
from interpreter.native.compile import compile_model
from interpreter.native.plan.fills import group
from interpreter.native.plan.planner import Planner
from interpreter.native.record.bit_positions import embedded

FLOOD = """
game "Bridge"
players Red, Blue
board {board}
pieces stone of player
game has tick: 0..60
define first = {{s in site where s.r = 1}}
define chain = first.group(mine) & {{s in site where s.r = 4}}
turn
  either
    choose s in empty
    put stone of me on s
  or
    choose s in mine where tick % 3 = 0 as "take {{s}}"
    remove s
end
  tick += 1
  win me if some chain
  draw if tick = 60 or stuck
"""
RAYS = """
game "Flips"
players Red, Blue
board {board}
pieces stone of player
define s.ray(d) = s.d through theirs
turn
  choose s in empty
  put stone of me on s + {{t for d in compass, t in s.ray(d) & theirs where some s.ray(d) & mine}}
end
  win me if not some empty and count(mine) > count(theirs)
  draw if no empty
"""
SLIDES = """
game "Slides"
players Red, Blue
board {board}
pieces stone of player
pieces rock
game has tick: 0..40
setup
  put stone of Red on {{s in site where s.{row} = 1}}
  put stone of Blue on {{s in site where s.{row} = 3}}
  put rock on {{s in site where s.{row} = 2 and s.{column} = 2}}
turn
  choose a in mine, d in {directions}, b in (a.d through empty) & {{a.d, a.d^tick}} where not b = a
  put rock on b - occupied if tick % 7 = 0
  move a to b if b in empty
end
  tick += 1
  draw if tick = 40 or stuck
"""
OWNERS = """
game "Owners"
players Red, Blue
board grid(4, 4)
pieces man, king of player
pieces rock
game has tick: 0..40
define a.ahead = a.N when a.owner = Red otherwise a.S
define a.worth = 1 when a.owner = me and a in king otherwise 2 when a.owner = me otherwise 0
define play(a, b)
  move a to b
  put king of b.owner on b if b in row(4) + row(1)
setup
  put man of Red on row(1)
  put man of Blue on row(4)
  put rock on a2
turn
  choose a in {x in mine where x.worth > 0}, b in a.ahead + a.W - mine
      where after play(a, b): no x in occupied - rock where x.owner = me and x.ahead in rock
  play(a, b)
end
  tick += 1
  draw if tick = 40 or stuck
"""


@pytest.mark.parametrize("board", ["rhombus(4)", "rhombus(9)", "grid(5, 5)", "grid(12, 12)"])
def test_floods_after_stones_were_added_and_taken(board: str) -> None:
    agree(FLOOD.format(board=board))


@pytest.mark.parametrize("board", ["grid(9, 9)", "rhombus(9)", "hexhex(6)", "hexhex(8)"])
@pytest.mark.parametrize(
    ("chain", "is_group"),
    [
        ("first.group(mine)", True),
        ("(mine & first) + (((mine & first).adjacent through mine) & mine)", True),
        ("(mine & first) + ((mine & first).adjacent & mine)", False),
        ("first + ((first.adjacent through mine) & mine)", False),  # the first ones needn't be mine
        ("(theirs & first) + (((theirs & first).adjacent through mine) & mine)", False),
        ("(mine & first) + (((mine & first).E through mine) & mine)", True),  # all to the east in one go
        ("(mine & first) + (((mine & first).E.adjacent through mine) & mine)", False),
        ("(mine & first) + ((first.adjacent through mine) & mine)", False),
    ],
)
def test_what_looks_like_a_group(board: str, chain: str, is_group: bool) -> None:
    """Where it is one, it is filled from its own sites; where it isn't, nothing is lost or won."""
    text = FLOOD.format(board=board).replace("first.group(mine)", f"({chain})")
    text = text.replace("s.r = 1", "s in {a1, b1, c2, d2, a4}").replace("s.r = 4", "s in {e4, e5, d5, f4}")
    game = Game.parse(text)
    planner = Planner(embedded(game.model))
    assert any(group(planner, e) for e in unions(game)) is is_group
    both_backends(game, seed=3, plies=40, games=8)


def unions(game: Game) -> list[Op]:
    """The unions of a game's rules, as they are for the first player."""
    special = Specialiser({game.model.me: 0, game.model.next: 1})
    found = map(special, deep((*game.model.turn, *game.model.end)))
    return [e for e in found if isinstance(e, Op) and e.name == "union"]


def test_a_group_has_one_step() -> None:
    """If what is reached begins with another step, it is no group."""
    text = FLOOD.format(board="grid(9, 9)")
    planner = Planner(embedded(Game.parse(text).model))
    beside, to_the_east = (
        next(e for e in unions(Game.parse(text.replace("first.group(mine)", chain))) if group(planner, e))
        for chain in ("first.group(mine)", "((mine & first) + (((mine & first).E through mine) & mine))")
    )
    fill, other = (next(p for p in e.operands[1].parts if isinstance(p, Fill)) for e in (beside, to_the_east))
    mixed = node(Fill, fill.type, other.variable, other.step, fill.start, fill.area)
    both = node(Op, fill.type, "both", (mixed, fill.area))
    assert group(planner, node(Op, beside.type, "union", (beside.operands[0], both))) is None


@pytest.mark.parametrize("board", ["grid(4, 4)", "grid(8, 8)", "grid(9, 9)", "grid(3, 20)"])
def test_rays_on_boards_of_one_word_and_more(board: str) -> None:
    agree(RAYS.format(board=board))


@pytest.mark.parametrize("board", ["grid(4, 4)", "grid(9, 9)", "grid(19, 19)", "rhombus(5)"])
def test_slides_in_any_direction(board: str) -> None:
    agree(SLIDES.format(board=board, row="r", column="c", directions="compass"), games=10)


def test_slides_on_a_ring() -> None:
    """No step is always to a higher site, and powers have no end."""
    agree(SLIDES.format(board="ring(12)", row="i", column="i", directions="{back}"))


STEPS = """
game "Steps"
players Red, Blue
board {board}
pieces man of player
define forward = N when me = Red otherwise S
setup
  put man of Red on {{s in site where s.r % 3 = 1}}
  put man of Blue on {{s in site where s.r % 3 = 2}}
turn
  choose a in mine, b in a.forward & empty + (a.forward.{{W, E}} - mine)
  move a to b
end
  win me if stuck or no theirs
"""


POWERS = """
game "Powers"
players Red, Blue
board {board}
pieces stone of player
game has reach: 1..5 = 2
game has tick: 0..30
turn
  choose a in empty, d in compass
      where some {{n in 1..reach where some a.d^n & empty}}
        and sum(n for n in 1..reach + 1, m in 0..2 where some a.d^(n + m) & occupied) < 9
  put stone of me on a
  reach = 1 + tick % 5
end
  tick += 1
  win me if some a in mine, d in compass where a.d^reach in mine and a.d^(2 * reach) in mine
  draw if tick = 30 or stuck
"""


@pytest.mark.parametrize("board", ["grid(6, 6)", "grid(9, 9)", pytest.param("grid(19, 19)", marks=pytest.mark.deep)])
def test_numbers_of_steps_that_change_within_a_query(board: str) -> None:
    agree(POWERS.format(board=board), games=8)


def test_numbers_of_steps_that_change_within_a_query_on_a_board_of_six_words() -> None:
    """Few and short games, that the reference has soon played; the deep test above plays as on the other boards."""
    agree(POWERS.format(board="grid(19, 19)").replace("30", "4"), games=1)


@pytest.mark.parametrize("board", ["grid(8, 8)", "grid(9, 9)", "grid(13, 13)", "grid(19, 19)", "grid(5, 60)"])
def test_steps_on_boards_of_one_to_six_words(board: str) -> None:
    """Men all over the board, so that the drawn one may stand in any word. Many men, so a few games will do."""
    agree(STEPS.format(board=board), games=6)


def test_owners_where_they_are_known_and_where_men_have_moved() -> None:
    agree(OWNERS)


def agree(text: str, games: int = 15) -> None:
    """Step by step, and in many games in one call, where what an earlier game left may do no harm."""
    reference, native = (Game.parse(text, name="made", backend=backend) for backend in ("reference", "native"))
    both_backends(reference, seed=5, games=min(games, 2), compiled=compile_model(reference.model))
    *_, ours = simulate(native, games, seed=1)
    theirs = summarize(reference, playouts(reference, games, seed=1))
    assert (ours.decisions, ours.turns, ours.results) == (theirs.decisions, theirs.turns, theirs.results)
