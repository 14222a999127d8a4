"""What names mean where they stand: bound variables, locals of the turn, and pieces handed on as arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gdl.model.model import Shape, Variable
from gdl.model.nodes import Expr
from gdl.syntax import tree as t


@dataclass(frozen=True)
class Thing:
    """A kind of piece as written: in most places the sites where it stands, in `put` and in braces the piece itself.

    `kind` is of the domain of kinds; None for `piece`, which is any. `sites`: where it stands, if the kind is chosen
    with `when` and `otherwise` among several.
    """

    kind: Expr | None
    owner: Expr | None = None
    number: Expr | None = None
    sites: Expr | None = None


class Poison:
    """The meaning of a name whose introduction was wrong, so that one error is reported once."""


Meaning = Expr | Thing | Variable | Poison


class Silent(Exception):
    """Stops checking because of something that has been reported already."""


@dataclass(frozen=True)
class Scope:
    """Names, and those of the scope around. `shape`: whose sites, directions and regions are meant first.

    `inside` is true within the shape's own definition, where its names come before all others.
    """

    names: Mapping[str, Meaning]
    parent: Scope | None = None
    shape: Shape | None = None
    inside: bool = False
    trail: tuple[t.Define, ...] = ()

    def find(self, name: str) -> Meaning | None:
        """What a name means here, or None if it is no local name."""
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
        return Scope(names, self, self.shape, self.inside, self.trail)

    def hinted(self, shape: object) -> Scope:
        """The same scope, in which the names of another shape come first (before the board's)."""
        if not isinstance(shape, Shape) or shape is self.shape:
            return self
        return Scope({}, self, shape, self.inside, self.trail)


ROOT = Scope({})
