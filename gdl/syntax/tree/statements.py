"""Statements, as written: what blocks consist of."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.syntax.tree.expressions import Expression, Name, Query, Text, TypeName
from gdl.syntax.tree.node import Block, Statement


@dataclass(frozen=True, eq=False)
class Choose(Statement):
    """`choose query as text as text … asking text`: how an option is written, and how it may be written, too; what
    people are asked. `told`: who gets to know what is chosen `secretly`, besides who decides."""

    query: Query
    text: Expression | None
    others: tuple[Expression, ...] = ()
    secret: bool = False
    asking: Expression | None = None
    told: Expression | None = None


@dataclass(frozen=True, eq=False)
class Say(Statement):
    """`choose "word" where condition telling players asking text`."""

    word: Text
    where: Expression | None
    secret: bool = False
    asking: Expression | None = None
    told: Expression | None = None


@dataclass(frozen=True, eq=False)
class Roll(Statement):
    """`roll query by weight telling players as text`."""

    query: Query
    text: Expression | None
    weight: Expression | None = None
    secret: bool = False
    told: Expression | None = None


@dataclass(frozen=True, eq=False)
class Let(Statement):
    """`let name: type = value`."""

    name: Name
    type: TypeName | None
    value: Expression


@dataclass(frozen=True, eq=False)
class Assign(Statement):
    """`target = value`, `target += value`, `target -= value`."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True, eq=False)
class Do(Statement):
    """A call of a defined block."""

    call: Expression


@dataclass(frozen=True, eq=False)
class Put(Statement):
    """`put piece on sites`, `put piece under sites`."""

    piece: Expression
    sites: Expression
    under: bool


@dataclass(frozen=True, eq=False)
class Move(Statement):
    """`move a to b`."""

    origin: Expression
    target: Expression


@dataclass(frozen=True, eq=False)
class Remove(Statement):
    """`remove sites`; a part of stacks is a `Binary`: `2 of sites`, `2 under sites`."""

    sites: Expression


@dataclass(frozen=True, eq=False)
class Finish(Statement):
    """`win S`, `lose S`, `draw`: the end of the game. `who` is None for a draw. `why`: why it ended, as a text."""

    result: str
    who: Expression | None
    why: Expression | None = None


@dataclass(frozen=True, eq=False)
class Rank(Statement):
    """`rank p by score`; `pay p by amount` if it `pays`. `why`: why the game ended, as a text."""

    name: Name
    score: Expression
    pays: bool = False
    why: Expression | None = None


@dataclass(frozen=True, eq=False)
class Deal(Statement):
    """`deal number from origin to target`: drawn at random, and known to nobody."""

    number: Expression
    origin: Expression
    target: Expression


@dataclass(frozen=True, eq=False)
class Shuffle(Statement):
    """`shuffle pile`: every order is equally likely, and nobody is told which."""

    pile: Expression


@dataclass(frozen=True, eq=False)
class By(Statement):
    """`by player` and a block in which that player is `me`."""

    who: Expression
    body: Block


@dataclass(frozen=True, eq=False)
class Together(Statement):
    """`together query` and a block: the part of each, of which nobody learns anything until all have decided."""

    query: Query
    body: Block


@dataclass(frozen=True, eq=False)
class If(Statement):
    """`if c … else if d … else …`; also `statement if c`."""

    arms: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@dataclass(frozen=True, eq=False)
class For(Statement):
    """`for query` and a block."""

    query: Query
    body: Block


@dataclass(frozen=True, eq=False)
class Either(Statement):
    """`either … or … otherwise …`; `otherwise` is None where there is none."""

    branches: tuple[Block, ...]
    otherwise: Block | None


@dataclass(frozen=True, eq=False)
class Repeat(Statement):
    """`repeat … until condition`."""

    body: Block
    until: Expression


@dataclass(frozen=True, eq=False)
class While(Statement):
    """`while condition` and a block."""

    condition: Expression
    body: Block


@dataclass(frozen=True, eq=False)
class Most(Statement):
    """`most e, f` and a block."""

    values: tuple[Expression, ...]
    body: Block
