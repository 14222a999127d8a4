"""The commands of a move followed on paper: each way through them is a path with conditions, a goal and effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from interpreter.bridges.descriptions.zillions.moves.asking import Asking, area_of
from interpreter.bridges.descriptions.zillions.moves.scene import Scene
from interpreter.bridges.descriptions.zillions.moves.terms import (
    EMPTY,
    MINE,
    NO,
    YES,
    And,
    Condition,
    Effect,
    Exists,
    In,
    Last,
    Or,
    Place,
    Probe,
    Ray,
    Start,
    Step,
    Stop,
    Truth,
    both,
    either,
    negated,
    parts,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word
from interpreter.bridges.descriptions.zillions.reading.sheet import Trouble, refused

MOST_WAYS = 200
"""Ways through the commands of one move."""


@dataclass(frozen=True)
class Path:
    """One way through the commands of a move, to an `add`."""

    conditions: tuple[Condition, ...]
    goal: Place
    effects: tuple[Effect, ...] = ()
    kinds: tuple[str, ...] = ()
    """What the piece becomes: one of these; nothing: it stays what it is."""
    partial: str | None = None
    """The type of moves by which the same piece goes on: `""` is any; None: the turn is over."""
    partial_unless: Condition | None = None
    """Where the turn is over all the same."""


@dataclass
class Walk:
    """The commands of one move."""

    asking: Asking
    is_drop: bool
    found: list[Path] = field(default_factory=list)

    def follow(self, commands: tuple[Node, ...]) -> list[Path]:
        """The paths of a move; raises Trouble."""
        self._run(commands, [Scene(Start(), Start())])
        return self.found

    def _run(self, nodes: tuple[Node, ...], scenes: list[Scene]) -> list[Scene]:
        for node in nodes:
            scenes = [new for scene in scenes for new in self._one(node, scene)]
            if len(scenes) + len(self.found) > MOST_WAYS:
                raise Trouble(node.line, f"this move can go more than {MOST_WAYS} ways")
        return scenes

    def _one(self, node: Node, scene: Scene) -> list[Scene]:
        if isinstance(node, List) and node.head in _WITH_CONDITIONS:
            return _WITH_CONDITIONS[node.head](self, node, scene)
        name = node.text if isinstance(node, Word) else node.head
        command = _COMMANDS.get(name)
        if command is not None:
            return [command(self, node.rest if isinstance(node, List) else (), scene, node.line)]
        if name.startswith("add") and name in ("add", "add-partial"):
            self._add(name, node, scene)
            return [scene]
        return [self._go(node, scene)]

    def _go(self, node: Node, scene: Scene) -> Scene:
        """A direction, a site, or brackets around commands."""
        if isinstance(node, List) and node.head not in ("opposite", "go"):
            raise refused(node.head or str(node)[:40], node.line)
        place = self.asking.place(node, scene)
        new = (Exists(place),) if isinstance(place, Step | Stop) else ()
        return replace(scene, here=place, conditions=_and(scene.conditions, new))

    def _add(self, name: str, node: Node, scene: Scene) -> None:
        said = [item.text for item in node.rest if isinstance(item, Word)] if isinstance(node, List) else []
        kinds = tuple(self.asking.kinds[word] for word in said if word in self.asking.kinds)
        other = [word for word in said if word not in self.asking.kinds]
        partial = None
        if name == "add-partial":
            partial = other.pop() if other else ""
        if other:
            raise Trouble(node.line, f"`{other[0]}` is no piece")
        goal = scene.goal or scene.to or scene.here
        effects = scene.effects
        if scene.goal is not None:
            effects = (*effects, Effect("carry", scene.start, other=scene.to or scene.here))
        if not self.is_drop and any(effect.sort == "remove" and effect.place == Start() for effect in effects):
            raise Trouble(node.line, "a piece that takes itself can't be said yet")
        effects = tuple(effect for effect in effects if effect.sort != "remove" or effect.place != goal)
        self.found.append(Path(scene.conditions, goal, effects, kinds, partial))

    # ---- what asks

    def _verify(self, node: List, scene: Scene) -> list[Scene]:
        condition = self.asking.all(node.rest, scene)
        known = self.asking.decided(condition, scene.conditions)
        if known == NO:
            return []
        return [replace(scene, conditions=_and(scene.conditions, (known,)))]

    def _if(self, node: List, scene: Scene) -> list[Scene]:
        if len(node.items) < 2:
            raise Trouble(node.line, "`if` needs a condition: `(if empty? add)`")
        items = node.items[2:]
        at = next((i for i, item in enumerate(items) if isinstance(item, Word) and item.text == "else"), len(items))
        condition = self.asking.decided(self.asking.one(node.items[1], scene), scene.conditions)
        if isinstance(condition, Truth):
            return self._run(items[:at] if condition.value else items[at + 1 :], [scene])
        before = len(self.found)
        inside = replace(scene, conditions=_and(scene.conditions, (condition,)))
        outside = replace(scene, conditions=_and(scene.conditions, (negated(condition),)))
        then, otherwise = self._run(items[:at], [inside]), self._run(items[at + 1 :], [outside])
        if len(then) == len(otherwise) == 1 and len(self.found) == before:
            joined = _joined(scene, condition, inside, then[0], outside, otherwise[0])
            if joined is not None:
                return [joined]
        return then + otherwise

    def _while(self, node: List, scene: Scene) -> list[Scene]:
        """A loop that goes on in one direction, through all sites of an area."""
        steps = [item for item in node.items[2:] if self.asking.is_way(item)]
        if len(steps) != 1:
            raise Trouble(node.line, "a `while` loop can be said only if it takes one step in one direction")
        way = self.asking.place(steps[0], replace(scene, here=Probe())).way  # type: ignore[attr-defined]
        at = node.items.index(steps[0])
        before, behind = node.items[2:at], node.items[at + 1 :]
        asked = self.asking.one(node.items[1], replace(scene, here=Probe()))
        ahead = Step(Probe(), way)
        if any(part == ahead for part in parts(asked)):  # it asks about the next site
            area = area_of(asked, ahead, node.line)
            if before:
                raise Trouble(node.line, "a loop that asks about the next site should begin with the step")
            scene = self._after(behind, Ray(scene.here, way, area), scene)
            return [replace(scene, here=Last(scene.here, way, area))]
        area = area_of(asked, Probe(), node.line)
        if behind:
            raise Trouble(node.line, "a loop that asks about its own site should end with the step")
        here = scene.here
        if isinstance(here, Stop) and here.way == way and self.asking.decided(
            In(here, area), (*scene.conditions, In(here, EMPTY))
        ) != YES:  # fmt: skip
            raise Trouble(node.line, "a loop that asks about its own site should begin one step further")
        if not isinstance(here, Step) or here.way != way:
            raise Trouble(node.line, "a `while` loop can be said only if it goes on from a step in the same direction")
        scene = self._after(before, Ray(here.place, way, area), scene)
        end = Stop(here.place, way, area)
        return [replace(scene, here=end, conditions=_and(_without(scene.conditions, here), (Exists(end),)))]

    def _after(self, nodes: tuple[Node, ...], ray: Ray, scene: Scene) -> Scene:
        """What is done at each site of a ray."""
        for node in nodes:
            name = node.text if isinstance(node, Word) else node.head
            if name not in (*_EACH, "add", "add-partial"):
                raise Trouble(node.line, f"`{name}` within a `while` loop can't be said yet")
        inside = self._run(nodes, [replace(scene, here=ray, conditions=_without(scene.conditions, ray))])
        return replace(inside[0], here=scene.here, conditions=scene.conditions)

    # ---- what does

    def _effect(self, sort: str, rest: tuple[Node, ...], scene: Scene, line: int) -> Scene:
        kind, owner, place = self.asking.described(rest, scene)
        if sort == "flip":
            owner = self._flipped(place, scene, line)
        if sort == "owner" and not owner:
            owner = "me"
        if sort == "create":
            kind, owner = kind or self.asking.kind, owner or "me"
        if sort in ("type", "flip", "owner") and place == Start() and not self.is_drop:
            raise Trouble(line, "a piece that changes where it starts can't be said yet: change it where it goes")
        if sort == "type" and not kind:
            raise Trouble(line, "`change-type` needs a kind of pieces: `(change-type King)`")
        effect = Effect("remove" if sort == "capture" else "put", place, kind=kind, owner=owner)
        return replace(scene, effects=(*scene.effects, effect))

    def _flipped(self, place: Place, scene: Scene, line: int) -> str:
        for area, owner in ((MINE, "opponent"), (self.asking.theirs, "me")):
            if self.asking.decided(In(place, area), scene.conditions) == YES or (
                isinstance(place, Ray) and place.area == area
            ):
                return owner
        raise Trouble(line, "`flip` can be said only where it is known whose piece stands there: ask `enemy?` before")

    def _set(self, rest: tuple[Node, ...], scene: Scene, line: int) -> Scene:
        name, value, place = self.asking.attribute(rest, scene, line)
        return replace(scene, effects=(*scene.effects, Effect("set" if value else "unset", place, kind=name)))

    def _flag(self, rest: tuple[Node, ...], scene: Scene, line: int) -> Scene:
        if len(rest) != 2 or not isinstance(rest[0], Word):
            raise Trouble(line, "`set-flag` needs a name and a condition: `(set-flag found true)`")
        return replace(scene, flags={**scene.flags, rest[0].text: self.asking.one(rest[1], scene)})

    def _cascade(self, scene: Scene, line: int) -> Scene:
        if self.is_drop:
            raise Trouble(line, "`cascade` in a drop can't be said yet")
        goal, effects = scene.goal, scene.effects
        if goal is None:
            goal = scene.to or scene.here
        else:
            effects = (*effects, Effect("carry", scene.start, other=scene.to or scene.here))
        return replace(scene, goal=goal, effects=effects, start=scene.here, to=None)

    def _back(self, scene: Scene, line: int) -> Scene:
        if scene.marked is None:
            raise Trouble(line, "`back` needs a `mark` before it")
        return replace(scene, here=scene.marked)


def _and(conditions: tuple[Condition, ...], new: tuple[Condition, ...]) -> tuple[Condition, ...]:
    whole = both(*conditions, *new)
    return whole.parts if isinstance(whole, And) else () if whole == YES else (whole,)


def _without(conditions: tuple[Condition, ...], place: Place) -> tuple[Condition, ...]:
    """The conditions but for those that a loop asks anew: that its first site is there."""
    return tuple(part for part in conditions if part != Exists(place))


def _joined(scene: Scene, asked: Condition, inside: Scene, then: Scene, outside: Scene, other: Scene) -> Scene | None:
    """Two ways that meet again as one, with conditions on what they did; None if they don't."""
    if (then.here, then.start, then.to, then.goal) != (other.here, other.start, other.to, other.goal):
        return None
    if then.conditions != inside.conditions or other.conditions != outside.conditions:
        return None
    count = len(scene.effects)
    effects = tuple(
        replace(effect, guard=both(guard, effect.guard))
        for guard, way in ((asked, then), (negated(asked), other)) for effect in way.effects[count:]
    )  # fmt: skip
    flags = {}
    for name in {**then.flags, **other.flags}:
        flags[name] = _chosen(asked, then.flags.get(name, NO), other.flags.get(name, NO))
    marked = then.marked if then.marked == other.marked else None
    return replace(scene, here=then.here, marked=marked, effects=(*scene.effects, *effects), flags=flags,
                   start=then.start, to=then.to, goal=then.goal)  # fmt: skip


def _chosen(asked: Condition, yes: Condition, no: Condition) -> Condition:
    """One condition or the other, by what is asked; what both have in common is said once."""
    if yes == no:
        return yes
    common = {*(no.parts if isinstance(no, Or) else (no,))}
    more = [part for part in (yes.parts if isinstance(yes, Or) else (yes,)) if part not in common]
    if len(more) < len(yes.parts if isinstance(yes, Or) else (yes,)) or no == NO:
        return either(no, both(asked, either(*more)))
    if yes == YES:
        return either(no, asked)
    return either(both(asked, yes), both(negated(asked), no))


def _do(sort: str) -> Callable[[Walk, tuple[Node, ...], Scene, int], Scene]:
    return lambda walk, rest, scene, line: walk._effect(sort, rest, scene, line)


_WITH_CONDITIONS: dict[str, Callable[[Walk, List, Scene], list[Scene]]] = {
    "verify": Walk._verify, "if": Walk._if, "while": Walk._while,
}  # fmt: skip
_EACH = ("capture", "flip", "change-owner", "change-type", "set-attribute")
"""What may be done at each site of a loop."""
_COMMANDS: dict[str, Callable[[Walk, tuple[Node, ...], Scene, int], Scene]] = {
    "capture": _do("capture"),
    "flip": _do("flip"),
    "change-owner": _do("owner"),
    "change-type": _do("type"),
    "create": _do("create"),
    "set-attribute": Walk._set,
    "set-flag": Walk._flag,
    "from": lambda walk, rest, scene, line: replace(scene, here=scene.start),
    "to": lambda walk, rest, scene, line: replace(scene, to=scene.here),
    "mark": lambda walk, rest, scene, line: replace(scene, marked=scene.here),
    "back": lambda walk, rest, scene, line: walk._back(scene, line),
    "cascade": lambda walk, rest, scene, line: walk._cascade(scene, line),
}
