"""What a file's conditions and places mean in the middle of a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.moves.scene import Scene
from interpreter.bridges.descriptions.zillions.moves.terms import (
    ALL,
    APART,
    EMPTY,
    MINE,
    NEUTRAL,
    NO,
    THEIRS,
    YES,
    And,
    Area,
    Condition,
    Exists,
    Fixed,
    Held,
    In,
    Join,
    Last,
    Less,
    Meet,
    Named,
    Not,
    Or,
    Place,
    Same,
    Start,
    Step,
    Stop,
    Zone,
    both,
    either,
    negated,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.reading.board import Board
from interpreter.bridges.descriptions.zillions.reading.keywords import KEYWORDS, NEGATED
from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word
from interpreter.bridges.descriptions.zillions.reading.sheet import Trouble, refused

_OWNERS = {"empty?": EMPTY, "friend?": MINE, "enemy?": THEIRS, "neutral?": NEUTRAL}
_BACK = {"last-from": "last_from", "last-to": "last_to"}


@dataclass
class Asking:
    """What words mean to the piece of one kind and player."""

    board: Board
    player: str
    kind: str
    kinds: Mapping[str, str]
    """The names of pieces here, by the file's."""
    players: Mapping[str, str]
    attributes: Mapping[str, str]
    is_drop: bool = False
    theirs: Area = field(default=THEIRS)

    # ---- places

    def is_way(self, node: Node) -> bool:
        """Whether it is a step in a direction."""
        if isinstance(node, List):
            return node.head == "opposite" and len(node.items) == 2 and self.is_way(node.items[1])
        return not node.is_quoted and node.text in self.board.directions

    def way(self, node: Node) -> str:
        """The direction that a node means for the player."""
        if isinstance(node, Word):
            return self.board.turned(node.text, self.player)
        way = self.board.opposite(self.way(node.items[1]))
        if not way:
            raise Trouble(node.line, f"`{node}`: no direction leads back")
        return way

    def place(self, node: Node, scene: Scene) -> Place:
        """The place that a direction from here, a site or `go` means."""
        if self.is_way(node):
            way = self.way(node)
            here = scene.here
            if isinstance(here, Step) and self.board.is_regular and self.board.opposite(way) == here.way:
                return here.place  # there and back again
            return stepped(here, way)
        if isinstance(node, List) and node.head == "go" and len(node.items) == 2:
            return self._gone(node.items[1], scene)
        if isinstance(node, Word) and node.text in self.board.sites:
            return Fixed(self.board.sites[node.text])
        if isinstance(node, Word) and node.text in ("from", "to", "mark", *_BACK):
            return self._gone(node, scene)
        name = node.text if isinstance(node, Word) else node.head
        if name not in KEYWORDS and not name.endswith("?"):
            raise Trouble(node.line, f"`{str(node)[:60]}` is no command, direction or site")
        raise refused(name, node.line)

    def _gone(self, node: Node, scene: Scene) -> Place:
        word = str(node)
        if word in _BACK:
            return Held(_BACK[word])
        place = {"from": scene.start, "to": scene.to or scene.here, "mark": scene.marked}.get(word)
        if place is None:
            raise Trouble(node.line, f"`go {word}`: nothing was kept there")
        return place

    def described(self, rest: tuple[Node, ...], scene: Scene) -> tuple[str, str, Place]:
        """The kind, the player and the place that stand behind a command, in any order."""
        kind, owner, place = "", "", scene.here
        for node in rest:
            said = str(node)
            if said in self.kinds:
                kind = self.kinds[said]
            elif said in self.players:
                owner = self.players[said]
            else:
                place = self.place(node, scene)
        return kind, owner, place

    def attribute(self, rest: tuple[Node, ...], scene: Scene, line: int) -> tuple[str, bool, Place]:
        """The attribute, the value and the place of `set-attribute`."""
        said = [str(node) for node in rest]
        name = self.attributes.get(said[0]) if said else None
        value = next((word for word in said[1:] if word in ("true", "false")), None)
        if name is None or value is None:
            raise Trouble(line, "`set-attribute` needs an attribute, and `true` or `false`")
        places = [node for node in rest[1:] if str(node) not in ("true", "false")]
        return name, value == "true", self.place(places[0], scene) if places else scene.here

    # ---- conditions

    def all(self, nodes: tuple[Node, ...], scene: Scene) -> Condition:
        """Whether all of these hold."""
        return both(*(self.one(node, scene) for node in nodes))

    def one(self, node: Node, scene: Scene) -> Condition:
        """What a condition means; raises Trouble."""
        name = node.text if isinstance(node, Word) else node.head
        rest = () if isinstance(node, Word) else node.rest
        if name in ("and", "or", "not"):
            parts = [self.one(part, scene) for part in rest]
            return both(*parts) if name == "and" else either(*parts) if name == "or" else negated(both(*parts))
        if isinstance(node, List) and not name and len(node.items) == 1:
            return self.one(node.items[0], scene)
        if name in ("true", "false"):
            return YES if name == "true" else NO
        if name in NEGATED:
            plain = List((Word(name.removeprefix("not-"), node.line), *rest), node.line)
            place = self._asked(plain, scene)
            there = Exists(place) if place is not None and not isinstance(place, Start | Fixed) else YES
            return both(there, negated(self.one(plain, scene)))
        return self._plain(name, rest, scene, node.line)

    def _asked(self, node: List, scene: Scene) -> Place | None:
        if node.head == "on-board?":
            return None
        places = [item for item in node.rest if self.is_way(item) or str(item) in self.board.sites]
        if node.head == "flag?":
            return None
        return self.place(places[-1], scene) if places and node.head != "position?" else scene.here

    def _plain(self, name: str, rest: tuple[Node, ...], scene: Scene, line: int) -> Condition:
        if name in self.attributes or (rest and name == "" and str(rest[0]) in self.attributes):
            return In(self._behind(rest, scene), Named(self.attributes[name]))
        if name in _OWNERS:
            area = self.theirs if name == "enemy?" else _OWNERS[name]
            return In(self._behind(rest, scene), area)
        if name == "flag?":
            return scene.flags.get(str(rest[0]), NO) if rest else NO
        if name == "on-board?":
            place = self._behind(rest, scene)
            return YES if isinstance(place, Start | Fixed) else Exists(place)
        if name == "position?":
            places = rest or (Word("", line),)
            return either(*(Same(scene.here, self.place(node, scene)) for node in places))
        if name == "piece?":
            kinds = [self.kinds[str(node)] for node in rest if str(node) in self.kinds]
            others = tuple(node for node in rest if str(node) not in self.kinds)
            if not kinds:
                raise Trouble(line, f"`piece?` needs the name of a piece{f', not `{others[0]}`' if others else ''}")
            return In(self._behind(others, scene), joined(*map(Named, kinds)))
        if name == "in-zone?":
            zone = str(rest[0]) if rest else ""
            if zone not in self.board.zones:
                raise Trouble(line, f"there is no zone `{zone}`")
            own = self.board.zones[zone]
            if self.player not in own and "" not in own:
                return NO
            return In(self._behind(rest[1:], scene), Zone(zone))
        if name in ("last-from?", "last-to?"):
            return Same(self._behind(rest, scene), Held(_BACK[name[:-1]]))
        if name == "marked?":
            if scene.marked is None:
                raise Trouble(line, "`marked?` needs a `mark` before it")
            return Same(self._behind(rest, scene), scene.marked)
        raise refused(name, line)

    def _behind(self, rest: tuple[Node, ...], scene: Scene) -> Place:
        return self.place(rest[-1], scene) if rest else scene.here

    # ---- what is known

    def decided(self, condition: Condition, facts: tuple[Condition, ...]) -> Condition:
        """A condition without what is known already."""
        if isinstance(condition, And):
            found: tuple[Condition, ...] = ()
            for part in condition.parts:
                found = (*found, self.decided(part, (*facts, *found)))
            return both(*found)
        if isinstance(condition, Or):
            return either(*(self.decided(part, facts) for part in condition.parts))
        if isinstance(condition, Not):
            return negated(self.decided(condition.condition, facts))
        if condition in facts:
            return YES
        if negated(condition) in facts:
            return NO
        return self._by_place(condition, facts) if isinstance(condition, In) else condition

    def _by_place(self, condition: In, facts: tuple[Condition, ...]) -> Condition:
        known = [fact.area for fact in facts if isinstance(fact, In) and fact.place == condition.place]
        if isinstance(condition.place, Start) and not self.is_drop:
            known += [MINE, Named(self.kind)]
        named = {*self.kinds.values()}
        for area in known:
            if area == condition.area:
                return YES
            if area in APART and condition.area in APART:
                return NO
            if area == EMPTY and isinstance(condition.area, Named) and condition.area.name in named:
                return NO
            if all(isinstance(one, Named) and one.name in named for one in (area, condition.area)):
                return NO
        return condition


def stepped(place: Place, way: str) -> Place:
    """A step from a place; from the last site of an area it leads to the first that isn't of it."""
    if isinstance(place, Last) and place.way == way:
        return Stop(place.place, way, place.area)
    return Step(place, way)


def joined(*areas: Area) -> Area:
    """What is in one of these areas."""
    return areas[0] if len(areas) == 1 else Join(areas)


def area_of(condition: Condition, place: Place, line: int) -> Area:
    """The set of sites of which a condition holds that asks about one place only."""
    if isinstance(condition, In) and condition.place == place:
        return condition.area
    if condition == Exists(place) or condition == YES:
        return ALL
    if isinstance(condition, Not):
        return Less(area_of(condition.condition, place, line))
    if isinstance(condition, And | Or):
        areas = [area_of(part, place, line) for part in condition.parts]
        if isinstance(condition, Or):
            return joined(*areas)
        left = tuple(area for area in areas if area != ALL)
        return ALL if not left else left[0] if len(left) == 1 else Meet(left)
    raise Trouble(line, "a `while` loop can be said only if it asks about its own site or the next one")
