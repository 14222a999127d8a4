"""Declarations, as written, and the whole of a parsed file."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.syntax.tree.expressions import Expression, Integer, Name, Query, Text, TypeName
from gdl.syntax.tree.node import Block, Node
from gdl.text.findings import Finding
from gdl.text.source import Source, Span


@dataclass(frozen=True, eq=False)
class Game(Node):
    """`game "Title" extends "base"` and facts about it."""

    title: Text
    base: Text | None
    facts: tuple[tuple[Name, tuple[str, ...]], ...]


@dataclass(frozen=True, eq=False)
class Players(Node):
    """Who plays: `players White, Black`. Or how many may play: `players 2..6`, where `names` is empty, or
    `players 2..4: Red, Blue, Green, Yellow`."""

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
