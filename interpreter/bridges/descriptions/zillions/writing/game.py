"""A game as all parts of its ruleset see it: players, kinds, board, moves in groups."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.moves.army import Army
from interpreter.bridges.descriptions.zillions.moves.groups import Group
from interpreter.bridges.descriptions.zillions.moves.tables import Owned
from interpreter.bridges.descriptions.zillions.moves.terms import Held, parts
from interpreter.bridges.descriptions.zillions.moves.words import Words
from interpreter.bridges.descriptions.zillions.reading.board import Board
from interpreter.bridges.descriptions.zillions.reading.naming import Names
from interpreter.bridges.descriptions.zillions.reading.sheet import Sheet


@dataclass(frozen=True)
class Turn:
    """One entry of a turn order: who moves, and by which type of moves, if only by one."""

    player: str
    type: str = ""


@dataclass
class Game:
    """What was read of a game, with the names that things have here."""

    sheet: Sheet
    names: Names
    board: Board
    army: Army
    players: dict[str, str] = field(default_factory=dict)
    """The names of those who move, by the file's."""
    neutral: list[str] = field(default_factory=list)
    """Players of the file who never move."""
    order: list[Turn] = field(default_factory=list)
    goes_on: int = 0
    """Where the order goes on when it is through."""
    setup: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The sites of the file where a kind of a player stands at first."""
    hands: dict[tuple[str, str], int] = field(default_factory=dict)
    """How many pieces of a kind a player has beside the board."""
    groups: list[Group] = field(default_factory=list)
    zones: dict[str, tuple[str, bool]] = field(default_factory=dict)
    royal: tuple[str, ...] = ()
    """Kinds that must not be left attacked."""
    blocks: dict[str, str] = field(default_factory=dict)
    """What a group's decision calls, where its changes have a define of their own."""

    @property
    def movers(self) -> list[str]:
        """Those who move, by their names here."""
        return [*self.players.values()]

    @property
    def is_alternating(self) -> bool:
        """Whether players move in turns, each as they like."""
        return [turn.player for turn in self.order] == self.movers and not any(turn.type for turn in self.order)

    @property
    def owned(self) -> Owned:
        """The pieces that move."""
        return Owned({(move.kind, move.player) for move in self.army.moves if not move.is_drop})

    def neutral_kinds(self) -> list[str]:
        """Kinds that only players have who never move."""
        return [kind for kind in self.army.sections if (self.owners(kind) or {""}) <= {*self.neutral}]

    def owners(self, kind: str) -> set[str]:
        """Who has pieces of a kind at first, on the board or beside it, by the file's names."""
        return {player for player, own in [*self.setup, *self.hands] if own == kind}

    def words(self, start: str = "a") -> Words:
        """How terms are said in this game."""
        mover = "a.owner" if self.royal and start == "a" else "me"
        kinds = self.neutral_kinds()
        size = self.board.size
        square = size is not None and not self.board.killed and self.board.is_regular
        return Words(
            start, mover=mover, zones=self.zones, neutral=" + ".join(kinds) or "{}", is_square=square
        )

    def holds(self, name: str) -> bool:
        """Whether moves ask about a site that the game remembers."""
        return any(part == Held(name) for move in self.army.moves for part in parts(
            (move.path.conditions, move.path.effects, move.path.goal)))  # fmt: skip
