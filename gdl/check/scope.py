"""The meaning of names in a place: bound variables, locals of the turn, and pieces passed as arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.syntax import tree as t
from gdl.text.source import Span


@dataclass(frozen=True)
class Thing:
    """A kind of piece as written. In most places it means the sites where it stands; in `put` and in braces, the piece.

    `kind` is an element of the domain of kinds; None for `piece`, which is any kind. `sites`: where it stands, if
    `when` and `otherwise` choose the kind among several.
    """

    kind: Expr | None
    owner: Expr | None = None
    number: Expr | None = None
    sites: Expr | None = None


class Poison:
    """The meaning of a name whose introduction was wrong. It keeps one error from being reported at every use."""


Meaning = Expr | Thing | Variable | Poison


class Silent(Exception):
    """Stops a check because of an error that is reported already."""


@dataclass(frozen=True)
class Section:
    """What may stand in a section.

    `stuck`: whether `stuck` is known. `secret`: only the player who decides knows the texts. `spelled`: texts are
    sentences for people, with the full names of things instead of the letters of moves.
    """

    name: str = ""
    choices: bool = False
    rolls: bool = False
    stuck: bool = False
    secret: bool = False
    spelled: bool = False


SETUP, TURN, END = Section("setup", rolls=True), Section("turn", choices=True, rolls=True), Section("end", stuck=True)
SECTIONS = (SETUP.name, TURN.name, END.name)


@dataclass(frozen=True)
class Place:
    """Where statements stand.

    `given_for`: where the argument for each parameter of a written-out block stands. `unreached`: a condition above
    never holds with these options, and what can't be reached breaks no rule.
    """

    section: Section = Section()
    given_for: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))
    unreached: bool = False


@dataclass(frozen=True)
class Scope:
    """Names, inside those of the scope around.

    `shape`: the board whose sites, directions and regions come first. `inside`: this is the board's own definition,
    where its names come before all others. `trail`: the defines that have led here.
    """

    names: Mapping[str, Meaning]
    parent: Scope | None = None
    shape: Shape | None = None
    inside: bool = False
    trail: tuple[t.Define, ...] = ()
    place: Place = Place()

    def find(self, name: str) -> Meaning | None:
        """The meaning of a name here; None if it is no local name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def all_names(self) -> set[str]:
        """Every local name."""
        return set(self.names) | (self.parent.all_names() if self.parent else set())

    def bind(self, names: Mapping[str, Meaning]) -> Scope:
        """A scope within this one."""
        return Scope(names, self, self.shape, self.inside, self.trail, self.place)

    def hinted(self, shape: object) -> Scope:
        """The same scope, in which another shape's names come before the board's."""
        if not isinstance(shape, Shape) or shape is self.shape:
            return self
        return Scope({}, self, shape, self.inside, self.trail, self.place)

    @property
    def section(self) -> Section:
        """The section of this place."""
        return self.place.section

    def within(self, section: Section) -> Scope:
        """The same scope in another section."""
        return replace(self, place=replace(self.place, section=section))

    def unreached(self) -> Scope:
        """The same scope under a condition that never holds."""
        return replace(self, place=replace(self.place, unreached=True))


def refuse_poison(meaning: object) -> None:
    """Stop quietly at a name whose introduction was wrong."""
    if isinstance(meaning, Poison):
        raise Silent


ROOT = Scope({})
