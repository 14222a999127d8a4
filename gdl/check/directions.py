"""The opposite of a direction, and the direction after a turn. Both are tables that are known before the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, isclose, pi

from gdl.check.memo import Boards
from gdl.check.parts import Check
from gdl.check.values import counted
from gdl.model.arithmetic import arithmetic
from gdl.model.build import integer, lift, surely, table
from gdl.model.nodes import Const, Expr
from gdl.model.shape import Shape
from gdl.model.types import Base, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault
from gdl.text.source import Span

_LARGER = 5
"""If a direction leads nowhere, a board of at least this size is used instead: a board with one file doesn't show where
east is."""
_INSTEAD = "write a `define` that says which direction follows which: `define d.right = E when d = N otherwise …`"


def with_directions(boards: Boards, base: Base) -> Shape | None:
    """The board whose directions these are."""
    return next((shape for shape in boards.made.values() if shape.directions is base and shape.directions.labels), None)


def opposite(check: Check, shape: Shape, way: Expr) -> Expr:
    """The direction whose steps undo those of another; nothing if the board has none."""
    steps = _sample(check, shape).steps
    rows = [_undoing(steps, i) for i in range(len(steps))]
    size = Size.MAYBE if -1 in rows else Size.ONE
    return surely(table(rows, Type(shape.directions, size), way))


def _undoing(steps: Sequence[Sequence[int]], way: int) -> int:
    """The direction whose steps undo those of `way`; if there are several, not `way` itself. -1 if there is none."""
    others = [*(i for i in range(len(steps)) if i != way), way]
    return next((i for i in others if any(s >= 0 for s in steps[i]) and _undo(steps[way], steps[i])), -1)


def _undo(there: Sequence[int], back: Sequence[int]) -> bool:
    return all(t < 0 or back[t] == s for s, t in enumerate(there)) and all(
        t < 0 or there[t] == s for s, t in enumerate(back)
    )


def turned(check: Check, shape: Shape, way: Expr, times: Expr, span: Span) -> Expr:
    """The direction so many places further clockwise among all directions of the board."""
    clockwise = _clockwise(check, shape, span)
    n = len(clockwise)
    place = [clockwise.index(i) for i in range(n)]
    one = Type(shape.directions)
    if isinstance(times, Const):
        return table([clockwise[(p + times.value) % n] for p in place], one, way)

    def turn(d: Expr) -> Expr:
        further = arithmetic("+", table(place, Type(Range(0, n - 1)), d), times)
        return lift(arithmetic("%", further, integer(n)), lambda k: table(clockwise, one, k))

    return lift(way, turn)


def _clockwise(check: Check, shape: Shape, span: Span) -> list[int]:
    """All directions in the order of their angles, from the top; raises Fault where they have none."""
    sample = _sample(check, shape)
    angles = [_angle(sample, i) for i in range(len(shape.directions))]
    labels = shape.directions.labels
    if lost := [label for label, angle in zip(labels, angles, strict=True) if angle is None]:
        message = f"the direction `{lost[0]}` has no one angle on this board, so it has no place in the order"
        raise fault("B417", span, message, _INSTEAD)
    found = sorted((angle, i) for i, angle in enumerate(angles) if angle is not None)
    for (a, i), (b, j) in pairwise(found):
        if isclose(a, b, abs_tol=1e-6):
            message = (
                f"the directions `{labels[i]}` and `{labels[j]}` have the same angle, so none comes before the other"
            )
            raise fault("B417", span, message, _INSTEAD)
    return [i for _, i in found]


def _angle(shape: Shape, way: int) -> float | None:
    """The angle of a direction's steps, clockwise from the top (0 to 2π); None if they have more than one, or none."""
    found: float | None = None
    for s, there in enumerate(shape.steps[way]):
        if there < 0:
            continue
        x, y = (b - a for a, b in zip(shape.places[s][:2], shape.places[there][:2], strict=True))
        angle = round(atan2(x, y), 9) % (2 * pi)
        if (x == 0 and y == 0) or (found is not None and not isclose(found, angle, abs_tol=1e-6)):
            return None
        found = angle
    return found


def _sample(check: Check, shape: Shape) -> Shape:
    """The board, or one like it that is large enough for a step in each direction."""
    decl, outer = check.memo.boards.trees[shape]
    sizes = tuple(outer.names[p.text] for p in decl.parameters)
    numbers = tuple(size.value for size in sizes if isinstance(size, Const))
    if all(any(s >= 0 for s in row) for row in shape.steps) or min(numbers, default=_LARGER) >= _LARGER:
        return shape
    larger = check.forms.make_shape(check, decl, tuple(max(n, _LARGER) for n in numbers), shape.name, "")
    added = [item for item in check.declared.rules.directions if item.name.text in shape.directions.index]
    sample, _ = check.forms.add_directions(check, larger, added if shape is check.declared.board else [])
    del check.memo.boards.trees[sample]
    return sample


def times_of(e: t.Name | t.Call, times: Sequence[Expr | object]) -> Expr:
    """The argument of `turned`."""
    if len(times) != 1:
        hint = "write `d.turned(1)` for the next direction clockwise, `d.turned(-1)` for the one before"
        raise fault("T320", e.span, f"`turned` takes {counted(1, 'argument')}, not {len(times)}", hint)
    (number,) = times
    if not isinstance(number, Expr) or not number.type.is_number:
        what = number.type if isinstance(number, Expr) else "a piece"
        raise fault("T301", e.span, f"`turned` takes a number, not {what}", "say how far to turn: `d.turned(1)`")
    return number
