"""What moves are made of: places, sets of sites, conditions and effects, as small trees without any state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

WAY = "d"
"""The direction of a query, in the place of a direction of the board."""


class Term:
    """Any part of a move."""


class Area(Term):
    """A set of sites."""


@dataclass(frozen=True)
class Named(Area):
    """A set with a name: `empty`, `mine`, `theirs`, a kind of pieces, a zone."""

    name: str


@dataclass(frozen=True)
class Zone(Area):
    """A zone of the file: the mover's, where it differs by player."""

    name: str


@dataclass(frozen=True)
class Meet(Area):
    """What is in all of these."""

    parts: tuple[Area, ...]


@dataclass(frozen=True)
class Join(Area):
    """What is in one of these."""

    parts: tuple[Area, ...]


@dataclass(frozen=True)
class Less(Area):
    """All but these."""

    area: Area


EMPTY, MINE, THEIRS, NEUTRAL = Named("empty"), Named("mine"), Named("theirs"), Named("neutral")
ALL = Named("site")
APART = (EMPTY, MINE, THEIRS, NEUTRAL)
"""Sets no two of which have a site in common."""


class Place(Term):
    """A site, or perhaps none."""


@dataclass(frozen=True)
class Start(Place):
    """Where the piece stands, or where it is dropped."""


@dataclass(frozen=True)
class Goal(Place):
    """Where the piece goes, as a name."""


@dataclass(frozen=True)
class Probe(Place):
    """A place that a loop is asked about."""


@dataclass(frozen=True)
class Fixed(Place):
    """A site by its name here."""

    site: str


@dataclass(frozen=True)
class Held(Place):
    """A site that the game remembers: `last_from`, `last_to`."""

    name: str


@dataclass(frozen=True)
class Step(Place):
    """A step from a place."""

    place: Place
    way: str


@dataclass(frozen=True)
class Stop(Place):
    """The first site that isn't of the area, on the way from a place."""

    place: Place
    way: str
    area: Area


@dataclass(frozen=True)
class Last(Place):
    """The site before that: the last of the area, or the place itself."""

    place: Place
    way: str
    area: Area


@dataclass(frozen=True)
class Ray(Place):
    """All sites of the area that follow each other on the way from a place: any of them."""

    place: Place
    way: str
    area: Area


class Condition(Term):
    """What holds or doesn't."""


@dataclass(frozen=True)
class Truth(Condition):
    """True or false, whatever the position."""

    value: bool


@dataclass(frozen=True)
class In(Condition):
    """A place is in a set of sites."""

    place: Place
    area: Area


@dataclass(frozen=True)
class Exists(Condition):
    """A place is on the board."""

    place: Place


@dataclass(frozen=True)
class Same(Condition):
    """Two places are the same."""

    place: Place
    other: Place


@dataclass(frozen=True)
class Not(Condition):
    """It doesn't hold."""

    condition: Condition


@dataclass(frozen=True)
class And(Condition):
    """All of these hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Or(Condition):
    """One of these holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class SomeWay(Condition):
    """Whether it holds for one of these directions, called `d`."""

    ways: tuple[str, ...]
    condition: Condition


YES, NO = Truth(True), Truth(False)


@dataclass(frozen=True)
class Effect(Term):
    """A change besides the move itself."""

    sort: str
    """`remove`, `put`, `carry`, `set`, `unset`."""
    place: Place
    guard: Condition = YES
    kind: str = ""
    """What is put, or the attribute that is set; nothing: the kind that stands there."""
    owner: str = ""
    """Whose it is then; nothing: as before."""
    other: Place | None = None
    """Where it is carried to."""
    ways: tuple[str, ...] = ()
    """For each of these directions, called `d`."""


T = TypeVar("T")


def mapped(term: T, change: Callable[[Any], Any]) -> T:
    """A term in which each part that `change` answers with something else is that, the outermost first."""
    new = change(term)
    if new is not term:
        return new  # type: ignore[no-any-return]
    if isinstance(term, tuple):
        return tuple(mapped(part, change) for part in term)  # type: ignore[return-value]
    if not isinstance(term, Term):
        return term
    values = {field.name: getattr(term, field.name) for field in fields(term)}  # type: ignore[arg-type]
    found = {name: mapped(value, change) for name, value in values.items() if isinstance(value, Term | tuple)}
    return replace(term, **found)  # type: ignore[type-var]


def parts(term: object) -> Iterator[Any]:
    """A term and all that it is made of."""
    yield term
    if isinstance(term, tuple):
        for part in term:
            yield from parts(part)
    elif isinstance(term, Term):
        for field in fields(term):  # type: ignore[arg-type]
            yield from parts(getattr(term, field.name))


def ways(term: object) -> list[str]:
    """The directions of the board that a term uses, each once, those of the innermost places first."""
    found: dict[str, None] = {}
    for part in reversed([*parts(term)]):
        if isinstance(part, Step | Stop | Last | Ray) and not part.way.startswith(f"{WAY}.") and part.way != WAY:
            found[part.way] = None
    return [*found]


def turned(term: T, names: dict[str, str]) -> T:
    """A term with other directions."""

    def change(part: Any) -> Any:
        if isinstance(part, Step | Stop | Last | Ray) and part.way in names:
            return replace(mapped_fields(part), way=names[part.way])
        return part

    def mapped_fields(part: Any) -> Any:
        return replace(part, place=mapped(part.place, change))

    return mapped(term, change)


def placed(term: T, old: Place, new: Place) -> T:
    """A term with another place in the place of one."""
    return mapped(term, lambda part: new if part == old else part)


def both(*conditions: Condition) -> Condition:
    """`and`, shortened."""
    found: dict[Condition, None] = {}
    for condition in conditions:
        for part in condition.parts if isinstance(condition, And) else (condition,):
            if part == NO or negated(part) in found:
                return NO
            if part != YES:
                found[part] = None
    left = tuple(found)
    return YES if not left else left[0] if len(left) == 1 else And(left)


def either(*conditions: Condition) -> Condition:
    """`or`, shortened."""
    found: dict[Condition, None] = {}
    for condition in conditions:
        for part in condition.parts if isinstance(condition, Or) else (condition,):
            if part == YES:
                return YES
            if part != NO:
                found[part] = None
    left = _by_place([*found])
    return NO if not left else left[0] if len(left) == 1 else Or(left)


def _by_place(conditions: list[Condition]) -> tuple[Condition, ...]:
    """Conditions of which one must hold: those that ask about the same place as one."""
    areas: dict[Place, list[Area]] = {}
    for condition in conditions:
        if isinstance(condition, In) and not isinstance(condition.area, Less):
            areas.setdefault(condition.place, []).append(condition.area)
    found: dict[Condition, None] = {}
    for condition in conditions:
        own = areas.get(condition.place, []) if isinstance(condition, In) else []
        is_one = len(own) > 1 and isinstance(condition, In) and condition.area in own
        found[In(condition.place, Join(tuple(own))) if is_one and isinstance(condition, In) else condition] = None
    return tuple(found)


def negated(condition: Condition) -> Condition:
    """`not`, shortened."""
    if isinstance(condition, Truth):
        return Truth(not condition.value)
    return condition.condition if isinstance(condition, Not) else Not(condition)
