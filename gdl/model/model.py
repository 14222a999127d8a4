"""The model: checked rules, as they are handed to whatever plays them. Small, typed, immutable, printable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gdl.model.looks import BoardLook, Look, SiteLook, VariableLook
from gdl.model.nodes import Const, Expr, Row, Var
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.statements import Block, Count, Finish, Rank, walk
from gdl.model.types import Domain, Range
from gdl.text.source import Span

MAX_HEIGHT = 64
"""Pieces of a stack, at most: what one would grow over it is an error of the rules.

A game seldom needs more (DVONN has 49 pieces in all), and compiled rules keep room for as many on every site.
"""

LAYERS = ("piece", "owner", "kind", "number")
"""What may be hidden of the piece on a site; each is hidden wherever one before it is."""


@dataclass(frozen=True)
class Kind:
    """A kind of piece: whether each player has their own, and the number that it may bear; or who alone has it."""

    name: str
    owned: bool
    number: tuple[str, int, int] | None
    keeper: int | None = None


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


@dataclass(frozen=True)
class Hidden:
    """From whom a part of the state is hidden. `what`: a variable, or one of LAYERS of the piece on a site; `names`:
    for each dimension, or for the site; `players`: a set of them, in which these names are free."""

    what: Variable | str
    names: tuple[Var, ...]
    players: Expr
    span: Span


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
    board_look: BoardLook = field(default_factory=BoardLook)
    site_looks: tuple[SiteLook, ...] = ()
    """Later ones over earlier ones."""
    variable_looks: Mapping[Variable, VariableLook] = field(default_factory=dict)
    set_colours: Mapping[Variable, str] = field(default_factory=dict)
    """In which colour sets of edges, corners and lines are drawn, if looks say so."""
    turned: Mapping[int, int] = field(default_factory=dict)
    """Players, and by how many degrees, clockwise, the board is turned before them."""
    score_unit: str = ""
    """What the score counts, in a word or two for players; "" if nobody says."""
    hidden: tuple[Hidden, ...] = ()
    """What players don't see; nothing else is hidden from them, but the turn's locals."""
    partners: tuple[int, ...] = ()
    """For each player, how many may share the first place and win, themselves included: 1 without partners and pay."""

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


def counters_of(model: Model) -> int:
    """How many counters the rules have beside the game: none, unless they are watched."""
    blocks = (model.setup, model.turn, model.end)
    return max((s.number + 1 for block in blocks for s in walk(block) if isinstance(s, Count)), default=0)
