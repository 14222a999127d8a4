"""What a move changes, as statements."""

from __future__ import annotations

from dataclasses import replace

from interpreter.bridges.descriptions.zillions.moves.groups import Group
from interpreter.bridges.descriptions.zillions.moves.terms import (
    YES,
    Area,
    Condition,
    Effect,
    Exists,
    Goal,
    In,
    Place,
    Ray,
    Same,
    Start,
    Step,
    Stop,
    Zone,
    parts,
    placed,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.moves.words import Words
from interpreter.bridges.descriptions.zillions.writing.game import Game

INDENT = "  "


def goal_text(group: Group, words: Words) -> str:
    """Where the piece goes, in the statements of a group."""
    if group.goal is None or isinstance(group.goal, Ray | Start):
        return words.start if group.is_drop else "b"
    return words.start if group.is_drop else words.place(group.goal)


def statements(group: Group, kind: str, game: Game) -> list[str]:
    """The changes of a move of the group; `kind` is what it becomes or drops, `k` if that is chosen."""
    words = game.words("s" if group.is_drop else "a")
    words.mover = "me"
    goal = words.goal = goal_text(group, words)
    sets = [f"{name}" for name in dict.fromkeys(game.army.attributes.values())]
    before: list[str] = []
    behind: list[str] = []
    lets: list[str] = []
    for effect in group.effects:
        if effect.place == Goal() and not _is_static(effect.guard):  # asked before the piece comes there
            name = f"so_{len(lets) + 1}"
            lets.append(f"let {name} = {words.condition(effect.guard)}")
            behind += [f"{line} if {name}" for line in _effect(replace(effect, guard=YES), group, words, goal, game)]
            continue
        at_goal = not group.is_drop and effect.place == Goal()
        own = placed(effect, Goal(), group.goal) if isinstance(group.goal, Step) and not at_goal else effect
        lines = _effect(own, group, words, goal, game)
        if isinstance(own.place, Ray) or own.ways:
            lets += lines
        elif at_goal or own.place == Start() or own.sort in ("carry", "set", "unset"):
            behind += lines
        else:
            before += lines
    found = [*lets, *before]
    if group.is_drop:
        found.append(f"put {kind} of me on {goal}")
    else:
        for name in sets:
            if not any(effect.sort == "unset" and effect.kind == name and effect.place in (Goal(), Start())
                       for effect in group.effects):  # fmt: skip
                found += [f"{name} -= {goal}", f"{name} += {goal} if a in {name}", f"{name} -= a"]
        found.append(f"move a to {goal}")
        if kind:
            found.append(f"put {kind} of me on {goal}")
    found += behind
    if game.holds("last_from"):
        found.append(f"last_from = {'{}' if group.is_drop else 'a'}")
    if game.holds("last_to"):
        found.append(f"last_to = {goal}")
    return found


def _is_static(guard: Condition) -> bool:
    """Whether a condition is about the board alone, not about what stands there."""
    return all(isinstance(part, Zone) for part in parts(guard) if isinstance(part, Area)) and not any(
        isinstance(part, Same | Exists) for part in parts(guard)
    )


def _effect(effect: Effect, group: Group, words: Words, goal: str, game: Game) -> list[str]:
    guard = "" if effect.guard == YES else f" if {words.condition(effect.guard)}"
    if effect.ways:
        where, guard = f" where {words.condition(effect.guard)}" if effect.guard != YES else "", ""
        ways = words.ways(effect.ways)
        text = words.place(effect.place)
        text = (f"{{t for d in {ways}, t in {text}{where}}}" if isinstance(effect.place, Ray) else
                f"{{{text} for d in {ways}{where}}}")  # fmt: skip
    else:
        text = _place(effect.place, group.conditions, words, goal, group.is_drop)
    if effect.sort == "remove":
        return [f"remove {text}{guard}"]
    if effect.sort == "carry":
        assert effect.other is not None
        return [f"move {words.place(effect.place)} to {words.place(effect.other)}{guard}"]
    if effect.sort in ("set", "unset"):
        if effect.sort == "unset" and effect.place in (Goal(), Start()):
            return [f"{effect.kind} -= {{a, {goal}}}{guard}"]
        return [f"{effect.kind} {'+=' if effect.sort == 'set' else '-='} {text}{guard}"]
    return _put(effect, text, guard, words, goal, game, group)


def _put(effect: Effect, text: str, guard: str, words: Words, goal: str, game: Game, group: Group) -> list[str]:
    neutral = game.neutral_kinds()
    owner = effect.owner or ("me" if effect.place in (Goal(), Start()) else f"{text}.owner")
    owner = "me.next" if owner == "opponent" else owner
    zone = effect.guard
    if effect.kind:
        if isinstance(zone, In) and zone.place == effect.place and effect.place == Goal():
            text, guard = f"{goal} & {words.narrow(zone.area)}", ""
        thing = effect.kind if effect.kind in neutral else f"{effect.kind} of {owner}"
        return [f"put {thing} on {text}{guard}"]
    kinds = [kind for kind in game.army.sections if kind not in neutral]
    if len(kinds) == 1:
        return [f"put {kinds[0]} of {owner} on {text}{guard}"]
    whole = f"({text})" if " " in text and text[0] != "{" else text
    return [f"put {kind} of {owner} on {whole} & {kind}{guard}" for kind in kinds]


def _place(place: Place, conditions: tuple[Condition, ...], words: Words, goal: str, is_drop: bool) -> str:
    if isinstance(place, Goal):
        return goal
    if isinstance(place, Stop):
        asked = [part.area for part in conditions if isinstance(part, In) and part.place == place]
        return words.area_of_stop(place, asked[0] if asked else None)
    return words.place(place)
