"""What a ruleset declares: players, pieces, state, looks. `declarations.py` writes it and then freezes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from gdl.check.flow import holds
from gdl.check.player_names import LETTERS, absent
from gdl.check.prelude import Prelude
from gdl.check.ruleset import Ruleset
from gdl.model.looks import BoardLook, Look, SiteLook, VariableLook
from gdl.model.model import Kind
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.source import Span

NOBODY, NO_KINDS, NO_PIECES = Domain("player", ()), Domain("kind", ()), Domain("piece", ())


@dataclass(frozen=True)
class Pieces:
    """The kinds of pieces, and all pieces there can be. `nodes`: where each kind is declared.

    `parts`: of each piece its kind, its owner (-1 for none) and its number. `known`: all kinds are declared.
    """

    nodes: Mapping[str, t.Kind] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()
    domain: Domain = NO_KINDS
    things: Domain = NO_PIECES
    parts: tuple[tuple[int, int, int | None], ...] = ()
    known: bool = False

    def first(self, kind: int) -> int:
        """The number of the first piece of a kind."""
        return next(i for i, (k, _, _) in enumerate(self.parts) if k == kind)


@dataclass(frozen=True)
class State:
    """What the game keeps. `attributes`: by name, what is kept for the elements of something."""

    variables: tuple[Variable, ...] = ()
    of_game: Mapping[str, Variable] = field(default_factory=dict)
    attributes: Mapping[str, tuple[Variable, ...]] = field(default_factory=dict)
    nodes: Mapping[Variable, t.Name] = field(default_factory=dict)

    def with_variable(self, variable: Variable, has: t.Has) -> State:
        """The state with one variable more."""
        name = variable.name
        more = replace(self, variables=(*self.variables, variable), nodes={**self.nodes, variable: has.name})
        if has.subject is None:
            return replace(more, of_game={**self.of_game, name: variable})
        return replace(more, attributes={**self.attributes, name: (*self.attributes.get(name, ()), variable)})


@dataclass
class Looks:
    """How things are drawn and written. `unplayed`: looks that change no text of a move."""

    things: dict[str, Look] = field(default_factory=dict)
    board: BoardLook = field(default_factory=BoardLook)
    sites: list[SiteLook] = field(default_factory=list)
    variables: dict[Variable, VariableLook] = field(default_factory=dict)
    set_colours: dict[Variable, str] = field(default_factory=dict)
    turned: dict[int, int] = field(default_factory=dict)
    unplayed: set[t.Look] = field(default_factory=set)


@dataclass(eq=False)
class Declared:
    """All declarations, with options and players settled.

    Expressions are checked while things are still being declared, so other code can read it half built. After `freeze`
    nothing changes. `seats`: how many may play. `lost`: names that a faulty declaration would have introduced, and
    `board` or `players` if those were faulty.
    """

    rules: Ruleset
    prelude: Prelude
    given_options: Mapping[str, t.Expression]
    given_players: int | None
    player: Domain = NOBODY
    me: Variable = field(init=False)
    next: Variable = field(init=False)
    seats: range = range(0)
    board: Shape | None = None
    stacks: bool = False
    members: Mapping[str, tuple[Domain, int, t.Name]] = field(default_factory=dict)
    pieces: Pieces = field(default_factory=Pieces)
    state: State = field(default_factory=State)
    lost: frozenset[str] = frozenset()
    looks: Looks = field(default_factory=Looks)

    @property
    def absent(self) -> frozenset[str]:
        """Players who are not in this game, but may be in others, or in those of the base."""
        most = self.seats.stop - 1 if self.seats else 0
        said = (item for tree in self.rules.trees for item in tree.items if isinstance(item, t.Players))
        each = (absent(item, self.player.labels, most if item is self.rules.players else len(LETTERS)) for item in said)
        return frozenset[str]().union(*each)

    def freeze(self) -> None:
        """End the declarations: nothing can be set after this."""
        self.__dict__["frozen"] = True

    def __setattr__(self, name: str, value: object) -> None:
        if "frozen" in self.__dict__:
            raise AttributeError(f"{name} is declared already")
        super().__setattr__(name, value)

    @property
    def players_known(self) -> bool:
        """Whether the players are known."""
        return bool(self.player.labels)

    @cached_property
    def shifts(self) -> bool:
        """Whether another player may be `me` for a part of a turn."""
        return any(holds(t.By | t.Together, tree.items) for tree in self.rules.trees)

    @property
    def head(self) -> Span:
        """The place for findings about something that isn't in the text."""
        return self.rules.game.span if self.rules.game else Span(self.rules.trees[0].source, 0, 1)

    def unsure(self, name: str) -> bool:
        """Whether a name may be missing only because its declaration was wrong, which is reported already."""
        rules = self.rules
        if name in KEYWORDS and any(f.code == "S105" for f in rules.findings):  # that it is no name has been said
            return True
        no_players = "players" in self.lost or "players" in rules.unread
        known_loss = name in rules.unread or name in self.lost or (no_players and name[:1].isupper())
        return rules.incomplete or known_loss or "board" in self.lost or "board" in rules.unread
