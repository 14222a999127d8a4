"""Boards of every kind, from one site to more than two hundred, often just below, at or above a multiple of 64."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeVar

from generator.choices import Choices
from generator.code import Board, Sort, numbers

T = TypeVar("T")
HEXES = ("E", "W", "NE", "SW", "NW", "SE")
STEMS = "abstuv"

# Sizes, the simplest first: usual ones, tiny ones, those around 64, 128 and 192 sites, large ones.
GRIDS = [(3, 3), (4, 4), (2, 3), (3, 2), (5, 5), (1, 1), (1, 4), (6, 1), (2, 1), (1, 2), (8, 8), (9, 7), (7, 9),
         (13, 5), (5, 13), (21, 3), (1, 63), (64, 1), (65, 1), (16, 8), (127, 1), (1, 128), (43, 3), (3, 43),
         (24, 8), (1, 193), (15, 15), (20, 10), (10, 20), (16, 16), (26, 9)]  # fmt: skip
RINGS = [4, 5, 3, 2, 1, 8, 12, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193, 200]
TRIANGLES = [3, 4, 2, 1, 5, 10, 11, 15, 16, 19, 20]
HEXHEXES = [2, 3, 1, 4, 5, 6, 7, 8, 9]
RHOMBI = [3, 4, 2, 1, 5, 8, 9, 11, 12, 14]
PYRAMIDS = [3, 2, 4, 1, 5, 6, 7, 8]
STARS = [1, 2, 3, 4, 5]
MOST = 220
PAIR = 'as "{capital(fore)}_{capital(hind)}" at index(fore), index(hind)'
Declared = tuple[Board, list[str]]
POINTS = [5, 4, 3, 2, 1, 7, 9]


def letter(n: int) -> str:
    """1 is a, 27 is aa."""
    text = ""
    while n > 0:
        n, rest = divmod(n - 1, 26)
        text = chr(97 + rest) + text
    return text


def sized(choices: Choices, sizes: Sequence[T], small: bool) -> T:
    """One of some sizes, the first ones oftener."""
    few = sizes[: max(len(sizes) // 3, 3)]
    return choices.pick(few) if small or choices.upto(2) == 0 else choices.pick(sizes)


def grid(choices: Choices, small: bool) -> Board:
    """Squares in columns and rows."""
    w, h = sized(choices, GRIDS, small)
    return Board(
        f"grid({w}, {h})", w * h, STEMS, tuple(f"{letter(c)}{r}" for c in range(1, w + 1) for r in range(1, h + 1)),
        coordinates=(("c", numbers("", 1, w)), ("r", numbers("", 1, h))),
        directions=("N", "E", "S", "W", "NE", "SE", "SW", "NW"), ways=("orthogonal", "diagonal", "compass"),
        relations=("adjacent", "leap"), regions=("dark",), calls=(("row", 1, h),),
        families=("lines(3)", "lines(2)") if max(w, h) > 2 else (),
    )  # fmt: skip


def ring(choices: Choices, small: bool) -> Board:
    """A loop."""
    n = sized(choices, RINGS, small)
    return Board(
        f"ring({n})", n, STEMS, coordinates=(("i", numbers("", 0, n - 1)),),
        directions=("next", "back"), total=frozenset(("next", "back")),
    )  # fmt: skip


def triangle(choices: Choices, small: bool) -> Board:
    """Rows that get shorter."""
    n = sized(choices, TRIANGLES, small)
    labels = tuple(f"{letter(c)}{r}" for r in range(1, n + 1) for c in range(1, n + 2 - r))
    return Board(
        f"triangle({n})", len(labels), STEMS, labels, coordinates=(("r", numbers("", 1, n)), ("c", numbers("", 1, n))),
        directions=("E", "W", "NE", "NW", "SE", "SW"), ways=("compass",), relations=("adjacent",),
        calls=(("top", 1, n), ("left", 1, n), ("right", 1, n)), spots=("apex",),
    )  # fmt: skip


def hexhex(choices: Choices, small: bool) -> Board:
    """Hexagons in a hexagon."""
    n = sized(choices, HEXHEXES, small)
    pairs = [(x, y) for x in range(1 - n, n) for y in range(1 - n, n) if -n < x + y < n]
    return Board(
        f"hexhex({n})", len(pairs), STEMS, tuple(f"{letter(y + n)}{x + n + min(y, 0)}" for x, y in pairs),
        coordinates=(("x", numbers("", 1 - n, n - 1)), ("y", numbers("", 1 - n, n - 1))), directions=HEXES,
        ways=("compass",), relations=("adjacent",), regions=("border", "corners"), calls=(("side", 0, 5),),
    )  # fmt: skip


def rhombus(choices: Choices, small: bool) -> Board:
    """Hexagons, as many rows as columns."""
    n = sized(choices, RHOMBI, small)
    return Board(
        f"rhombus({n})", n * n, STEMS, tuple(f"{letter(c)}{r}" for c in range(1, n + 1) for r in range(1, n + 1)),
        coordinates=(("c", numbers("", 1, n)), ("r", numbers("", 1, n))),
        directions=("E", "W", "S", "N", "NE", "SW"), ways=("compass",), relations=("adjacent",),
        regions=("top", "bottom", "left", "right"),
    )  # fmt: skip


def star(choices: Choices, small: bool) -> Board:
    """A star of six points."""
    n = sized(choices, STARS, small)
    around = range(-2 * n, 2 * n + 1)
    pairs = [(x, y) for x in around for y in around
             if (max(x, y) <= n and x + y >= -n) or (min(x, y) >= -n and x + y <= n)]  # fmt: skip
    return Board(
        f"star({n})", len(pairs), STEMS, tuple(f"{letter(x + 2 * n + 1)}{y + 2 * n + 1}" for x, y in pairs),
        coordinates=(("x", numbers("", -2 * n, 2 * n)), ("y", numbers("", -2 * n, 2 * n))), directions=HEXES,
        ways=("compass",), calls=(("corner", 0, 5),),
    )  # fmt: skip


def pyramid(choices: Choices, small: bool) -> Board:
    """Balls in layers."""
    n = sized(choices, PYRAMIDS, small)
    labels = tuple(
        f"{h + 1}{letter(2 * c + h + 1)}{2 * r + h + 1}"
        for h in range(n) for r in range(n - h) for c in range(n - h)
    )  # fmt: skip
    span = numbers("", 0, n - 1)
    return Board(
        f"pyramid({n})", len(labels), STEMS, labels, coordinates=(("h", span), ("r", span), ("c", span)),
        relations=("below", "above"), calls=(("layer", 1, n),), spots=("apex",),
    )  # fmt: skip


def fano(choices: Choices, small: bool) -> Board:
    """Seven points and seven lines."""
    return Board("fano", 7, STEMS, coordinates=(("number", numbers("", 1, 7)),), families=("lines",))


SHIPPED: list[Callable[[Choices, bool], Board]] = [grid, ring, triangle, hexhex, rhombus, star, pyramid, fano]


# ---- boards of the ruleset's own -----------------------------------------------------------------------


def shipped(choices: Choices, small: bool = False) -> Board:
    """A board that ships."""
    return choices.pick([grid, *SHIPPED])(choices, small)


def own(choices: Choices, name: str, others: list[Sort], small: bool = False) -> Declared:
    """A board of one's own, with the lines that say so. `others`: enumerations and boards that may be multiplied."""
    ways: list[Callable[[], Declared]] = [lambda: net(choices, name, small), lambda: points(choices, name)]
    if others:
        ways.append(lambda: multiplied(choices, name, others))
    return choices.pick(ways)()


FILTERS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("", lambda c, r: True), ("c != r", lambda c, r: c != r), ("(c + r) % 2 = 0", lambda c, r: (c + r) % 2 == 0),
    ("c + r > 3 or c = 1", lambda c, r: c + r > 3 or c == 1),
    ("not c in 2..3 or r = 1", lambda c, r: not 2 <= c <= 3 or r == 1),
]  # fmt: skip


Place = tuple[int, int]
STEPS: list[tuple[str, str, Callable[[int, int, int], Place | None]]] = [
    ("up", "[c, r + 1]", lambda c, r, w: (c, r + 1)),
    ("down", "[c, r - 1]", lambda c, r, w: (c, r - 1)),
    ("aside", "[c % {w} + 1, r]", lambda c, r, w: (c % w + 1, r)),
    ("jump", "[c + 2, r - 1]", lambda c, r, w: (c + 2, r - 1)),
    ("turned", "[r, c]", lambda c, r, w: (r, c)),
    ("homeward", "[1, 1]", lambda c, r, w: (1, 1)),
    ("leftward", "([c - 1, r] when c != 2)", lambda c, r, w: (c - 1, r) if c != 2 else None),
]


def net(choices: Choices, name: str, small: bool) -> Declared:
    """Columns and rows with steps of one's own."""
    w, h = sized(choices, [(3, 3), (2, 2), (4, 3), (1, 5), (8, 8), (13, 5), (16, 8), (14, 14)], small)
    where, keeps = choices.pick(FILTERS)
    kept = [(c, r) for c, r in product(range(1, w + 1), range(1, h + 1)) if keeps(c, r)]
    if not kept:
        where, kept = "", list(product(range(1, w + 1), range(1, h + 1)))
    taken = [STEPS[0], *(step for step in STEPS[1:] if choices.upto(2) == 2)]
    names = tuple(d for d, _, _ in taken)
    condition = f" where {where}" if where else ""
    lines = [f"type {name}(w, h)", f'  for c in 1..w, r in 1..h{condition} as "{{letter(c)}}{{r}}" at c, r']
    lines += [f"  direction {d} = {to.replace('{w}', 'w')}" for d, to, _ in taken]
    lines += [f"  define s.near = s.{{{', '.join(names)}}}", f"  define edge = {{s in {name} where no s.up}}"]
    made = Board(
        f"{name}({w}, {h})", len(kept), STEMS, tuple(f"{letter(c)}{r}" for c, r in kept),
        coordinates=(("c", numbers("", 1, w)), ("r", numbers("", 1, h))), directions=names,
        total=frozenset(d for d, _, step in taken if all(step(c, r, w) in kept for c, r in kept)),
        relations=("near",), regions=("edge",),
    )  # fmt: skip
    return made, lines


def points(choices: Choices, name: str) -> Declared:
    """A list of points, some with names, with roads between them."""
    n = choices.pick(POINTS)
    named = choices.upto(n)
    labels = [f' as "Inn{i}"' if i <= named else "" for i in range(1, n + 1)]
    lines = [
        f"type {name}",
        *(f"  point {i}{label} at {i * i % 7}, {i}" for i, label in enumerate(labels, 1)),
        "  direction onward = [number + 1]",
        f"  direction round = [number % {n} + 1]",
        "  direction far = [number * 2]",
        "  define s.near = s.{onward, far}",
        "  define roads = {{[1], [2]}, {[1], [1].far}, {s in NAME where no s.onward}}".replace("NAME", name),
        f"  define s.linked = {{t in {name} - s where some road in roads where s in road and t in road}}",
    ]
    made = Board(
        name, n, STEMS, tuple(f"Inn{i}" for i in range(1, named + 1)), coordinates=(("number", numbers("", 1, n)),),
        directions=("onward", "round", "far"), total=frozenset(("round",)), relations=("near", "linked"),
        families=("roads",),
    )  # fmt: skip
    return made, lines


def multiplied(choices: Choices, name: str, others: list[Sort]) -> Declared:
    """Every pair of a thing and another, a site."""
    first = choices.pick(others)
    second = choices.pick([s for s in others if first.size * s.size <= MOST] or others[:1])
    if first.size * second.size > MOST:
        return net(choices, name, True)
    lines = [f"type {name}", f"  for fore in {first.name}, hind in {second.name} {PAIR}"]
    directions = [("stay", "[fore, hind]", True)]
    for coordinate, sort, pattern in (("fore", first, "[fore.{}, hind]"), ("hind", second, "[fore, hind.{}]")):
        step = "next" if not isinstance(sort, Board) else sort.directions[0] if sort.directions else ""
        if step and choices.mostly(2):
            total = not isinstance(sort, Board) or step in sort.total
            directions.append((f"{coordinate}most", pattern.format(step), total))
    lines += [f"  direction {d} = {to}" for d, to, _ in directions]
    lines += [f"  define s.akin = {{t in {name} where t.fore = s.fore or t.hind = s.hind}} - s"]
    pairs = product(range(1, first.size + 1), range(1, second.size + 1))
    made = Board(
        name, first.size * second.size, STEMS, tuple(f"{letter(i).upper()}_{letter(j).upper()}" for i, j in pairs),
        coordinates=(("fore", first), ("hind", second)), directions=tuple(d for d, _, _ in directions),
        total=frozenset(d for d, _, total in directions if total), relations=("akin",),
    )  # fmt: skip
    return made, lines


def called(board: Board, name: str, players: tuple[str, ...]) -> Board:
    """The same board under the name of a type (or as the board itself, `site`). Directions that are called like
    something else can't be values."""
    members = tuple(d for d in board.directions if d not in ("next", *players))
    directions = Sort("direction", len(board.directions), "de", members)
    return replace(board, name=name, way=directions)
