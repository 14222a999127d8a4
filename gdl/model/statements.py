"""Statements: what a process of the rules does, and going through what stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gdl.model.nodes import After, Expr, Get, Repeats, Row, Var, within
from gdl.model.state import Action as Action
from gdl.model.state import Variable as Variable
from gdl.model.types import Range


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
    """A variable gets a value; `checked` if that may lie outside its range. `indices` has one for each dimension.

    `height`: if this is the end of a change of a pile, how many things lie there behind it. Nothing in play reads it.
    """

    variable: Variable
    indices: tuple[Expr, ...]
    value: Expr
    checked: bool
    height: Expr | None = None


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

    With a `count`, only that number of pieces go, from the top of the stack, in their order.
    """

    origin: Expr
    target: Expr
    count: Expr | None = None


@dataclass(frozen=True, eq=False)
class Remove(OnBoard):
    """The top piece of each site goes. With a `count`, that number of pieces go, from the bottom if `under`."""

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
    which the others learn nothing until all are done. `height`: as that of an `Assign`; the body then sets a place."""

    variables: tuple[Variable, ...]
    binders: tuple[tuple[Var, Expr], ...]
    where: Expr
    body: Block
    together: bool = False
    height: Expr | None = None


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


def needed(s: Loop) -> Expr | None:
    """The condition without which a round of a loop does nothing: where it doesn't hold once, no later round does
    anything either, so the loop is over. None if there is no such condition.

    So a loop that counts to a large number, with nothing but an `if` in it, takes as long as it has something to do.
    """
    match s.body:
        case (Branch(condition=condition, other=()),) if len(s.variables) == 1:
            seen = [*within(condition)]
            hangs = any(isinstance(e, After) or (isinstance(e, Get) and e.variable in s.variables) for e in seen)
            return None if hangs else condition
    return None


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
