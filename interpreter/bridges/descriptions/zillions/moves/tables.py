"""Where pieces go, as lines of a table: what is alike but for directions or kinds of pieces as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.bridges.descriptions.zillions.moves.groups import Group, Piece
from interpreter.bridges.descriptions.zillions.moves.terms import (
    EMPTY,
    MINE,
    WAY,
    Area,
    Condition,
    In,
    Join,
    Less,
    Meet,
    Not,
    Place,
    Ray,
    Start,
    Step,
    Stop,
    turned,
    ways,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.moves.words import Words
from interpreter.bridges.descriptions.zillions.reading.board import Board

Line = tuple[str, str]
"""A set of sites or directions, and the condition that it needs besides the kind of the piece, or nothing."""
_KNIGHT = {(c * a, r * b) for c, r in ((1, 2), (2, 1)) for a in (1, -1) for b in (1, -1)}


@dataclass
class Owned:
    """Which pieces there are in the game: kinds with their players, for what a table says of all of a kind."""

    pieces: set[Piece]

    def text(self, of: Iterable[Piece]) -> str:
        """The condition that the piece on `a` is one of these; nothing if all are."""
        wanted = {*of}
        if wanted >= self.pieces:
            return ""
        whole = [kind for kind in dict.fromkeys(kind for kind, _ in self._in_order(wanted))
                 if {piece for piece in self.pieces if piece[0] == kind} <= wanted]  # fmt: skip
        single = [f"{kind} of {player}" for kind, player in self._in_order(wanted) if kind not in whole]
        return f"a in {' + '.join([*whole, *single])}"

    def _in_order(self, of: set[Piece]) -> list[Piece]:
        return sorted(of)


def rows(group: Group, words: Words, board: Board, owned: Owned) -> list[str]:
    """The lines of a group's table."""
    lines: dict[Line, list[Piece]] = {}
    if group.members:
        for piece, directions in group.members.items():
            conditions = words.all(group.conditions, group.goal)
            if isinstance(group.goal, Ray) or (
                group.goal is not None and "some" not in conditions and words.place(group.goal) not in conditions
            ):
                conditions = " and ".join(filter(None, [conditions, f"some {words.place(group.goal)}"]))
            text = f"{{d in {words.ways(directions)}{f' where {conditions}' if conditions else ''}}}"
            lines.setdefault((text, ""), []).append(piece)
    else:
        for piece in dict.fromkeys((move.kind, move.player) for move in group.moves):
            own = [(move.path.conditions, move.path.goal) for move in group.moves
                   if (move.kind, move.player) == piece]  # fmt: skip
            for line in expressions(own, words, board):
                lines.setdefault(line, []).append(piece)
    return [_row(text, condition, owned.text(pieces)) for (text, condition), pieces in lines.items()]


def _row(text: str, condition: str, kinds: str) -> str:
    when = " and ".join(filter(None, [kinds, f"({condition})" if " or " in condition else condition]))
    return f"{text}  when {when}" if when else text


Way = tuple[tuple[Condition, ...], Place]
"""The conditions and the goal of a path."""


def expressions(own: Iterable[Way], words: Words, board: Board) -> list[Line]:
    """The goals of one piece as sets of sites."""
    by_shape: dict[tuple[frozenset[Condition], Place], list[str]] = {}
    alone: list[Way] = []
    for conditions, goal in own:
        used = ways((conditions, goal))
        if len(used) == 1:
            shape = frozenset(turned(conditions, {used[0]: WAY})), turned(goal, {used[0]: WAY})
            by_shape.setdefault(shape, []).append(used[0])
        else:
            alone.append((conditions, goal))
    shapes = [(tuple(_in_order(conditions)), goal, found) for (conditions, goal), found in by_shape.items()]
    return [*_slides(shapes, words), *_leaps(alone, words, board)]


def _in_order(conditions: Iterable[Condition]) -> list[Condition]:
    return sorted(conditions, key=lambda condition: (len(repr(condition)), repr(condition)))


def _slides(shapes: list[tuple[tuple[Condition, ...], Place, list[str]]], words: Words) -> list[Line]:
    """Goals that lie in one direction; a slide, and what it takes at its end, are one."""
    found: list[Line] = []
    left = sorted(shapes, key=lambda shape: not isinstance(shape[1], Ray))
    while left:
        conditions, goal, directions = left.pop(0)
        rest, areas = split(conditions, goal)
        end = _end_of(rest, goal, directions, left, words)
        if end is not None:
            left.remove(end)
            assert isinstance(goal, Ray)
            text = f"(a.{words.some_ways(directions)} through {words.tight(goal.area)})"
            found.append((_cut(text, _with_stop(goal.area, split(end[0], end[1])[1]), words), ""))
        else:
            found.append(_shape(rest, goal, areas, directions, words))
    return found


def _end_of(rest: tuple[Condition, ...], goal: Place, directions: list[str],
            shapes: list[tuple[tuple[Condition, ...], Place, list[str]]], words: Words
            ) -> tuple[tuple[Condition, ...], Place, list[str]] | None:  # fmt: skip
    """The shape that goes where a slide stops, if both need nothing else."""
    if not isinstance(goal, Ray) or goal.place != Start() or words.all(rest, goal):
        return None
    for shape in shapes:
        is_end = shape[1] == Stop(goal.place, goal.way, goal.area) and {*shape[2]} == {*directions}
        if is_end and not words.all(split(shape[0], shape[1])[0], shape[1]):
            return shape
    return None


def _with_stop(area: Area, end: tuple[Area, ...]) -> tuple[Area, ...]:
    """What of a slide and its end may be gone to."""
    if area == EMPTY and end == (Less(MINE),):
        return (Less(MINE),)
    if not end:
        return ()
    return (Join((area, end[0] if len(end) == 1 else Meet(end))),)


def split(conditions: tuple[Condition, ...], goal: Place) -> tuple[tuple[Condition, ...], tuple[Area, ...]]:
    """Conditions besides those on the goal, and these as sets."""
    rest: list[Condition] = []
    areas: list[Area] = []
    for condition in conditions:
        inner = condition.condition if isinstance(condition, Not) else condition
        if isinstance(inner, In) and inner.place == goal:
            areas.append(Less(inner.area) if isinstance(condition, Not) else inner.area)
        else:
            rest.append(condition)
    return tuple(rest), tuple(areas)


def _cut(text: str, areas: tuple[Area, ...], words: Words) -> str:
    """A set cut with others."""
    for area in sorted(areas, key=lambda area: isinstance(area, Less)):
        if isinstance(area, Less):
            text += f" - {words.narrow(area.area)}"
        else:
            text += f" & {words.narrow(area)}"
    return text


def _shape(rest: tuple[Condition, ...], goal: Place, areas: tuple[Area, ...], directions: list[str],
           words: Words) -> Line:  # fmt: skip
    """The goals in some directions of what is alike but for these."""
    if len(directions) == 1:
        change = {WAY: directions[0]}
        rest, goal = turned(rest, change), turned(goal, change)
        return _set(goal, areas, words), words.all(rest, goal)
    if not words.all(rest, goal):
        some = words.some_ways(directions)
        if isinstance(goal, Step) and goal.place == Start():
            return _cut(f"a.{some}", areas, words), ""
        if isinstance(goal, Ray) and goal.place == Start():
            return _cut(f"(a.{some} through {words.tight(goal.area)}) & {words.narrow(goal.area)}", areas, words), ""
        if isinstance(goal, Stop) and goal.place == Start():
            area = None if not areas else areas[0] if len(areas) == 1 else Meet(areas)
            return words.area_of_stop(goal, area, some), ""
    conditions = words.all(rest, goal)
    where = f" where {conditions}" if conditions else ""
    if isinstance(goal, Ray):
        return _cut(f"{{t for d in {words.ways(directions)}, t in {words.place(goal)}{where}}}", areas, words), ""
    return _cut(f"{{{words.place(goal)} for d in {words.ways(directions)}{where}}}", areas, words), ""


def _set(goal: Place, areas: tuple[Area, ...], words: Words) -> str:
    if isinstance(goal, Stop):
        area = None if not areas else areas[0] if len(areas) == 1 else Meet(areas)
        return words.area_of_stop(goal, area)
    text = words.place(goal)
    return _cut(f"({text})" if isinstance(goal, Ray) and areas else text, areas, words)


def _leaps(alone: list[Way], words: Words, board: Board) -> list[Line]:
    """Goals that are reached by steps in several directions, or by none."""
    found: list[Line] = []
    plain: dict[tuple[Area, ...], list[Place]] = {}
    for conditions, goal in alone:
        rest, areas = split(conditions, goal)
        said = words.all(rest, goal)
        if said or not isinstance(goal, Step):
            found.append((_set(goal, areas, words), said))
        else:
            plain.setdefault(areas, []).append(goal)
    for areas, goals in plain.items():
        offsets = {_offset(goal, board) for goal in goals}
        if words.is_square and offsets == _KNIGHT:
            found.insert(0, (_cut("a.leap", areas, words), ""))
            continue
        by_prefix: dict[Place, list[str]] = {}
        for goal in goals:
            assert isinstance(goal, Step)
            by_prefix.setdefault(goal.place, []).append(goal.way)
        text = " + ".join(f"{words.place(place)}.{words.some_ways(ends)}" for place, ends in by_prefix.items())
        found.append((_cut(f"({text})" if len(by_prefix) > 1 and areas else text, areas, words), ""))
    return found


def _offset(place: Place, board: Board) -> tuple[int, int] | None:
    c = r = 0
    while isinstance(place, Step):
        step = board.step(place.way)
        if step is None:
            return None
        c, r = c + step[0], r + step[1]
        place = place.place
    return (c, r) if place == Start() else None
