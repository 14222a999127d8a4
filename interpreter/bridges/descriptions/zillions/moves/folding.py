"""What is the same in several directions, said once for all of them."""

from __future__ import annotations

from dataclasses import replace

from interpreter.bridges.descriptions.zillions.moves.terms import (
    WAY,
    And,
    Condition,
    Effect,
    Not,
    Or,
    SomeWay,
    both,
    turned,
    ways,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.moves.walk import Path


def folded(path: Path) -> Path:
    """A path whose conditions and effects are said once where they are alike but for the direction."""
    return replace(path, conditions=tuple(map(_condition, path.conditions)), effects=_effects(path.effects))


def _condition(condition: Condition) -> Condition:
    if isinstance(condition, Not):
        return Not(_condition(condition.condition))
    if isinstance(condition, And):
        return both(*map(_condition, condition.parts))
    if not isinstance(condition, Or):
        return condition
    shapes: dict[Condition, list[tuple[str, Condition]]] = {}
    for part in condition.parts:
        used = ways(part)
        shape = turned(part, {used[0]: WAY}) if len(used) == 1 else part
        shapes.setdefault(shape, []).append((used[0] if used else "", part))
    found = tuple(
        SomeWay(tuple(way for way, _ in members), shape) if len(members) > 1 else members[0][1]
        for shape, members in shapes.items()
    )
    return found[0] if len(found) == 1 else Or(found)


def _effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    shapes: dict[Effect, list[tuple[str, Effect]]] = {}
    for effect in effects:
        used = ways(effect)
        shape = turned(effect, {used[0]: WAY}) if len(used) == 1 and effect.sort != "carry" else effect
        shapes.setdefault(shape, []).append((used[0] if used else "", effect))
    return tuple(
        replace(shape, ways=tuple(way for way, _ in members)) if len(members) > 1 else members[0][1]
        for shape, members in shapes.items()
    )
