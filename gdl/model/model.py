"""The model: checked rules, as they are handed to whatever plays them. Small, typed, immutable, printable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from gdl.model.lattice import Lattice, lattice
from gdl.model.nodes import After, Const, Expr, Get, Repeats, Row, Var
from gdl.model.placing import Ground, ground
from gdl.model.state import Action as Action
from gdl.model.state import Value
from gdl.model.state import Variable as Variable
from gdl.model.types import Domain, Range, Type
from gdl.text.source import Span

MAX_HEIGHT = 64
"""Pieces of a stack, at most: what one would grow over it is an error of the rules.

A game seldom needs more (DVONN has 49 pieces in all), and compiled rules keep room for as many on every site.
"""
NO_DIRECTIONS = Domain("no direction", (), "direction")


@dataclass(frozen=True, eq=False, repr=False)
class Shape(Domain):
    """A board, or any type with structure: elements with coordinates, places in the plane, and directions.

    `places`: (x, y, z) for each element; elements of different z lie in different layers. `coordinates`: for each
    name its type and its value for each element. `steps`: for each direction the element one step on, or -1.
    """

    places: tuple[tuple[float, float, float], ...] = ()
    coordinates: Mapping[str, tuple[Type, tuple[Value, ...]]] = field(default_factory=dict)
    directions: Domain = NO_DIRECTIONS
    steps: tuple[tuple[int, ...], ...] = ()
    links: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Without directions: for each element those that are adjacent by the rules, where that is known beforehand."""
    part: Literal["", "edges", "corners"] = ""
    of: Shape | None = None
    """Whose edges or corners the elements are, if they are; their directions are that board's."""

    @cached_property
    def lattice(self) -> Lattice | None:
        """The edges and corners of a board; None if its places lie in no regular pattern, or in several layers."""
        flat = len({z for _, _, z in self.places}) == 1
        return lattice([(x, y) for x, y, _ in self.places]) if flat else None

    @cached_property
    def ground(self) -> Ground | None:
        """How patterns can be moved and turned among the elements; None if their places lie in no regular pattern."""
        return ground(self.places)

    @cached_property
    def at(self) -> dict[tuple[int, ...], int]:
        """The element with given coordinates."""
        columns = [values for _, values in self.coordinates.values()]
        return {key: i for i, key in enumerate(zip(*columns, strict=True))}

    @cached_property
    def padded_steps(self) -> tuple[tuple[int, ...], ...]:
        """The steps, with an entry more in each row for a step from nowhere."""
        return tuple((*row, -1) for row in self.steps)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each element those one step away in some direction; without directions, those that are adjacent."""
        return tuple(
            tuple(sorted({steps[i] for steps in self.steps} - {-1, i})) or self.links.get(i, ())
            for i in range(len(self.labels))
        )


@dataclass(frozen=True)
class Kind:
    """A kind of piece: whether each player has their own, and the number that it may bear; or who alone has it."""

    name: str
    owned: bool
    number: tuple[str, int, int] | None
    keeper: int | None = None


@dataclass(frozen=True)
class Look:
    """How a thing is written in moves and without graphics (`letter`; "" if by its name), with them (`symbol`), and
    its colour."""

    letter: str
    symbol: str = ""
    colour: str = ""
    picture: str = ""
    """A name from the built-in set of shapes, or an SVG path in a square of 100 by 100; "" if the symbol says it."""


@dataclass(frozen=True)
class BoardLook:
    """How a board is drawn: its style, and the colours of its grounds; what isn't said follows from the board."""

    style: str = ""
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class SiteLook:
    """Sites that are marked on the board, whatever stands there: by a sign, by their ground's colour, at their edge."""

    shape: Shape
    sites: tuple[int, ...]
    letter: str = ""
    symbol: str = ""
    colour: str = ""
    edge: bool = False
    """Whether the colour is that of the board's rim beside these sites, not of their ground."""
    picture: str = ""
    """A name from the built-in set of shapes, or an SVG path, as for `Look`: the sign on an empty site."""
    name: str = ""
    """What the ruleset calls them, if it has a word for them: "throne", "A's home"."""


@dataclass(frozen=True)
class VariableLook:
    """What players see of a variable: nothing; a text, in which its name in braces stands for its value, and the names
    of what it belongs to for whose it is; or so many counters.

    Counters look like `look`; what that doesn't say is as the members of the variable's last dimension look to which
    they belong (Backgammon's men of White; the faces of dice). A text with a `look` has counters for its value.
    """

    form: Literal["hidden", "text", "counters"]
    text: str = ""
    parts: tuple[str | int, ...] = ()
    """The text in parts: what stands as it is; -1 for the value; 0 and up for that of the variable's dimensions."""
    look: Look | None = None

    def names(self, dimension: int) -> bool:
        """Whether the text says for which member of a dimension it holds: then there is one for each."""
        return dimension in self.parts

    def filled(self, value: str, labels: Sequence[str]) -> str:
        """The text with a value, and with what the variable belongs to, by the order of its dimensions."""
        return "".join(part if isinstance(part, str) else value if part < 0 else labels[part] for part in self.parts)


@dataclass(frozen=True)
class Option:
    """A named value that a ruleset depends on. `low`, `high` for numbers, `choices` for all else that can be listed."""

    name: str
    type_text: str
    default: Any
    value: Any
    help: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()


LAYERS = ("piece", "owner", "kind", "number")
"""What may be hidden of the piece on a site; each is hidden wherever one before it is."""


@dataclass(frozen=True)
class Hidden:
    """From whom a part of the state is hidden. `what`: a variable, or one of LAYERS of the piece on a site; `names`:
    for each dimension, or for the site; `players`: a set of them, in which these names are free."""

    what: Variable | str
    names: tuple[Var, ...]
    players: Expr
    span: Span


# ---- statements ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Choose(Action):
    """A decision by `me`: one tuple of the query; it is written as `text` and kept in `variables`. People may write
    it in `others`, too; nothing else reads these, and they needn't tell the options apart."""

    variables: tuple[Variable, ...]
    binders: tuple[tuple[Var, Expr], ...]
    where: Expr
    text: Expr
    others: tuple[Expr, ...] = ()
    secret: bool = False
    """Whether the text is told to nobody else; of a roll, to nobody at all."""
    told: Expr | None = None
    """Who is told it nevertheless: a set of players, in which the decision's own names are free."""
    asking: Expr | None = None
    """What who decides is asked, in words: a text in which the decision's own names aren't free."""


@dataclass(frozen=True, eq=False)
class Roll(Choose):
    """Chance: every tuple of the query is equally likely. Its last `hidden` names are not seen: tuples that differ in
    nothing else are one outcome to people, as much more likely."""

    hidden: int = 0


@dataclass(frozen=True, eq=False)
class Assign(Action):
    """A variable gets a value; `checked` if that may lie outside its range. `indices` has one for each dimension."""

    variable: Variable
    indices: tuple[Expr, ...]
    value: Expr
    checked: bool


@dataclass(frozen=True, eq=False)
class OnBoard(Action):
    """Anything that changes what stands on the board."""


@dataclass(frozen=True, eq=False)
class Put(OnBoard):
    """A piece (of the domain of pieces; or nothing) comes to stand on each of `sites`."""

    piece: Expr
    sites: Expr
    under: bool


@dataclass(frozen=True, eq=False)
class Move(OnBoard):
    """Whatever stands on one site goes to another; nothing happens if there is no such site or piece.

    With a `count`, only so many pieces of the stack go, from the top, in their order.
    """

    origin: Expr
    target: Expr
    count: Expr | None = None


@dataclass(frozen=True, eq=False)
class Remove(OnBoard):
    """The (top) piece of each site goes; with a `count`, so many from the top, or from the bottom if `under`."""

    sites: Expr
    count: Expr | None = None
    under: bool = False


@dataclass(frozen=True, eq=False)
class Finish(Action):
    """The game ends: `result` is "win", "lose" (for the players `who`, unless there are none) or "draw". `why`: what
    people are told of it, a text that follows from the position at the end; None where the rules don't say. No rule
    depends on it, so it isn't among the statement's `expressions`."""

    result: str
    who: Expr
    why: Expr | None = None


@dataclass(frozen=True, eq=False)
class Rank(Action):
    """The game ends: the more `score` (a number, for each `player`), the better; ties share. If it `pays`, each
    player's result is the number itself. `why`: as that of a `Finish`."""

    player: Var
    score: Expr
    pays: bool = False
    why: Expr | None = None


@dataclass(frozen=True, eq=False)
class Branch(Action):
    """One of two rows of statements."""

    condition: Expr
    then: Block
    other: Block


@dataclass(frozen=True, eq=False)
class Loop(Action):
    """The body for each tuple, found once, in order. If it is done `together`, each time is the part of one player, of
    which the others learn nothing until all are done."""

    variables: tuple[Variable, ...]
    binders: tuple[tuple[Var, Expr], ...]
    where: Expr
    body: Block
    together: bool = False


@dataclass(frozen=True, eq=False)
class Repeat(Action):
    """The body, until the condition holds after it."""

    body: Block
    until: Expr


@dataclass(frozen=True, eq=False)
class Either(Action):
    """The first decisions of all branches, as one; if none has an option, `otherwise` (None if there is none)."""

    branches: tuple[Block, ...]
    otherwise: Block | None


@dataclass(frozen=True, eq=False)
class Most(Action):
    """Only those ways through the body that end with the greatest values, compared in order."""

    values: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, eq=False)
class Count(Action):
    """Nothing happens in the game; a counter beside it, of this number, goes up by one. Watched rules have it."""

    number: int


Statement = Action
Block = tuple[Statement, ...]


def inner_blocks(statement: Statement) -> Iterator[Block]:
    """The blocks directly within a statement."""
    match statement:
        case Branch():
            yield from (statement.then, statement.other)
        case Loop() | Repeat() | Most():
            yield statement.body
        case Either():
            yield from statement.branches
            if statement.otherwise is not None:
                yield statement.otherwise


def walk(block: Block) -> Iterator[Statement]:
    """All statements of a block, and those within them."""
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from walk(inner)


def expressions(statement: Statement) -> Iterator[Expr]:
    """The expressions directly within a statement, not those of its blocks."""
    match statement:
        case Choose() | Loop():
            yield from (source for _, source in statement.binders)
            yield statement.where
            if isinstance(statement, Choose):
                yield statement.text
                yield from statement.others
                if statement.told is not None:
                    yield statement.told
                if statement.asking is not None:
                    yield statement.asking
        case Assign():
            yield from statement.indices
            yield statement.value
        case Put():
            yield from (statement.piece, statement.sites)
        case Move():
            yield from (statement.origin, statement.target)
            if statement.count is not None:
                yield statement.count
        case Remove():
            yield statement.sites
            if statement.count is not None:
                yield statement.count
        case Finish():
            yield statement.who
        case Rank():
            yield statement.score
        case Branch():
            yield statement.condition
        case Repeat():
            yield statement.until
        case Most():
            yield from statement.values


def counters_of(model: Model) -> int:
    """How many counters the rules have beside the game: none, unless they are watched."""
    blocks = (model.setup, model.turn, model.end)
    return max((s.number + 1 for block in blocks for s in walk(block) if isinstance(s, Count)), default=0)


def deep(block: Block) -> Iterator[Expr]:
    """Every expression of a block, at any depth, once each, those that changes looked ahead at contain included."""
    seen: set[Expr] = set()
    blocks, todo = [block], list[Expr]()
    while blocks or todo:
        if not todo:
            for statement in walk(blocks.pop()):
                todo += expressions(statement)
            continue
        e = todo.pop()
        if e not in seen:
            seen.add(e)
            yield e
            todo += e.parts
            if isinstance(e, After):
                blocks.append(e.change)


def may_break(block: Block, stacks: bool) -> bool:
    """Whether statements without decisions may break a rule: a variable leaves its range, a stack grows too high."""
    for statement in walk(block):
        if isinstance(statement, Assign) and statement.checked and isinstance(statement.variable.type.base, Range):
            return True
        if stacks and isinstance(statement, OnBoard):
            return True
        if any(e.may_break for e in expressions(statement)):
            return True
    return False


def variables_of(block: Block) -> Iterator[Variable]:
    """Every variable that a block sets or reads, some more than once."""
    for statement in walk(block):
        if isinstance(statement, Choose | Loop):
            yield from statement.variables
        elif isinstance(statement, Assign):
            yield statement.variable
    for e in deep(block):
        if isinstance(e, Get):
            yield e.variable
        elif isinstance(e, After):
            yield from variables_of(e.change)


def repeats_of(blocks: tuple[Block, ...]) -> tuple[Row, ...]:
    """What the uses of `repeats` that are left compare, each row once."""
    return tuple(dict.fromkeys(e.row for block in blocks for e in deep(block) if isinstance(e, Repeats)))


# ---- the whole -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Model:
    """A ruleset with its options settled. `hash` names the rules: it changes only if they do.

    `variables` begin with `me` and `next`. `pieces` is the domain of all pieces: a kind, an owner and a number, as
    listed in `piece_parts` (kind, owner or -1, number or None). `repeats`: what is compared by each use of `repeats`.
    """

    name: str
    title: str
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    options: tuple[Option, ...]
    player: Domain
    shapes: tuple[Shape, ...]
    board: Shape | None
    stacks: bool
    kinds: tuple[Kind, ...]
    pieces: Domain
    piece_parts: tuple[tuple[int, int, int | None], ...]
    looks: Mapping[str, Look]
    variables: tuple[Variable, ...]
    repeats: tuple[Row, ...]
    setup: Block
    turn: Block
    end: Block
    hash: str
    score: tuple[Var, Expr] | None = None
    """A player, and the number that is shown beside the result."""
    board_look: BoardLook = BoardLook()
    site_looks: tuple[SiteLook, ...] = ()
    """Later ones over earlier ones."""
    variable_looks: Mapping[Variable, VariableLook] = field(default_factory=dict)
    turned: Mapping[int, int] = field(default_factory=dict)
    """Players, and by how many degrees, clockwise, the board is turned before them."""
    score_unit: str = ""
    """What the score counts, in a word or two for players; "" if nobody says."""
    hidden: tuple[Hidden, ...] = ()
    """What players don't see; nothing else is hidden from them, but the turn's locals."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' labels, in turn order."""
        return self.player.labels

    @cached_property
    def hides(self) -> bool:
        """Whether players may know different things: something is hidden, secret, or decided together."""
        return self.keeps_secrets or self.decides_together

    @cached_property
    def decides_together(self) -> bool:
        """Whether players decide at once."""
        return any(getattr(s, "together", False) for s in walk(self.turn))

    @cached_property
    def keeps_secrets(self) -> bool:
        """Whether something is hidden, or decided or rolled secretly."""
        statements = (s for block in (self.setup, self.turn) for s in walk(block))
        return bool(self.hidden) or any(getattr(s, "secret", False) for s in statements)

    @cached_property
    def pays(self) -> bool:
        """Whether the game ends with amounts, not with places."""
        return any(isinstance(s, Rank) and s.pays for block in (self.turn, self.end) for s in walk(block))

    @cached_property
    def most_paid(self) -> int:
        """The most that a player can be paid, or have to pay, as far as the ranges tell; 0 if nobody is paid."""
        amounts = [s.score.type.base for block in (self.turn, self.end) for s in walk(block)
                   if isinstance(s, Rank) and s.pays]  # fmt: skip
        return max((max(abs(r.low), abs(r.high), 1) for r in amounts if isinstance(r, Range)), default=0)

    @cached_property
    def unites(self) -> bool:
        """Whether all may win, or lose, together: an end says so of everybody, or every end pays all the same."""
        return len(self.players) > 1 and (self.is_common or any(
            isinstance(s, Finish) and s.result != "draw" and self.is_for_all(s) for s in self.ends))  # fmt: skip

    @cached_property
    def is_common(self) -> bool:
        """Whether several play together: every end is by its form worth the same to all, and not always a draw."""
        return (
            len(self.players) > 1
            and all(self.is_for_all(s) for s in self.ends)
            and any(s.pays if isinstance(s, Rank) else s.result != "draw" for s in self.ends)
        )

    @cached_property
    def may_draw(self) -> bool:
        """Whether its rules know draws, as far as their form tells: one is said, or scores may be alike."""
        return any(not s.pays if isinstance(s, Rank) else s.result == "draw" for s in self.ends)

    @property
    def ends(self) -> Iterator[Finish | Rank]:
        """All statements that end the game."""
        return (s for block in (self.turn, self.end) for s in walk(block) if isinstance(s, Finish | Rank))

    def is_for_all(self, end: Finish | Rank) -> bool:
        """Whether an end names all players, or gives each the same number, as far as its form tells."""
        if isinstance(end, Rank):
            return end.player not in end.score.free
        return isinstance(end.who, Const) and end.who.value == (1 << len(self.players)) - 1

    @property
    def me(self) -> Variable:
        """The player whose turn it is."""
        return self.variables[0]

    @property
    def next(self) -> Variable:
        """The player whose turn comes next."""
        return self.variables[1]
