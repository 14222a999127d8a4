"""Expressions, queries and types, as written."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.syntax.tree.node import Node, Statement


@dataclass(frozen=True, eq=False)
class Name(Node):
    """A name on its own, in an expression or where a name is introduced."""

    text: str


@dataclass(frozen=True, eq=False)
class Integer(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, eq=False)
class Truth(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, eq=False)
class Text(Node):
    """Text in quotes: literal pieces and the expressions in braces between them."""

    parts: tuple[str | Expression, ...]


@dataclass(frozen=True, eq=False)
class Call(Node):
    """`name(a, b)`."""

    name: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Each(Node):
    """`value for x in S`, the argument of a `sum`, `max` or `min`."""

    value: Expression
    query: Query


@dataclass(frozen=True, eq=False)
class Recent(Node):
    """`within k`, the last argument of a `repeats`."""

    turns: Expression


@dataclass(frozen=True, eq=False)
class Dot(Node):
    """`subject.link`, or `subject.link^power`."""

    subject: Expression
    link: Expression
    power: Expression | None = None


@dataclass(frozen=True, eq=False)
class Element(Node):
    """`[c, r]`, the element with these coordinates; `track[c, r]` of this type."""

    items: tuple[Expression, ...]
    named: Name | None = None


@dataclass(frozen=True, eq=False)
class Set(Node):
    """`{a, b}`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Comprehension(Node):
    """`{value for x in S where c}`, or `{x in S where c}` with no value."""

    value: Expression | None
    query: Query


@dataclass(frozen=True, eq=False)
class Binary(Node):
    """Two operands; `operator` is as written (`+`, `in`, `through`, `otherwise`, `..`, …)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Unary(Node):
    """`not x`, `-x`, `some S`, `no S`."""

    operator: str
    operand: Expression


@dataclass(frozen=True, eq=False)
class Quantified(Node):
    """`some x in S where c`, `no x in S where c`."""

    operator: str
    query: Query


@dataclass(frozen=True, eq=False)
class After(Node):
    """`after change: value`."""

    change: Statement
    value: Expression


@dataclass(frozen=True, eq=False)
class Case(Node):
    """`share, steal: 0`, a line of a table: what it gives for these arguments."""

    arguments: tuple[Expression, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class Otherwise(Node):
    """`otherwise 1`, the last line of a table whose first line that holds gives the value."""

    value: Expression


Expression = (
    Name
    | Integer
    | Truth
    | Text
    | Call
    | Each
    | Recent
    | Dot
    | Element
    | Set
    | Comprehension
    | Binary
    | Unary
    | Quantified
    | After
    | Case
    | Otherwise
)


@dataclass(frozen=True, eq=False)
class Binder(Node):
    """`name in source`, one of its elements; `name within source`, a part of it."""

    name: Name
    source: Expression
    is_part: bool = False


@dataclass(frozen=True, eq=False)
class Known(Node):
    """`let name = value` in a query: a name for a value that follows from the names before it."""

    name: Name
    value: Expression


@dataclass(frozen=True, eq=False)
class Query(Node):
    """`x in S, y in T, let z = value where condition`."""

    names: tuple[Binder | Known, ...]
    where: Expression | None

    @property
    def binders(self) -> tuple[Binder, ...]:
        """The names that range over sets: what is chosen."""
        return tuple(item for item in self.names if isinstance(item, Binder))

    @property
    def known(self) -> tuple[Known, ...]:
        """The names of values."""
        return tuple(item for item in self.names if isinstance(item, Known))


@dataclass(frozen=True, eq=False)
class TypeName(Node):
    """A type as written: a range or a named type, of size "one", "maybe" (`T?`), "many" (`set of T`), "bag"
    (`bag(most) of T`) or "pile" (`pile(most) of T`)."""

    base: Expression
    size: str
    at_most: Expression | None = None
