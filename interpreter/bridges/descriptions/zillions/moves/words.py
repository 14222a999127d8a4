"""Places, sets and conditions as the language says them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.moves.terms import (
    ALL,
    APART,
    EMPTY,
    And,
    Area,
    Condition,
    Exists,
    Fixed,
    Goal,
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
    Ray,
    Same,
    SomeWay,
    Step,
    Stop,
    Truth,
    Zone,
    both,
)  # fmt: skip

_COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass
class Words:
    """How terms are said in one define or decision."""

    start: str = "a"
    goal: str = "b"
    """What the place is called where the piece goes."""
    mover: str = "me"
    """Who moves: `me`, or `a.owner` in what is asked of either player's pieces."""
    zones: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    """What a zone is called, and whether it differs by player."""
    neutral: str = "{}"
    is_square: bool = False
    """Whether the board has the named sets of directions of a board of squares."""

    # ---- places

    def place(self, place: Place) -> str:
        """A place as a value."""
        if isinstance(place, Step):
            return self._steps(place)
        if isinstance(place, Stop):
            return f"the({self.area_of_stop(place, None)})"
        if isinstance(place, Last):
            ray, area = self._ray(place, with_start=True), self.area(place.area)
            return f"the({{t in {ray} where t.{dotted(place.way)} not in {area}}})"
        if isinstance(place, Ray):
            return f"({self._through(place)}) & {self.narrow(place.area)}"
        if isinstance(place, Fixed):
            return place.site
        if isinstance(place, Held):
            return place.name
        return self.goal if isinstance(place, Goal) else self.start

    def _steps(self, place: Step) -> str:
        chain: list[str] = []
        at: Place = place
        while isinstance(at, Step):
            chain.append(at.way)
            at = at.place
        text = self.place(at)
        found: list[tuple[str, int]] = []
        for way in reversed(chain):
            if found and found[-1][0] == way:
                found[-1] = (way, found[-1][1] + 1)
            else:
                found.append((way, 1))
        return text + "".join(f".{dotted(way)}{f'^{count}' if count > 1 else ''}" for way, count in found)

    def _through(self, place: Stop | Ray | Last, way: str = "") -> str:
        return f"{self.place(place.place)}.{way or dotted(place.way)} through {self.tight(place.area)}"

    def _ray(self, place: Last, with_start: bool) -> str:
        own = self.place(place.place)
        return f"{{{own}}} + ({self._through(place)}) & {self.narrow(place.area)}"

    def area_of_stop(self, place: Stop, area: Area | None, way: str = "") -> str:
        """The first site that isn't of the stop's own area, as a set, cut with another area."""
        through = f"({self._through(place, way)})"
        if area is None:
            return f"{through} - {self.narrow(place.area)}"
        if isinstance(area, Less) and not isinstance(area.area, Less):
            if place.area == EMPTY and area.area in APART:
                return f"{through} - {self.narrow(area.area)} - empty"
            return f"{through} - {self.narrow(Join((place.area, area.area)))}"
        if apart(place.area, area):
            return f"{through} & {self.narrow(area)}"
        return f"{through} & {self.narrow(area)} - {self.narrow(place.area)}"

    # ---- sets

    def area(self, area: Area) -> str:
        """A set of sites."""
        if isinstance(area, Named):
            return self._named(area)
        if isinstance(area, Zone):
            name, is_own = self.zones[area.name]
            return f"{self.mover}.{name}" if is_own else name
        if isinstance(area, Less):
            return f"site - {self.narrow(area.area)}"
        if isinstance(area, Join):
            return " + ".join(map(self.area, area.parts))
        if isinstance(area, Meet):
            plus = [part for part in area.parts if not isinstance(part, Less)]
            minus = [part.area for part in area.parts if isinstance(part, Less)]
            text = " & ".join(map(self.narrow, plus)) or "site"
            return text + "".join(f" - {self.narrow(part)}" for part in minus)
        raise TypeError(area)

    def _named(self, area: Named) -> str:
        if area.name == "mine":
            return "mine" if self.mover == "me" else f"piece of {self.mover}"
        if area.name == "theirs":
            return "theirs" if self.mover == "me" else f"piece of {self.mover}.next"
        return self.neutral if area.name == "neutral" else area.name

    def narrow(self, area: Area) -> str:
        """A set of sites as a part of `&` or behind `-`."""
        text = self.area(area)
        return f"({text})" if re.search(r" [+&-] ", text) else text

    def tight(self, area: Area) -> str:
        """A set of sites behind `through`."""
        text = self.area(area)
        return f"({text})" if " " in text else text

    # ---- conditions

    def condition(self, condition: Condition, within: str = "") -> str:
        """A condition; `within` is the operator around it."""
        if isinstance(condition, Truth):
            return "true" if condition.value else "false"
        if isinstance(condition, And | Or):
            word = "and" if isinstance(condition, And) else "or"
            parts = self.shortened(condition.parts) if word == "and" else condition.parts
            text = f" {word} ".join(self.condition(part, word) for part in parts)
            return f"({text})" if within and within != word and len(parts) > 1 else text
        if isinstance(condition, Not):
            return self._not(condition.condition)
        if isinstance(condition, SomeWay):
            text = f"some d in {self.ways(condition.ways)} where {self.condition(condition.condition)}"
            return f"({text})" if within else text
        if isinstance(condition, Exists):
            place = condition.place
            return f"some {self.area_of_stop(place, None) if isinstance(place, Stop) else self.place(place)}"
        if isinstance(condition, Same):
            return f"{self.place(condition.place)} = {self.place(condition.other)}"
        if isinstance(condition, In):
            place = condition.place
            if isinstance(place, Stop | Ray):
                text = self.area_of_stop(place, condition.area) if isinstance(place, Stop) else self.place(place)
                return f"some {text}"
            if condition.area == ALL:
                return f"some {self.place(place)}"
            if isinstance(condition.area, Less):
                return f"{self.place(place)} not in {self.area(condition.area.area)}"
            return f"{self.place(place)} in {self.area(condition.area)}"
        raise TypeError(condition)

    def _not(self, condition: Condition) -> str:
        text = self.condition(condition)
        if isinstance(condition, In) and text.startswith(self.place(condition.place)) and " not in " not in text:
            return text.replace(" in ", " not in ", 1)
        if isinstance(condition, Same):
            return text.replace(" = ", " != ", 1)
        if text.startswith("some ") and not isinstance(condition, And | Or | SomeWay):
            return f"no {text[5:]}"
        return f"not ({text})" if " " in text else f"not {text}"

    def all(self, conditions: Iterable[Condition], goal: Place | None = None) -> str:
        """Conditions with `and` between them, without those that follow from others or from the goal."""
        left = self.shortened(tuple(conditions), goal)
        return self.condition(both(*left)) if left else ""

    def shortened(self, conditions: tuple[Condition, ...], goal: Place | None = None) -> tuple[Condition, ...]:
        """Conditions without those that only say that a site is there, where another says so, too."""
        return tuple(
            condition for condition in conditions
            if not (isinstance(condition, Exists) and self._is_said(condition.place, conditions, goal))
        )  # fmt: skip

    def _is_said(self, place: Place, conditions: tuple[Condition, ...], goal: Place | None) -> bool:
        if goal is not None and place in _on_the_way(goal):
            return True
        return any(
            place in _on_the_way(other.place)
            and (not isinstance(other.area, Less) if isinstance(other, In) else other.place != place)
            for other in conditions if isinstance(other, In | Exists)
        ) or any(isinstance(other, Same) and place in _on_the_way(other.place) for other in conditions)  # fmt: skip

    # ---- directions

    def ways(self, ways: Iterable[str]) -> str:
        """A set of directions."""
        found = [*dict.fromkeys(ways)]
        if self.is_square:
            for name, members in (("compass", _COMPASS), ("orthogonal", _COMPASS[::2]), ("diagonal", _COMPASS[1::2])):
                if {*found} == {*members}:
                    return name
        found.sort(key=lambda way: _COMPASS.index(way) if way in _COMPASS else len(_COMPASS))
        return f"{{{', '.join(found)}}}"

    def some_ways(self, ways: Iterable[str]) -> str:
        """The same behind a dot: one direction without braces."""
        found = [*dict.fromkeys(ways)]
        return found[0] if len(found) == 1 else self.ways(found)


def dotted(way: str) -> str:
    """A direction behind a dot."""
    return f"({way})" if "." in way else way


def apart(area: Area, other: Area) -> bool:
    """Whether two sets surely have no site in common."""
    if isinstance(other, Meet):
        return any(apart(area, part) for part in other.parts)
    if isinstance(area, Less):
        return area.area == other
    if area == EMPTY and isinstance(other, Named):
        return other not in (EMPTY, ALL)
    return area in APART and other in APART and area != other


def _on_the_way(place: Place) -> list[Place]:
    """A place and those that it is reached over, all of which are there if it is."""
    found: list[Place] = []
    at = place
    while isinstance(at, Step | Stop | Last | Ray):
        found.append(Step(at.place, at.way) if isinstance(at, Ray) else at)
        if isinstance(at, Stop):
            found.append(Step(at.place, at.way))
        at = at.place
    return found
