"""Edges and corners of boards, as types: what lies between and around the sites of a board.

They have names, places, and the directions of their board. A step leads to the edge or corner that lies further on in
that direction; half a step leads from one sort to another. All of it is tables that are known before the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

from gdl.check.parts import Check
from gdl.check.scope import ROOT, Thing
from gdl.check.values import arity
from gdl.model.build import const, empty, given, lift, table, union
from gdl.model.lattice import Found, Lattice, Point, Rows, least_distance, touching, turned_round
from gdl.model.nodes import Const, Expr, Table, node
from gdl.model.shape import Shape
from gdl.model.types import Size, Type
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import PARTS
from gdl.text.findings import fault
from gdl.text.source import Span

Part = Literal["", "edges", "corners"]
MOST = 4096
NEAR = 1 / 20
"""If sites are a unit apart, places that are nearer to each other than this are the same."""


@dataclass(frozen=True)
class Beside:
    """For each site, edge or corner those of another sort that touch it."""

    values: tuple[int, ...]
    type: Type


def part_of(e: t.Expression) -> str:
    """Which part of a board an expression like `edges of site` means; "" if it isn't one."""
    if isinstance(e, t.Binary) and e.operator == "of" and isinstance(e.left, t.Name) and e.left.text in PARTS:
        return e.left.text
    return ""


def border_of(check: Check, shape: Shape, part: str, span: Span, name: str = "") -> Shape:
    """The type of a board's edges or corners. Each board has one such type; its first name counts."""
    made = check.memo.boards.borders
    if (shape, part) not in made:
        made[shape, part] = _made(check, shape, cast(Part, part), span, name or part[:-1])
        empty_decl = t.Shape(span, t.Name(span, name or part[:-1]), (), ())
        check.memo.boards.trees[made[shape, part]] = empty_decl, ROOT
    return made[shape, part]


def _made(check: Check, shape: Shape, part: Part, span: Span, name: str) -> Shape:
    found = _lattice(check, shape, part, span)
    points = found.middles if part == "edges" else found.corners
    if len(points) > MOST:
        raise fault("B408", span, f"the board `{shape.name}` has {len(points):,} {part}; the limit is {MOST:,}",
                    "choose a smaller size")  # fmt: skip
    labels = _labels(shape, found, part)
    if len(set(labels)) < len(labels):
        twice = next(label for i, label in enumerate(labels) if label in labels[:i])
        raise fault("B412", span, f"two {part} of `{shape.name}` have the label {twice}",
                    "give the sites names without hyphens")  # fmt: skip
    near = _near(shape)
    known = Found(near, points)
    steps = tuple(
        tuple(known.number((x + way[0], y + way[1])) if way else -1 for x, y in points) for way in _ways(shape)
    )
    places = tuple((x, y, 0.0) for x, y in points)
    return Shape(name, labels, name, places, {}, shape.directions, steps, part=part, of=shape)


def _lattice(check: Check, shape: Shape, part: str, span: Span) -> Lattice:
    """What lies between the sites of a board; raises Fault where there is nothing."""
    if shape.of is not None:
        raise fault("B418", span, f"{shape.part} have no {part} of their own",
                    f"name the board: `{part} of site`, for example")
    decl, _ = check.memo.boards.trees[shape]
    has_places = all(i.place.items for i in decl.items if isinstance(i, t.Sites | t.Point))
    found = shape.lattice if has_places else None
    if found is None:
        why = "its sites lie in no regular pattern" if has_places else "its sites have no places (`at`)"
        raise fault("B418", span, f"the board `{shape.name}` has no {part}: {why}",
                    "use a grid, for example, or a type of your own for what lies between sites")  # fmt: skip
    return found


def _near(shape: Shape) -> float:
    return least_distance([(x, y) for x, y, _ in shape.places]) * NEAR


def _ways(shape: Shape) -> list[Point | None]:
    """How far each direction leads on paper. None if it leads nowhere, or to different distances from different sites.
    """
    found: list[Point | None] = []
    for steps in shape.steps:
        pairs = ((shape.places[a], shape.places[b]) for a, b in enumerate(steps) if b >= 0)
        ways = {(round(q[0] - p[0], 4), round(q[1] - p[1], 4)) for p, q in pairs}
        found.append(ways.pop() if len(ways) == 1 else None)
    return found


# ---- names


def _labels(shape: Shape, found: Lattice, part: Part) -> tuple[str, ...]:
    """The names of edges or corners.

    An edge between two sites has both names: `a1-b1`. An edge at the rim, and a corner, has the name of its first site
    and the direction in which it lies: `a1-S`, `a1-NE`. If no direction leads there, it has a number, clockwise from
    the top.
    """
    points = found.middles if part == "edges" else found.corners
    around = found.edges_of if part == "edges" else found.corners_of
    sites = turned_round(around, len(points))
    ways = [(way, name) for way, name in zip(_ways(shape), shape.directions.labels, strict=True) if way]
    near = _near(shape)

    def of_one(number: int) -> str:
        site = sites[number][0]
        x, y, _ = shape.places[site]
        u, v = points[number]
        for (dx, dy), name in ways:
            if abs(x + dx / 2 - u) < near and abs(y + dy / 2 - v) < near:
                return f"{shape.labels[site]}-{name}"
        return f"{shape.labels[site]}-{around[site].index(number) + 1}"

    return tuple(
        "-".join(shape.labels[s] for s in sites[i]) if part == "edges" and len(sites[i]) == 2 else of_one(i)
        for i in range(len(points))
    )


# ---- what touches


def beside(check: Check, shape: Shape, name: str, span: Span) -> Beside | None:
    """For each element of a board, or of its edges or corners, the sites, edges or corners that touch it."""
    if name == shape.part or (name == "sites" and shape.of is None):
        return None
    board = shape.of or shape
    to = board if name == "sites" else border_of(check, board, name, span)
    found = _lattice(check, board, shape.part or name, span)
    return Beside(tuple(sum(1 << i for i in row) for row in touching(found, shape.part, name)), Type(to, Size.MANY))


def half_a_step(
    check: Check, shape: Shape, name: str, arguments: Sequence[Expr | Thing], span: Span
) -> Callable[[Expr], Expr] | None:
    """A function that gives the site, edge or corner half a step away in a direction."""
    several = f"{name}s"
    if several == shape.part or (several == "sites" and shape.of is None):
        return None
    board = shape.of or shape
    to = board if name == "site" else border_of(check, board, several, span)
    if len(arguments) != 1:
        raise fault("T320", span, f"`{name}` takes {arity(1)}, not {len(arguments)}",
                    f"say in which direction: `.{name}(N)`; all of them are `.{several}`")  # fmt: skip
    (way,) = arguments
    if not isinstance(way, Expr) or way.type.base is not board.directions:
        what = way.type if isinstance(way, Expr) else "a piece"
        raise fault("T318", span, f"`{name}` takes a direction of the board, not {what}",
                    f"write `a.{several} & b.{several}` for what lies between two sites a and b")  # fmt: skip
    rows = _halfway(shape, to)
    return lambda subject: _stepped(rows, to, way, subject)


@lru_cache(maxsize=64)  # rules ask often, for the same
def _halfway(shape: Shape, to: Shape) -> Rows:
    """For each direction and each element of one sort, the element of another sort half a step on; -1 if there is none.
    """
    board = shape.of or shape
    known = Found(_near(board), ((x, y) for x, y, _ in to.places))
    return tuple(
        tuple(known.number((x + way[0] / 2, y + way[1] / 2)) if way else -1 for x, y, _ in shape.places)
        for way in _ways(board)
    )


def _stepped(rows: Rows, to: Shape, way: Expr, subject: Expr) -> Expr:
    """What lies there from each subject in each direction."""
    if way.type.size == Size.MANY:
        if isinstance(way, Const):
            found: Expr = empty(Type(to, Size.MANY))
            for i in range(len(rows)):
                if way.value >> i & 1:
                    found = union(found, _stepped(rows, to, const(way.type.of_size(Size.ONE), i), subject))
            return found
        return lift(way, lambda d: _stepped(rows, to, d, subject))
    if way.type.size == Size.MAYBE:
        return given(way, lambda d: _stepped(rows, to, d, subject))
    if isinstance(way, Const):
        row = rows[way.value]
        return table(row, Type(to, Size.MAYBE if -1 in row else Size.ONE), subject)
    if subject.type.size == Size.MANY:
        return lift(subject, lambda s: _stepped(rows, to, way, s))
    padded = (*((*row, -1) for row in rows), (-1,) * (len(rows[0]) + 1))
    return node(Table, Type(to, Size.MAYBE), padded, (way, subject))
