"""Directions as values: the type, opposites and turns, and directions that a ruleset adds to its board."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "T"
players White, Black
{head}
turn
  choose "go"
  {turn}
end
  win me if {goal}
"""


def findings(head: str, turn: str = "win me", goal: str = "stuck") -> list[tuple[str, str]]:
    """The errors of a ruleset: their codes, and what they say with their hints."""
    checked = check(Source("t.gdl", RULES.format(head=head, turn=turn, goal=goal)))
    return [(f.code, f"{f.message}: {f.hint}") for f in checked.findings if f.severity == "error"]


def value(board: str, written: str, type_: str = "direction?", more: str = "") -> object:
    """What a position shows of a variable that holds a value."""
    text = 'game "T"\nplayers White, Black\n'
    text += f"board {board}\n{more}game has it: {type_}\nturn\n"
    text += f"  choose \"go\"\n  it = {written}\nend\n  win me if stuck\n"
    state = Game.parse(text).start()
    return state.play("go").value("it")


# ---- kept, chosen, printed

WALK = """game "Walk"
players White, Black
board grid(5, 4)
option first: direction = NE "the way to begin with"
pieces stone of player
direction NNE = N.N.E
direction SSW = [c - 1, r - 2]
game has last: direction?
player has way: direction = first
game has seen: set of direction
direction has used: 0..3
define d.free = d.used < 3
setup
  put stone of White on a1
  put stone of Black on e4
turn
  choose a in mine, d in direction where some a.d and d.free and d != last as "{a}{d}"
  let back = d.opposite
  move a to a.d
  last = d
  seen += {d.turned(d.used)} + {back} + me.way
  d.used += 1
  me.way = me.way.turned(count(seen) - 4)
end
  draw if count(seen) > 8
  lose next if stuck
"""


def test_directions_are_kept_chosen_and_printed_by_both_backends() -> None:
    game = Game.parse(WALK)
    assert [str(m) for m in game.start().moves] == ["a1N", "a1NE", "a1E", "a1NNE"]
    state = game.start().play("a1NNE")
    assert (state.value("last"), state.value("way", "White"), state.value("used", "NNE")) == ("NNE", "NNE", 1)
    assert state.value("seen") == ["NE", "NNE", "SSW"]
    assert game.position(state.position()) == state
    assert state.position()["variables"]["last"] == "NNE"
    for seed in range(4):
        both_backends(game, seed, plies=30, games=5, longest=60)


def test_an_option_may_be_a_direction() -> None:
    game = Game.parse(WALK, first="W")
    assert game.options == {"first": "W"}
    assert game.start().value("way", "White") == "W"


# ---- opposites and turns

GRID = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
HEX = ["NE", "E", "SE", "SW", "W", "NW"]


@pytest.mark.parametrize("board", ["grid(8, 8)", "grid(3, 3)", "grid(1, 6)", "grid(6, 1)", "grid(1, 1)"])
@pytest.mark.parametrize("i", range(8))
def test_turns_on_a_grid(board: str, i: int) -> None:
    """Eight directions, 45° each, also where the board is too narrow for a step."""
    assert value(board, f"{GRID[i]}.opposite", "direction") == GRID[(i + 4) % 8]
    for k in (-9, -1, 0, 2, 11):
        assert value(board, f"{GRID[i]}.turned({k})", "direction") == GRID[(i + k) % 8]


@pytest.mark.parametrize("board", ["hexhex(3)", "triangle(4)", "star(1)"])
@pytest.mark.parametrize("i", range(6))
def test_turns_on_hexagons(board: str, i: int) -> None:
    """Six directions, 60° each."""
    assert value(board, f"{HEX[i]}.opposite") == HEX[(i + 3) % 6]
    assert value(board, f"{HEX[i]}.turned(1)") == HEX[(i + 1) % 6]
    assert value(board, f"{HEX[i]}.turned(-2)") == HEX[(i - 2) % 6]


def test_turns_on_a_rhombus() -> None:
    """There the steps at 60° from east are called NE and S."""
    clockwise = ["NE", "E", "S", "SW", "W", "N"]
    for i, way in enumerate(clockwise):
        assert value("rhombus(4)", f"{way}.opposite") == clockwise[(i + 3) % 6]
        assert value("rhombus(4)", f"{way}.turned(1)") == clockwise[(i + 1) % 6]


def test_opposites_of_sets_and_of_what_may_be_missing() -> None:
    assert value("grid(4, 4)", "{N, NE}.opposite", "set of direction") == ["S", "SW"]
    assert value("grid(4, 4)", "orthogonal.turned(1) - {NE}", "set of direction") == ["SE", "SW", "NW"]
    assert value("grid(4, 4)", "the({N, E}).opposite") is None
    assert value("grid(4, 4)", "the({N}).turned(count({a1, a2}))") == "E"


def test_where_angles_say_nothing_steps_still_do() -> None:
    assert value("ring(6)", "back.opposite", "direction") == "next"
    assert value("ring(2)", "back.opposite", "direction") == "next"
    assert value("grid(4, 4)", "NNE.opposite", more="direction NNE = N.N.E\n") is None
    ((code, message),) = findings("board ring(6)\ngame has d: direction", "d = d.turned(1)", "d = back")
    assert code == "B417"
    assert "`next` has no one angle" in message
    ((code, message),) = findings("board grid(6, 6)\ndirection NN = N.N", "win me", "N.turned(1) = NE")
    assert code == "B417"
    assert "`N` and `NN` have the same angle" in message


# ---- directions of the ruleset's own


def riders(more: str, reach: str) -> str:
    text = f"""game "R"
players White
board grid(8, 8)
pieces rider of player
{more}
game has reached: set of site
setup
  put rider of White on d4
turn
  choose a in mine
  reached = {reach}
end
  win me if stuck
"""
    state = Game.parse(text).start().play("d4")
    return " ".join(sorted(state.value("reached")))


def test_a_rider_goes_on_by_steps_of_a_direction_of_its_own() -> None:
    """A nightrider from d4 on an empty board, along all eight lines of knight's leaps."""
    ways = {"NNE": (1, 2), "NEE": (2, 1), "SEE": (2, -1), "SSE": (1, -2), "SSW": (-1, -2), "SWW": (-2, -1),
            "NWW": (-2, 1), "NNW": (-1, 2)}  # fmt: skip
    expected = set()
    for x, y in ways.values():
        at = (4 + x, 4 + y)
        while 1 <= at[0] <= 8 and 1 <= at[1] <= 8:
            expected.add(f"{'abcdefgh'[at[0] - 1]}{at[1]}")
            at = (at[0] + x, at[1] + y)
    declared = "\n".join(f"direction {n} = [c + {x}, r + {y}]".replace("+ -", "- ") for n, (x, y) in ways.items())
    assert riders(declared, f"a.{{{', '.join(ways)}}} through empty") == " ".join(sorted(expected))
    steps = "direction NNE = N.N.E\ndirection SSW = S.S.W\ndirection NEE = [c, r].N.E.E\ndirection far = NNE.NNE"
    assert riders(steps, "a.{NNE, SSW, NEE} through empty") == "c2 e6 f5 f8 h6"
    assert riders(steps, "a.far + a.far.far") == "f8"
    assert riders(steps, "a.direction") == "c2 c3 c4 c5 d3 d5 e3 e4 e5 e6 f5 f8"


def test_a_direction_made_of_steps_ends_where_one_of_them_leaves_the_board() -> None:
    board = """type cross
  for c in 1..3, r in 1..3 where c = 2 or r = 2 as "{letter(c)}{r}" at c, r
  direction N = [c, r + 1]
  direction E = [c + 1, r]
"""
    more = "direction leap = [c + 1, r + 1]\ndirection steps = N.E\n"
    assert findings(f"{board}board cross\n{more}game has d: direction", "d = leap") == []
    text = f'game "T"\nplayers A\n{board}board cross\n{more}game has one: site?\ngame has two: site?\nturn\n'
    state = Game.parse(f"{text}  choose s in site\n  one = s.leap\n  two = s.steps\nend\n  win me if stuck\n").start()
    assert (state.play("a2").value("one"), state.play("a2").value("two")) == ("b3", None)
    assert (state.play("b1").value("one"), state.play("b1").value("two")) == ("c2", "c2")


# ---- messages


@pytest.mark.parametrize(
    ("head", "code", "said"),
    [
        ("board fano\ngame has d: direction?", "B416", "has no directions"),
        ("game has d: direction?", "B404", "needs a board"),
        ("direction X = [c, r]", "B404", "this direction needs a board"),
        ("board grid(3, 3)\ndirection N = [c, r + 2]", "N203", "declared twice"),
        ("board grid(3, 3)\ndirection X = {a1}", "B413", "leads to a site"),
        ("board grid(3, 3)\ndirection X = N.Q", "N205", "has no `Q`"),
        ("board grid(3, 3)\ndirection X = Y.Y\ndirection Y = N.N", "N201", "declare `Y` first"),
        ("board grid(3, 3)\ndirection X = N.N\ndefine X = 3", "N203", "declared already"),
        ("board grid(3, 3)\ngame has d: direction = 3", "T306", "holds a direction"),
        ("board grid(3, 3)\ndefine e = N.opposite(1)\ngame has d: direction = e", "T320", "no arguments"),
        ("board grid(3, 3)\ngame has d: direction = N.turned", "T320", "takes 1 argument"),
        ("board grid(3, 3)\ngame has d: direction = N.turned(a1)", "T301", "takes a number"),
        ("board grid(3, 3)\ntype pit = ring(4)\ngame has e: direction = back", "T306", "holds a direction"),
        ("board grid(3, 3)\ntype pit = ring(4)\ngame has e: direction of pit = N", "T306", "direction of pit"),
    ],
)  # fmt: skip
def test_what_is_said_of_directions_that_cant_be(head: str, code: str, said: str) -> None:
    found = findings(head)
    assert [c for c, _ in found] == [code], found
    assert said in found[0][1]


def test_directions_of_another_board_have_a_type_too() -> None:
    head = "board grid(3, 3)\ntype pit = ring(4)\ntype turn_of = direction of pit\ngame has e: turn_of? = back\n"
    assert findings(head, "e = the({back})", "some d in direction of pit where d = e") == []
