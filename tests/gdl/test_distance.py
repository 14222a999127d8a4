"""`distance(a.D through S, T)`: the least number of steps, held against a plain search in breadth."""

from __future__ import annotations

from random import Random

import pytest

from gdl.check.checker import check
from gdl.model.nodes import Distance
from gdl.model.shape import Shape
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "Ways"
players White, Black
board {board}
pieces stone of player
{more}
game has walls: set of site
site has near: 0..1000
site has ray: 0..1000
site has own: 0..1000
site has still: 0..1000
turn
  choose a in site, t in site as "{{a}}{{t}}"
  walls += {{a}}
  put stone of me on a
  for s in site
    s.near = distance({link} through (site - walls), t) otherwise 1000
    s.ray = distance(s.{ways} through empty, theirs + (t when count(walls) % 2 = 0)) otherwise 1000
    s.own = distance(mine.{ways} through empty, s) otherwise 1000
    s.still = distance({link} through site, t) otherwise 1000
end
  draw if count(walls) > 6
"""
BOARDS = [
    ("grid(5, 4)", "s.adjacent", "{N, E, S, W}", ""),
    ("grid(9, 9)", "s.leap", "diagonal", ""),
    ("grid(3, 3)", "s.links(a)", "{NNE, W}", "direction NNE = N.N.E\ndefine s.links(a) = s.adjacent - a"),
    ("hexhex(4)", "s.adjacent", "compass", ""),
    ("ring(9)", "s.{back}", "{back}", ""),
    ("star(2)", "s.near_by", "E", "define s.near_by = s.compass"),
]


def plain(shape: object, starts: set[int], steps: dict[int, set[int]], area: set[int], goal: set[int]) -> int:
    """A search in breadth: sites of the area, and the beginning, lead on."""
    if starts & goal:
        return 0
    seen, front, n = set(starts), set(starts), 0
    while front:
        n += 1
        front = {t for s in front for t in steps[s]} - seen
        if front & goal:
            return n
        seen |= front
        front &= area
    return 1000


@pytest.mark.parametrize(("board", "link", "ways", "more"), BOARDS)
def test_distances_are_those_of_a_plain_search(board: str, link: str, ways: str, more: str) -> None:
    game = Game.parse(RULES.format(board=board, link=link, ways=ways, more=more))
    shape = game.model.board
    assert shape is not None
    n, random = len(shape), Random(board)
    state, walls, owners = game.start(), set[int](), dict[int, int]()
    for turn in range(6):
        a, t = random.randrange(n), random.randrange(n)
        state = state.play(f"{shape.labels[a]}{shape.labels[t]}")
        walls.add(a)
        owners[a] = turn % 2
        by_name = {"s.adjacent": "neighbours", "s.leap": "leap", "s.links(a)": "links"}
        relation = {s: _relation(shape, by_name.get(link, link), s, a) for s in range(n)}
        straight = [{s: {x} - {-1} for s, x in enumerate(row)} for row in _rows(shape, ways)]
        empty, everywhere = set(range(n)) - set(owners), set(range(n))
        mine = {s for s, who in owners.items() if who == turn % 2}
        target = {s for s, who in owners.items() if who != turn % 2} | ({t} if len(walls) % 2 == 0 else set())
        for s in range(n):
            label = shape.labels[s]
            assert state.value("near", label) == plain(shape, {s}, relation, everywhere - walls, {t})
            assert state.value("still", label) == plain(shape, {s}, relation, everywhere, {t})
            assert state.value("ray", label) == min(plain(shape, {s}, d, empty, target) for d in straight)
            assert state.value("own", label) == min(plain(shape, mine, d, empty, {s}) for d in straight)


def _rows(shape: Shape, names: str) -> list[tuple[int, ...]]:
    sets = {"compass": shape.directions.labels, "diagonal": ("NE", "SE", "SW", "NW")}
    labels = sets.get(names) or names.strip("{}").replace(" ", "").split(",")
    return [shape.steps[shape.directions.index[label]] for label in labels]


def _relation(shape: Shape, name: str, s: int, a: int) -> set[int]:
    where = [tuple(values[i] for _, values in shape.coordinates.values()) for i in range(len(shape))]
    if name == "s.{back}":
        return {(s - 1) % len(shape)}
    if len(shape.coordinates) == 2 and "c" in shape.coordinates:
        apart = [(abs(where[s][0] - x), abs(where[s][1] - y)) for x, y in where]
        wanted = [(1, 2), (2, 1)] if name == "leap" else [(0, 1), (1, 0)]
        return {i for i, d in enumerate(apart) if d in wanted} - ({a} if name == "links" else set())
    return set(shape.neighbours[s])


@pytest.mark.parametrize(("board", "link", "ways", "more"), BOARDS)
def test_both_backends_find_the_same(board: str, link: str, ways: str, more: str) -> None:
    game = Game.parse(RULES.format(board=board, link=link, ways=ways, more=more))
    both_backends(game, seed=1, plies=8, games=1, longest=20)


def test_on_a_board_where_nothing_changes_it_is_a_table() -> None:
    """A king's distance on an empty board is known while checking: nothing is searched in play."""
    text = """game "T"
players White, Black
board grid(8, 8)
pieces king of player
define s.beside  = s.compass
define a.far(b) = distance(a.beside through site, b)
setup
  put king of White on a1
turn
  choose a in mine, b in site where a.far(b) = {n} as "{{a}}{{b}}"
  move a to b
end
  draw if stuck
"""
    game = Game.parse(text.replace("{n}", "3").replace("{{", "{").replace("}}", "}"))
    assert len(game.start().moves) == 7  # the squares of the fourth row and column
    from gdl.model.statements import deep

    assert not [e for e in deep(game.model.turn) if isinstance(e, Distance)]


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ("distance(a1, b1)", "T323", "takes a way"),
        ("distance(a1.N through empty)", "T320", "takes 2 arguments"),
        ("distance(a1.N through empty, White)", "T324", "not to a player"),
        ("distance(a1.N through 3, b1)", "T324", "a set of sites"),
        ("distance(3 through empty, b1)", "T323", "a step"),
        ("abs(a1)", "T301", "takes a number"),
        ("abs({1, 2})", "T301", "takes a number"),
    ],
)
def test_what_is_said_of_a_distance_that_is_none(written: str, code: str, said: str) -> None:
    text = 'game "T"\nplayers White, Black\nboard grid(3, 3)\ngame has n: 0..9\nturn\n  choose "go"\n'
    findings = check(Source("t.gdl", f"{text}  n = {written} otherwise 9\nend\n  win me if n = 3\n")).findings
    assert [(f.code, said in f.message) for f in findings if f.severity == "error"] == [(code, True)], findings


@pytest.mark.parametrize(("low", "high", "least", "most"), [(-3, 5, 0, 5), (-7, 2, 0, 7), (2, 4, 2, 4), (-4, -1, 1, 4)])
def test_abs_and_its_range(low: int, high: int, least: int, most: int) -> None:
    text = f"""game "T"
players White, Black
game has m: {least}..{most} = {least}
turn
  choose n in {low}..{high}
  m = abs(n)
end
  draw if stuck
"""
    game = Game.parse(text)  # the range holds what abs may give: no error
    for n in range(low, high + 1):
        assert game.start().play(str(n)).value("m") == abs(n)
    both_backends(game, 1, plies=10, games=2, longest=10)
    if most > least:
        tight = text.replace(f"{least}..{most} = {least}", f"{least}..{most - 1} = {least}")
        with pytest.raises(Exception):  # noqa: B017 - whatever comes first: checking or play
            Game.parse(tight).start().play(str(low if -low == most else high))


def test_a_ruleset_may_call_its_own_things_so() -> None:
    text = 'game "T"\nplayers White, Black\ntype distance = 0..3\ndefine abs(n) = n + 1\ngame has m: 0..9\nturn\n'
    text += "  choose d in distance\n  m = abs(d)\nend\n  draw if stuck\n"
    assert Game.parse(text).start().play("3").value("m") == 4
