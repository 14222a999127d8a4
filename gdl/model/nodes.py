"""The model's expressions: a dozen kinds of nodes, typed, immutable, and the same object where they are equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any, ClassVar, TypeVar
from weakref import WeakValueDictionary

from gdl.model.once import once
from gdl.model.state import Action, Variable
from gdl.model.state import Value as Value
from gdl.model.types import Type

E = TypeVar("E", bound="Expr")
_nodes: WeakValueDictionary[tuple[Any, ...], Expr] = WeakValueDictionary()
_references: dict[tuple[Any, ...], Any] = vars(_nodes)["data"]  # asked more often than anything else
_field_names: dict[type[Expr], tuple[str, ...]] = {}
_numbers = count(1)


def next_number() -> int:
    """A number that no bound variable of this process has."""
    return next(_numbers)


@dataclass(frozen=True, eq=False)
class Expr:
    """An expression. Make one with `node`, so that equal ones are one object."""

    type: Type

    reads: ClassVar[bool] = False
    """Whether this kind of node reads the state."""
    loops: ClassVar[bool] = False
    """Whether this kind of node takes a loop, or more, to work out."""

    @once
    def parts(self) -> tuple[Expr, ...]:
        """The expressions directly within it."""
        return tuple(_expressions([getattr(self, name) for name in field_names(type(self))]))

    @property
    def bound(self) -> frozenset[Var]:
        """The variables that it binds for its parts."""
        return frozenset()

    @once
    def free(self) -> frozenset[Var]:
        """The bound variables it needs from around it."""
        return frozenset().union(*(p.free for p in self.parts)) - self.bound

    @once
    def static(self) -> bool:
        """Whether it is the same in every state."""
        return not self.reads and all(p.static for p in self.parts)

    @once
    def heavy(self) -> bool:
        """Whether working it out may take a loop."""
        return self.loops or any(p.heavy for p in self.parts)

    @once
    def may_break(self) -> bool:
        """Whether working it out may break a rule: then it is worked out only where, and when, it is asked for."""
        return any(p.may_break for p in self.parts)


def field_names(kind: type[Expr]) -> tuple[str, ...]:
    """The names of a node's fields, its type first."""
    found = _field_names.get(kind)
    if found is None:
        found = _field_names[kind] = tuple(f.name for f in fields(kind))
    return found


def _expressions(values: Iterable[Any]) -> Iterator[Expr]:
    for value in values:
        if isinstance(value, Expr):
            yield value
        elif isinstance(value, tuple):
            yield from _expressions(value)


def within(*expressions: Expr) -> Iterator[Expr]:
    """Each of these, and each expression within them, once; not what is within changes that are looked ahead at."""
    todo, seen = list(expressions), set[Expr]()
    while todo:
        e = todo.pop()
        if e not in seen:
            seen.add(e)
            yield e
            todo += e.parts


def node(kind: type[E], *arguments: Any) -> E:
    """The node of this kind with these fields."""
    key = (kind, *arguments)
    reference = _references.get(key)
    found = None if reference is None else reference()
    if found is None:
        found = _nodes[key] = kind(*arguments)
    return found


@dataclass(frozen=True, eq=False)
class Const(Expr):
    """A value."""

    value: Value

    @once
    def parts(self) -> tuple[Expr, ...]:
        """None."""
        return ()


@dataclass(frozen=True, eq=False)
class Var(Expr):
    """A variable bound by a query around it. `number` tells two of the same name apart."""

    name: str
    number: int = field(default_factory=next_number)

    @once
    def free(self) -> frozenset[Var]:
        """Itself."""
        return frozenset((self,))


@dataclass(frozen=True, eq=False)
class Get(Expr):
    """What a variable of the state holds, at an index for each of its dimensions."""

    reads = True

    variable: Variable
    indices: tuple[Expr, ...] = ()


@dataclass(frozen=True, eq=False)
class Standing(Expr):
    """The sites where a piece of one of `kinds` stands (on top); of one player or a set of them if `owner` is given."""

    reads = True

    kinds: tuple[int, ...]
    owner: Expr | None


@dataclass(frozen=True, eq=False)
class Content(Expr):
    """The `kind`, `owner`, `number` or whole `piece` of what stands on a site (on top); nothing if it is empty."""

    reads = True

    what: str
    site: Expr


@dataclass(frozen=True, eq=False)
class Height(Expr):
    """How many pieces lie on each other on a site: 0 if it is empty."""

    reads = True

    site: Expr


@dataclass(frozen=True, eq=False)
class Layer(Expr):
    """The piece with this number in the stack on a site, counted from 1 at the top or the bottom; or nothing."""

    reads = True

    site: Expr
    number: Expr
    from_top: bool


@dataclass(frozen=True, eq=False)
class Table(Expr):
    """A static function by its values: nested tuples, a level for each argument.

    Each level of a domain (not of a range) has an entry more, at its end, for the argument being nothing (-1).
    """

    values: tuple[Any, ...]
    arguments: tuple[Expr, ...]

    @once
    def parts(self) -> tuple[Expr, ...]:
        """The arguments; the values, of which there may be many, hold none."""
        return self.arguments


@dataclass(frozen=True, eq=False)
class Image(Expr):
    """The union of `masks` (a set for each element) over the elements of a set."""

    masks: tuple[int, ...]
    of: Expr

    loops = True

    @once
    def parts(self) -> tuple[Expr, ...]:
        """The set."""
        return (self.of,)


@dataclass(frozen=True, eq=False)
class Op(Expr):
    """An operator of `gdl.model.meaning` and its operands."""

    name: str
    operands: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Cond(Expr):
    """`then` if the condition holds, else `other`."""

    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, eq=False)
class Given(Expr):
    """`body` for the thing that `value` is, or nothing (empty, false) if there is none."""

    variable: Var
    value: Expr
    body: Expr

    @property
    def bound(self) -> frozenset[Var]:
        """The variable."""
        return frozenset((self.variable,))


@dataclass(frozen=True, eq=False)
class Query(Expr):
    """All tuples of the binders for which `where` holds, taken together.

    `how`: some (is there one), count, sum, max, min (of `body`), union (of `body`), list (of the bodies, in order).
    """

    how: str
    binders: tuple[tuple[Var, Expr], ...]
    where: Expr
    body: tuple[Expr, ...]

    @property
    def bound(self) -> frozenset[Var]:
        """The binders' variables."""
        return frozenset(v for v, _ in self.binders)

    loops = True


@dataclass(frozen=True, eq=False)
class Fill(Expr):
    """All that is reached from `start` by steps (`step` of `variable`), going on only from sites of `area`.

    Either start and step are sets; or each is at most one site, and the step is a table whose last argument is the
    variable: a ray.
    """

    variable: Var
    step: Expr
    start: Expr
    area: Expr

    @property
    def bound(self) -> frozenset[Var]:
        """The site from which a step is made."""
        return frozenset((self.variable,))

    loops = True


@dataclass(frozen=True, eq=False)
class Distance(Expr):
    """The least number of steps (`step` of `variable`) from `origin` to a site of `goal`; nothing if there is no way.

    As a `Fill` it goes on only from sites of `area`, and from `origin`. All are sets, and so is the step.
    """

    variable: Var
    step: Expr
    origin: Expr
    area: Expr
    goal: Expr

    @property
    def bound(self) -> frozenset[Var]:
        """The site from which a step is made."""
        return frozenset((self.variable,))

    loops = True


@dataclass(frozen=True, eq=False)
class After(Expr):
    """The value, in the state that would follow a change. `risky`: the change itself may break a rule."""

    reads = True

    change: tuple[Action, ...]
    value: Expr
    needs: frozenset[Var]
    risky: bool

    @once
    def free(self) -> frozenset[Var]:
        """What the change or the value needs."""
        return self.needs

    @once
    def may_break(self) -> bool:
        """Whether the change, or the value, may break a rule."""
        return self.risky or self.value.may_break

    loops = True


Row = tuple[Variable | Expr | str, ...]
"""What a `repeats` compares: variables, expressions, and the word "piece" for everything that stands on the board."""


@dataclass(frozen=True, eq=False)
class Repeats(Expr):
    """How many earlier moments between turns had the same values as `row` now, one of `Model.repeats`.

    `within`: only so many of the last moments count (all, if it is None).
    """

    reads = True

    row: Row
    within: Expr | None = None

    loops = True


@dataclass(frozen=True, eq=False)
class Stuck(Expr):
    """Whether `next` could not make a first decision."""

    reads = True

    loops = True
