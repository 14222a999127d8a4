"""The syntax tree: what an author wrote, with the exact place of everything."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.text.findings import Finding
from gdl.text.source import Source, Span


@dataclass(frozen=True, eq=False)
class Node:
    """Anything with a place in the text. Two nodes are the same only if they are the same object."""

    span: Span


# ---- expressions ---------------------------------------------------------------------------------


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


# ---- statements ----------------------------------------------------------------------------------

Block = tuple["Statement", ...]


@dataclass(frozen=True, eq=False)
class Choose(Node):
    """`choose query as text as text … asking text`: how an option is written, and how it may be written, too; what
    people are asked. `told`: who gets to know what is chosen `secretly`, besides who decides."""

    query: Query
    text: Expression | None
    others: tuple[Expression, ...] = ()
    secret: bool = False
    asking: Expression | None = None
    told: Expression | None = None


@dataclass(frozen=True, eq=False)
class Say(Node):
    """`choose "word" where condition telling players asking text`."""

    word: Text
    where: Expression | None
    secret: bool = False
    asking: Expression | None = None
    told: Expression | None = None


@dataclass(frozen=True, eq=False)
class Roll(Node):
    """`roll query by weight telling players as text`."""

    query: Query
    text: Expression | None
    weight: Expression | None = None
    secret: bool = False
    told: Expression | None = None


@dataclass(frozen=True, eq=False)
class Let(Node):
    """`let name: type = value`."""

    name: Name
    type: TypeName | None
    value: Expression


@dataclass(frozen=True, eq=False)
class Assign(Node):
    """`target = value`, `target += value`, `target -= value`."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True, eq=False)
class Do(Node):
    """A call of a defined block."""

    call: Expression


@dataclass(frozen=True, eq=False)
class Put(Node):
    """`put piece on sites`, `put piece under sites`."""

    piece: Expression
    sites: Expression
    under: bool


@dataclass(frozen=True, eq=False)
class Move(Node):
    """`move a to b`."""

    origin: Expression
    target: Expression


@dataclass(frozen=True, eq=False)
class Remove(Node):
    """`remove sites`; a part of stacks is a `Binary`: `2 of sites`, `2 under sites`."""

    sites: Expression


@dataclass(frozen=True, eq=False)
class Finish(Node):
    """`win S`, `lose S`, `draw`: the end of the game. `who` is None for a draw. `why`: why it ended, as a text."""

    result: str
    who: Expression | None
    why: Expression | None = None


@dataclass(frozen=True, eq=False)
class Rank(Node):
    """`rank p by score`; `pay p by amount` if it `pays`. `why`: why the game ended, as a text."""

    name: Name
    score: Expression
    pays: bool = False
    why: Expression | None = None


@dataclass(frozen=True, eq=False)
class Deal(Node):
    """`deal number from origin to target`: drawn at random, and known to nobody."""

    number: Expression
    origin: Expression
    target: Expression


@dataclass(frozen=True, eq=False)
class Shuffle(Node):
    """`shuffle pile`: every order is equally likely, and nobody is told which."""

    pile: Expression


@dataclass(frozen=True, eq=False)
class By(Node):
    """`by player` and a block in which that player is `me`."""

    who: Expression
    body: Block


@dataclass(frozen=True, eq=False)
class Together(Node):
    """`together query` and a block: the part of each, of which nobody learns anything until all have decided."""

    query: Query
    body: Block


@dataclass(frozen=True, eq=False)
class If(Node):
    """`if c … else if d … else …`; also `statement if c`."""

    arms: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@dataclass(frozen=True, eq=False)
class For(Node):
    """`for query` and a block."""

    query: Query
    body: Block


@dataclass(frozen=True, eq=False)
class Either(Node):
    """`either … or … otherwise …`; `otherwise` is None where there is none."""

    branches: tuple[Block, ...]
    otherwise: Block | None


@dataclass(frozen=True, eq=False)
class Repeat(Node):
    """`repeat … until condition`."""

    body: Block
    until: Expression


@dataclass(frozen=True, eq=False)
class While(Node):
    """`while condition` and a block."""

    condition: Expression
    body: Block


@dataclass(frozen=True, eq=False)
class Most(Node):
    """`most e, f` and a block."""

    values: tuple[Expression, ...]
    body: Block


Statement = (
    Choose
    | Say
    | Roll
    | Let
    | Assign
    | Do
    | Put
    | Move
    | Remove
    | Finish
    | Rank
    | Deal
    | Shuffle
    | By
    | Together
    | If
    | For
    | Either
    | Repeat
    | While
    | Most
)


# ---- declarations --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Game(Node):
    """`game "Title" extends "base"` and facts about it."""

    title: Text
    base: Text | None
    facts: tuple[tuple[Name, tuple[str, ...]], ...]


@dataclass(frozen=True, eq=False)
class Players(Node):
    """`players White, Black`, or `players 2..6`, where `names` is empty."""

    names: tuple[Name, ...]
    low: Expression | None = None
    high: Expression | None = None


@dataclass(frozen=True, eq=False)
class Option(Node):
    """`option name: type = default "help"`."""

    name: Name
    type: TypeName
    default: Expression | None
    help: str


@dataclass(frozen=True, eq=False)
class SetOption(Node):
    """`set name = value`."""

    name: Name
    value: Expression


@dataclass(frozen=True, eq=False)
class Board(Node):
    """`board shape`."""

    shape: Expression
    replace: bool = False


@dataclass(frozen=True, eq=False)
class Enumeration(Node):
    """`type colour = red, green, blue`."""

    name: Name
    members: tuple[Name, ...]


@dataclass(frozen=True, eq=False)
class Alias(Node):
    """`type pit = ring(12)`, `type die = 1..6`."""

    name: Name
    value: Expression


@dataclass(frozen=True, eq=False)
class Place(Node):
    """`at x, y, z`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Sites(Node):
    """`for query as label at place`: the elements of a shape; in a row if no place is said."""

    query: Query
    label: Expression | None
    place: Place


@dataclass(frozen=True, eq=False)
class Point(Node):
    """`point 3 as "c" at 9, 5`: one element of a shape."""

    number: int
    label: Expression | None
    place: Place


@dataclass(frozen=True, eq=False)
class Direction(Node):
    """`direction N = [c, r + 1]`, a line of a board's own definition, or a ruleset's addition to its board."""

    name: Name
    value: Expression


@dataclass(frozen=True, eq=False)
class Shape(Node):
    """`type grid(w, h)` and what it is made of."""

    name: Name
    parameters: tuple[Name, ...]
    items: tuple[Sites | Point | Direction | Define, ...]


@dataclass(frozen=True, eq=False)
class Kind(Node):
    """`stone(number: 1..6)` in a list of pieces."""

    name: Name
    number: tuple[Name, TypeName] | None


@dataclass(frozen=True, eq=False)
class Pieces(Node):
    """`pieces pawn, king of player`, `pieces king of White`."""

    kinds: tuple[Kind, ...]
    owner: Expression | None


@dataclass(frozen=True, eq=False)
class Rename(Node):
    """`rename queen as amazon`: what a kind of the base is called here."""

    old: Name
    new: Name


@dataclass(frozen=True, eq=False)
class RemovePieces(Node):
    """`remove pieces queen`: kinds of the base that stand nowhere here."""

    names: tuple[Name, ...]


@dataclass(frozen=True, eq=False)
class Has(Node):
    """`pit has beads(player): 0..11 = 4`; the subject `game` is None."""

    subject: Name | None
    name: Name
    parameters: tuple[Name, ...]
    type: TypeName
    initial: Expression | None


@dataclass(frozen=True, eq=False)
class Score(Node):
    """`score p by number "pips"`: what is shown beside the result, and what it counts."""

    name: Name
    score: Expression
    unit: str = ""


@dataclass(frozen=True, eq=False)
class Hides(Node):
    """`hidden p.name(a) from players`: from whom something that the state holds is hidden; `hidden turn from …`: from
    whom the texts of its decisions are."""

    subject: Name | None
    name: Name
    parameters: tuple[Name, ...]
    players: Expression
    replace: bool = False


@dataclass(frozen=True, eq=False)
class Define(Node):
    """`define s.load(n) = value`, `= table of values` (a tuple), or a block of statements."""

    subject: Name | None
    name: Name
    parameters: tuple[Name, ...]
    value: Expression | tuple[Expression, ...] | None
    body: Block = ()
    replace: bool = False

    @property
    def is_block(self) -> bool:
        """Whether it is a block of statements, not a value."""
        return self.value is None


@dataclass(frozen=True, eq=False)
class Lines(Define):
    """`define a.attacks += table`: more lines for the table of a define that is there.

    With `replace`, they take the place of those under the same conditions. `value` is always a tuple.
    """


@dataclass(frozen=True, eq=False)
class Removal(Define):
    """`remove define castle`: a block of what is extended that does nothing here; branches that begin with it go."""

    @property
    def is_block(self) -> bool:
        """Only rows of statements can be removed."""
        return True


@dataclass(frozen=True, eq=False)
class Section(Node):
    """`setup`, `turn` or `end`; or `or`, another way to play the turn of what is extended."""

    name: Name
    body: Block
    replace: bool = False


@dataclass(frozen=True, eq=False)
class Behind(Section):
    """`after setup`, `after turn`, `after end`: what comes behind the section of what is extended."""


@dataclass(frozen=True, eq=False)
class Word(Node):
    """A word that is no name: a colour, a style, a picture. A colour may be given by numbers, a picture by its path."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, eq=False)
class Look(Node):
    """`coal of White "W" "●" ivory as ball`: how a piece or a value is written and drawn; what a player reads of a
    variable; how a board is drawn (`thing` is then the word `board`), and what is marked on it.

    `shades` are colours, or `turned` before `degrees`; `drawn` stands behind `as`.
    """

    thing: Expression | Word
    letter: str
    symbol: str = ""
    said: tuple[Text, ...] = ()
    shades: tuple[Word, ...] = ()
    degrees: Integer | None = None
    drawn: Word | None = None


@dataclass(frozen=True, eq=False)
class Looks(Node):
    """The section `looks`."""

    looks: tuple[Look, ...]


Declaration = (
    Game
    | Players
    | Option
    | SetOption
    | Board
    | Enumeration
    | Alias
    | Shape
    | Direction
    | Pieces
    | Rename
    | RemovePieces
    | Has
    | Score
    | Hides
    | Define
    | Section
    | Looks
)


@dataclass(frozen=True)
class Comment:
    """A comment with its `#`; `alone` if nothing else stands on its line."""

    span: Span
    alone: bool


@dataclass(frozen=True)
class Tree:
    """A parsed file: its declarations in order, its comments, and what was wrong with its syntax.

    `unread`: the words of the first lines of declarations that could not be read, which may name what seems missing.
    """

    source: Source
    items: tuple[Declaration, ...]
    comments: tuple[Comment, ...]
    findings: tuple[Finding, ...] = ()
    unread: frozenset[str] = frozenset()
