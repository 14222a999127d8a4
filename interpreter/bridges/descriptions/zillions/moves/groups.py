"""Moves that are written alike: the same type, what they do and what the piece becomes; only where they go differs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from interpreter.bridges.descriptions.zillions.moves.army import Army, Move
from interpreter.bridges.descriptions.zillions.moves.terms import (
    WAY,
    YES,
    Condition,
    Effect,
    Goal,
    In,
    Not,
    Place,
    Start,
    Zone,
    both,
    either,
    negated,
    parts,
    placed,
    turned,
    ways,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.moves.walk import Path
from interpreter.bridges.descriptions.zillions.reading.board import Board
from interpreter.bridges.descriptions.zillions.reading.naming import Names

Piece = tuple[str, str]
"""A kind and a player, by their names here."""
Key = tuple[object, ...]


@dataclass
class Group:
    """Moves that one decision offers. In one by direction, `d` is chosen; in any other `b`, where the piece goes."""

    type: str
    is_drop: bool
    kinds: tuple[str, ...]
    partial: str | None
    stops: Condition | None
    """Where the piece doesn't go on, though the others of the group do."""
    effects: tuple[Effect, ...]
    goal: Place | None = None
    """Where a move by direction goes; None: `b` is chosen."""
    conditions: tuple[Condition, ...] = ()
    name: str = ""
    moves: list[Move] = field(default_factory=list)
    members: dict[Piece, list[str]] = field(default_factory=dict)
    """Of a group by direction, the directions of each piece."""

    @property
    def lines(self) -> list[int]:
        """The lines of the file that it comes from."""
        return sorted({move.line for move in self.moves})


def groups(army: Army, board: Board, names: Names) -> list[Group]:
    """All moves of a game in groups, in the order of the file."""
    opposite = {direction.name: board.opposite(direction.name) for direction in board.directions.values()}
    found: dict[Key, Group] = {}
    for move in _merged(army.moves):
        path = move.path
        effects = placed(path.effects, path.goal, Goal()) if not move.is_drop else path.effects
        stops = placed(path.partial_unless, path.goal, Goal()) if path.partial_unless is not None else None
        own: Key = (move.type, move.is_drop, path.kinds, path.partial, stops)
        used = ways(effects)
        if move.is_drop or not used or set(used) <= set(_fixed(effects)):
            key = (*own, effects, (path.conditions, path.goal, move.kind) if move.is_drop else None)
            new = Group(move.type, move.is_drop, path.kinds, path.partial, stops, effects)
            if move.is_drop:
                new.conditions, new.goal = path.conditions, path.goal
            found.setdefault(key, new).moves.append(move)
            continue
        change = {used[0]: WAY} | ({opposite[used[0]]: f"{WAY}.opposite"} if opposite[used[0]] else {})
        effects, conditions = turned(effects, change), turned(path.conditions, change)
        goal, stops = turned(path.goal, change), turned(stops, change) if stops is not None else None
        key = (*own[:-1], stops, effects, frozenset(conditions), goal)
        new = Group(move.type, False, path.kinds, path.partial, stops, effects, goal, conditions)
        group = found.setdefault(key, new)
        group.moves.append(move)
        group.members.setdefault((move.kind, move.player), []).append(used[0])
    whole = _with_drops_as_one([*found.values()])
    for group in whole:
        group.name = _name(group, names)
    return whole


def _with_drops_as_one(own: list[Group]) -> list[Group]:
    """The groups, with drops of a kind as one that differ in their conditions only."""
    found: list[Group] = []
    for group in own:
        other = next((other for other in found if group.is_drop and other.is_drop and _is_like(group, other)), None)
        if other is None:
            found.append(group)
            continue
        common = tuple(part for part in other.conditions if part in group.conditions)
        rest = [tuple(part for part in one.conditions if part not in common) for one in (other, group)]
        other.conditions = (*common, *_one_of(rest))
        other.moves += group.moves
    return found


def _is_like(group: Group, other: Group) -> bool:
    def all_but(one: Group) -> tuple[object, ...]:
        movers = {(move.kind, move.player) for move in one.moves}
        return one.type, one.effects, one.goal, one.partial, movers

    return all_but(group) == all_but(other)


def _one_of(rest: list[tuple[Condition, ...]]) -> tuple[Condition, ...]:
    """That one of these rows of conditions holds; what the other rows deny needn't be said."""
    denied = {negated(row[0]) for row in rest if len(row) == 1}
    rows = [both(*(part for part in row if part not in denied or len(row) == 1)) for row in rest]
    whole = either(*rows)
    return () if whole == YES else (whole,)


def _fixed(effects: tuple[Effect, ...]) -> list[str]:
    """Directions of places that don't depend on where the piece stands."""
    return [way for effect in effects if Start() not in [*parts(effect)] for way in ways(effect)]


def _name(group: Group, names: Names) -> str:
    plain = not group.effects and not group.kinds and group.partial is None
    label = next((move.label for move in group.moves if move.label), "")
    wished = "goals" if plain and not group.type else label or group.type or "moves"
    return names.free(wished)


def _merged(moves: list[Move]) -> list[Move]:
    """Moves with those pairs as one of which one promotes the piece in a zone, and the other goes on elsewhere."""
    found: list[Move] = []
    for move in moves:
        last = found[-1] if found else None
        if last is not None and replace(last, path=move.path) == move:
            path = _one_path(last.path, move.path) or _one_path(move.path, last.path)
            if path is not None:
                found[-1] = replace(last, path=path)
                continue
        found.append(move)
    return found


def _one_path(promoted: Path, other: Path) -> Path | None:
    """A path whose piece becomes something in a zone, and the same path elsewhere, as one."""
    if len(promoted.kinds) != 1 or other.kinds or promoted.goal != other.goal or promoted.effects != other.effects:
        return None
    only, without = {*promoted.conditions} - {*other.conditions}, {*other.conditions} - {*promoted.conditions}
    if len(only) != 1 or len(without) != 1:
        return None
    asked = only.pop()
    if without.pop() not in (Not(asked), *((asked.condition,) if isinstance(asked, Not) else ())):
        return None
    zone = asked.condition if isinstance(asked, Not) else asked
    if not isinstance(zone, In) or not isinstance(zone.area, Zone) or zone.place != other.goal:
        return None
    if promoted.partial not in (None, other.partial):
        return None
    becomes = Effect("put", other.goal, guard=asked, kind=promoted.kinds[0], owner="me")
    unless = asked if other.partial is not None and promoted.partial is None else None
    return Path(tuple(part for part in other.conditions if part in promoted.conditions), other.goal,
                (*other.effects, becomes), (), other.partial, unless)  # fmt: skip
