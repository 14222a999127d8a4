"""`placements(S)`, held against polyominoes and polyhexes that a few lines of plain Python grow cell by cell, and
against the published numbers of these (OEIS A000105, A001168, A000228, A001207)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.model.packed import packed, unpacked
from gdl.model.statements import Choose
from gdl.model.types import Parts
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

Cell = tuple[int, int]
Form = frozenset[Cell]

SQUARES = ((1, 0), (0, 1), (-1, 0), (0, -1))
HEXAGONS = (*SQUARES, (1, -1), (-1, 1))
"""Where neighbours lie; hexagons by two axes at 60°, as on `hexhex`."""
OF_SQUARES = [lambda x, y: (-y, x), lambda x, y: (-x, y)]
OF_HEXAGONS = [lambda x, y: (-y, x + y), lambda x, y: (y, x)]
"""A turn and a mirror image."""


def moved(form: Form) -> Form:
    """The form with its least coordinates at 0."""
    x, y = min(x for x, _ in form), min(y for _, y in form)
    return frozenset((i - x, j - y) for i, j in form)


@cache
def fixed(size: int, hexagons: bool) -> frozenset[Form]:
    """All forms of so many cells that hang together; turned or mirrored ones are different."""
    if size == 1:
        return frozenset((frozenset(((0, 0),)),))
    ways = HEXAGONS if hexagons else SQUARES
    return frozenset(
        moved(form | {(x + i, y + j)})
        for form in fixed(size - 1, hexagons) for x, y in form for i, j in ways if (x + i, y + j) not in form
    )  # fmt: skip


def turned(form: Form, hexagons: bool) -> frozenset[Form]:
    """A form turned and mirrored in all ways."""
    found, left = {moved(form)}, [moved(form)]
    while left:
        one = left.pop()
        for change in OF_HEXAGONS if hexagons else OF_SQUARES:
            other = moved(frozenset(change(x, y) for x, y in one))
            if other not in found:
                found.add(other)
                left.append(other)
    return frozenset(found)


def free(size: int, hexagons: bool) -> set[frozenset[Form]]:
    """The forms of so many cells, each as the set of all ways to turn and mirror it."""
    return {turned(form, hexagons) for form in fixed(size, hexagons)}


def laid(forms: frozenset[Form], board: set[Cell]) -> set[Form]:
    """Everywhere on a board where one of the forms fits."""
    found = set()
    for form in forms:
        for x, y in board:
            x0, y0 = min(form)
            there = frozenset((x + i - x0, y + j - y0) for i, j in form)
            if there <= board:
                found.add(there)
    return found


def test_forms_are_as_many_as_is_known() -> None:
    """The yardstick itself."""
    assert [len(free(n, hexagons=False)) for n in range(1, 6)] == [1, 1, 2, 5, 12]
    assert [len(fixed(n, hexagons=False)) for n in range(1, 6)] == [1, 2, 6, 19, 63]
    assert [len(free(n, hexagons=True)) for n in range(1, 5)] == [1, 1, 3, 7]
    assert [len(fixed(n, hexagons=True)) for n in range(1, 5)] == [1, 3, 11, 44]


FRAME = """game "Patterns"
players White, Black
board {board}
pieces stone of player
turn
  choose T in placements({pattern}) where T within empty as "{{T}}"
  put stone of me on T
end
  lose next if stuck
"""
BOARDS = {
    "grid(7, 6)": (False, {(c, r): f"{'abcdefg'[c - 1]}{r}" for c in range(1, 8) for r in range(1, 7)}),
    "hexhex(4)": (True, {
        (x, y): f"{'abcdefg'[y + 3]}{x + 4 + min(y, 0)}" for x in range(-3, 4) for y in range(-3, 4) if abs(x + y) < 4
    }),
}  # fmt: skip


def pattern_of(form: Form, board: str) -> str:
    """A form as rules say it, somewhere on the board."""
    _, names = BOARDS[board]
    there = min((sorted(one) for one in laid(frozenset((form,)), set(names))), default=None)
    assert there
    return f"{{{', '.join(names[cell] for cell in there)}}}"


def placed(rules: str) -> list[frozenset[str]]:
    """The sets among which is chosen first."""
    return [frozenset(move.text.split("+")) for move in Game.parse(rules).start().moves]


def cases() -> Iterator[tuple[str, frozenset[Form]]]:
    for board, (hexagons, _) in BOARDS.items():
        for size in range(1, 5 if hexagons else 6):
            yield from ((board, forms) for forms in sorted(free(size, hexagons), key=lambda f: sorted(map(sorted, f))))


@pytest.mark.parametrize("board", BOARDS)
def test_every_form_lies_wherever_it_fits(board: str) -> None:
    _, names = BOARDS[board]
    for _, forms in (case for case in cases() if case[0] == board):
        wanted = {frozenset(names[cell] for cell in one) for one in laid(forms, set(names))}
        got = placed(FRAME.format(board=board, pattern=pattern_of(min(forms, key=sorted), board)))
        assert len(got) == len(set(got))
        assert set(got) == wanted


def test_it_does_not_matter_which_placement_is_shown() -> None:
    forms = turned(frozenset(((0, 0), (0, 1), (0, 2), (1, 0), (2, 2))), hexagons=False)
    assert len(forms) == 8
    shown = [FRAME.format(board="grid(7, 6)", pattern=pattern_of(form, "grid(7, 6)")) for form in forms]
    assert len({tuple(placed(rules)) for rules in shown}) == 1


@pytest.mark.parametrize(
    ("board", "pattern", "number"),
    [
        ("grid(8, 8)", "{a1, a2, b1}", 196),  # 4 in each of 49 squares
        ("grid(5, 1)", "{b1, d1}", 3),  # a row is a board, too
        ("grid(1, 1)", "{a1}", 1),
        ("grid(3, 3)", "site", 1),
        ("grid(4, 4)", "{a1, d4}", 2),  # the two diagonals
        ("grid(4, 4)", "b2", 16),
        ("grid(5, 5)", "b2 + b2.diagonal", 9),
        ("pyramid(3)", "{1a1, 1c1, 1a3, 1c3}", 5),  # four balls below a fifth: four such in layer 1, one in layer 2
        ("pyramid(3)", "{1a1, 2b2}", 16 + 4),  # a ball and one on it: all that `below` names
        ("rhombus(4)", "{a1, b1}", 33),  # neighbours: 12 + 12 + 9
        ("triangle(3)", "{a1, b1, a2}", 4),  # three upright, one upside down
        ("star(1)", "corners", 1),
    ],
)  # fmt: skip
def test_placements_counted_by_hand(board: str, pattern: str, number: int) -> None:
    assert len(placed(FRAME.format(board=board, pattern=pattern))) == number


def test_a_board_of_oblongs_turns_by_halves_alone() -> None:
    rules = 'type oblongs\n  for c in 1..3, r in 1..3 as "{letter(c)}{r}" at 6 * c, 5 * r\n'
    text = FRAME.format(board="oblongs", pattern="{a1, b1}").replace("board", f"{rules}board")
    assert set(placed(text)) == {frozenset((f"{a}{r}", f"{b}{r}")) for a, b in ("ab", "bc") for r in (1, 2, 3)}
    text = FRAME.format(board="oblongs", pattern="{a1, b1, a2, a3}").replace("board", f"{rules}board")
    assert len(placed(text)) == 8


WALLS = """game "Walls"
players White, Black
board {board}
type border = edges of site
type crossing = corners of site
game has built: set of border
game has met: set of crossing
turn
  either
    choose T in placements({edges}) where no T & built as "{{T}}"
    built += T
  or
    choose T in placements({corners}) where no T & met as "{{T}}"
    met += T
end
  lose next if stuck
"""


@pytest.mark.parametrize(
    ("board", "edges", "corners", "number"),
    [
        ("grid(4, 4)", "b2.edge(N) + b2.edge(N).E", "b2.corners", 15 + 15 + 16),  # straight walls; squares
        ("grid(2, 2)", "a1.edge(N) + a1.edge(E)", "a1.corner(NE)", 16 + 9),  # walls round a corner; every corner
        ("hexhex(2)", "[0, 0].edges", "[0, 0].corners", 7 + 7),  # whole hexagons
    ],
)  # fmt: skip
def test_edges_and_corners_have_forms_too(board: str, edges: str, corners: str, number: int) -> None:
    game = Game.parse(WALLS.format(board=board, edges=edges, corners=corners))
    assert len(game.start().moves) == number
    both_backends(game, seed=1, plies=10, games=2, longest=20)


# ---- one for each thing that a name stands for

TETROMINOES = {
    "I4": "a1, b1, c1, d1", "L4": "a1, b1, c1, a2", "O4": "a1, a2, b1, b2", "T4": "a1, b1, c1, b2",
    "Z4": "a1, b1, b2, c2",
}  # fmt: skip
LAID = """game "Laid"
players White, Black
board grid({size}, {size})
pieces tile of player
type tetromino = {names}
player has left: set of tetromino = tetromino
game has fitting: 0..9999
define f.form =
{forms}
define f.laid = placements(f.form)
turn
  choose f in me.left, T in f.laid where T within empty and count(T.adjacent & mine) != 2 as "{{f}} {{T}}"
  put tile of me on T
  me.left -= f
  fitting = count(f2 for f2 in tetromino, T2 in f2.laid where T2 within empty) + count(f.laid)
  remove {{s for U in f.laid, s in U where U within mine and f = O4 and s.c > 2}}
end
  lose next if stuck
  win me if some g in me.left, U in g.laid where U within mine
"""


@pytest.mark.parametrize("size", [5, 12])
def test_each_form_has_its_own(size: int) -> None:
    """On 12 × 12 there are more sets than the compiled rules keep as one."""
    forms = "\n".join(f"  {name}: {{{cells}}}" for name, cells in TETROMINOES.items())
    game = Game.parse(LAID.format(size=size, names=", ".join(TETROMINOES), forms=forms))
    board = {(x, y) for x in range(size) for y in range(size)}
    wanted = [len(laid(forms, board)) for forms in free(4, hexagons=False)]
    first = [move.text.split()[0] for move in game.start().moves]
    assert sorted(first.count(name) for name in TETROMINOES) == sorted(wanted)
    assert (sum(wanted) > 1024) == (size == 12)
    both_backends(game, seed=1, plies=12, games=3, longest=20)


OWN = """game "Own"
players White, Black
board grid(4, 3)
pieces tile of player
type shape = short, bent
game has now: shape
define p.own =
  White: {{a1, a2}}
  Black: {{a1, a2, b1}}
define h.form =
  short: {{a1, a2}}
  bent: {{a1, a2, b1}}
turn
  choose T in placements({pattern}) where T within empty as "{{T}}"
  put tile of me on T
  now = now.next
end
  lose next if stuck
"""


@pytest.mark.parametrize("pattern", ["me.own", "me.next.next.own", "now.form"])
def test_what_the_game_has_may_decide_the_form(pattern: str) -> None:
    """Dominoes and bent trominoes in turn, on four by three squares: 17 and 24 placements."""
    game = Game.parse(OWN.format(pattern=pattern))
    start = game.start()
    assert len(start.moves) == 3 * 3 + 4 * 2
    board = {(c, r) for c in range(1, 5) for r in range(1, 4)}
    bent = laid(turned(frozenset(((0, 0), (0, 1), (1, 0))), hexagons=False), board)
    assert len(bent) == 24
    left = [one for one in bent if not one & {(1, 1), (1, 2)}]
    assert len(start.play("a1+a2").moves) == len(left)
    both_backends(game, seed=1, plies=10, games=3, longest=20)


def test_a_game_without_any_placement_is_over_before_it_begins() -> None:
    game = Game.parse(FRAME.format(board="grid(2, 2)", pattern="{a1.N^i for i in 0..2}"))
    assert game.start().is_over
    both_backends(game, seed=1, plies=10, games=1, longest=10)


# ---- what it doesn't take

QUESTION = """game "T"
option size: 3..5 = 4 "squares along a side"
players White, Black
board grid(size, size)
type loop = ring(5)
pieces stone of player
turn
  choose s in empty where count({}) >= 0
  put stone of me on s
end
  draw if no empty
"""


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ("placements()", "", ""),
        ("placements(site, site)", "T320", "takes one argument"),
        ("placements(s for s in site)", "T320", "takes one argument"),
        ("placements(3)", "T313", "a pattern is a set of sites, not a number"),
        ("placements(player)", "T313", "not a set of players"),
        ("placements({})", "T313", "a pattern is a set of sites"),
        ("placements(lines(3))", "T313", "this must be one thing or one set"),
        ("placements(mine)", "T310", "known before the game"),
        ("placements(mine + s)", "T310", "known before the game"),
        ("placements({t in site where t.c = s.c and t in mine})", "T310", "known before the game"),
        ("placements({[0], [1]} & loop)", "B419", "patterns can't be turned or moved"),
        ("placements(row(9))", "B420", "has no sites"),
        ("placements({a1, a1.N^9})", "B420", "lies off the board"),
        ("placements({a1.N^i for i in 0..9})", "B420", "lies off the board"),
        ("placements(a1 + a1.orthogonal)", "B420", "lies off the board"),
        ("placements(a1 + a1.adjacent)", "B420", "lies off the board"),
        ("placements({[1, 1]} + [1, 9])", "B420", "lies off the board"),
        ("placements({a1, s.N})", "B420", "lies off the board"),
        ("placements({a1.N^i for i in 0..9 where some a1.N^i})", None, ""),
        ("placements({a1, s})", None, ""),
        ("placements(site)", None, ""),
    ],
)
def test_what_it_does_not_take(written: str, code: str | None, said: str) -> None:
    found = check(Source("t.gdl", QUESTION.format(written))).findings
    if code != "":
        assert [f.code for f in found if said in f.message] == ([code] if code else [])
    assert len(found) == (0 if code is None else 1)
    assert all((f.severity == "warning") == (f.code == "B420") for f in found)


def test_what_an_option_makes_too_small_is_told_with_it() -> None:
    pattern = "placements({[i, 1] for i in 1..4})"
    found = lint([Source("t.gdl", QUESTION.format(pattern))])
    told = [f.message for f in found if f.code == "B420"]
    assert told == ["part of this pattern lies off the board, so it has no placements (with size = 3)"]


def test_it_is_told_wherever_the_form_was_defined() -> None:
    defines = "define cells = {[i, 1] for i in 1..9}\ndefine long = placements(cells)\n"
    text = QUESTION.format("long").replace("turn", f"{defines}turn", 1)
    assert [f.code for f in check(Source("t.gdl", text)).findings] == ["B420"]
    again = text.replace("placements(cells)", "cells").replace("count(long)", "count(cells) + count(placements(long))")
    assert [f.code for f in check(Source("t.gdl", again)).findings] == ["B420"]  # though worked out before


def test_too_many_are_refused_with_their_number() -> None:
    text = FRAME.format(board="grid(64, 64)", pattern="{s in site where s.r < 20}")
    (found,) = check(Source("t.gdl", text)).findings
    assert (found.code, found.message) == (
        "T332",
        "this pattern of 1,216 sites has up to 32,768 placements, 39,845,888 sites in all; the limit is 5,000,000",
    )


def test_a_ruleset_may_use_the_name_for_something_of_its_own() -> None:
    text = 'game "T"\nplayers White, Black\ngame has placements: 0..3\nturn\n  choose n in 1..3\n  placements = n\n'
    assert Game.parse(text + "end\n  draw if placements = 3\n").start().play("3").is_over


def test_what_is_kept_between_runs_holds_the_sets() -> None:
    """A game loaded from the cache is the same as the first time."""
    source = Source("t.gdl", FRAME.format(board="grid(3, 3)", pattern="{a1, b1}"))
    model = check(source).model
    assert model is not None
    again, _ = unpacked(packed(model, (source,)))
    ((variable, _),) = next(s.binders for s in again.turn if isinstance(s, Choose))
    assert isinstance(variable.type.base, Parts)
    assert len(variable.type.base.held) == 12


WIDE = """game "Numbers"
players White, Black
type pile = low, high, odd
player has total: 0..99999
define p.numbers =
  low: {1, 5, 2_999}
  high: 2_000..2_400
  odd: {2 * n + 1 for n in 0..1_400}
turn
  choose p in pile, n in p.numbers where n % 7 != 3 as "{p} {n}"
  me.total += n % 10 + count(m for m in p.numbers where m > n)
end
  draw if me.total > 90_000
  lose me if me.total % 11 = 5
""".replace("_", "")


def test_sets_of_many_elements_are_gone_through_by_what_decides_them() -> None:
    game = Game.parse(WIDE)
    wanted = {"low": [1, 5, 2999], "high": range(2000, 2401), "odd": range(1, 2802, 2)}
    moves = [f"{name} {n}" for name, numbers in wanted.items() for n in numbers if n % 7 != 3]
    assert [move.text for move in game.start().moves] == moves
    both_backends(game, seed=1, plies=20, games=3, longest=20)
